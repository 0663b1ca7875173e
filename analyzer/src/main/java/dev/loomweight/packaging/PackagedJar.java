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
 * The command's jar without what its code cannot reach, and with classes that the JVM starts sooner: {@link RaisedClass}
 * and {@link DirectClass}.
 *
 * <p>The build compiles and runs it when the jar was put together (see the analyzer's pom.xml). The same jar always gives
 * the same bytes: entries keep their order and times.
 */
final class PackagedJar {

    private PackagedJar() {}

    /**
     * Changes a jar in place.
     *
     * @param args the jar, and a jar of what is left of it; what the other lacks is left out
     * @throws IOException if it cannot be read or written; it is then unchanged
     */
    public static void main(String[] args) throws IOException {
        Path jar = Path.of(args[0]);
        Path changed = jar.resolveSibling(jar.getFileName() + ".changed");
        try {
            write(jar, Path.of(args[1]), changed);
            Files.move(changed, jar, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(changed);
        }
    }

    private static void write(Path jar, Path left, Path changed) throws IOException {
        try (ZipFile whole = new ZipFile(jar.toFile());
                ZipFile from = new ZipFile(left.toFile());
                URLClassLoader classes =
                        new URLClassLoader(new URL[] {left.toUri().toURL()}, ClassLoader.getPlatformClassLoader());
                ZipOutputStream to = new ZipOutputStream(Files.newOutputStream(changed))) {
            for (ZipEntry entry : Collections.list(whole.entries())) {
                if (!entry.isDirectory() && from.getEntry(entry.getName()) != null) {
                    copy(from, entry, to, classes);
                }
            }
        }
    }

    private static void copy(ZipFile from, ZipEntry entry, ZipOutputStream to, ClassLoader classes) throws IOException {
        ZipEntry copied = new ZipEntry(entry.getName());
        copied.setTimeLocal(entry.getTimeLocal());
        to.putNextEntry(copied);
        try (InputStream in = from.getInputStream(from.getEntry(entry.getName()))) {
            if (entry.getName().endsWith(".class")) {
                to.write(DirectClass.of(RaisedClass.of(in.readAllBytes(), classes)));
            } else {
                in.transferTo(to);
            }
        }
        to.closeEntry();
    }
}
