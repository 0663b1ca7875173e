package dev.loomweight.threads.waits;

import dev.loomweight.jvm.Juc;
import dev.loomweight.jvm.ThreadWait;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.DumpedThread.Lock;
import dev.loomweight.threads.judge.Party;
import org.jspecify.annotations.Nullable;

/**
 * What one thread of a dump does, as the profile counts it.
 *
 * @param kind what it does
 * @param lock the class of what it waits for, as people name it: of a {@code ReentrantLock$NonfairSync} the lock; empty
 *     where it is not known, or it waits for nothing
 * @param identity what identifies that object; null where the dump does not show it
 * @param frame the innermost frame outside of the machinery of waiting
 */
public record Wait(Doing kind, String lock, @Nullable String identity, int frame) {

    /** What a thread does. */
    public static Wait of(Party party) {
        DumpedThread thread = party.thread();
        ThreadWait wait = party.waiting();
        Doing kind = Doing.of(party.state(), wait.kind());
        Lock lock = thread.locks().awaited(wait.kind());
        String identity = lock == null ? null : lock.identity();
        return switch (kind) {
            case READY -> new Wait(kind, "", null, 0);
            case INITIALIZATION -> new Wait(kind, String.valueOf(thread.locks().initializing()), null, 0);
            // Other threads are in line for the same.
            case MONITOR, LOCK, PERMIT -> {
                String type = lock != null
                        ? Juc.lockOf(lock.className())
                        : kind == Doing.MONITOR ? "" : wait.typeOf(thread.stack());
                yield new Wait(kind, type, identity, wait.frame());
            }
            case POOL -> new Wait(kind, wait.typeOf(thread.stack()), identity, wait.frame());
            default -> new Wait(kind, "", null, wait.frame());
        };
    }
}
