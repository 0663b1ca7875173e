package dev.loomweight.bench.recording;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;

/** Makes as many sites as are asked for out of the one that is written down. */
public final class Sites {

    /** How many there can be: their numbers have four digits. */
    static final int MOST = 10_000;

    private static final String NAME = "Site0000";

    /** As many as {@code scripts/make-recording} has in a recording, unless it is asked for more. */
    private static final int USUAL = 87;

    private Sites() {}

    /** Writes the class files of a recording's sites into the folder {@code args[0]}. */
    public static void main(String[] args) throws IOException {
        write(Path.of(args[0]), USUAL);
    }

    /**
     * Sites 0 to {@code count - 1}.
     *
     * @param count from 1 to {@value #MOST}
     * @throws IOException if the class file of the first cannot be read
     */
    static Site[] make(int count) throws IOException, ReflectiveOperationException {
        byte[] first = first();
        Site[] sites = new Site[count];
        sites[0] = new Site0000();
        for (int number = 1; number < count; number++) {
            Class<?> copy = MethodHandles.lookup().defineClass(renamed(first, name(number)));
            sites[number] = (Site) copy.getDeclaredConstructor().newInstance();
        }
        return sites;
    }

    /**
     * Writes the class files of sites 0 to {@code count - 1}, which a recording's sites otherwise have in memory alone.
     *
     * @param folder the root of the packages
     * @param count from 1 to {@value #MOST}
     */
    public static void write(Path folder, int count) throws IOException {
        byte[] first = first();
        Path inPackage = folder.resolve(Sites.class.getPackageName().replace('.', '/'));
        Files.createDirectories(inPackage);
        for (int number = 0; number < count; number++) {
            Files.write(inPackage.resolve(name(number) + ".class"), renamed(first, name(number)));
        }
    }

    private static byte[] first() throws IOException {
        try (InputStream in = Sites.class.getResourceAsStream(NAME + ".class")) {
            return Objects.requireNonNull(in, NAME).readAllBytes();
        }
    }

    // As long as the first's, so that no length in the class file changes.
    private static String name(int number) {
        return String.format(Locale.ROOT, "Site%04d", number);
    }

    private static byte[] renamed(byte[] classFile, String name) {
        // Latin 1 maps every byte to one character and back.
        return new String(classFile, StandardCharsets.ISO_8859_1)
                .replace(NAME, name)
                .getBytes(StandardCharsets.ISO_8859_1);
    }
}
