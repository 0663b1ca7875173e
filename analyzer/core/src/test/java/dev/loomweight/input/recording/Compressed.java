package dev.loomweight.input.recording;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Packs files for tests of what reads packed ones. */
public final class Compressed {

    private Compressed() {}

    /** Packs a file with gzip, beside the file; the name is the file's with {@code .gz} behind it. */
    public static Path gzip(Path file) throws IOException {
        Path packed = file.resolveSibling(file.getFileName() + ".gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            Files.copy(file, out);
        }
        return packed;
    }

    /**
     * Packs a folder and what is in it into a zip file, as file managers do: names in it begin with the folder's.
     *
     * @param folder such as a capture
     * @return the zip file beside the folder; its name is the folder's with {@code .zip} behind it
     */
    public static Path zip(Path folder) throws IOException {
        Path packed = folder.resolveSibling(folder.getFileName() + ".zip");
        List<Path> paths;
        try (Stream<Path> found = Files.walk(folder)) {
            paths = found.sorted().toList();
        }
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(packed))) {
            for (Path path : paths) {
                String name = folder.getFileName() + "/"
                        + folder.relativize(path).toString().replace('\\', '/');
                if (Files.isDirectory(path)) {
                    zip.putNextEntry(new ZipEntry(name.endsWith("/") ? name : name + "/"));
                } else {
                    zip.putNextEntry(new ZipEntry(name));
                    Files.copy(path, zip);
                }
                zip.closeEntry();
            }
        }
        return packed;
    }
}
