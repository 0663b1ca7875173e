package dev.loomweight.capture.own;

import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.DataException;
import dev.loomweight.capture.RecordingOptions;
import dev.loomweight.capture.SecretEvents;
import java.io.IOException;
import java.io.StringReader;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.text.ParseException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongPredicate;
import java.util.function.Supplier;
import jdk.jfr.Configuration;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;

/**
 * A rolling recording of the JVM that this code runs in. Its chunks are in the capture from the first byte and stay
 * there however the JVM ends: nothing has to be written at the end, and what a killed JVM leaves is all but what it had
 * not flushed, which it does once a second.
 */
public final class OwnRecording {

    /** What {@code JFR.check} calls it. */
    public static final String NAME = "loomweight";

    private final Supplier<Recording> starting;
    private final Path repository;
    private final long maxBytes;
    private final NewChunks chunks;
    private final ReentrantLock taking = new ReentrantLock();
    /** Those that were stopped, the oldest first; JFR cannot start one again. They hold their chunks, as long as they fit. */
    private final Deque<Recording> before = new ArrayDeque<>();

    private volatile Recording recording;

    private OwnRecording(Supplier<Recording> starting, Path repository, long maxBytes) {
        this.starting = starting;
        this.repository = repository;
        this.maxBytes = maxBytes;
        this.chunks = new NewChunks(repository);
        this.recording = starting.get();
    }

    /**
     * Starts it.
     *
     * @param capture where its chunks go
     * @param maxBytes how much of them is kept, in bytes; the oldest go first, a whole chunk (4 MB) at a time
     * @param threads whether the start and the end of each virtual thread are recorded
     * @param samples of running threads
     * @throws DataException if the settings or the chunks cannot be written
     */
    public static OwnRecording start(
            CaptureFolder capture,
            long maxBytes,
            boolean threads,
            RecordingOptions.Samples samples,
            Instrumentation instrumentation) {
        RecordingOptions.writeSettings(capture, threads, samples);
        Path repository = capture.resolve(CaptureFolder.REPOSITORY);
        JfrSetup.apply(instrumentation, repository, RecordingOptions.STACK_DEPTH);
        String settings = RecordingOptions.settings(threads, samples);
        return new OwnRecording(() -> start(settings, maxBytes), repository, maxBytes);
    }

    private static Recording start(String settings, long maxBytes) {
        try {
            Recording recording = new Recording(Configuration.create(new StringReader(settings)));
            recording.setName(NAME);
            recording.setToDisk(true);
            recording.setMaxSize(maxBytes);
            recording.start();
            return recording;
        } catch (IOException | ParseException e) {
            throw new DataException("JFR cannot be started: " + e.getMessage(), e);
        }
    }

    /**
     * Goes on after {@link #stop}, in further chunks next to the existing ones. Called by one thread, that of {@link #trim}.
     *
     * @throws DataException if JFR cannot be started
     */
    public void goOn(Instrumentation instrumentation) {
        JfrSetup.apply(instrumentation, repository, RecordingOptions.STACK_DEPTH);
        Recording next = starting.get();
        before.addLast(recording);
        recording = next;
    }

    /** Lets the oldest chunks go of what was recorded before {@link #goOn}, where all are more than the size that is kept. */
    public void trim() {
        // Whoever takes new chunks needs them meanwhile; a later call comes.
        if (before.isEmpty() || !taking.tryLock()) {
            return;
        }
        try {
            long left = maxBytes - recording.getSize();
            for (Recording older : List.copyOf(before).reversed()) {
                if (left <= 0 || older.getSize() == 0) {
                    older.close();
                    before.remove(older);
                } else {
                    older.setMaxSize(left);
                    left -= older.getSize();
                }
            }
        } finally {
            taking.unlock();
        }
    }

    /**
     * The event types that can hold secrets and that other recordings of this JVM have switched on: while they run, this
     * one holds them too, since JFR writes one stream for all.
     *
     * @return their names, sorted
     */
    public List<String> secretsOfOthers() {
        return FlightRecorder.getFlightRecorder().getRecordings().stream()
                .filter(other -> other.getId() != recording.getId() && other.getState() == RecordingState.RUNNING)
                .flatMap(other -> SecretEvents.recordedBy(other.getSettings()).stream())
                .distinct()
                .sorted()
                .toList();
    }

    /**
     * Takes the chunks that were recorded since the last call, or since the start: each as a file that stays when the
     * recording goes beyond its size, and that takes no room on the disk but where the file system has no hard links. JFR
     * ends a chunk for that, which the recording keeps. Called by one thread.
     *
     * @param to a folder that is not there yet
     * @param hasRoom whether the disk has room for a copy of so many bytes, where that is needed
     * @throws IOException if they cannot be taken; the next call takes them then, and a part may be left in the folder
     */
    public Stretch takeNewest(Path to, LongPredicate hasRoom) throws IOException {
        if (recording.getState() != RecordingState.RUNNING) {
            return Stretch.NOTHING;
        }
        taking.lock();
        // While it is open, JFR removes none of its chunks.
        try (Recording finished = recording.copy(true)) {
            return finished.getSize() == 0 ? Stretch.NOTHING : chunks.take(to, hasRoom);
        } finally {
            taking.unlock();
        }
    }

    /**
     * Prepares JFR for a reader in this JVM where nothing is recorded into a capture: what the reader holds in memory
     * goes by the size of a chunk.
     */
    public static void prepareReader(Instrumentation instrumentation) {
        JfrSetup.limitChunks(instrumentation);
    }

    /** Stops it; its chunks stay. Where other recordings still run, what they write from now on goes elsewhere. */
    public void stop(Instrumentation instrumentation) {
        if (recording.getState() == RecordingState.RUNNING) {
            boolean others = FlightRecorder.getFlightRecorder().getRecordings().stream()
                    .anyMatch(
                            other -> other.getId() != recording.getId() && other.getState() == RecordingState.RUNNING);
            if (others) {
                JfrSetup.apply(
                        instrumentation, Path.of(System.getProperty("java.io.tmpdir")), RecordingOptions.STACK_DEPTH);
            }
            recording.stop();
        }
    }
}
