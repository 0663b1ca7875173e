package dev.loomweight.junit.judge;

import dev.loomweight.fold.FoldRun;
import dev.loomweight.input.recording.ReaderChoice;
import dev.loomweight.input.recording.RecordingSource;
import dev.loomweight.junit.judge.LeftThread.Uncounted;
import dev.loomweight.junit.judge.ThreadLives.Lives;
import dev.loomweight.junit.spi.LaterEnds;
import dev.loomweight.junit.spi.PlatformThread;
import dev.loomweight.junit.spi.TestSpan;
import dev.loomweight.junit.spi.ThreadOrigin;
import dev.loomweight.junit.spi.ThreadsClaim;
import dev.loomweight.junit.spi.Verdict;
import dev.loomweight.kernel.coverage.MissingEvents;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.EpochNanos;
import dev.loomweight.sample.ThreadEvents.ThreadEnd;
import dev.loomweight.sample.ThreadEvents.VirtualThreadEnd;
import dev.loomweight.sample.ThreadEvents.VirtualThreadStart;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Which threads tests have left that claim to leave none. Those that a test created are known by their ids, and when they
 * ended by the recording: no test waits for them. The run does, after its last test, for those that have a while left to
 * end. Not thread-safe.
 */
final class LeftThreads {

    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(10);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(200);

    private final Spans spans;
    private final Path recording;
    // By the ids of notes, of tests that claim something, whose threads created others.
    private final Map<Long, Integer> through = new HashMap<>();
    private final Map<Integer, Map<Long, ThreadOrigin>> origins = new HashMap<>();
    private final Map<Long, PlatformThread> platform = new HashMap<>();
    private final ThreadLives fold = new ThreadLives(this::isWanted);

    private LeftThreads(Spans spans, Path recording) {
        this.spans = spans;
        this.recording = recording;
        for (int i = 0; i < spans.size(); i++) {
            if (spans.get(i).threadsClaim() != null) {
                for (long note : spans.get(i).newThreads().through()) {
                    through.put(note, i);
                }
                for (PlatformThread thread : spans.get(i).newThreads().platform()) {
                    platform.put(thread.id(), thread);
                }
            }
        }
    }

    /** What is said of the run. */
    record Found(List<Verdict> verdicts, @Nullable String undecided) {

        /** Where nothing is claimed. */
        static final Found NOTHING = new Found(List.of(), null);
    }

    /**
     * Finds them.
     *
     * @param recording of the run
     * @param later which threads ended since; null where that is not known
     */
    static Found of(Spans spans, Path recording, @Nullable LaterEnds later) {
        for (int i = 0; i < spans.size(); i++) {
            if (spans.get(i).threadsClaim() != null) {
                return new LeftThreads(spans, recording).found(later);
            }
        }
        return Found.NOTHING;
    }

    private Found found(@Nullable LaterEnds later) {
        FoldRun run = read(recording);
        Lives lives = run.result(fold).all();
        String missing = run.problems().isEmpty()
                ? missing(run.coverage())
                : run.problems().getFirst();
        List<LeftThread> all = candidates(lives);
        all.removeIf(thread -> lives.end(thread.id()) <= deadline(thread));
        missing = await(all, lives, later, missing);
        List<LeftThread> left = located(all, lives);
        return verdicts(left, lives, missing);
    }

    private FoldRun read(Path file) {
        return FoldRun.read(List.of(fold), List.of(RecordingSource.of(file, ReaderChoice.AUTO)));
    }

    private static String missing(Coverage coverage) {
        for (String event : List.of(VirtualThreadStart.EVENT, VirtualThreadEnd.EVENT, ThreadEnd.EVENT)) {
            String missing = MissingEvents.of(coverage, event);
            if (!missing.isEmpty()) {
                return missing;
            }
        }
        return "";
    }

    private boolean isWanted(long thread) {
        return platform.containsKey(thread) || !makers(thread).isEmpty();
    }

    /** The tests that can have created a thread, if one of them claims to leave none. */
    private Set<Integer> makers(long thread) {
        Set<Integer> known = spans.creators(thread);
        if (!known.isEmpty()) {
            return known.stream().anyMatch(test -> spans.get(test).threadsClaim() != null) ? known : Set.of();
        }
        Integer owner = through.get(thread + 1);
        // What a test's threads create while others run can be of these.
        return owner != null && spans.created(thread).equals(Set.of(owner)) ? Set.of(owner) : Set.of();
    }

    /** Includes threads without a note, which inherit nothing: where one test ran, it created them. */
    private Set<Integer> makers(PlatformThread thread) {
        Set<Integer> known = makers(thread.id());
        if (!known.isEmpty()
                || thread.isDaemon()
                || through.containsKey(thread.id() + 1)
                || !spans.creators(thread.id()).isEmpty()) {
            return known;
        }
        Set<Integer> ran = spans.created(thread.id());
        return ran.size() == 1 && spans.get(ran.iterator().next()).threadsClaim() != null ? ran : Set.of();
    }

    private List<LeftThread> candidates(Lives lives) {
        Map<Long, LeftThread> all = new TreeMap<>();
        lives.started().forEach((id, name) -> {
            Set<Integer> makers = makers(id);
            if (!makers.isEmpty()) {
                all.put(id, new LeftThread(id, name, null, origin(id, makers), makers, null));
            }
        });
        platform.forEach((id, thread) -> {
            Set<Integer> makers = makers(thread);
            if (!makers.isEmpty()) {
                all.put(id, new LeftThread(id, thread.name(), thread, origin(id, makers), makers, null));
            }
        });
        return new ArrayList<>(all.values());
    }

