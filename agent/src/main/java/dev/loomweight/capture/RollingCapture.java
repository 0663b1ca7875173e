package dev.loomweight.capture;

import dev.loomweight.capture.CaptureFolder.Part;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A capture that lasts as long as its process: the first snapshot is kept for comparison, and of those
 * that follow the newest. Safe for several threads.
 */
public final class RollingCapture extends Manifest {

    /** The key of the manifest that says when nothing was recorded meanwhile: {@code from}, {@code to}, {@code why}. */
    public static final String PAUSES = "pauses";

    private final CaptureFolder folder;
    private final CaptureCourse course;
    private final int mostSnapshots;
    private final boolean detail;
    /** Not the manifest's own lock: others write to it while a snapshot is taken. */
    private final Object taking = new Object();

    // Not the time of day: the names of folders do not depend on a clock that is set.
    private final long startedNanos = System.nanoTime();

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
        super(folder, Instant.now(), course);
        this.folder = folder;
        this.mostSnapshots = mostSnapshots;
        this.detail = detail;
        this.course = course;
        putAll(facts);
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
     * Takes a snapshot, and lets the oldest but the first go. A part that the JVM does not have is asked for once.
     *
     * @param jvm the target
     * @param name its meaning, such as {@code periodic}; a word, since it is part of the folder's name
     * @param parts what is wanted
     * @return the snapshot's folder
     * @throws DataException if nothing can be written, or the end of the capture is decided
     */
    public Path snapshot(DiagnosticCommands jvm, String name, Set<Part> parts) {
        synchronized (taking) {
            return take(jvm, name, parts);
        }
    }

    private Path take(DiagnosticCommands jvm, String name, Set<Part> parts) {
        if (!course.isOpen()) {
            throw new DataException("no snapshot in " + folder.path() + ": the capture has ended");
        }
        Instant now = Instant.now();
        long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startedNanos);
        Set<Part> wanted = EnumSet.copyOf(parts);
        wanted.removeAll(neverThere.keySet());
        Path path = folder.createSnapshot(taken, seconds, name);
        String folderName = String.valueOf(path.getFileName());
        Set<Part> begun = EnumSet.copyOf(wanted);
        // Whether the target has them shows when it is asked.
        begun.remove(Part.POLLERS);
        if (!detail) {
            begun.remove(Part.PAGES);
        }
        beginSnapshot(taken, name, now, folderName, begun);
        Snapshots asked = new Snapshots(jvm, detail);
        Map<Part, String> missing = asked.take(path, wanted);
        unanswered = asked.unanswered();
        answered = asked.isAnswered();
        if (!asked.isInterrupted()) {
            finishSnapshot(folderName, missing);
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
        return new ThreadDumps(folder, startedNanos, most, mostBytes, minFreeBytes);
    }

    /** The question of the last snapshot that the target did not answer, or null if it answered all. */
    public @Nullable Unanswered unanswered() {
        synchronized (taking) {
            return unanswered;
        }
    }

    /** Whether the target answered a question of the last snapshot completely. */
    public boolean isAnswered() {
        synchronized (taking) {
            return answered;
        }
    }

    /** Lets a snapshot go that came too late: its process has ended meanwhile. */
    public void forget(Path snapshot) {
        synchronized (taking) {
            if (snapshots.remove(snapshot)) {
                remove(snapshot);
            }
        }
    }

    /** Lets all snapshots go: they were of a process that is not the one looked for. */
    public void forgetSnapshots() {
        synchronized (taking) {
            while (!snapshots.isEmpty()) {
                remove(snapshots.removeFirst());
            }
            neverThere.clear();
        }
    }

    /**
     * There is no recording, and everything else goes on.
     *
     * @throws DataException if the manifest cannot be written
     */
    public void notRecorded(String why) {
        course.lack(CaptureEnd.notRecorded(why));
        put("withoutRecording", why);
    }

    // The manifest first: it must name nothing that is not there, whenever the process is killed.
    private void remove(Path snapshot) {
        removeSnapshot(String.valueOf(snapshot.getFileName()));
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
