package dev.loomweight.pins.carriers;

import dev.loomweight.kernel.stacks.StackLines;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.StackEvents.CpuSamplesLost;
import dev.loomweight.sample.StackEvents.CpuTimeSample;
import dev.loomweight.sample.StackEvents.ExecutionSample;
import dev.loomweight.sample.StackEvents.NativeMethodSample;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadRef;
import dev.loomweight.sample.state.RanParts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Samples of what carriers ran, by stack: of one process. Grows with the number of distinct stacks, not with that of
 * samples.
 */
final class SampledStacks {

    private static final Comparator<RanParts.OfStack> ORDER = Comparator.comparing(RanParts.OfStack::event)
            .thenComparing(RanParts.OfStack::virtual)
            .thenComparing(RanParts.OfStack::stack, StackTrace.FROM_OUTSIDE);

    private final Map<Kind, Map<Key, Amount>> stacks = new EnumMap<>(Kind.class);
    private long lost;
    private long failed;
    private long biased;

    /** What takes the samples. */
    enum Kind {
        /** Each period of processor time, on JDK 25 and later on Linux. */
        PROCESSOR_TIME(CpuTimeSample.EVENT),
        /** At fixed times, of some threads in Java code. */
        JAVA(ExecutionSample.EVENT),
        /** At fixed times, of some threads in native code. */
        NATIVE(NativeMethodSample.EVENT);

        private final String event;

        Kind(String event) {
            this.event = event;
        }

        /** The event that has them. */
        String event() {
            return event;
        }

        private static Kind of(String event) {
            for (Kind kind : values()) {
                if (kind.event.equals(event)) {
                    return kind;
                }
            }
            throw new IllegalArgumentException("no samples are events of " + event);
        }
    }

    /** A stack of a virtual thread, or of a carrier without one. */
    private record Key(StackLines lines, boolean virtual) {}

    /**
     * Of equal stacks, one of which stands for all: which one does not depend on the order.
     *
     * @param thread the only virtual thread that had it; null where there were several, or that is not known
     */
    private record Amount(
            long count,
            long nanos,
            StackTrace stack,
            @Nullable ThreadRef thread) {

        @SuppressWarnings("ReferenceEquality") // a reader makes one object of equal stacks, mostly
        private Amount plus(Amount other) {
            boolean first = stack == other.stack || StackTrace.FROM_OUTSIDE.compare(stack, other.stack) <= 0;
            return new Amount(
                    count + other.count, nanos + other.nanos, first ? stack : other.stack, only(thread, other.thread));
        }
    }

    /** One thread where both are it, with a name if it ever had one; null where they are two, or one is not known. */
    static @Nullable ThreadRef only(@Nullable ThreadRef left, @Nullable ThreadRef right) {
        return left == null || right == null || left.javaThreadId() != right.javaThreadId()
                ? null
                : left.name().compareTo(right.name()) >= 0 ? left : right;
    }

    /** Adds a sample of what ran. */
    void add(Sample sample) {
        switch (sample) {
            case CpuTimeSample ran -> {
                failed += ran.failed() ? 1 : 0;
                biased += ran.biased() ? 1 : 0;
                add(Kind.PROCESSOR_TIME, ran.thread(), ran.periodNanos(), ran.stack());
            }
            case ExecutionSample ran -> add(Kind.JAVA, ran.thread(), 0, ran.stack());
            case NativeMethodSample ran -> add(Kind.NATIVE, ran.thread(), 0, ran.stack());
            case CpuSamplesLost of -> lost += of.count();
            default -> {}
        }
    }

    private void add(Kind kind, ThreadRef thread, long nanos, StackTrace stack) {
        add(kind, thread.virtual(), new Amount(1, nanos, stack, thread.virtual() ? thread : null));
    }

    private void add(Kind kind, boolean virtual, Amount amount) {
        put(kind, new Key(new StackLines(amount.stack), virtual), amount);
    }

    /**
     * The samples that a fold file has.
     *
     * @throws IllegalArgumentException if there are no such samples
     */
    static SampledStacks of(RanParts parts) {
        SampledStacks all = new SampledStacks();
        for (RanParts.OfStack of : parts.stacks()) {
            all.add(Kind.of(of.event()), of.virtual(), new Amount(of.count(), of.nanos(), of.stack(), null));
        }
        all.lost = parts.lost();
        all.failed = parts.failed();
        all.biased = parts.biased();
        return all;
    }

    /** What a fold file gets of them. */
    RanParts parts() {
        List<RanParts.OfStack> all = new ArrayList<>();
        stacks.forEach((kind, of) -> of.forEach((key, amount) ->
                all.add(new RanParts.OfStack(kind.event, key.virtual, amount.stack, amount.count, amount.nanos))));
        all.sort(ORDER);
        return new RanParts(all, lost, failed, biased);
    }

    private void put(Kind kind, Key key, Amount amount) {
        stacks.computeIfAbsent(kind, any -> new HashMap<>()).merge(key, amount, Amount::plus);
    }

    /** Adds all of the other, which is not changed. */
    void addAll(SampledStacks other) {
        other.stacks.forEach((kind, all) -> all.forEach((key, amount) -> put(kind, key, amount)));
        lost += other.lost;
        failed += other.failed;
        biased += other.biased;
    }

    /** Takes the samples of one stack. */
    @FunctionalInterface
    interface Each {

        /**
         * Equal samples.
         *
         * @param lines the stack
         * @param virtual whether a virtual thread was mounted
         * @param count how many there are
         * @param nanos the processor time that they stand for, in nanoseconds; 0 where they stand for none
         * @param thread the only virtual thread that had the stack; null where there were several, or that is not known
         */
        void accept(StackLines lines, boolean virtual, long count, long nanos, @Nullable ThreadRef thread);
    }

    /** Passes on the samples of one kind, in no order. */
    void forEach(Kind kind, Each each) {
        stacks.getOrDefault(kind, Map.of())
                .forEach((key, amount) ->
                        each.accept(key.lines, key.virtual, amount.count, amount.nanos, amount.thread));
    }

    /** How many samples of processor time have no stack because the JVM could not walk it. */
    long failed() {
        return failed;
    }

    /** How many samples of processor time have the stack of the next safepoint. */
    long biased() {
        return biased;
    }

    /** How many samples of processor time were lost. */
    long lost() {
        return lost;
    }
}