    /** By what code it was created, where the next id is the note of that. */
    private @Nullable ThreadOrigin origin(long thread, Set<Integer> makers) {
        return makers.size() != 1
                ? null
                : origins.computeIfAbsent(
                                makers.iterator().next(),
                                test -> spans.get(test).newThreads().origins())
                        .get(thread + 1);
    }

    /** When a thread must have ended: of the tests that can have created it, the last decides. */
    private long deadline(LeftThread thread) {
        long deadline = Long.MIN_VALUE;
        for (int test : thread.tests()) {
            TestSpan span = spans.get(test);
            ThreadsClaim claim = span.threadsClaim();
            Duration grace = claim == null ? Duration.ZERO : claim.grace();
            deadline = Math.max(deadline, EpochNanos.of(span.to().plus(grace)));
        }
        return deadline;
    }

    /**
     * Waits for those that have not ended and still may, not longer than they may.
     *
     * @return why ends may be missing
     */
    private String await(List<LeftThread> all, Lives lives, @Nullable LaterEnds later, String missing) {
        Duration pause = SHORTEST_PAUSE;
        while (later != null && missing.isEmpty() && all.stream().anyMatch(thread -> isOpen(thread, lives))) {
            LockSupport.parkNanos(pause.toNanos());
            pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
            try {
                FoldRun run = read(later.read());
                lives.addEnds(run.result(fold).all());
            } catch (IOException | RuntimeException e) {
                return "the ends of threads after the last test cannot be recorded: " + e;
            }
            all.removeIf(thread -> lives.end(thread.id()) <= deadline(thread));
        }
        return missing;
    }

    private boolean isOpen(LeftThread thread, Lives lives) {
        return !lives.hasEnded(thread.id())
                && deadline(thread) > EpochNanos.of(Instant.now())
                && thread.uncounted(allowed(thread)) == null;
    }

    /** What is allowed of a thread, by any test that can have created it. */
    private List<String> allowed(LeftThread thread) {
        List<String> allowed = new ArrayList<>();
        for (int test : thread.tests()) {
            ThreadsClaim claim = spans.get(test).threadsClaim();
            if (claim != null) {
                allowed.addAll(claim.allowed());
            }
        }
        return allowed;
    }

    /** With where they stand, if any counts that is alive: for that the JVM takes one dump of all threads. */
    private List<LeftThread> located(List<LeftThread> all, Lives lives) {
        Set<Long> alive = new HashSet<>();
        boolean counts = false;
        for (LeftThread thread : all) {
            if (!lives.hasEnded(thread.id())) {
                alive.add(thread.id());
                counts |= thread.uncounted(allowed(thread)) == null;
            }
        }
        if (!counts) {
            return all;
        }
        var parties = OwnThreads.now(recording, alive);
        return all.stream()
                .map(thread -> {
                    var party = parties.get(thread.id());
                    return party == null ? thread : thread.at(party);
                })
                .toList();
    }

    private Found verdicts(List<LeftThread> left, Lives lives, String missing) {
        Map<Integer, List<LeftThread>> ofTests = new HashMap<>();
        Map<Integer, Map<Uncounted, Integer>> uncounted = new HashMap<>();
        List<LeftThread> undecided = new ArrayList<>();
        for (LeftThread thread : left) {
            Uncounted why = thread.uncounted(allowed(thread));
            boolean isSeen = missing.isEmpty() || thread.where() != null;
            if (thread.tests().size() > 1) {
                if (why == null && isSeen) {
                    undecided.add(thread);
                }
                continue;
            }
            int test = thread.tests().iterator().next();
            if (why != null) {
                uncounted.computeIfAbsent(test, key -> new TreeMap<>()).merge(why, 1, Integer::sum);
            } else if (isSeen) {
                ofTests.computeIfAbsent(test, key -> new ArrayList<>()).add(thread);
            }
        }
        LeftText text = new LeftText(spans, lives);
        List<Verdict> verdicts = new ArrayList<>();
        for (int i = 0; i < spans.size(); i++) {
            ThreadsClaim claim = spans.get(i).threadsClaim();
            if (claim != null) {
                List<LeftThread> some = ofTests.getOrDefault(i, List.of());
                verdicts.add(verdict(i, claim, some, uncounted.getOrDefault(i, Map.of()), missing, text));
            }
        }
        return new Found(verdicts, undecided.isEmpty() ? null : text.undecided(undecided));
    }

    private Verdict verdict(
            int test,
            ThreadsClaim claim,
            List<LeftThread> some,
            Map<Uncounted, Integer> uncounted,
            String missing,
            LeftText text) {
        TestSpan span = spans.get(test);
        if (!some.isEmpty()) {
            return verdict(span, true, text.left(test, claim, some, uncounted));
        }
        // Of a class, its tests say so.
        return missing.isEmpty() || span.methodName() == null
                ? verdict(span, false, "")
                : verdict(
                        span,
                        true,
                        claim.source() + " could not be measured (counts as a failure): " + missing
                                + Judgement.remedy(missing));
    }

    private static Verdict verdict(TestSpan span, boolean failed, String message) {
        return new Verdict(Verdict.Subject.THREADS, span.id(), failed, message);
    }
}
