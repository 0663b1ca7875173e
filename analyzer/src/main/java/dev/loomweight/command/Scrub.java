package dev.loomweight.command;

import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.DataException;
import dev.loomweight.capture.SecretEvents;
import dev.loomweight.launch.Progress;
import dev.loomweight.match.Nearest;
import dev.loomweight.output.CopyTarget;
import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Note;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Column;
import dev.loomweight.report.Table.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A copy of a recording, of a capture, or of a folder of captures without the events that can hold secrets. Of a capture,
 * the copy has its recordings without these events and the files that are known to hold none; anything else, such as what
 * the application printed, is left out and named.
 */
public final class Scrub {

    private static final String PACKAGE = "jdk.";
    private static final String RECORDING_ENDING = ".jfr";

    /** What the agent keeps only while it runs. */
    private static final Set<String> OF_RUNNING = Set.of("agent.lock", "reserve");

    private static final Set<String> PARTS = Stream.of(CaptureFolder.Part.values())
            .map(CaptureFolder.Part::fileName)
            .collect(Collectors.toUnmodifiableSet());

    private final Path from;
    private final Set<String> types;
    private final Progress progress;
    private final Map<Path, ScrubbedRecording> recordings = new LinkedHashMap<>();
    private final List<String> notes = new ArrayList<>();
    private final List<String> leftOut = new ArrayList<>();

    private Scrub(Path from, Set<String> types, Progress progress) {
        this.from = from;
        this.types = types;
        this.progress = progress;
    }

    /**
     * Writes the copy.
     *
     * @param from a recording, a capture, or a folder of captures
     * @param to where the copy goes; must not exist
     * @param further types to leave out besides {@link SecretEvents#TYPES}, with or without {@code jdk.}
     * @param progress is told of each recording
     * @return what was left out
     * @throws DataException if there is nothing to copy, no recording knows one of the further types, or the copy cannot
     *     be written; then there is none
     * @throws InterruptedException if the calling thread is interrupted; then there is no copy
     */
    public static Report of(Path from, Path to, Collection<String> further, Progress progress)
            throws InterruptedException {
        if (!Files.exists(from)) {
            throw new DataException("there is no file or folder " + from);
        }
        if (Files.exists(to, LinkOption.NOFOLLOW_LINKS)) {
            throw new DataException(to + " is there already, and nothing is overwritten; name another place");
        }
        Set<String> types = new TreeSet<>(SecretEvents.TYPES);
        types.addAll(known(from, further));
        Scrub scrub = new Scrub(from, types, progress);
        try (CopyTarget copy = CopyTarget.of(to, Files.isDirectory(from))) {
            if (Files.isDirectory(from)) {
                scrub.folder(from, copy.path());
            } else {
                scrub.recording(from, copy.path());
            }
            copy.keep();
        } catch (IOException e) {
            throw new DataException("cannot write " + to + ": " + CaptureFolder.reason(e), e);
        }
        return scrub.report(to);
    }

    /** A type that is misspelt would stay in the copy. */
    private static Set<String> known(Path from, Collection<String> further) {
        Set<String> found = new TreeSet<>();
        if (further.isEmpty()) {
            return found;
        }
        Set<String> all = new TreeSet<>();
        recordingsIn(from).forEach(recording -> all.addAll(ScrubbedRecording.types(recording)));
        for (String word : further) {
            if (all.contains(word)) {
                found.add(word);
            } else if (all.contains(PACKAGE + word)) {
                found.add(PACKAGE + word);
            } else {
                throw new DataException("nothing was written: no recording of " + from + " knows events of the type "
                        + word + Nearest.hint(word, all));
            }
        }
        return found;
    }

    private static List<Path> recordingsIn(Path from) {
        if (!Files.isDirectory(from)) {
            return List.of(from);
        }
        try (Stream<Path> files = Files.walk(from)) {
            return files.filter(Scrub::isRecording).sorted().toList();
        } catch (IOException e) {
            throw new DataException("cannot read the folder " + from + ": " + CaptureFolder.reason(e), e);
        }
    }

    private void folder(Path folder, Path to) throws IOException, InterruptedException {
        if (Files.exists(folder.resolve(CaptureFolder.MANIFEST))) {
            capture(folder, to);
            return;
        }
        List<Path> captures = new ArrayList<>();
        for (Path inside : list(folder)) {
            if (Files.exists(inside.resolve(CaptureFolder.MANIFEST))) {
                captures.add(inside);
            } else {
                leftOut.add(shown(inside));
            }
        }
        if (captures.isEmpty()) {
            throw new DataException("the folder " + folder + " is no capture: neither it nor a folder in it has a "
                    + CaptureFolder.MANIFEST + "; name the recordings in it one by one");
        }
        for (Path capture : captures) {
            capture(capture, CopyTarget.folder(to.resolve(capture.getFileName())));
        }
    }

