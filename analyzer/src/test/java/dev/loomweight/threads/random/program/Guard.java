package dev.loomweight.threads.random.program;

import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** What one thread at a time is within: a monitor, a lock, or the lock of writers. */
abstract class Guard {

    abstract void within(Stage.Work inner) throws Exception;

    boolean isMonitor() {
        return this instanceof OfMonitor;
    }

    static Guard of(String kind) {
        return switch (kind) {
            case "monitor" -> new OfMonitor();
            case "lock" -> new OfLock(false);
            case "fair" -> new OfLock(true);
            default -> new OfWriters();
        };
    }

    private static final class OfMonitor extends Guard {
        private final Object monitor = new Object();

        @Override
        void within(Stage.Work inner) throws Exception {
            synchronized (monitor) {
                inner.run();
            }
        }
    }

    private static final class OfLock extends Guard {
        private final ReentrantLock lock;

        OfLock(boolean fair) {
            lock = new ReentrantLock(fair);
        }

        @Override
        void within(Stage.Work inner) throws Exception {
            lock.lock();
            try {
                inner.run();
            } finally {
                lock.unlock();
            }
        }
    }

    private static final class OfWriters extends Guard {
        private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();

        @Override
        void within(Stage.Work inner) throws Exception {
            lock.writeLock().lock();
            try {
                inner.run();
            } finally {
                lock.writeLock().unlock();
            }
        }
    }
}
