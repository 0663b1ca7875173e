package dev.loomweight.threads.judge;

import dev.loomweight.jvm.Juc;
import dev.loomweight.jvm.WaitKind;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.DumpedThread.Lock;
import dev.loomweight.sample.Dumps.LockOwners;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What heap dumps and the agent say of locks, by the lock where they agree with dumps on its name, and by who waits. */
public final class OwnedLocks {

    private static final Comparator<LockOwners> BY_TIME =
            Comparator.comparing(LockOwners::time, Comparator.nullsFirst(Comparator.naturalOrder()));

    /** Nobody has looked at the locks. */
    static final OwnedLocks NONE = new OwnedLocks(List.of(), null);

    private final Map<String, LockOwners.Owned> byLock = new HashMap<>();
    private final Map<Long, LockOwners.Owned> byWaiter = new HashMap<>();
    private final Map<Long, LockOwners.Owned> queued = new HashMap<>();
    private final Set<Long> onConditions = new HashSet<>();
    private final Map<Long, List<Long>> pools = new HashMap<>();
    private final Set<Long> woken = new HashSet<>();
    private final IdentityHashMap<LockOwners.Owned, LockOwners.From> from = new IdentityHashMap<>();
    private final Set<Long> moved = new HashSet<>();
    private boolean isLater;

    /**
     * What several looks at the locks of a process say: of each thread and lock the last.
     *
     * @param since when a dump was taken: what a later look shows otherwise than another has moved meanwhile; null
     *     where that is not known
     */
    public OwnedLocks(List<LockOwners> all, @Nullable Instant since) {
        LockOwners before = null;
        for (LockOwners owners : all.stream().sorted(BY_TIME).toList()) {
            woken.addAll(owners.woken());
            for (LockOwners.Owned owned : owners.locks()) {
                add(owned, owners.from());
            }
            if (since != null && owners.time() != null && !owners.time().isBefore(since)) {
                isLater = true;
                moved.addAll(owners.moved());
                if (before != null) {
                    addMoved(before, owners);
                }
                before = owners;
            }
        }
    }

    private void add(LockOwners.Owned owned, LockOwners.From where) {
        from.put(owned, where);
        if (where == LockOwners.From.AGENT) {
            byLock.put(owned.lock().toString(), owned);
        }
        boolean condition = Juc.isCondition(owned.lock().className());
        owned.waiters().forEach(id -> {
            byWaiter.put(id, owned);
            if (!owned.pool().isEmpty()) {
                pools.put(id, owned.pool());
            }
            if (condition) {
                onConditions.add(id);
            } else {
                queued.put(id, owned);
            }
        });
    }

    /** The threads that wait for another lock, or another owner, in one of two looks. */
    private void addMoved(LockOwners before, LockOwners after) {
        Map<Long, String> waits = waits(before);
        Map<Long, String> now = waits(after);
        waits.forEach((id, wait) -> {
            if (!wait.equals(now.get(id))) {
                moved.add(id);
            }
        });
        now.keySet().stream().filter(id -> !waits.containsKey(id)).forEach(moved::add);
    }

    /** What each thread waits for, as far as the looks agree on how that is called: locks that one thread owns. */
    private static Map<Long, String> waits(LockOwners owners) {
        Map<Long, String> waits = new HashMap<>();
        for (LockOwners.Owned owned : owners.locks()) {
            if (Juc.isLock(owned.lock().className())) {
                LockOwners.Owner owner = owned.owner();
                String wait = owned.lock().className() + " of " + (owner == null ? 0 : owner.id());
                owned.waiters().forEach(id -> waits.put(id, wait));
            }
        }
        return waits;
    }

    /** The ids of threads that have run since the dump. */
    public Set<Long> moved() {
        return moved;
    }

    /**
     * Whether a thread that a dump shows waiting for a lock waits for none when all were looked at later: it has gone on
     * meanwhile.
     */
    public boolean hasGoneOn(Party party, @Nullable Lock lock) {
        String type = lock == null ? party.waiting().typeOf(party.thread().stack()) : lock.className();
        return isLater
                && party.waiting().kind() == WaitKind.LOCK
                && Juc.isLock(type)
                && !byWaiter.containsKey(party.id());
    }

    /** Where an entry is from. */
    public LockOwners.From from(LockOwners.Owned entry) {
        return from.getOrDefault(entry, LockOwners.From.AGENT);
    }

    /** Whether a thread was woken and has no carrier, which a dump must not contradict: one that has begun, and left its own. */
    public boolean hasWoken(Party party) {
        return woken.contains(party.id())
                && party.virtual()
                && !party.mounted()
                && !party.thread().frames().isEmpty();
    }

    /** Of a thread that waits for a task in the queue of a pool, the threads of that pool; empty where that is not known. */
    public List<Long> poolOfTask(Party party) {
        return party.waiting().kind() == WaitKind.TASK ? pools.getOrDefault(party.id(), List.of()) : List.of();
    }

    /** What a thread that was woken has waited for, or null where that is not known. */
    public LockOwners.@Nullable Owned waitedFor(Party party) {
        return byWaiter.get(party.id());
    }

    /**
     * Whether a thread that stands in a wait for a condition waits for the lock of that since: it is in the queue of the lock, as
     * a consumer of a queue that has an element is.
     */
    boolean isForLock(Party party) {
        WaitKind kind = party.waiting().kind();
        return (kind == WaitKind.CONDITION || kind == WaitKind.WORK || kind == WaitKind.ROOM)
                && onConditions.contains(party.id())
                && queued.containsKey(party.id());
    }

    /** The lock that a thread waits for, if the thread waits for a synchronizer, or null. */
    public LockOwners.@Nullable Owned of(DumpedThread thread, WaitKind kind) {
        if ((kind != WaitKind.LOCK && !kind.isSignal()) || kind == WaitKind.NOTIFY) {
            return null;
        }
        if (kind == WaitKind.LOCK && onConditions.contains(thread.id()) && queued.containsKey(thread.id())) {
            return queued.get(thread.id());
        }
        DumpedThread.Lock lock = thread.locks().awaited(kind);
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
