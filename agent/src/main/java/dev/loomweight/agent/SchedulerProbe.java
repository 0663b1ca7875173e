package dev.loomweight.agent;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Measures how long a virtual thread that is ready waits for a carrier: a platform thread makes one ready each period,
 * and while that has not run, says how late it is so far. Begins when the application has started the scheduler of
 * virtual threads.
 *
 * <p>The platform thread waits for nothing that needs a carrier. It sleeps in a selector: sleeping and parking would be
 * events in recordings with the JDK's {@code profile} settings, some dozens a second.
 */
final class SchedulerProbe implements AutoCloseable {

    private static final long START_NANOS = 100_000_000;
    private static final long EVENT_NANOS = 1_000_000_000;
    private static final long LONGEST_CLOSE_MILLIS = 200;

    private final long periodNanos;
    private final DelayFigures figures;
    private final @Nullable DelayAlarm alarm;
    private final BooleanSupplier scheduling;
    private final Thread platform;
    private volatile boolean ended;
    private final AtomicLong started = new AtomicLong();

    /** What the virtual thread runs: says when it ran, and waits to be made ready again. */
    private static final class Runner implements Runnable {

        private volatile long ready;
        private volatile long ran;
        // Written before, and read after, what is volatile.
        private long ranNanos;

        @Override
        public void run() {
            long seen = 0;
            while (true) {
                long now = ready;
                if (now != seen) {
                    seen = now;
                    ranNanos = System.nanoTime();
                    ran = now;
                    if (now < 0) {
                        return;
                    }
                }
                LockSupport.park();
            }
        }
    }

    /**
     * @param periodNanos from one measurement to the next, in nanoseconds
     * @param figures takes what is measured
     * @param alarm receives each delay; null for no alarms
     * @param scheduling whether the scheduler of virtual threads was started; asked until it was
     */
    SchedulerProbe(long periodNanos, DelayFigures figures, @Nullable DelayAlarm alarm, BooleanSupplier scheduling) {
        this.periodNanos = periodNanos;
        this.figures = figures;
        this.alarm = alarm;
        this.scheduling = scheduling;
        this.platform = Thread.ofPlatform().daemon().name("loomweight-probe").unstarted(this::run);
    }

    /**
     * The probe that the options ask for.
     *
     * @param dumps takes a thread dump when an alarm is raised
     * @param log takes an alarm's lines; may block
     * @return null where none is wanted
     */
    static @Nullable SchedulerProbe of(
            AgentOptions options,
            Instrumentation instrumentation,
            DelayFigures figures,
            DelayAlarm.Dumps dumps,
            Consumer<String> log) {
        Duration period = options.probing().every();
        if (period == null) {
            return null;
        }
        MountedThreads carriers = new MountedThreads(instrumentation);
        Duration limit = options.probing().alarm();
        DelayAlarm alarm = limit == null
                ? null
                : new DelayAlarm(limit.toNanos(), figures, () -> MountedThreads.words(carriers.find()), dumps, log);
        return new SchedulerProbe(period.toNanos(), figures, alarm, () -> {
            if (!carriers.isScheduling()) {
                return false;
            }
            // Loads what an alarm needs: later, the lock of a class loader can be held by a thread that is stuck.
            carriers.rehearse();
            return true;
        });
    }

    /** Begins. */
    void start() {
        platform.start();
    }

    /** How many virtual threads it has started, which are none of the application's. */
    long ownThreads() {
        return started.get();
    }

    private void run() {
        try (Selector selector = selector()) {
            while (!ended && !scheduling.getAsBoolean()) {
                sleep(selector, START_NANOS);
            }
            if (!ended) {
                measure(selector);
            }
        } catch (IOException e) {
            // Of closing.
        } catch (OutOfMemoryError e) {
            // Nothing more is measured.
        } catch (RuntimeException | LinkageError e) {
            Extra.missing("measured delay of the scheduler from now on", e.toString());
        }
    }

    private void measure(@Nullable Selector selector) {
        DelayMeter meter = new DelayMeter(periodNanos, this::took, System.nanoTime());
        Thread virtual = null;
        Runner runner = new Runner();
        long eventNanos = System.nanoTime();
        long number = 0;
        while (!ended) {
            long now = System.nanoTime();
            boolean free = meter.look(now, runner.ran == number, runner.ranNanos);
            figures.look(meter.openNanos(), meter.lateNanos());
            if (!free && alarm != null) {
                alarm.open(meter.openNanos(), now);
            }
            if (free) {
                meter.ready(System.nanoTime());
                runner.ready = ++number;
                try {
                    if (virtual == null) {
                        virtual = started(runner);
                    } else {
                        LockSupport.unpark(virtual);
                    }
                } catch (RuntimeException | OutOfMemoryError e) {
                    // Rejected by its scheduler, or no carrier can be started: that thread may never run again.
                    meter.forget();
                    virtual = null;
                    runner = new Runner();
                    number = 0;
                    sleep(selector, EVENT_NANOS);
                }
            }
            if (now - eventNanos >= EVENT_NANOS) {
                eventNanos = now;
                commit();
            }
            sleep(selector, now + periodNanos - System.nanoTime());
        }
        commit();
        if (virtual != null) {
            runner.ready = -1;
            LockSupport.unpark(virtual);
        }
    }

    private Thread started(Runner runner) {
        Thread virtual = Thread.ofVirtual()
                .name("loomweight-probe")
                .inheritInheritableThreadLocals(false)
                .unstarted(runner);
        started.incrementAndGet();
        virtual.start();
        return virtual;
    }

    private void took(long nanos) {
        figures.add(nanos);
        if (alarm != null) {
            alarm.ended(nanos, System.nanoTime());
        }
    }

    private void commit() {
        SchedulerDelayEvent event = new SchedulerDelayEvent();
        figures.fill(event);
        event.commit();
    }

    private static @Nullable Selector selector() {
        try {
            return Selector.open();
        } catch (IOException e) {
            // No file descriptor is free.
            return null;
        }
    }

    private static void sleep(@Nullable Selector selector, long nanos) {
        if (nanos <= 0) {
            return;
        }
        if (selector != null) {
            try {
                selector.select(Math.max(1, (nanos + 500_000) / 1_000_000));
                return;
            } catch (IOException e) {
                // As without one.
            }
        }
        LockSupport.parkNanos(nanos);
    }

    /** Ends it, with the event of the last part of a second. */
    @Override
    public void close() {
        ended = true;
        try {
            platform.join(LONGEST_CLOSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
