package dev.loomweight.launch;

import dev.loomweight.capture.CaptureDriver;
import dev.loomweight.capture.CaptureFolder.Part;
import dev.loomweight.capture.DataException;
import dev.loomweight.capture.DumpTaker;
import dev.loomweight.capture.NearLimit;
import dev.loomweight.capture.RollingCapture;
import dev.loomweight.capture.Unanswered;
import dev.loomweight.times.CarrierCollector;
import dev.loomweight.times.RemoteCarriers;
import java.io.Closeable;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The JVM that a command has become, or has started: found by the socket on which it hears commands, asked at each
 * sampling point. Of several it is the newest that the one before it has started, as when a build tool forks the
 * application; where the one followed has ended, one that began after it, or an older one that outlives it: the build tool
 * ends soon after the application, while a server that has started a small tool goes on. What a script becomes begins when
 * it hears commands, and not when the script began: before that it may have asked another JVM for its version.
 *
 * <p>Used by one thread.
 */
final class FollowedJvm implements Closeable {

    /** Snapshots that are kept: the first and the newest. */
    static final int MAX_SNAPSHOTS = 100;

    private static final long SEARCH_NANOS = Duration.ofSeconds(1).toNanos();

    /** How long an older JVM must go on at least to be followed in place of a newer one that has ended. */
    private static final long MIN_OUTLIVED_NANOS = Duration.ofSeconds(30).toNanos();

    private final ProcessHandle root;
    private final RollingCapture capture;
    private final CaptureRequest request;
    /** The parts without what the JVM that is followed has not. */
    private Set<Part> tracked;

    private final Consumer<String> problem;
    private final @Nullable DumpTaker dumps;
    private final CaptureDriver driver;
    private @Nullable UnaskedDumps unasked;
    private @Nullable ProcessHandle process;
    private @Nullable Attached attached;
    private @Nullable RunningJvm jvm;
    private @Nullable CarrierCollector carriers;
    private @Nullable WaitTrace waits;
    private long innerPid;
    private long searched;
    /** Those that hear commands, by when a search found that first. */
    private final Map<ProcessHandle, Long> heard = new HashMap<>();

    private Instant began = Instant.MIN;
    private long followedNanos;
    private long endedNanos;

    /**
     * @param request what is captured of it
     * @param problem gets one line on what cannot be captured
     */
    FollowedJvm(ProcessHandle root, RollingCapture capture, CaptureRequest request, Consumer<String> problem) {
        this.root = root;
        this.capture = capture;
        this.request = request;
        this.tracked = request.snapshots().parts();
        this.problem = problem;
        this.dumps = request.taker(capture, problem);
        this.driver = new CaptureDriver(capture.course(), this::snapshot, dumps, problem);
    }

    /** What is known of the JVM, or null if none was ever found. */
    @Nullable
    RunningJvm jvm() {
        return jvm;
    }

    /** Its process' number where it lives; 0 if none was ever found. */
    long innerPid() {
        return innerPid;
    }

    /**
     * To be called some times a second: finds the JVM, and takes a snapshot where one is due.
     *
     * @throws DataException if the capture cannot be written
     */
    void look() {
        long now = System.nanoTime();
        if (process != null && endedNanos == 0 && !ProcessState.isAlive(process)) {
            endedNanos = now;
        }
        if (process == null || now - searched >= SEARCH_NANOS) {
            searched = now;
            newest().filter(this::isBetter).ifPresent(this::follow);
        }
        if (attached == null
                || process == null
                || endedNanos != 0
                || ProcessState.read(process.pid()).isStopped()) {
            return;
        }
        driver.look(attached);
        if (waits != null) {
            waits.look();
        }
        if (unasked != null) {
            unasked.look(attached);
        }
    }

    /**
     * Halts the capture with what is followed.
     *
     * @return whether that can be asked
     */
    boolean runs() {
        return driver.runs(pid(), ProcessState.read(pid()).ending(null).halted());
    }

    /** The process to look at: the JVM that is followed, or the command as long as none is. */
    long pid() {
        return process == null ? root.pid() : process.pid();
    }

    /**
     * What the end would take with it: dumps of carriers that stand still, where a dump is known to be short, and the last
     * snapshot.
     *
     * @throws DataException if the capture cannot be written
     */
    void last() {
        if (attached != null && process != null && ProcessState.isAlive(process)) {
            if (unasked != null) {
                unasked.last(attached);
            }
            snapshot("end", Set.of());
        }
    }

    /** Whether carriers stand still that have a virtual thread. */
    boolean standsStill() {
        CarrierCollector watched = carriers;
        return watched != null && !watched.still().isEmpty();
    }

    /**
     * Takes a snapshot; none where there is no JVM, or where it ends meanwhile.
     *
     * @param more parts in addition to the usual ones
     * @throws DataException if the capture cannot be written
     */
    void snapshot(String name, Set<Part> more) {
        if (attached != null && process != null && ProcessState.isAlive(process)) {
            snapshots(capture, attached, process, tracked, problem).accept(name, more);
        }
    }

