package dev.loomweight.bench.recording;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;

/** Makes as many sites as are asked for out of the one that is written down. */
final class Sites {

    /** How many there can be: their numbers have four digits. */
    static final int MOST = 10_000;

    private static final String NAME = "Site0000";

    private Sites() {}

    /**
     * Sites 0 to {@code count - 1}.
     *
     * @param count from 1 to {@value #MOST}
     * @throws IOException if the class file of the first cannot be read
     */
    static Site[] make(int count) throws IOException, ReflectiveOperationException {
        byte[] first;
        try (InputStream in = Sites.class.getResourceAsStream(NAME + ".class")) {
            first = Objects.requireNonNull(in, NAME).readAllBytes();
        }
        Site[] sites = new Site[count];
        sites[0] = new Site0000();
        for (int number = 1; number < count; number++) {
            // The name is as long as the first's, so that no length in the class file changes.
            String name = String.format(Locale.ROOT, "Site%04d", number);
            Class<?> copy = MethodHandles.lookup().defineClass(renamed(first, name));
            sites[number] = (Site) copy.getDeclaredConstructor().newInstance();
        }
        return sites;
    }

    private static byte[] renamed(byte[] classFile, String name) {
        // Latin 1 maps every byte to one character and back.
        return new String(classFile, StandardCharsets.ISO_8859_1)
                .replace(NAME, name)
                .getBytes(StandardCharsets.ISO_8859_1);
    }
}
