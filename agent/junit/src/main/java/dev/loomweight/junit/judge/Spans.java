package dev.loomweight.junit.judge;

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
import org.jspecify.annotations.Nullable;

/**
 * Which tests a pin can be of. What is known best decides: the thread that ran the test; the test in which the thread was
 * created, by its id; the tests that ran when it was pinned; the code of a test on its stack.
 */
final class Spans {

    private final List<TestSpan> all;
    // The class, or other container, that each is in; -1 where there is none.
    private final int[] parents;
    private final Map<Long, List<Integer>> byThread = new HashMap<>();
    private final Levels times;
    private final Levels created;
    private final boolean knowsThreads;
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

    Spans(List<TestSpan> all) {
        this.all = List.copyOf(all);
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
            times.add(new Intervals.Interval(i, EpochNanos.of(span.from()), EpochNanos.of(span.to())));
            if (span.firstNewThread() > 0 && span.lastNewThread() > 0) {
                created.add(new Intervals.Interval(i, span.firstNewThread(), span.lastNewThread()));
            }
        }
        this.times = levels(times, outer);
        this.created = levels(created, outer);
        this.knowsThreads = !created.isEmpty();
        this.firstInside = inside(Long.MAX_VALUE, Math::min, span -> EpochNanos.of(span.from()));
        this.lastInside = inside(Long.MIN_VALUE, Math::max, span -> EpochNanos.of(span.to()));
        this.firstThreadInside = inside(Long.MAX_VALUE, Math::min, TestSpan::firstNewThread);
        this.lastThreadInside = inside(Long.MIN_VALUE, Math::max, TestSpan::lastNewThread);
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
            return share(innermost(onThread), -1, stack);
        }
        Set<Integer> makers = Set.of();
        if (knowsThreads) {
            TreeSet<Integer> open = created.meeting(thread, thread);
            makers = working(
                    innermost(open), number -> thread > firstThreadInside[number] && thread < lastThreadInside[number]);
        }
        Set<Integer> working =
                working(innermost(running), number -> from > firstInside[number] && to < lastInside[number]);
        if (makers.isEmpty()) {
            return share(working, -1, stack);
        }
        if (makers.stream().noneMatch(running::contains)) {
            // Whether it served a later test, or is what an earlier one left, is not known.
            TreeSet<Integer> either = new TreeSet<>(working);
            either.addAll(makers);
            return share(either, makers.iterator().next(), stack);
        }
        TreeSet<Integer> found = new TreeSet<>();
        for (int maker : makers) {
            // Of a thread that a class made for its tests, those that ran.
            TreeSet<Integer> inside = new TreeSet<>();
            running.stream().filter(number -> isIn(number, maker)).forEach(inside::add);
            if (inside.isEmpty()) {
                found.add(maker);
            } else {
                found.addAll(innermost(inside));
            }
        }
        return share(found, -1, stack);
    }

    /** Without containers that are between two of what they contain; all, if that leaves none. */
    private static Set<Integer> working(Set<Integer> some, IntPredicate isBetween) {
        TreeSet<Integer> left = new TreeSet<>(some);
        left.removeIf(isBetween::test);
        return left.isEmpty() ? some : left;
    }

    private Share share(Set<Integer> found, int leftBy, StackTrace stack) {
        if (found.isEmpty()) {
            return Share.NONE;
        }
        Set<Integer> left = found.size() == 1 ? found : byCode(found, stack);
        return new Share(List.copyOf(left), left.contains(leftBy) ? leftBy : -1);
    }

    /** Those in whose code the thread began, if that is the code of some of them; else all. */
    private Set<Integer> byCode(Set<Integer> found, StackTrace stack) {
        List<Frame> frames = stack.frames();
        for (int i = frames.size() - 1; i >= 0; i--) {
            Frame frame = frames.get(i);
            TreeSet<Integer> ofClass = new TreeSet<>();
            TreeSet<Integer> ofMethod = new TreeSet<>();
            for (int number : found) {
                TestSpan span = all.get(number);
                if (isOf(frame.stableClassName(), span.className())) {
                    ofClass.add(number);
                    if (isOf(frame, span.methodName())) {
                        ofMethod.add(number);
                    }
                }
            }
            if (!ofClass.isEmpty()) {
                return ofMethod.isEmpty() ? ofClass : ofMethod;
            }
        }
        return found;
    }

    private static boolean isOf(String className, String test) {
        return className.equals(test) || className.startsWith(test + "$");
    }

    // The method, or a lambda in it as javac and Kotlin name it.
    private static boolean isOf(Frame frame, @Nullable String method) {
        return method != null
                && (frame.methodName().equals(method)
                        || frame.methodName().startsWith("lambda$" + method + "$")
                        || frame.methodName().startsWith(method + "$lambda"));
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
