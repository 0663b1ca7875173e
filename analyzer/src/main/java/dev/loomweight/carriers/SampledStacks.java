package dev.loomweight.carriers;

import dev.loomweight.sample.CpuSamplesLost;
import dev.loomweight.sample.CpuTimeSample;
import dev.loomweight.sample.ExecutionSample;
import dev.loomweight.sample.NativeMethodSample;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadRef;
import dev.loomweight.stacks.StackLines;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/**
 * Samples of what carriers ran, by stack: of one process. Grows with the number of distinct stacks, not with that of
 * samples.
 */
final class SampledStacks {

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
    }

    /** A stack of a virtual thread, or of a carrier without one. */
    private record Key(StackLines lines, boolean virtual) {}

    /** Of equal stacks. */
    private record Amount(long count, long nanos) {

        private Amount plus(Amount other) {
            return new Amount(count + other.count, nanos + other.nanos);
        }
    }

    /** Whether a sample is of what ran. */
    static boolean takes(Sample sample) {
        return sample instanceof CpuTimeSample
                || sample instanceof CpuSamplesLost
                || sample instanceof ExecutionSample
                || sample instanceof NativeMethodSample;
    }

    /** Adds as many equal samples of what ran. */
    void add(Sample sample, long count) {
        switch (sample) {
            case CpuTimeSample ran -> {
                failed += ran.failed() ? count : 0;
                biased += ran.biased() ? count : 0;
                add(Kind.PROCESSOR_TIME, ran.thread(), ran.stack(), new Amount(count, count * ran.periodNanos()));
            }
            case ExecutionSample ran -> add(Kind.JAVA, ran.thread(), ran.stack(), new Amount(count, 0));
            case NativeMethodSample ran -> add(Kind.NATIVE, ran.thread(), ran.stack(), new Amount(count, 0));
            case CpuSamplesLost of -> lost += count * of.count();
            default -> {}
        }
    }

    private void add(Kind kind, ThreadRef thread, StackTrace stack, Amount amount) {
        put(kind, new Key(new StackLines(stack), thread.virtual()), amount);
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
         */
        void accept(StackLines lines, boolean virtual, long count, long nanos);
    }

    /** Passes on the samples of one kind, in no order. */
    void forEach(Kind kind, Each each) {
        stacks.getOrDefault(kind, Map.of())
                .forEach((key, amount) -> each.accept(key.lines, key.virtual, amount.count, amount.nanos));
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
