package dev.loomweight.junit.judge;

import dev.loomweight.junit.spi.NewThreads;
import dev.loomweight.junit.spi.TestSpan;
import dev.loomweight.sample.EpochNanos;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.StackTrace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.function.LongBinaryOperator;
import java.util.function.ToLongFunction;

/**
 * Which tests a pin can be of. What is known best decides: the thread that ran the test; the test that is known to have
 * created the thread and has ended, unless the stack has code of others; the code of a test on its stack; the test in which
 * the thread was created, by its id, unless it is a worker of a pool; the tests that ran when it was pinned.
 */
final class Spans {

    private final List<TestSpan> all;
    private final TestCode testCode;
    private final IntPredicate isJudged;
    // The class, or other container, that each is in; -1 where there is none.
    private final int[] parents;
    private final Map<Long, List<Integer>> byThread = new HashMap<>();
    private final Map<TestCode.Key, List<Integer>> byTest = new HashMap<>();
    private final Levels times;
    private final Levels created;
    private final boolean knowsThreads;
    private final Creators creators;
    // When the first of what a container contains began and the last ended: between these it runs nothing of its own.
    private final long[] firstInside;
    private final long[] lastInside;
    private final long[] firstThreadInside;
    private final long[] lastThreadInside;

    /** Intervals of those that contain others, which are long, and of those that do not. */
    private record Levels(Intervals outer, Intervals inner) {

        TreeSet<Integer> meeting(long from, long to) {
            TreeSet<Integer> found = new TreeSet<>();
            outer.meeting(from, to, found::add);
            inner.meeting(from, to, found::add);
            return found;
        }
    }

    /**
     * The tests of a run.
     *
     * @param code that of the tests
     * @param isJudged whether anything is claimed of a test, by its number
     */
    Spans(List<TestSpan> all, TestCode code, IntPredicate isJudged) {
        this.all = List.copyOf(all);
        this.testCode = code;
        this.isJudged = isJudged;
        this.parents = parents(this.all);
        Set<Integer> outer = new HashSet<>();
        for (int parent : parents) {
            outer.add(parent);
        }
        List<Intervals.Interval> times = new ArrayList<>();
        List<Intervals.Interval> created = new ArrayList<>();
        for (int i = 0; i < this.all.size(); i++) {
            TestSpan span = this.all.get(i);
            byThread.computeIfAbsent(span.threadId(), key -> new ArrayList<>()).add(i);
            byTest.computeIfAbsent(TestCode.Key.of(span), key -> new ArrayList<>())
                    .add(i);
            times.add(new Intervals.Interval(i, EpochNanos.of(span.from()), EpochNanos.of(span.to())));
            NewThreads threads = span.newThreads();
            if (threads.first() > 0 && threads.last() > 0) {
                created.add(new Intervals.Interval(i, threads.first(), threads.last()));
            }
        }
        this.times = levels(times, outer);
        this.created = levels(created, outer);
        this.knowsThreads = !created.isEmpty();
        this.creators = new Creators(this.all);
        this.firstInside = inside(Long.MAX_VALUE, Math::min, span -> EpochNanos.of(span.from()));
        this.lastInside = inside(Long.MIN_VALUE, Math::max, span -> EpochNanos.of(span.to()));
        this.firstThreadInside =
                inside(Long.MAX_VALUE, Math::min, span -> span.newThreads().first());
        this.lastThreadInside =
                inside(Long.MIN_VALUE, Math::max, span -> span.newThreads().last());
    }

    private long[] inside(long none, LongBinaryOperator best, ToLongFunction<TestSpan> of) {
        long[] inside = new long[all.size()];
        Arrays.fill(inside, none);
        for (int i = 0; i < inside.length; i++) {
            if (parents[i] >= 0) {
                inside[parents[i]] = best.applyAsLong(inside[parents[i]], of.applyAsLong(all.get(i)));
            }
        }
        return inside;
    }

    private static Levels levels(List<Intervals.Interval> all, Set<Integer> outer) {
        return new Levels(
                new Intervals(all.stream()
                        .filter(each -> outer.contains(each.number()))
                        .toList()),
                new Intervals(all.stream()
                        .filter(each -> !outer.contains(each.number()))
                        .toList()));
    }

