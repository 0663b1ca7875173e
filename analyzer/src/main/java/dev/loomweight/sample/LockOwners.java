package dev.loomweight.sample;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who owns the {@code java.util.concurrent} locks that threads are parked for: what no thread dump up to JDK 25 has. From
 * a heap dump, or from the agent, which reads the same fields inside the process ({@code owners.txt} of a capture).
 *
 * @param from where it was read
 * @param locks one entry a lock that a thread waits for or owns
 */
public record LockOwners(From from, List<Owned> locks) implements Sample {

    public LockOwners {
        locks = List.copyOf(locks);
    }

    /** Where owners are read. */
    public enum From {
        /** A heap dump. */
        HEAP,
        /** The agent, in the process. */
        AGENT
    }

    /**
     * One lock.
     *
     * @param lock its class, such as {@code java.util.concurrent.locks.ReentrantLock$NonfairSync}, and its identity: the
     *     hash code that thread dumps print where the agent read it, the object's number in a heap dump
     * @param owner the thread that owns it exclusively, or null where it is owned by none, or has no single owner
     * @param permits the synchronizer's {@code state}: permits of a semaphore, the count of a latch, holds of a lock
     * @param waiters the ids of the threads that wait for it
     */
    public record Owned(DumpedThread.Lock lock, @Nullable Owner owner, long permits, List<Long> waiters) {

        public Owned {
            waiters = List.copyOf(waiters);
        }
    }

    /**
     * An owner.
     *
     * @param id its {@code tid}
     * @param name its name; empty where it has none
     * @param ended whether it has ended, and so will never release it
     */
    public record Owner(long id, String name, boolean ended) {}
}
