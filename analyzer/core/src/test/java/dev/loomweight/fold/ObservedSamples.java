package dev.loomweight.fold;

import dev.loomweight.sample.Frame;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.StackEvents.CpuTimeSample;
import dev.loomweight.sample.StackEvents.ExecutionSample;
import dev.loomweight.sample.StackEvents.NativeMethodSample;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Samples of what ran on carriers, made up at random: with callers and lines that have ties, and workers of other pools. */
final class ObservedSamples {

    private ObservedSamples() {}

    static Sample cpuTime(Random r) {
        boolean failed = r.nextInt(6) == 0;
        return new CpuTimeSample(
                r.nextInt(9),
                10_000_000L * (1 + r.nextInt(2)),
                failed,
                r.nextBoolean(),
                thread(r),
                failed ? StackTrace.NONE : stack(r));
    }

    static Sample execution(Random r) {
        return new ExecutionSample(r.nextInt(9), thread(r), stack(r));
    }

    static Sample inNative(Random r) {
        return new NativeMethodSample(r.nextInt(9), thread(r), stack(r));
    }

    private static ThreadRef thread(Random r) {
        int number = r.nextInt(4);
        return number < 2
                ? new ThreadRef(number, "", 0, true)
                : new ThreadRef(number, "ForkJoinPool-1-worker-" + number, 100L + number, false);
    }

    private static StackTrace stack(Random r) {
        List<Frame> frames = new ArrayList<>();
        String[] called = {"tryYield", "park", "runContinuation"};
        if (r.nextBoolean()) {
            frames.add(frame("java.lang.VirtualThread", called[r.nextInt(called.length)], -1));
            frames.add(frame("java.lang.Thread", r.nextBoolean() ? "yield" : "onSpinWait", 1));
        }
        for (int i = r.nextInt(3); i > 0; i--) {
            frames.add(frame(
                    r.nextBoolean() ? "com.acme.Cart$$Lambda+0x00a1" : "com.acme.Cart", "add", 12 + r.nextInt(2)));
        }
        return new StackTrace(frames, r.nextInt(4) == 0);
    }

    private static Frame frame(String className, String method, int line) {
        return new Frame(className, method, "()V", line, 0, 0, "Interpreted");
    }
}