    // JUnit's ids are those of what a test is in, followed by a slash and a part in brackets.
    private static int[] parents(List<TestSpan> all) {
        Map<String, Integer> numbers = new HashMap<>();
        for (int i = 0; i < all.size(); i++) {
            numbers.put(all.get(i).id(), i);
        }
        int[] parents = new int[all.size()];
        for (int i = 0; i < parents.length; i++) {
            String id = all.get(i).id();
            Integer parent = null;
            for (int end = id.lastIndexOf("/["); end > 0 && parent == null; end = id.lastIndexOf("/[", end - 1)) {
                parent = numbers.get(id.substring(0, end));
            }
            parents[i] = parent == null ? -1 : parent;
        }
        return parents;
    }

    /** The test or class of that number. */
    TestSpan get(int number) {
        return all.get(number);
    }

    int size() {
        return all.size();
    }

    /**
     * Whose a pin is.
     *
     * @param thread the id of the virtual thread
     * @param from its start, in nanoseconds since 1970
     * @param to its end
     */
    Share of(long thread, long from, long to, StackTrace stack) {
        TreeSet<Integer> running = times.meeting(from, to);
        TreeSet<Integer> onThread = new TreeSet<>(byThread.getOrDefault(thread, List.of()));
        onThread.retainAll(running);
        if (!onThread.isEmpty()) {
            Set<Integer> inner = innermost(onThread);
            Set<Integer> ofCode = inner.size() == 1 ? inner : with(inner, code(stack, inner));
            return Share.of(ofCode.isEmpty() ? inner : ofCode);
        }
        Set<Integer> makers = makers(thread);
        Set<Integer> left = new TreeSet<>(makers);
        left.removeAll(running);
        Set<Integer> inner = innermost(running);
        TreeSet<Integer> working = new TreeSet<>(inner);
        // Containers between two of what they contain run nothing of their own.
        working.removeIf(number -> from > firstInside[number] && to < lastInside[number]);
        Set<Integer> ran = working.isEmpty() && left.isEmpty() ? inner : working;
        boolean ofPool = isOfPool(stack.frames());
        Set<Integer> ofMakers = ofPool ? Set.of() : inside(makers, running);

        Set<Integer> candidates = new TreeSet<>(ran);
        candidates.addAll(makers);
        Set<TestCode.Key> keys = code(stack, candidates);
        Set<Integer> leftByCreator = ofPool ? Set.of() : leftByCreator(thread, left, keys);
        if (!leftByCreator.isEmpty()) {
            return Share.left(leftByCreator, ran);
        }
        Set<Integer> ofCode = with(ran, keys);
        if (!ofCode.isEmpty()) {
            Set<Integer> made = new TreeSet<>(ofCode);
            made.retainAll(ofMakers);
            return shared(made.isEmpty() ? ofCode : made, ofPool ? Set.of() : with(left, keys));
        }
        Set<Integer> leftByCode = with(left, keys);
        if (leftByCode.isEmpty() && keys.size() == 1) {
            leftByCode = lastEnded(keys.iterator().next(), from);
        }
        if (!leftByCode.isEmpty()) {
            return Share.left(leftByCode, ran);
        }
        if (!ofMakers.isEmpty()) {
            return Share.of(ofMakers);
        }
        boolean claimed = ofPool || ran.stream().anyMatch(isJudged::test);
        return ran.isEmpty() ? Share.left(left, ran) : claimed ? shared(ran, left) : unclaimed(ran, left);
    }

    /** Of those that ran; it may be of what created the thread instead, which has ended. */
    private static Share shared(Set<Integer> ran, Set<Integer> left) {
        return new Share(
                List.copyOf(ran),
                List.copyOf(left),
                left.isEmpty() ? -1 : left.iterator().next());
    }

    /** No pin fails those that ran; so that it is not passed over, it is of what created the thread. */
    private static Share unclaimed(Set<Integer> ran, Set<Integer> left) {
        return left.isEmpty()
                ? Share.of(ran)
                : new Share(List.copyOf(left), List.copyOf(ran), left.iterator().next());
    }