    private void capture(Path capture, Path to) throws IOException, InterruptedException {
        for (Path inside : list(capture)) {
            String name = inside.getFileName().toString();
            Path copy = to.resolve(name);
            if (Files.isDirectory(inside, LinkOption.NOFOLLOW_LINKS)) {
                below(inside, copy);
            } else if (name.equals(CaptureFolder.MANIFEST) || name.equals(CaptureFolder.SETTINGS)) {
                copy(inside, copy);
            } else if (isRecording(inside)) {
                recordingOfCapture(inside, copy);
            } else if (!OF_RUNNING.contains(name)) {
                leftOut.add(shown(inside));
            }
        }
    }

    /** A snapshot, or recordings below a capture's folder. */
    private void below(Path folder, Path to) throws IOException, InterruptedException {
        CopyTarget.folder(to);
        for (Path inside : list(folder)) {
            String name = inside.getFileName().toString();
            Path copy = to.resolve(name);
            if (Files.isDirectory(inside, LinkOption.NOFOLLOW_LINKS)) {
                below(inside, copy);
            } else if (isRecording(inside)) {
                recordingOfCapture(inside, copy);
            } else if (PARTS.contains(name) && Files.isRegularFile(inside, LinkOption.NOFOLLOW_LINKS)) {
                copy(inside, copy);
            } else {
                leftOut.add(shown(inside));
            }
        }
    }

    /** One recording of a capture that cannot be read does not keep the others from being copied. */
    private void recordingOfCapture(Path recording, Path to) throws IOException, InterruptedException {
        try {
            recording(recording, to);
        } catch (DataException e) {
            Files.deleteIfExists(to);
            recordings.remove(recording);
            notes.add(shown(recording) + " is left out: " + e.getMessage() + ".");
        }
    }

    private void recording(Path recording, Path to) throws IOException, InterruptedException {
        progress.step("copying " + shown(recording));
        CopyTarget.file(to);
        ScrubbedRecording scrubbed;
        try {
            scrubbed = ScrubbedRecording.write(recording, to, types);
        } catch (DataException e) {
            if (Thread.interrupted()) {
                // What could not be read was closed by the interrupt.
                InterruptedException stopped = new InterruptedException("stopped");
                stopped.initCause(e);
                throw stopped;
            }
            throw e;
        }
        recordings.put(recording, scrubbed);
        scrubbed.notes().forEach(note -> notes.add(shown(recording) + ": " + note));
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
    }

    private static boolean isRecording(Path file) {
        return file.toString().endsWith(RECORDING_ENDING) && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
    }

    private static List<Path> list(Path folder) throws IOException {
        try (Stream<Path> inside = Files.list(folder)) {
            return inside.sorted().toList();
        }
    }

    private String shown(Path file) {
        return file.equals(from)
                ? String.valueOf(file.getFileName())
                : from.relativize(file).toString();
    }

    private Report report(Path to) {
        List<Row> rows = new ArrayList<>();
        List<String> said = new ArrayList<>();
        recordings.forEach((recording, scrubbed) -> scrubbed.leftOut()
                .forEach((type, count) ->
                        rows.add(Row.of(Cell.text(shown(recording)), Cell.text(type), Cell.count(count)))));
        long kept =
                recordings.values().stream().mapToLong(ScrubbedRecording::kept).sum();
        said.add("The copy is " + to + ", with " + kept + (kept == 1 ? " event" : " events") + " of "
                + (recordings.size() == 1 ? "1 recording." : recordings.size() + " recordings."));
        if (rows.isEmpty()) {
            said.add("There were no events that can hold secrets.");
        }
        if (!leftOut.isEmpty()) {
            said.add("Left out, because they can hold anything: " + String.join(", ", leftOut) + ".");
        }
        said.addAll(notes);
        List<Block> blocks = new ArrayList<>();
        if (!rows.isEmpty()) {
            blocks.add(new Table(
                    "leftOut",
                    "Events that were left out",
                    List.of(
                            Column.of("recording", "recording"),
                            Column.of("event", "event"),
                            Column.of("events", "events")),
                    rows,
                    List.of()));
        }
        blocks.add(new Note("notes", said));
        return new Report(
                "scrub", from.toString(), List.of(new Section("scrub", "Copy without secrets", blocks, List.of())));
    }
}
