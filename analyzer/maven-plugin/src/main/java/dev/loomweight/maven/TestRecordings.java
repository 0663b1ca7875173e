package dev.loomweight.maven;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Recordings and captures in a folder: those of this build, and what earlier ones left. */
final class TestRecordings {

    private final List<Path> current;
    private final List<Path> earlier;

    private TestRecordings(List<Path> current, List<Path> earlier) {
        this.current = List.copyOf(current);
        this.earlier = List.copyOf(earlier);
    }

    /**
     * Looks into a folder, but not into those below, except captures.
     *
     * @param place a folder, a recording or a capture; need not exist
     * @param since milliseconds since 1970: what was last written before is of an earlier build
     */
    static TestRecordings in(Path place, long since) throws IOException {
        List<Path> current = new ArrayList<>();
        List<Path> earlier = new ArrayList<>();
        for (Path file : files(place)) {
            // Some file systems know seconds only.
            boolean early = Math.floorDiv(lastWritten(file).toMillis(), 1000L) < Math.floorDiv(since, 1000L);
            (early ? earlier : current).add(file);
        }
        return new TestRecordings(current, earlier);
    }

    private static List<Path> files(Path place) throws IOException {
        if (isRecording(place)) {
            return Files.exists(place) ? List.of(place) : List.of();
        }
        if (!Files.isDirectory(place)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(place)) {
            return files.filter(TestRecordings::isRecording).sorted().collect(Collectors.toList());
        }
    }

    private static boolean isRecording(Path file) {
        Path last = file.getFileName();
        String name = last == null ? "" : last.toString();
        return name.endsWith(".jfr") || name.endsWith(".jfr.gz") || name.endsWith(".lw") || name.endsWith(".lw.zip");
    }

    /** A capture is as new as the newest file in it. */
    private static FileTime lastWritten(Path file) throws IOException {
        FileTime newest = Files.getLastModifiedTime(file);
        if (Files.isDirectory(file)) {
            Newest all = new Newest(newest);
            Files.walkFileTree(file, all);
            return all.newest;
        }
        return newest;
    }

    /** A capture may still be written: what goes meanwhile is left out. */
    private static final class Newest extends SimpleFileVisitor<Path> {
        private FileTime newest;

        private Newest(FileTime newest) {
            this.newest = newest;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            FileTime time = attributes.lastModifiedTime();
            newest = time.compareTo(newest) > 0 ? time : newest;
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return visitFile(folder, attributes);
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException e) {
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, IOException e) {
            return FileVisitResult.CONTINUE;
        }
    }

    /** Whether a folder has a class file, at any depth. */
    static boolean hasClasses(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.anyMatch(file -> file.toString().endsWith(".class"));
        } catch (IOException | UncheckedIOException e) {
            return false;
        }
    }

    /** Those that count, by name. */
    List<Path> current() {
        return current;
    }

    /** Those of earlier builds, by name. */
    List<Path> earlier() {
        return earlier;
    }
}