    /**
     * The test that is known to have created a thread and had ended when that was pinned: whatever ran then, it is the job of
     * this one, unless the stack has code of others alone.
     */
    private Set<Integer> leftByCreator(long thread, Set<Integer> left, Set<TestCode.Key> keys) {
        Set<Integer> known = creators(thread);
        if (!left.containsAll(known)) {
            return Set.of();
        }
        return keys.isEmpty() ? known : with(known, keys);
    }

    /** The test that is known to have created a thread, while it ran itself; empty where that is not known. */
    Set<Integer> creators(long thread) {
        Set<Integer> known = new TreeSet<>(creators.of(thread));
        // What a test left may work for others: it creates threads for whoever asks.
        known.retainAll(created.meeting(thread, thread));
        return known;
    }

    /** Those that ran when a thread was created, without what contains them. */
    Set<Integer> created(long thread) {
        return innermost(created.meeting(thread, thread));
    }

    /** The test that created a thread; where that is not known, those that ran when it was created. */
    private Set<Integer> makers(long thread) {
        if (!knowsThreads) {
            return Set.of();
        }
        Set<Integer> known = creators(thread);
        if (!known.isEmpty()) {
            return known;
        }
        Set<Integer> open = created(thread);
        TreeSet<Integer> makers = new TreeSet<>(open);
        makers.removeIf(number -> thread > firstThreadInside[number] && thread < lastThreadInside[number]);
        return makers.isEmpty() ? open : makers;
    }

    /** Those of some that ran; of a thread that a class made for its tests, those of its tests that ran. */
    private Set<Integer> inside(Set<Integer> makers, Set<Integer> running) {
        TreeSet<Integer> found = new TreeSet<>();
        for (int maker : makers) {
            TreeSet<Integer> inside = new TreeSet<>();
            running.stream().filter(number -> isIn(number, maker)).forEach(inside::add);
            if (!inside.isEmpty()) {
                found.addAll(innermost(inside));
            } else if (running.contains(maker)) {
                found.add(maker);
            }
        }
        return found;
    }

    private Set<TestCode.Key> code(StackTrace stack, Set<Integer> candidates) {
        Set<TestCode.Key> keys = new HashSet<>();
        candidates.forEach(number -> keys.add(TestCode.Key.of(all.get(number))));
        return testCode.of(stack, keys);
    }

    /** Those of some that are a run of one of these tests. */
    private Set<Integer> with(Set<Integer> some, Set<TestCode.Key> keys) {
        TreeSet<Integer> found = new TreeSet<>(some);
        found.removeIf(number -> !keys.contains(TestCode.Key.of(all.get(number))));
        return found;
    }

    /** The run of a test that was the last to end before a moment. */
    private Set<Integer> lastEnded(TestCode.Key key, long before) {
        int last = -1;
        for (int number : byTest.getOrDefault(key, List.of())) {
            long end = EpochNanos.of(all.get(number).to());
            if (end < before && (last < 0 || end > EpochNanos.of(all.get(last).to()))) {
                last = number;
            }
        }
        return last < 0 ? Set.of() : Set.of(last);
    }

    /** Whether the thread is a worker of a pool, which runs tasks of whoever has some: who created it decides nothing. */
    static boolean isOfPool(List<Frame> stack) {
        // The JDK's; others are named after it, such as Tomcat's.
        return stack.stream()
                .anyMatch(frame -> frame.methodName().equals("runWorker")
                        && frame.className().endsWith(".ThreadPoolExecutor"));
    }

    /** Those that contain none of the others. */
    private Set<Integer> innermost(Collection<Integer> some) {
        TreeSet<Integer> inner = new TreeSet<>(some);
        for (int number : some) {
            for (int parent = parents[number]; parent >= 0; parent = parents[parent]) {
                inner.remove(parent);
            }
        }
        return inner;
    }

    private boolean isIn(int number, int container) {
        for (int parent = parents[number]; parent >= 0; parent = parents[parent]) {
            if (parent == container) {
                return true;
            }
        }
        return false;
    }
}
