package dev.loomweight.threads.waits;

import dev.loomweight.amount.DurationHistogram;
import dev.loomweight.fold.DistinctThreads;
import dev.loomweight.fold.Families;
import dev.loomweight.fold.Families.Family;
import dev.loomweight.fold.Fold;
import dev.loomweight.fold.Fold.StateForm;
import dev.loomweight.fold.Longest;
import dev.loomweight.fold.State;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadEvents.TracedWait;
import dev.loomweight.sample.state.StateParts;
import dev.loomweight.sample.state.WaitParts;
import dev.loomweight.sample.state.WaitParts.One;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The traced waits of virtual threads, by process and stack: what is gathered. */
public final class WaitTimes implements State<WaitTimes> {

    /** The fold of traced waits. */
    public static final Fold<WaitTimes> FOLD =
            Fold.of(Interest.in(TracedWait.class), WaitTimes::new, new StateForm<>(WaitParts.class, WaitTimes::of));

    /** How many waits are known one by one: the longest. */
    private static final int ONE_BY_ONE = 20;

    private static final Comparator<One> LONGEST_FIRST = Comparator.comparingLong((One one) -> -one.nanos())
            .thenComparingLong(One::beganNanos)
            .thenComparingLong(One::thread);

    private final Map<String, OfProcess> processes = new TreeMap<>();

    private WaitTimes() {}

    /**
     * Where threads wait.
     *
     * @param stack the stack
     * @param notified whether in {@code Object.wait}
     */
    record Key(StackTrace stack, boolean notified) {

        static final Comparator<Key> IN_ORDER =
                Comparator.comparing(Key::stack, StackTrace.FROM_OUTSIDE).thenComparing(Key::notified);
    }

    /** The waits of one stack, or of several that are one site. */
    static final class OfStack {
        private final DurationHistogram times = new DurationHistogram();
        private final DistinctThreads threads = new DistinctThreads();

        DurationHistogram times() {
            return times;
        }

        /** Of how many threads they are, at most as many as there are waits; an estimate above 1024. */
        long threads() {
            return Math.min(times.count(), threads.count());
        }

        void addAll(OfStack other) {
            times.addAll(other.times);
            threads.addAll(other.threads);
        }
    }

    /** The waits of one process. */
    static final class OfProcess {
        private final Map<Key, OfStack> stacks = new HashMap<>();
        private final Longest<One> longest = new Longest<>(ONE_BY_ONE, One::nanos);

        private OfStack of(Key key) {
            return stacks.computeIfAbsent(key, any -> new OfStack());
        }

        private void add(TracedWait wait) {
            OfStack of = of(new Key(wait.stack(), wait.notified()));
            of.times.add(wait.nanos());
            of.threads.add(wait.thread().javaThreadId());
            if (longest.keeps(wait.nanos())) {
                longest.add(
                        new One(
                                wait.startNanos(),
                                wait.nanos(),
                                wait.thread().javaThreadId(),
                                wait.thread().name(),
                                wait.notified(),
                                wait.stack()),
                        dropped -> {});
            }
        }

        private void add(String process, WaitParts parts) {
            parts.stacks().forEach(part -> {
                OfStack of = of(new Key(part.stack(), part.notified()));
                Family figures = Families.of(process, part.figures());
                of.times.addAll(figures.durations());
                of.threads.addAll(DistinctThreads.of(figures.sample(), figures.exact()));
            });
            parts.longest().forEach(one -> longest.add(one, dropped -> {}));
        }

        private void addAll(OfProcess other) {
            other.stacks.forEach((key, of) -> of(key).addAll(of));
            longest.addAll(other.longest, dropped -> {});
        }

        Map<Key, OfStack> stacks() {
            return stacks;
        }

        /** The longest ones, the longest first. */
        List<One> longest() {
            List<One> all = new ArrayList<>();
            longest.forEach((one, kept) -> {
                if (kept) {
                    all.add(one);
                }
            });
            all.sort(LONGEST_FIRST);
            return all;
        }

        private WaitParts parts(String process) {
            List<WaitParts.OfStack> all = new ArrayList<>();
            stacks.entrySet().stream()
                    .sorted(Map.Entry.comparingByKey(Key.IN_ORDER))
                    .forEach(entry -> all.add(part(process, entry.getKey(), entry.getValue())));
            return new WaitParts(all, longest());
        }

        private static WaitParts.OfStack part(String process, Key key, OfStack of) {
            DistinctThreads threads = of.threads;
            return new WaitParts.OfStack(
                    key.stack,
                    key.notified,
                    Families.folded(new Family(
                            process, of.times, of.threads(), threads.exact(), threads.ids(), threads.exact())));
        }
    }

    private static WaitTimes of(String process, WaitParts parts) {
        WaitTimes all = new WaitTimes();
        all.of(process).add(process, parts);
        return all;
    }

    private OfProcess of(String process) {
        return processes.computeIfAbsent(process, any -> new OfProcess());
    }

    @Override
    public void add(Origin origin, Sample sample) {
        if (sample instanceof TracedWait wait) {
            of(origin.subject()).add(wait);
        }
    }

    @Override
    public void merge(WaitTimes other) {
        other.processes.forEach((process, of) -> of(process).addAll(of));
    }

    /** By the name of the process, in order. */
    Map<String, OfProcess> processes() {
        return processes;
    }

    /** What fold files hold, by the name of the process. */
    Map<String, StateParts> parts() {
        Map<String, StateParts> parts = new TreeMap<>();
        processes.forEach((process, of) -> parts.put(process, of.parts(process)));
        return parts;
    }
}
