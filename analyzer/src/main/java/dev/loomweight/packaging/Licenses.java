package dev.loomweight.packaging;

import dev.loomweight.packaging.Sbom.Library;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** The licences and notices of the libraries of the package, as they are in their jars, and a list of all. */
final class Licenses {

    private static final String PAGE = "dev/loomweight/render/page/lib/";
    private static final String COLLECTED = "META-INF/licenses/";
    private static final String NAMES = "(LICEN[SC]E|NOTICE)(\\.(txt|md))?";

    private Licenses() {}

    /**
     * Writes the folder {@code licenses} of a package.
     *
     * @param libraries where the jars of the samples are
     * @throws IOException if a jar cannot be read or a file cannot be written
     */
    static void write(Path packed, Path libraries, Sbom sbom) throws IOException {
        Path licenses = Files.createDirectories(packed.resolve("licenses"));
        try (ZipFile jar = new ZipFile(packed.resolve("lib/loomweight.jar").toFile())) {
            for (ZipEntry entry : Collections.list(jar.entries())) {
                String name = entry.getName();
                if (name.startsWith(COLLECTED) && !entry.isDirectory()) {
                    copy(jar, entry, licenses.resolve(name.substring(COLLECTED.length())));
                } else if (name.startsWith(PAGE) && name.endsWith("/LICENSE")) {
                    copy(jar, entry, licenses.resolve(name.substring(PAGE.length())));
                }
            }
        }
        List<Path> jars;
        try (Stream<Path> files = Files.list(libraries)) {
            jars = files.sorted().toList();
        }
        for (Path file : jars) {
            collect(file, licenses.resolve(file.getFileName().toString().replaceFirst("\\.jar$", "")));
        }
        Files.writeString(licenses.resolve("LIBRARIES.txt"), list(sbom));
    }

    private static void collect(Path file, Path folder) throws IOException {
        try (ZipFile jar = new ZipFile(file.toFile())) {
            for (ZipEntry entry : Collections.list(jar.entries())) {
                String name = entry.getName().replaceFirst("^META-INF/", "");
                if (!entry.isDirectory() && name.toUpperCase(Locale.ROOT).matches(NAMES.toUpperCase(Locale.ROOT))) {
                    copy(jar, entry, folder.resolve(name));
                }
            }
        }
    }

    private static void copy(ZipFile jar, ZipEntry entry, Path file) throws IOException {
        Files.createDirectories(file.resolveSibling(""));
        try (InputStream in = jar.getInputStream(entry)) {
            Files.copy(in, file);
        }
    }

    private static String list(Sbom sbom) {
        StringBuilder list = new StringBuilder("""
                The libraries of this package and their licences, as their authors name them. Texts and notices that they
                carry are in the folders next to this file; those of libraries of Loomweight's own licence, Apache-2.0,
                without a text of their own are in ../LICENSE. EPL-2.0 is in jakarta.annotation-api-*/LICENSE.md. Where
                several are named, any of them may be chosen. Those of the Java runtime, if it is there, are in
                ../runtime/legal.

                """);
        for (Library library : sbom.libraries()) {
            list.append(library.name())
                    .append(' ')
                    .append(library.version())
                    .append(": ")
                    .append(String.join(", ", library.licenses()))
                    .append('\n');
        }
        return list.toString();
    }
}
