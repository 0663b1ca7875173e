package dev.loomweight.threads.hang;

import dev.loomweight.jvm.Juc;
import dev.loomweight.jvm.WaitKind;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.LockOwners;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What heap dumps and the agent say of locks, by the lock where they agree with dumps on its name, and by who waits. */
final class OwnedLocks {

    private final Map<String, LockOwners.Owned> byLock = new HashMap<>();
    private final Map<Long, LockOwners.Owned> byWaiter = new HashMap<>();
    private final Map<Long, LockOwners.Owned> queued = new HashMap<>();
    private final Set<Long> onConditions = new HashSet<>();
    private final Set<Long> woken = new HashSet<>();
    private final LockOwners.From from;

    OwnedLocks(List<LockOwners> all) {
        for (LockOwners owners : all) {
            woken.addAll(owners.woken());
            for (LockOwners.Owned owned : owners.locks()) {
                if (owners.from() == LockOwners.From.AGENT) {
                    byLock.put(owned.lock().toString(), owned);
                }
                boolean condition = Juc.isCondition(owned.lock().className());
                owned.waiters().forEach(id -> {
                    byWaiter.put(id, owned);
                    if (condition) {
                        onConditions.add(id);
                    } else {
                        queued.put(id, owned);
                    }
                });
            }
        }
        from = all.isEmpty() ? LockOwners.From.AGENT : all.getLast().from();
    }

    /** Where the last of them are from. */
    LockOwners.From from() {
        return from;
    }

    /** Whether a thread was woken and has no carrier, which a dump must not contradict: one that has begun, and left its own. */
    boolean hasWoken(Party party) {
        return woken.contains(party.id())
                && party.virtual()
                && !party.mounted()
                && !party.thread().frames().isEmpty();
    }

    /** What a thread that was woken has waited for, or null where that is not known. */
    LockOwners.@Nullable Owned waitedFor(Party party) {
        return byWaiter.get(party.id());
    }

    /**
     * The lock of a condition for which a thread is parked that has been signalled: it waits for the lock since. Null where it has
     * not been, or that is not known.
     */
    LockOwners.@Nullable Owned ofSignalled(Party party) {
        WaitKind kind = party.waiting().kind();
        return (kind == WaitKind.CONDITION || kind == WaitKind.WORK || kind == WaitKind.ROOM)
                        && onConditions.contains(party.id())
                ? queued.get(party.id())
                : null;
    }

    /** The lock that a thread waits for, if the thread waits for a synchronizer, or null. */
    LockOwners.@Nullable Owned of(DumpedThread thread, WaitKind kind) {
        if ((kind != WaitKind.LOCK && !kind.isSignal()) || kind == WaitKind.NOTIFY) {
            return null;
        }
        DumpedThread.Lock lock = kind == WaitKind.JOIN && thread.locks().waitingOn() != null
                ? thread.locks().waitingOn()
                : thread.locks().parkBlocker();
        LockOwners.Owned named = lock == null ? null : byLock.get(lock.toString());
        if (named != null) {
            return named;
        }
        LockOwners.Owned waited = byWaiter.get(thread.id());
        return waited != null
                        && (lock == null
                                || lock.className().equals(waited.lock().className()))
                ? waited
                : null;
    }
}
