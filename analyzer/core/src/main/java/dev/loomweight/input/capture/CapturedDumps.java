package dev.loomweight.input.capture;

import dev.loomweight.amount.Quantity;
import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.FolderTree;
import dev.loomweight.capture.InputFile;
import dev.loomweight.input.Source;
import dev.loomweight.input.capture.Found.NamedPath;
import dev.loomweight.input.text.DumpSource;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The thread dumps in a capture's folder {@code dumps}, as {@link dev.loomweight.capture.ThreadDumps} writes them. */
final class CapturedDumps {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{1,200}\\.(json|txt)(\\.gz)?");

    /** No collector keeps more, and none writes longer lines. */
    private static final int MAX_DUMPS = 100_000;

    private static final int MAX_INDEX_BYTES = 32 << 20;

    /** A line of the index. */
    private record Line(@Nullable Instant time, Quantity tookNanos, Quantity pausedNanos) {}

    private static final Line UNKNOWN = new Line(null, DumpedThreads.NOT_MEASURED, DumpedThreads.NOT_MEASURED);

    private CapturedDumps() {}

    /**
     * The dumps of a capture, the oldest first.
     *
     * @param capture the capture's folder
     * @param subject the process, as the report names it
     * @param limit how much may be unpacked
     */
    static List<Source> of(NamedPath capture, String subject, UnpackLimit limit) {
        NamedPath folder = capture.resolve(CaptureFolder.DUMPS);
        if (!Files.isDirectory(folder.path(), LinkOption.NOFOLLOW_LINKS)) {
            return List.of();
        }
        List<Path> files;
        try {
            files = FolderTree.list(folder.path()).stream()
                    .filter(CapturedDumps::isDump)
                    .limit(MAX_DUMPS)
                    .toList();
        } catch (IOException e) {
            return List.of(new NotesSource(
                    folder.shown(), List.of("The thread dumps cannot be read: " + CaptureFolder.reason(e) + ".")));
        }
        Map<String, Line> index =
                index(folder.resolve(CaptureFolder.DUMPS_INDEX).path());
        Comparator<Path> byTime = Comparator.comparing(
                (Path file) -> index.getOrDefault(name(file), UNKNOWN).time(),
                Comparator.nullsLast(Comparator.naturalOrder()));
        List<Path> ordered =
                files.stream().sorted(byTime.thenComparing(Path::compareTo)).toList();
        Path newest = ordered.stream()
                .filter(file -> name(file).contains(".json"))
                .reduce((first, second) -> second)
                .orElse(null);
        List<Source> sources = new ArrayList<>();
        for (Path file : ordered) {
            Line line = index.getOrDefault(name(file), UNKNOWN);
            Origin origin = new Origin(subject, null, folder.resolve(name(file)).shown(), Instrument.THREAD_DUMP);
            sources.add(new DumpSource(
                    file,
                    origin,
                    line.time(),
                    line.tookNanos(),
                    line.pausedNanos(),
                    file.equals(newest),
                    limit.ofPacked(file.toFile().length(), FileKind.GZIP)));
        }
        return sources;
    }

    private static boolean isDump(Path file) {
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                && NAME.matcher(name(file)).matches();
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }

    /** What is damaged of it is left out; the dumps are read without. */
    private static Map<String, Line> index(Path file) {
        Map<String, Line> lines = new HashMap<>();
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return lines;
        }
        try {
            for (String text : InputFile.text(file, MAX_INDEX_BYTES).split("\n", -1)) {
                String[] cells = text.strip().split(",", -1);
                if (cells.length == 4 && lines.size() < MAX_DUMPS) {
                    add(lines, cells);
                }
            }
        } catch (IOException e) {
            // The files themselves say when they were taken, as far as they are JSON.
        }
        return lines;
    }

    private static void add(Map<String, Line> lines, String[] cells) {
        try {
            lines.put(cells[0], new Line(Instant.parse(cells[1]), measured(cells[2], 1), measured(cells[3], 0)));
        } catch (DateTimeException | NumberFormatException e) {
            // The head, or a line that a kill has cut off.
        }
    }

    /** @param min the smallest number that was measured: others stand for what was not */
    private static Quantity measured(String nanos, long min) {
        long number = Long.parseLong(nanos);
        return number < min ? DumpedThreads.NOT_MEASURED : Quantity.of(number);
    }
}
