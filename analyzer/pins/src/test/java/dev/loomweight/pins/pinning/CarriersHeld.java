package dev.loomweight.pins.pinning;

import dev.loomweight.PoolWaker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Recording;

/**
 * Holds two carriers and tries to run another virtual thread meanwhile. Prints whether that ran while both were held for at
 * least {@link #OBSERVED}.
 */
final class CarriersHeld {

    static final Duration OBSERVED = Duration.ofMillis(250);

    private CarriersHeld() {}

    /** Waits in {@code Object.wait} until it is released. */
    private static final class Waiter {
        private final CountDownLatch owned = new CountDownLatch(1);
        private final CountDownLatch ran = new CountDownLatch(1);
        private boolean released;
        private final Thread thread = Thread.ofVirtual().start(this::await);

        private synchronized void await() {
            owned.countDown();
            boolean interrupted = false;
            while (!released && !interrupted) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            ran.countDown();
        }

        /** Returns when the thread waits: only then is the monitor free. */
        private void untilItWaits() {
            PoolWaker.await(() -> owned.getCount() == 0);
            synchronized (this) {
                if (released) {
                    throw new IllegalStateException();
                }
            }
        }

        private synchronized void release() {
            released = true;
            notifyAll();
        }
    }

    /** Parks in a synchronized method until it is released. */
    private static final class Pinned {
        private volatile boolean released;
        private final Thread thread = Thread.ofVirtual().start(this::park);

        private synchronized void park() {
            while (!released) {
                LockSupport.park();
            }
        }

        /** Returns when the thread is parked on its carrier: its event has begun. */
        private void untilItIsPinned() {
            PoolWaker.await(() -> thread.getState() == Thread.State.WAITING);
        }

        private void release() {
            released = true;
            LockSupport.unpark(thread);
        }
    }

    /** Arguments: {@code waits} or {@code grown}, and the file for the recording. */
    public static void main(String[] args) throws Exception {
        try (Recording recording = new Recording()) {
            for (String event : List.of("jdk.VirtualThreadPinned", "jdk.JavaMonitorWait", "jdk.JavaMonitorEnter")) {
                recording.enable(event).withThreshold(Duration.ZERO).withStackTrace();
            }
            recording.enable("jdk.ActiveSetting");
            recording.enable("jdk.JVMInformation");
            recording.start();
            boolean ran = args[0].equals("waits") ? besideTwoWaits() : besideTwoPins();
            recording.stop();
            recording.dump(Path.of(args[1]));
            System.out.println("ran: " + ran);
        }
    }

    private static boolean besideTwoWaits() throws InterruptedException {
        Waiter first = new Waiter();
        Waiter second = new Waiter();
        first.untilItWaits();
        second.untilItWaits();
        Thread third = Thread.ofVirtual().start(() -> {});
        boolean ran = third.join(OBSERVED);
        first.release();
        second.release();
        first.thread.join();
        second.thread.join();
        third.join();
        return ran;
    }

    /** A carrier that was added for a wait runs one of the pins; the thread that waited goes on beside two pins. */
    private static boolean besideTwoPins() throws InterruptedException {
        Pinned first = new Pinned();
        first.untilItIsPinned();
        Waiter waiter = new Waiter();
        waiter.untilItWaits();
        Pinned second = new Pinned();
        second.untilItIsPinned();
        waiter.release();
        waiter.ran.await();
        boolean ran = waiter.thread.join(Duration.ofMinutes(1));
        first.release();
        second.release();
        first.thread.join();
        second.thread.join();
        return ran;
    }
}
