package dev.loomweight.scrub;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.ClassFacts;
import dev.loomweight.capture.DataException;
import dev.loomweight.capture.FolderTree;
import dev.loomweight.capture.InputFile;
import dev.loomweight.capture.SecretEvents;
import dev.loomweight.launch.CaptureProgress;
import dev.loomweight.match.Nearest;
import dev.loomweight.output.CopyTarget;
import dev.loomweight.report.Block;
import dev.loomweight.report.Note;
import dev.loomweight.report.Report;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Section;
import dev.loomweight.sample.EventKind;
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
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Copies a recording, a capture or a folder of captures without the events that can hold secrets. The copy of a capture
 * has its recordings without these events, and the files that are known to hold no secrets; every other file, such as the
 * application's output, is left out and listed.
 */
public final class Scrub {

    private static final String RECORDING_ENDING = ".jfr";

    /** Files that the agent needs only while it runs. */
    private static final Set<String> TRANSIENT = Set.of("agent.lock", "reserve");

    /** Files of the collector's own, with names of threads and classes at most. */
    private static final Set<String> PLAIN = Set.of(
            CaptureFolder.SETTINGS,
            CaptureFolder.CARRIERS,
            CaptureFolder.CGROUP_AFTER,
            CaptureFolder.JVM_LOG,
            CaptureFolder.OWNERS);

    /** Of a snapshot all but the heap dump, which has every secret of the process. */
    private static final Set<String> PARTS = CaptureFolder.Part.usualWithout().stream()
            .map(CaptureFolder.Part::fileName)
            .collect(Collectors.toUnmodifiableSet());

    private static final Pattern DUMP = Pattern.compile("\\d{3,9}-\\d{1,12}s-[a-z]{1,20}\\.(json|txt)\\.gz");

    private static final int MAX_MANIFEST_BYTES = 16 << 20;

    private final Path from;
    private final Set<String> types;
    private final CaptureProgress progress;
    private final Map<Path, ScrubbedRecording> recordings = new LinkedHashMap<>();
    private final List<String> notes = new ArrayList<>();
    private final List<String> leftOut = new ArrayList<>();

    private Scrub(Path from, Set<String> types, CaptureProgress progress) {
        this.from = from;
        this.types = types;
        this.progress = progress;
    }

