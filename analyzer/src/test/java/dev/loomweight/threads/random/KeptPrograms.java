package dev.loomweight.threads.random;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Captures of random programs that are kept, a zip each, without their heap dumps.
 *
 * <p>As {@code main}: {@code FOLDER NAME...} packs captures of that folder, such as {@code 25/17}, in place of those that
 * are kept under these names.
 */
public final class KeptPrograms {

    /** Where they are. */
    static final Path FOLDER = Path.of("src/test/resources/dumps/random/kept");

    private KeptPrograms() {}

    /**
     * All of them.
     *
     * @param into where they are unpacked
     */
    static List<CapturedProgram> all(Path into) throws IOException {
        List<Path> zips;
        try (Stream<Path> files = Files.list(FOLDER)) {
            zips = files.filter(file -> file.toString().endsWith(".zip"))
                    .sorted()
                    .toList();
        }
        List<CapturedProgram> programs = new ArrayList<>();
        for (Path zip : zips) {
            String[] name = zip.getFileName().toString().replace(".zip", "").split("-", -1);
            Path folder = Files.createDirectories(into.resolve(name[0]).resolve(name[1]));
            try (FileSystem packed = FileSystems.newFileSystem(zip);
                    Stream<Path> files = Files.list(packed.getPath("/"))) {
                for (Path file : files.toList()) {
                    Files.copy(file, folder.resolve(file.getFileName().toString()));
                }
            }
            programs.add(CapturedProgram.of(Integer.parseInt(name[0]), folder));
        }
        return programs;
    }

    private static void pack(Path folder, Path zip) throws IOException {
        Files.deleteIfExists(zip);
        try (FileSystem packed = FileSystems.newFileSystem(zip, Map.of("create", "true"));
                Stream<Path> files = Files.list(folder)) {
            for (Path file : files.sorted().toList()) {
                if (!file.toString().endsWith(".hprof")) {
                    Files.copy(file, packed.getPath("/" + file.getFileName()));
                }
            }
        }
    }

    public static void main(String[] args) throws IOException {
        Files.createDirectories(FOLDER);
        for (String name : List.of(args).subList(1, args.length)) {
            pack(Path.of(args[0], name), FOLDER.resolve(name.replace('/', '-') + ".zip"));
        }
    }
}