    /**
     * Takes snapshots of a process that may end meanwhile: then there is none, unless the limit on memory was near, of which
     * it probably ended. What it answered before that is the last that is known of it.
     *
     * @param usual the parts of each
     * @param problem gets a line where it did not answer all
     */
    static BiConsumer<String, Set<Part>> snapshots(
            RollingCapture capture, Attached jvm, ProcessHandle process, Set<Part> usual, Consumer<String> problem) {
        return (name, more) -> {
            Set<Part> parts = EnumSet.copyOf(usual);
            parts.addAll(more);
            Path taken = capture.snapshot(jvm, name, parts);
            Unanswered unanswered = capture.unanswered();
            if (!ProcessState.isAlive(process)) {
                if (!NearLimit.isName(name) || !capture.isAnswered()) {
                    capture.forget(taken);
                }
            } else if (unanswered != null) {
                problem.accept(unanswered.getMessage() + "; the snapshot has only what was known before");
            }
        };
    }

    /** Ends a recording of the JVM, by its name; a JVM that is gone has none. */
    void stopRecording(String name) {
        // It would go on writing where there is no room.
        endWaits();
        if (attached != null) {
            try {
                attached.runLast("JFR.stop name=" + name);
            } catch (DataException e) {
                // It ends.
            }
        }
    }

    private void saveDumps() {
        try {
            if (dumps != null) {
                dumps.save();
            }
            if (unasked != null) {
                unasked.save();
            }
        } catch (DataException e) {
            // The dumps are there; only what they took together is not.
        }
    }

    private Optional<ProcessHandle> newest() {
        try (Stream<ProcessHandle> below = root.descendants()) {
            return Stream.concat(Stream.of(root), below)
                    .filter(this::hears)
                    .filter(candidate -> isAskable(candidate))
                    .max(Comparator.comparingLong(this::heard)
                            .thenComparing(FollowedJvm::began)
                            .thenComparingLong(ProcessHandle::pid));
        }
    }

    /** A stopped JVM is looked at again when it goes on. */
    private static boolean isAskable(ProcessHandle candidate) {
        ProcessState state = ProcessState.read(candidate.pid());
        return !state.isStopped() && !state.hasEnded();
    }

    private boolean isBetter(ProcessHandle found) {
        if (process == null) {
            return true;
        }
        if (endedNanos != 0) {
            return !found.equals(process)
                    && (heard(found) - heard(process) > 0 || began(found).isAfter(began) || isOutlived());
        }
        for (Optional<ProcessHandle> above = found.parent();
                above.isPresent();
                above = above.get().parent()) {
            if (above.get().equals(process)) {
                return true;
            }
        }
        return false;
    }

    private boolean hears(ProcessHandle candidate) {
        boolean hears = new ProcFiles(candidate.pid()).hearsCommands();
        if (hears) {
            heard.putIfAbsent(candidate, searched);
        }
        return hears;
    }

    private long heard(ProcessHandle of) {
        return heard.getOrDefault(of, searched);
    }

    private static Instant began(ProcessHandle of) {
        return of.info().startInstant().orElse(Instant.MIN);
    }

    /** Whether its end is longer ago than it was followed for. */
    private boolean isOutlived() {
        return searched - endedNanos >= Math.max(MIN_OUTLIVED_NANOS, endedNanos - followedNanos);
    }

    private void follow(ProcessHandle found) {
        Attached next;
        Map<String, Object> facts = new LinkedHashMap<>();
        try {
            next = Attached.attach(found.pid());
            facts.putAll(JvmFacts.ask(next));
        } catch (DataException e) {
            // A socket that is left over from another process, or a JVM that ends already.
            return;
        }
        close();
        capture.forgetSnapshots();
        capture.folder().forgetCarriers();
        attached = next;
        process = found;
        began = began(found);
        followedNanos = System.nanoTime();
        endedNanos = 0;
        innerPid = new ProcFiles(found.pid()).innerPid();
        Attached answers = next;
        jvm = RunningJvm.find(found.pid()).map(seen -> seen.askedBy(answers)).orElse(null);
        tracked = EnumSet.copyOf(request.snapshots().parts());
        if ("off".equals(facts.get("nmt"))) {
            tracked.remove(Part.NMT);
        }
        facts.put("pid", found.pid());
        if (jvm != null) {
            facts.put("target", jvm.command().name());
            facts.putAll(JvmFacts.classes(jvm, request.classes()));
        }
        capture.putAll(facts);
        if (request.carriers()) {
            carriers = RemoteCarriers.follow(
                    () -> Attached.attach(found.pid()), capture.folder(), found.pid(), false, problem);
        }
        LiveDumps.warn(next, request.dumps(), problem);
        if (request.takesUnasked()) {
            unasked = new UnaskedDumps(this::standsStill, capture, request.minFreeBytes(), line -> {
                // A dump that its end has interrupted was not asked for.
                if (ProcessState.isAlive(found)) {
                    problem.accept(line);
                }
            });
        }
        driver.begin(request.snapshots().every());
        // After the first snapshot: a class is changed for it, and the JVM may have little time.
        if (request.tracesWaits()) {
            waits = WaitTrace.start(next, problem);
        }
    }

    private void endWaits() {
        if (waits != null) {
            waits.close();
            waits = null;
        }
    }

    /** Writes no more of the carriers. */
    void endCarriers() {
        if (carriers != null) {
            carriers.close();
            carriers = null;
        }
    }

    @Override
    public void close() {
        endCarriers();
        endWaits();
        saveDumps();
        if (attached != null) {
            attached.close();
        }
    }
}
