package dev.loomweight.junit;

import dev.loomweight.junit.spi.TestSpan;
import dev.loomweight.junit.spi.ThreadsClaim;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * One execution of a test plan: its recording, and its tests. It is judged once, when the last engine but the gate's own
 * has ended, and reported by whichever of three ways there is first: the gate's engine, the extension of the annotations,
 * standard error.
 */
final class TestRun {

    /** Those that have started and not ended, the newest first: a test may run tests. */
    private static final Deque<TestRun> ACTIVE = new ConcurrentLinkedDeque<>();

    /** An engine runs on the thread that started the plan. */
    private final Thread thread = Thread.currentThread();

    private final TestPlan plan;
    private final boolean reportedByEngine;

    /** Engines, but the gate's own, that have not ended. */
    private final Set<String> running = new HashSet<>();

    private final RunRecording recording;
    private final Map<String, Start> starts = new ConcurrentHashMap<>();
    private final Queue<TestSpan> spans = new ConcurrentLinkedQueue<>();
    private final ClaimReader claims = new ClaimReader();

    private @Nullable FailureReport report;
    private @Nullable List<Failure> failures;

    private static final class Start {
        private final Instant time = Instant.now();
        private final @Nullable ThreadsClaim claim;
        private final ThreadsOfTests threads;

        Start(@Nullable ThreadsClaim claim) {
            this.claim = claim;
            this.threads = ThreadsOfTests.begin(claim != null);
        }
    }

    private TestRun(TestPlan plan) {
        this.plan = plan;
        boolean hasEngine = false;
        for (TestIdentifier root : plan.getRoots()) {
            if (root.getUniqueIdObject().getLastSegment().getValue().equals(GateEngine.ID)) {
                hasEngine = true;
            } else {
                running.add(root.getUniqueId());
            }
        }
        this.reportedByEngine = hasEngine;
        this.recording = RunRecording.start();
        ThreadsOfTests.prepare();
    }

    /** Starts to record. Never fails: what could not be recorded is said of each test that wanted it. */
    static TestRun start(TestPlan plan) {
        TestRun run = new TestRun(plan);
        ACTIVE.addFirst(run);
        return run;
    }

    /** {@return the newest run, or null if none is active} */
    static @Nullable TestRun current() {
        return ACTIVE.peekFirst();
    }

    /** {@return the newest run that this thread started, or null if none is active} */
    static @Nullable TestRun ofThisThread() {
        for (TestRun run : ACTIVE) {
            if (run.thread.equals(Thread.currentThread())) {
                return run;
            }
        }
        return null;
    }

    /** {@return whether this is the run of that plan} */
    boolean isOf(TestPlan other) {
        return plan.equals(other);
    }

    /** {@return whether the gate's engine is part of the run} */
    boolean reportedByEngine() {
        return reportedByEngine;
    }

    /** Notes that a test or class starts on this thread. */
    void started(TestIdentifier test) {
        if (hasSpan(test)) {
            TestSource source = code(test);
            ThreadsClaim claim = source == null ? null : claims.ofThreads(test.getUniqueId(), source);
            if (claim != null) {
                recording.recordThreads();
            }
            starts.put(test.getUniqueId(), new Start(claim));
        }
    }

    /** Notes that a test, a class or an engine has ended on this thread. */
    void finished(TestIdentifier test) {
        Start start = starts.remove(test.getUniqueId());
        if (start != null) {
            spans.add(span(test, start));
        }
        if (test.getParentIdObject().isEmpty()) {
            synchronized (this) {
                running.remove(test.getUniqueId());
                reportIfAllEnded();
            }
        }
    }

    private static boolean hasSpan(TestIdentifier test) {
        return test.isTest()
                || test.getSource().filter(ClassSource.class::isInstance).isPresent();
    }

    @SuppressWarnings("deprecation") // the successor of getId is not in Java 11
    private TestSpan span(TestIdentifier test, Start start) {
        Instant now = Instant.now();
        Thread thread = Thread.currentThread();
        TestSource source = code(test);
        // Of an engine whose tests are files, such as Cucumber's, no class; the name must do for the method.
        String className = "";
        String method = test.getDisplayName();
        if (source instanceof MethodSource) {
            className = ((MethodSource) source).getClassName();
            method = ((MethodSource) source).getMethodName();
        } else if (source instanceof ClassSource) {
            className = ((ClassSource) source).getClassName();
            // A test that names its class alone is not the class itself.
            method = test.isTest() ? method : null;
        }
        return new TestSpan(
                test.getUniqueId(),
                displayName(test),
                className,
                method,
                thread.getId(),
                thread.getName(),
                start.time,
                now.isBefore(start.time) ? start.time : now,
                source == null ? List.of() : claims.note(test.getUniqueId(), source),
                start.claim,
                start.threads.end());
    }

    /** The method or class of a test: its own, or that of the nearest of what it is in which has one; null if none has. */
    private @Nullable TestSource code(TestIdentifier test) {
        for (TestIdentifier each = test;
                each != null;
                each = plan.getParent(each).orElse(null)) {
            TestSource source = each.getSource().orElse(null);
            if (source instanceof MethodSource || source instanceof ClassSource) {
                return source;
            }
        }
        return null;
    }

    /** Of one of several runs the names of all that say which: also of the runs of its class. */
    private String displayName(TestIdentifier test) {
        Deque<String> runs = new ArrayDeque<>();
        for (TestIdentifier each = test;
                each != null;
                each = plan.getParent(each).orElse(null)) {
            if (TestSpan.isInvocation(each.getUniqueIdObject().getLastSegment().getType())) {
                runs.addFirst(each.getDisplayName());
            }
        }
        return runs.isEmpty() ? test.getDisplayName() : String.join(" ", runs);
    }

    /** Hands over where failures are reported. */
    synchronized void reportTo(FailureReport engine) {
        report = engine;
        reportIfAllEnded();
    }

    private void reportIfAllEnded() {
        FailureReport to = report;
        if (to != null && running.isEmpty()) {
            report = null;
            to.report(judged());
        }
    }

    /**
     * Fails the engine of the tests if any of them fails by what the gate judges: what is left where the gate's engine is not part of
     * the run.
     *
     * @throws AssertionError if one does
     */
    synchronized void failTogether() {
        List<Failure> failed = judged();
        if (failed.isEmpty()) {
            return;
        }
        List<String> lines = new ArrayList<>();
        failed.forEach(each -> lines.add(each.test().qualifiedName() + each.suffix() + ": " + each.message()));
        lines.add("These tests are reported together because the engine '" + GateEngine.ID
                + "' is not among the engines that this build includes.");
        throw failed.get(0).error(String.join("\n", lines));
    }

    /** The end of the plan. */
    synchronized void end() {
        ACTIVE.remove(this);
        boolean isReported = failures != null;
        List<Failure> failed = judged();
        if (isReported || failed.isEmpty()) {
            return;
        }
        failed.forEach(each -> GateLog.print(each.test().qualifiedName() + ": " + each.message()));
        GateLog.print("these " + failed.size() + " tests did NOT fail, because the engine '" + GateEngine.ID
                + "' is not among the engines that this build includes; add it to them");
    }

    private List<Failure> judged() {
        List<Failure> known = failures;
        if (known == null) {
            List<TestSpan> sorted = new ArrayList<>(spans);
            sorted.sort(Comparator.comparing(TestSpan::from));
            claims.unread()
                    .forEach((name, why) -> GateLog.print(
                            "no test of " + name + " is gated by its annotations, which cannot be read: " + why));
            known = Failures.of(recording, sorted, claims.faults());
            failures = known;
        }
        return known;
    }
}