    /**
     * Writes the copy.
     *
     * @param from a recording, a capture, or a folder of captures
     * @param to the path of the copy; must not exist
     * @param further types to leave out in addition to {@link SecretEvents#TYPES}, with or without {@code jdk.}
     * @param progress takes a step for each recording
     * @return what was left out
     * @throws DataException if there is nothing to copy, no recording has one of the further types, or the copy cannot be
     *     written; no copy is left
     * @throws InterruptedException if the calling thread is interrupted; no copy is left
     */
    public static Report copy(Path from, Path to, Collection<String> further, CaptureProgress progress)
            throws InterruptedException {
        if (!Files.exists(from)) {
            throw new DataException("no such file or folder: " + from);
        }
        if (Files.exists(to, LinkOption.NOFOLLOW_LINKS)) {
            throw new DataException(to + " already exists and is not overwritten; name another path");
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

    /** Resolves the types; events of a misspelt type would stay in the copy. */
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
            } else if (all.contains(EventKind.OF_JDK + word)) {
                found.add(EventKind.OF_JDK + word);
            } else {
                throw new DataException("nothing was written: no recording in " + from + " has the event type " + word
                        + Nearest.hint(word, all));
            }
        }
        return found;
    }

    private static List<Path> recordingsIn(Path from) {
        if (!Files.isDirectory(from)) {
            return List.of(from);
        }
        try {
            return FolderTree.walk(from).stream().filter(Scrub::isRecording).toList();
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
        for (Path inside : FolderTree.list(folder)) {
            if (Files.exists(inside.resolve(CaptureFolder.MANIFEST))) {
                captures.add(inside);
            } else {
                leftOut.add(shown(inside));
            }
        }
        if (captures.isEmpty()) {
            throw new DataException("the folder " + folder + " is not a capture: neither it nor a folder in it has a "
                    + CaptureFolder.MANIFEST + "; name its recordings one by one");
        }
        for (Path capture : captures) {
            capture(capture, CopyTarget.folder(to.resolve(capture.getFileName())));
        }
    }

    private void capture(Path capture, Path to) throws IOException, InterruptedException {
        for (Path inside : FolderTree.list(capture)) {
            String name = inside.getFileName().toString();
            Path copy = to.resolve(name);
            if (Files.isDirectory(inside, LinkOption.NOFOLLOW_LINKS)) {
                below(inside, copy);
            } else if (name.equals(CaptureFolder.MANIFEST)) {
                manifest(inside, copy);
            } else if (PLAIN.contains(name) && Files.isRegularFile(inside, LinkOption.NOFOLLOW_LINKS)) {
                copyFile(inside, copy);
            } else if (isRecording(inside)) {
                recordingOfCapture(inside, copy);
            } else if (!TRANSIENT.contains(name)) {
                leftOut.add(shown(inside));
            }
        }
    }

    /** A snapshot, or a folder of recordings, in a capture. */
    private void below(Path folder, Path to) throws IOException, InterruptedException {
        CopyTarget.folder(to);
        for (Path inside : FolderTree.list(folder)) {
            String name = inside.getFileName().toString();
            Path copy = to.resolve(name);
            if (Files.isDirectory(inside, LinkOption.NOFOLLOW_LINKS)) {
                below(inside, copy);
            } else if (isRecording(inside)) {
                recordingOfCapture(inside, copy);
            } else if ((PARTS.contains(name) || isDump(folder, name))
                    && Files.isRegularFile(inside, LinkOption.NOFOLLOW_LINKS)) {
                copyFile(inside, copy);
            } else {
                leftOut.add(shown(inside));
            }
        }
    }

    /** If one recording of a capture cannot be read, the others are still copied. */
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
                // The interrupt closed the file that could not be read.
                InterruptedException stopped = new InterruptedException("stopped");
                stopped.initCause(e);
                throw stopped;
            }
            throw e;
        }
        recordings.put(recording, scrubbed);
        scrubbed.notes().forEach(note -> notes.add(shown(recording) + ": " + note));
    }

    /** Where the class files were is no secret, but names users and folders, and is of no use elsewhere. */
    private void manifest(Path from, Path to) throws IOException {
        JsonElement json;
        if (!Files.isRegularFile(from, LinkOption.NOFOLLOW_LINKS)) {
            copyFile(from, to);
            return;
        }
        try {
            json = JsonParser.parseString(InputFile.text(from, MAX_MANIFEST_BYTES));
        } catch (JsonParseException e) {
            copyFile(from, to);
            return;
        }
        JsonObject root = json.isJsonObject() ? json.getAsJsonObject() : new JsonObject();
        boolean named = false;
        for (String key : List.of(ClassFacts.CLASS_PATH, ClassFacts.JAVA_HOME, ClassFacts.MAIN_JAR)) {
            named |= root.remove(key) != null;
        }
        if (!named) {
            copyFile(from, to);
            return;
        }
        CopyTarget.file(to);
        Files.writeString(to, new GsonBuilder().setPrettyPrinting().create().toJson(root));
        notes.add(shown(from) + " is without the paths of class files and JDK (classPath, javaHome, mainJar).");
    }

    private static void copyFile(Path from, Path to) throws IOException {
        Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
    }

    /** Thread dumps have names of threads and classes, as snapshots have. */
    private static boolean isDump(Path folder, String name) {
        return folder.endsWith(CaptureFolder.DUMPS)
                && (name.equals(CaptureFolder.DUMPS_INDEX) || DUMP.matcher(name).matches());
    }

    private static boolean isRecording(Path file) {
        return file.toString().endsWith(RECORDING_ENDING) && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
    }

    private String shown(Path file) {
        return file.equals(from)
                ? String.valueOf(file.getFileName())
                : from.relativize(file).toString();
    }

    private Report report(Path to) {
        record LeftOut(Path recording, String event, long events) {}
        List<LeftOut> rows = new ArrayList<>();
        List<String> said = new ArrayList<>();
        recordings.forEach((recording, scrubbed) ->
                scrubbed.leftOut().forEach((type, count) -> rows.add(new LeftOut(recording, type, count))));
        long kept =
                recordings.values().stream().mapToLong(ScrubbedRecording::kept).sum();
        said.add("Wrote " + to + " with " + kept + (kept == 1 ? " event" : " events") + " from "
                + (recordings.size() == 1 ? "1 recording." : recordings.size() + " recordings."));
        if (rows.isEmpty()) {
            said.add("The recordings have no events that can hold secrets.");
        }
        if (!leftOut.isEmpty()) {
            said.add("Left out, because they can contain secrets: " + String.join(", ", leftOut) + ".");
        }
        said.addAll(notes);
        List<Block> blocks = new ArrayList<>();
        Rows.of(LeftOut.class)
                .text("recording", "recording", of -> shown(of.recording))
                .text("event", "event", LeftOut::event)
                .count("events", "events", LeftOut::events)
                .some("leftOut", "Events left out", rows)
                .ifPresent(blocks::add);
        blocks.add(new Note("notes", said));
        return new Report(
                "scrub", from.toString(), List.of(new Section("scrub", "Copy without secrets", blocks, List.of())));
    }
}
