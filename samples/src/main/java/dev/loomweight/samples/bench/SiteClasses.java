package dev.loomweight.samples.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;

/** Loads pinning classes, each in a class loader of its own, so that it is unloaded when nothing refers to it. */
final class SiteClasses {

    private static final String NAME = "Site0000";

    private final byte[] classFile;

    SiteClasses() throws IOException {
        try (InputStream in = SiteClasses.class.getResourceAsStream(NAME + ".class")) {
            classFile = Objects.requireNonNull(in, NAME).readAllBytes();
        }
    }

    /**
     * Loads a class anew.
     *
     * @param number from 0 to 9999; the class is named for it
     */
    Runnable load(int number) throws ReflectiveOperationException {
        // As long as the first's, so that no length in the class file changes.
        String name = String.format(Locale.ROOT, "Site%04d", number);
        // Latin 1 maps every byte to one character and back.
        byte[] renamed = new String(classFile, StandardCharsets.ISO_8859_1)
                .replace(NAME, name)
                .getBytes(StandardCharsets.ISO_8859_1);
        Class<?> site = new OneClass(SiteClasses.class.getPackageName() + "." + name, renamed).findLoaded();
        var constructor = site.getDeclaredConstructor();
        constructor.setAccessible(true);
        return (Runnable) constructor.newInstance();
    }

    private static final class OneClass extends ClassLoader {

        private final Class<?> site;

        OneClass(String name, byte[] bytes) {
            super("loomweight-site", SiteClasses.class.getClassLoader());
            site = defineClass(name, bytes, 0, bytes.length);
        }

        Class<?> findLoaded() {
            return site;
        }
    }
}
