package dev.loomweight.capture;

import dev.loomweight.capture.CaptureFolder.Part;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A capture that lasts as long as its process: the first snapshot is kept for comparison, and of those
 * that follow the newest. Safe for several threads.
 */
public final class RollingCapture {

    /** The key of the manifest that says when nothing was recorded meanwhile: {@code from}, {@code to}, {@code why}. */
    public static final String PAUSES = "pauses";

    private final CaptureFolder folder;
    private final Manifest manifest;
    private final CaptureCourse course;
    private final int mostSnapshots;
    private final boolean detail;
    private final Deque<Path> snapshots = new ArrayDeque<>();
    private final Map<Part, String> neverThere = new EnumMap<>(Part.class);
    private int taken;
    private @Nullable Unanswered unanswered;
    private boolean answered;

    /**
     * Begins it, with its manifest.
     *
     * @param folder where it goes
     * @param mostSnapshots how many snapshots are kept; from 2 on
     * @param facts what is known of the target; keys as in {@code capture.json}
     * @throws DataException if the manifest cannot be written
     */
    public RollingCapture(CaptureFolder folder, int mostSnapshots, Map<String, ?> facts) {
        this(folder, mostSnapshots, false, facts);
    }

    /** The same, saying whether NMT is asked for its call sites too; {@code detail} takes it longer. */
    public RollingCapture(CaptureFolder folder, int mostSnapshots, boolean detail, Map<String, ?> facts) {
        this(folder, mostSnapshots, detail, facts, new CaptureCourse());
    }

    /** The same, of a course that was there before its folder. */
    public RollingCapture(
            CaptureFolder folder, int mostSnapshots, boolean detail, Map<String, ?> facts, CaptureCourse course) {
        this.folder = folder;
        this.mostSnapshots = mostSnapshots;
        this.detail = detail;
        this.course = course;
        this.manifest = new Manifest(folder, Instant.now(), course);
        manifest.putAll(facts);
    }

    /** How it stands. */
    public CaptureCourse course() {
        return course;
    }

    /** The capture on disk. */
    public CaptureFolder folder() {
        return folder;
    }

    /**
     * Adds what became known of the target.
     *
     * @throws DataException if the manifest cannot be written
     */
    public void put(String key, Object value) {
        manifest.put(key, value);
    }

    /**
     * Takes a snapshot, and lets the oldest but the first go. A part that the JVM does not have is asked for once.
     *
     * @param jvm the target
     * @param name its meaning, such as {@code periodic}; a word, since it is part of the folder's name
     * @param parts what is wanted
     * @return the snapshot's folder
     * @throws DataException if nothing can be written, or the end of the capture is decided
     */
    public synchronized Path snapshot(DiagnosticCommands jvm, String name, Set<Part> parts) {
        if (!course.isOpen()) {
            throw new DataException("no snapshot in " + folder.path() + ": the capture has ended");
        }
        Instant now = Instant.now();
        long seconds = Duration.between(manifest.started(), now).toSeconds();
        Set<Part> wanted = EnumSet.copyOf(parts);
        wanted.removeAll(neverThere.keySet());
        Path path = folder.createSnapshot(taken, seconds, name);
        String folderName = String.valueOf(path.getFileName());
        Set<Part> begun = EnumSet.copyOf(wanted);
        if (!detail) {
            begun.remove(Part.PAGES);
        }
        manifest.beginSnapshot(taken, name, now, folderName, begun);
        Snapshots taking = new Snapshots(jvm, detail);
        Map<Part, String> missing = taking.take(path, wanted);
        unanswered = taking.unanswered();
        answered = taking.isAnswered();
        if (!taking.isInterrupted()) {
            manifest.finishSnapshot(folderName, missing);
        }
        missing.forEach((part, why) -> {
            if (why.startsWith("this JDK has no ")) {
                neverThere.put(part, why);
            }
        });
        taken++;
        snapshots.addLast(path);
        if (snapshots.size() > mostSnapshots) {
            Path first = snapshots.removeFirst();
            remove(snapshots.removeFirst());
            snapshots.addFirst(first);
        }
        return path;
    }

    /**
     * The thread dumps of this capture.
     *
     * @param most how many are kept; positive
     * @param mostBytes how much they are, compressed, in bytes
     * @param minFreeBytes what must stay free on the disk, in bytes
     */
    public ThreadDumps dumps(int most, long mostBytes, long minFreeBytes) {
        return new ThreadDumps(folder, manifest.started(), most, mostBytes, minFreeBytes);
    }

    /** The question of the last snapshot that the target did not answer, or null if it answered all. */
    public synchronized @Nullable Unanswered unanswered() {
        return unanswered;
    }

    /** Whether the target answered a question of the last snapshot completely. */
    public synchronized boolean isAnswered() {
        return answered;
    }

    /** Adds what became known of the target, saved once. */
    public void putAll(Map<String, ?> facts) {
        manifest.putAll(facts);
    }

    /** Lets a snapshot go that came too late: its process has ended meanwhile. */
    public synchronized void forget(Path snapshot) {
        if (snapshots.remove(snapshot)) {
            remove(snapshot);
        }
    }

    /** Lets all snapshots go: they were of a process that is not the one looked for. */
    public synchronized void forgetSnapshots() {
        while (!snapshots.isEmpty()) {
            remove(snapshots.removeFirst());
        }
        neverThere.clear();
    }

    /** As {@link Manifest#capture}. */
    public <T extends @Nullable Object, X extends Exception> T capture(Supplier<String> doing, Manifest.Work<T, X> work)
            throws X {
        return manifest.capture(doing, work);
    }

    /**
     * There is no recording, and everything else goes on.
     *
     * @throws DataException if the manifest cannot be written
     */
    public void notRecorded(String why) {
        course.lack(CaptureEnd.notRecorded(why));
        manifest.put("withoutRecording", why);
    }

    /** As {@link Manifest#exited}. */
    public void exited(Instant when, @Nullable Integer status) {
        manifest.exited(when, status);
    }

    /** As {@link Manifest#end}. */
    public boolean end(CaptureEnd end) {
        return manifest.end(end);
    }

    // The manifest first: it must name nothing that is not there, whenever the process is killed.
    private void remove(Path snapshot) {
        manifest.removeSnapshot(String.valueOf(snapshot.getFileName()));
        String name = String.valueOf(snapshot.getFileName());
        try (HeldFolder capture = HeldFolder.open(folder.path())) {
            try (HeldFolder held = capture.folder(name)) {
                held.deleteAll();
            }
            capture.deleteFolder(name);
        } catch (IOException e) {
            // It stays on disk, and nothing reads it.
        }
    }
}
