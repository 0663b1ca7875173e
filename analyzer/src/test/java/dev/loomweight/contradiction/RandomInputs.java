package dev.loomweight.contradiction;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** What people may give: fixtures of all kinds, whole, cut, packed, named otherwise, several at once, and what is no input. */
final class RandomInputs {

    /** Larger ones take long and show nothing else. */
    private static final long MAX_BYTES = 400_000;

    private final Path folder;
    private final Random random;
    // By their names without numbers, so that each kind comes as often as those of which there are many.
    private final List<List<Path>> fixtures;
    private int made;

    /**
     * An input.
     *
     * @param shown what it is made of
     */
    record Given(List<Path> paths, String shown) {}

    /** @param folder where the inputs are made */
    RandomInputs(Path folder, Random random) throws IOException {
        this.folder = folder;
        this.random = random;
        try (Stream<Path> files = Files.walk(Door.FIXTURES)) {
            fixtures = List.copyOf(files.filter(Files::isRegularFile)
                    .filter(file -> file.toFile().length() <= MAX_BYTES)
                    .filter(RandomInputs::isOfUsers)
                    .sorted()
                    .collect(Collectors.groupingBy(
                            file -> String.valueOf(file.getFileName()).replaceAll("\\d+", "N"),
                            TreeMap::new,
                            Collectors.toList()))
                    .values());
        }
    }

    private static boolean isOfUsers(Path file) {
        String path = Door.FIXTURES.relativize(file).toString();
        return Stream.of(
                        "nmt",
                        "dumps",
                        "allocators",
                        "carriers",
                        "recordings",
                        "first-screen",
                        "tutorial",
                        "nativemem",
                        "ended",
                        "places")
                .anyMatch(path::startsWith);
    }

    /** The next one. */
    Given next() {
        try {
            int kind = random.nextInt(10);
            return switch (kind) {
                case 0, 1, 2 -> one(fixture());
                case 3 -> cut(fixture());
                case 4 -> renamed(fixture());
                case 5 -> gzip(fixture());
                case 6 -> zip(fixtures(1 + random.nextInt(3)));
                case 7 -> several(fixtures(2 + random.nextInt(2)));
                case 8 -> joined(fixtures(2));
                default -> noInput();
            };
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path fixture() {
        List<Path> kind = fixtures.get(random.nextInt(fixtures.size()));
        return kind.get(random.nextInt(kind.size()));
    }

    private List<Path> fixtures(int count) {
        return IntStream.range(0, count).mapToObj(i -> fixture()).toList();
    }

    private static Given one(Path file) {
        return new Given(List.of(file), file.toString());
    }

    private static Given several(List<Path> files) {
        return new Given(files, files.toString());
    }

    private Path file(String name) throws IOException {
        return Files.createDirectory(folder.resolve(Integer.toString(made++))).resolve(name);
    }

    private Given cut(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        int length = random.nextInt(bytes.length + 1);
        Path made = Files.write(file(String.valueOf(file.getFileName())), Arrays.copyOf(bytes, length));
        return new Given(List.of(made), file + " cut at " + length);
    }

    private Given renamed(Path file) throws IOException {
        List<String> names =
                List.of("input.jfr", "input.txt", "input", "input.json", "input.JFR", "input.hprof", "input.toml");
        Path made = file(names.get(random.nextInt(names.size())));
        Files.copy(file, made);
        return new Given(List.of(made), file + " as " + made.getFileName());
    }

    private Given gzip(Path file) throws IOException {
        Path made = file(file.getFileName() + ".gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(made))) {
            Files.copy(file, out);
        }
        return new Given(List.of(made), file + ", compressed");
    }

    private Given zip(List<Path> files) throws IOException {
        Path made = file("input.zip");
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(made))) {
            for (int i = 0; i < files.size(); i++) {
                out.putNextEntry(new ZipEntry(i + "-" + files.get(i).getFileName()));
                Files.copy(files.get(i), out);
            }
        }
        return new Given(List.of(made), "zip of " + files);
    }

    /** A log that has one after the other. */
    private Given joined(List<Path> files) throws IOException {
        Path made = file("app.log");
        try (OutputStream out = Files.newOutputStream(made)) {
            for (Path file : files) {
                Files.copy(file, out);
                out.write('\n');
            }
        }
        return new Given(List.of(made), "one file of " + files);
    }

    private Given noInput() throws IOException {
        int kind = random.nextInt(8);
        byte[] bytes = new byte[random.nextInt(5000)];
        random.nextBytes(bytes);
        return switch (kind) {
            case 0 -> new Given(List.of(Files.createDirectory(file("empty"))), "an empty folder");
            case 1 -> new Given(List.of(Files.createFile(file("empty.txt"))), "an empty file");
            case 2 -> new Given(List.of(Files.createFile(file("empty.jfr"))), "an empty recording");
            case 3 -> new Given(List.of(Files.write(file("random.bin"), bytes)), "random bytes");
            case 4 -> new Given(List.of(Files.write(file("random.jfr"), bytes)), "random bytes as recording");
            case 5 -> new Given(List.of(folder.resolve("missing.jfr")), "a file that is missing");
            case 6 ->
                new Given(
                        List.of(Files.write(file("old.jfr"), "FLR\0\0\0\0\t".getBytes(StandardCharsets.ISO_8859_1))),
                        "a recording's first bytes");
            default -> new Given(List.of(Files.writeString(file("note.txt"), "at a.B.c(D.java:1)\n")), "a line");
        };
    }
}
