package dev.loomweight.times;

import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.DataException;
import dev.loomweight.capture.Safepoints;
import dev.loomweight.jvm.StillCarriers;
import dev.loomweight.jvm.StillCarriers.Still;
import dev.loomweight.times.CarrierInterval.Pool;
import dev.loomweight.times.CarrierInterval.Row;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Writes where the time of the carriers goes, on a thread of its own, until it is closed. It looks at moments that are
 * spread at random, so that work with a period is not missed, and as rarely as its budget wants it.
 */
public final class CarrierCollector implements Closeable {

    /** How long an interval is before the file is full for the first time. */
    private static final Duration INTERVAL = Duration.ofSeconds(1);

    /** In the background, looks take at most one part in this many of the time: 0.5 %. */
    static final long PARTS_OF_TIME = 200;

    /** The same where a user asks what carriers do, for some seconds: 5 %. */
    static final long PARTS_ON_REQUEST = 20;

    /** The share of a look's disturbance that the mean of all looks takes over. */
    private static final int SMOOTHING = 4;

    private static final long LONGEST_PAUSE_NANOS = Duration.ofSeconds(60).toNanos();
    /** Without a look no carrier is known, so that the first may come before its time is saved up. */
    private static final long LONGEST_FIRST_NANOS = Duration.ofSeconds(5).toNanos();

    private static final Duration TO_END = Duration.ofSeconds(3);

    private final Supplier<CarrierEye> opening;
    private final CarrierSink sink;
    private final CpuThrottling throttling;
    private final long pid;
    private final long shortestNanos;
    private final long partsOfTime;
    private final Consumer<String> problem;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread thread;
    private final StillCarriers carriers = new StillCarriers();
    private volatile List<Still> still = List.of();
    private volatile boolean paused;
    private long throttledBefore;
    private long stoppedBefore;
    private long costBefore;

    private CarrierCollector(
            Supplier<CarrierEye> opening,
            CarrierSink sink,
            long pid,
            Duration shortest,
            long partsOfTime,
            Consumer<String> problem) {
        this.opening = opening;
        this.sink = sink;
        this.throttling = CpuThrottling.of(pid);
        this.pid = pid;
        this.shortestNanos = shortest.toNanos();
        this.partsOfTime = partsOfTime;
        this.problem = problem;
        this.thread = Thread.ofPlatform().daemon().name("loomweight-carriers").unstarted(this::run);
    }

    /**
     * Starts it.
     *
     * @param opening makes the eye, on the collector's thread
     * @param capture where the file goes
     * @param pid the process, in the name space of this one
     * @param shortest the mean time between two looks that cost nothing
     * @param partsOfTime looks take at most one part of these of the time
     * @param problem gets one line, starting in lower case, if it must end early
     */
    static CarrierCollector start(
            Supplier<CarrierEye> opening,
            CaptureFolder capture,
            long pid,
            Duration shortest,
            long partsOfTime,
            Consumer<String> problem) {
        CarrierFile file = new CarrierFile(capture.resolve(CaptureFolder.CARRIERS), CarrierFile.MAX_BYTES);
        return start(opening, file, pid, shortest, partsOfTime, problem);
    }

    /** Starts it, for another place than the file of a capture. */
    static CarrierCollector start(
            Supplier<CarrierEye> opening,
            CarrierSink sink,
            long pid,
            Duration shortest,
            long partsOfTime,
            Consumer<String> problem) {
        CarrierCollector collector = new CarrierCollector(opening, sink, pid, shortest, partsOfTime, problem);
        collector.thread.start();
        return collector;
    }

    /** Whether nothing is written for now, not even what is seen then; safe on any thread. */
    public void pause(boolean now) {
        paused = now;
    }

    /** The carriers that stand still now with a virtual thread mounted; safe on any thread. */
    public List<Still> still() {
        return still;
    }

    private void run() {
        try (sink;
                CarrierEye eye = opening.get()) {
            if (!eye.hasCarriers()) {
                return;
            }
            CarrierSums sums = new CarrierSums(Instant.now());
            throttledBefore = throttling.nanos();
            stoppedBefore = Safepoints.of(pid).nanos();
            costBefore = eye.costNanos();
            follow(eye, sums);
            write(eye, sums);
        } catch (InterruptedException | ClosedByInterruptException e) {
            // Whoever closes it does not wait any longer.
        } catch (IOException e) {
            problem.accept("where the time of the carriers goes is no longer written: " + CaptureFolder.reason(e));
        } catch (DataException e) {
            problem.accept("where the time of the carriers goes is not known: " + e.getMessage());
        } catch (RuntimeException | LinkageError e) {
            problem.accept("where the time of the carriers goes is no longer written: " + e);
        }
    }

    private void follow(CarrierEye eye, CarrierSums sums) throws IOException, InterruptedException {
        long cutAt = System.nanoTime();
        long lookAt = cutAt + Math.min(LONGEST_FIRST_NANOS, eye.expectedNanos() * partsOfTime);
        long mean = 0;
        while (true) {
            long now = System.nanoTime();
            if (now >= lookAt) {
                long took = look(eye, sums);
                mean = mean == 0 ? took : mean + (took - mean) / SMOOTHING;
                lookAt = System.nanoTime() + pause(Math.max(mean, took / SMOOTHING));
            }
            long interval = INTERVAL.toNanos() * sink.intervalsInOne();
            if (System.nanoTime() - cutAt >= interval) {
                cutAt = System.nanoTime();
                write(eye, sums);
            }
            long wait = Math.min(lookAt, cutAt + interval) - System.nanoTime();
            if (ended.await(Math.max(0, wait), TimeUnit.NANOSECONDS)) {
                return;
            }
        }
    }

    /** Until the next look: what the budget wants, spread by half of it to both sides. */
    private long pause(long tookNanos) {
        long mean = Math.min(LONGEST_PAUSE_NANOS, Math.max(shortestNanos, tookNanos * partsOfTime));
        return mean / 2 + ThreadLocalRandom.current().nextLong(mean);
    }

    private static long look(CarrierEye eye, CarrierSums sums) {
        long began = System.nanoTime();
        try {
            return eye.look(sums);
        } catch (DataException e) {
            // Stopped, or ending: what the kernel knows goes on, and the next look may succeed.
            return System.nanoTime() - began;
        }
    }

    private void write(CarrierEye eye, CarrierSums sums) throws IOException {
        eye.measure(sums);
        Instant measured = Instant.now();
        Pool pool = eye.pool();
        long throttled = throttling.nanos();
        long stopped = Safepoints.of(pid).nanos();
        long cost = eye.costNanos();
        CarrierInterval interval = sums.cut(
                measured,
                eye.alive(),
                pool,
                since(throttledBefore, throttled),
                since(stoppedBefore, stopped),
                since(costBefore, cost));
        if (!paused) {
            sink.add(interval);
        }
        carriers.add(
                interval.from(),
                interval.to(),
                interval.carriers().stream().filter(Row::known).map(Row::seen).toList());
        still = carriers.now();
        throttledBefore = throttled;
        stoppedBefore = stopped;
        costBefore = cost;
    }

    private static long since(long before, long now) {
        return before < 0 || now < 0 ? CarrierInterval.UNKNOWN : Math.max(0, now - before);
    }

    /** Writes the last interval and ends; a look that the process does not answer is not waited for. */
    @Override
    public void close() {
        ended.countDown();
        try {
            if (!thread.join(TO_END)) {
                thread.interrupt();
                boolean unused = thread.join(TO_END);
            }
        } catch (InterruptedException e) {
            thread.interrupt();
            Thread.currentThread().interrupt();
        }
    }
}
