package dev.loomweight.agent;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What the agent's probe adds to virtual threads of others: a start with its end, and a wait for another. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class ProbeBenchmark {

    /** From one measurement to the next, in milliseconds; 0 for no probe. */
    @Param({"0", "20", "10"})
    private int periodMillis;

    private SchedulerProbe probe = new SchedulerProbe(1, new DelayFigures(1), null, () -> false);
    private volatile boolean ended;
    private volatile long asked;
    private volatile long answered;
    private Thread partner = Thread.ofVirtual().unstarted(() -> {});

    /** Starts the probe, and a virtual thread that answers. */
    @Setup
    public void start() {
        if (periodMillis > 0) {
            long nanos = periodMillis * 1_000_000L;
            probe = new SchedulerProbe(nanos, new DelayFigures(nanos), null, () -> true);
            probe.start();
        }
        partner = Thread.ofVirtual().start(() -> {
            while (!ended) {
                answered = asked;
                LockSupport.park();
            }
        });
    }

    /** Ends both. */
    @TearDown
    public void end() throws InterruptedException {
        ended = true;
        LockSupport.unpark(partner);
        partner.join();
        probe.close();
    }

    /** A virtual thread from its start to its end. */
    @Benchmark
    public void startAndJoin() throws InterruptedException {
        Thread.ofVirtual().start(() -> {}).join();
    }

    /** A virtual thread that is made ready and runs. */
    @Benchmark
    public long unparkAndRun() {
        long next = asked + 1;
        asked = next;
        LockSupport.unpark(partner);
        while (answered != next) {
            Thread.onSpinWait();
        }
        return next;
    }
}
