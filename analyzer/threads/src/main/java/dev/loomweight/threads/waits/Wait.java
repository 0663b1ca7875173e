package dev.loomweight.threads.waits;

import dev.loomweight.jvm.Juc;
import dev.loomweight.jvm.ThreadWait;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.DumpedThread.Lock;
import org.jspecify.annotations.Nullable;

/**
 * What one thread of a dump does, by its state where the dump has states, by what it is parked for, and by the frames
 * of the JDK in which it waits.
 *
 * @param kind what it does
 * @param lock the class of what it waits for, as people name it: of a {@code ReentrantLock$NonfairSync} the lock; empty
 *     where it is not known, or it waits for nothing
 * @param identity what identifies that object; null where the dump does not show it
 * @param frame the innermost frame outside of the machinery of waiting
 */
public record Wait(Doing kind, String lock, @Nullable String identity, int frame) {

    /** What a thread does. */
    public static Wait of(DumpedThread thread) {
        ThreadWait wait = thread.waits();
        boolean stated = thread.state() != null || thread.locks().blockedOn() != null;
        Doing kind = Doing.of(wait, stated);
        Lock lock = lock(thread, wait);
        return switch (kind) {
            case INITIALIZATION -> new Wait(kind, String.valueOf(thread.locks().initializing()), null, 0);
            // Other threads are in line for the same.
            case MONITOR, LOCK, PERMIT -> {
                String type = lock != null
                        ? Juc.lockOf(lock.className())
                        : kind == Doing.MONITOR ? "" : wait.typeOf(thread.stack());
                yield new Wait(kind, type, lock == null ? null : lock.identity(), wait.frame());
            }
            case POOL ->
                new Wait(kind, wait.typeOf(thread.stack()), lock == null ? null : lock.identity(), wait.frame());
            default -> new Wait(kind, "", null, wait.frame());
        };
    }

    /** That a thread is ready and has no carrier. */
    static Wait ready() {
        return new Wait(Doing.READY, "", null, 0);
    }

    private static @Nullable Lock lock(DumpedThread thread, ThreadWait wait) {
        return switch (wait.kind()) {
            case MONITOR, LOADER -> thread.locks().blockedOn();
            case POOL ->
                thread.locks().parkBlocker() == null
                        ? thread.locks().waitingOn()
                        : thread.locks().parkBlocker();
            // What a condition is parked for is the condition, and afterwards its lock.
            case LOCK, SEMAPHORE ->
                isCondition(thread.locks().parkBlocker())
                        ? null
                        : thread.locks().parkBlocker();
            default -> null;
        };
    }

    private static boolean isCondition(@Nullable Lock blocker) {
        return blocker != null
                && (blocker.className().equals(Juc.CONDITION)
                        || blocker.className().equals(Juc.LONG_CONDITION));
    }
}
