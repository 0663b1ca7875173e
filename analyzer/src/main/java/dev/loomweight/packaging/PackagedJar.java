package dev.loomweight.packaging;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Changes the classes of the command's jar so that the JVM starts them sooner: {@link RaisedClass} and {@link DirectClass}.
 *
 * <p>The build compiles and runs it when the jar was put together (see the analyzer's pom.xml). The same jar always gives
 * the same bytes: entries keep their order and times.
 */
final class PackagedJar {

    private PackagedJar() {}

    /**
     * Changes a jar in place.
     *
     * @param args the jar
     * @throws IOException if it cannot be read or written; it is then unchanged
     */
    public static void main(String[] args) throws IOException {
        Path jar = Path.of(args[0]);
        Path changed = jar.resolveSibling(jar.getFileName() + ".changed");
        try {
            write(jar, changed);
            Files.move(changed, jar, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(changed);
        }
    }

    private static void write(Path jar, Path changed) throws IOException {
        try (ZipFile from = new ZipFile(jar.toFile());
                URLClassLoader classes =
                        new URLClassLoader(new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader());
                ZipOutputStream to = new ZipOutputStream(Files.newOutputStream(changed))) {
            for (ZipEntry entry : Collections.list(from.entries())) {
                copy(from, entry, to, classes);
            }
        }
    }

    private static void copy(ZipFile from, ZipEntry entry, ZipOutputStream to, ClassLoader classes) throws IOException {
        ZipEntry copied = new ZipEntry(entry.getName());
        copied.setTimeLocal(entry.getTimeLocal());
        to.putNextEntry(copied);
        try (InputStream in = from.getInputStream(entry)) {
            if (entry.getName().endsWith(".class")) {
                to.write(DirectClass.of(RaisedClass.of(in.readAllBytes(), classes)));
            } else {
                in.transferTo(to);
            }
        }
        to.closeEntry();
    }
}
