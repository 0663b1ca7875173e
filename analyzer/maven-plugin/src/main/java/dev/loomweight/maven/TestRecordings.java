package dev.loomweight.maven;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
            List<Path> parts;
            try (Stream<Path> all = Files.walk(file)) {
                parts = all.collect(Collectors.toList());
            }
            for (Path part : parts) {
                FileTime time = Files.getLastModifiedTime(part);
                newest = time.compareTo(newest) > 0 ? time : newest;
            }
        }
        return newest;
    }

    /** Whether a folder has a class file, at any depth. */
    static boolean hasClasses(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.anyMatch(file -> file.toString().endsWith(".class"));
        } catch (IOException e) {
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
