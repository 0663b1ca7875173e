package dev.loomweight.input.heap;

import dev.loomweight.capture.DataException;
import dev.loomweight.jvm.Juc;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.LockOwners;
import dev.loomweight.sample.Dumps.LockOwners.Owned;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import shark.HeapGraph;
import shark.HeapObject.HeapClass;
import shark.HeapObject.HeapInstance;

/**
 * The locks of a heap dump that threads own or are parked for. Who waits is known twice: by each thread's
 * {@code parkBlocker}, and by the queues of the locks, which have a thread as soon as it has asked.
 */
final class HeapLocks {

    private static final String OWNABLE = Juc.LOCKS + "AbstractOwnableSynchronizer";
    private static final String QUEUED = Juc.SYNCHRONIZER;
    private static final String QUEUED_LONG = Juc.LONG_SYNCHRONIZER;
    private static final String READ_WRITE = Juc.READ_WRITE_LOCK + "$Sync";
    private static final String STAMPED = Juc.STAMPED_LOCK;
    private static final String FUTURE = Juc.FUTURE_TASK;
    private static final String COMPLETABLE = Juc.COMPLETABLE_FUTURE;
    private static final String BOUND = Juc.THREAD_PER_TASK + "$ThreadBoundFuture";

    private final HeapGraph graph;
    private final HeapThreads threads;
    private final Map<Long, Kind> kinds = new HashMap<>();
    private final Map<Long, Lock> locks = new TreeMap<>();

    private enum Kind {
        THREAD,
        SYNCHRONIZER,
        CONDITION,
        FUTURE,
        BOUND_FUTURE,
        OTHER
    }

    private static final class Lock {
        private long owner;
        private final Set<Long> waiters = new TreeSet<>();
    }

    HeapLocks(HeapGraph graph) {
        this.graph = graph;
        this.threads = new HeapThreads(graph);
    }

    /**
     * Reads them.
     *
     * @throws DataException if it has no threads, and so is not of a JVM
     */
    LockOwners read() {
        for (Iterator<HeapClass> all = graph.getClasses().iterator(); all.hasNext(); ) {
            kindOf(all.next());
        }
        List<Long> queued = new ArrayList<>();
        for (Iterator<HeapInstance> all = graph.getInstances().iterator(); all.hasNext(); ) {
            HeapInstance object = all.next();
            Kind kind = kinds.getOrDefault(object.getInstanceClassId(), Kind.OTHER);
            if (kind == Kind.THREAD) {
                threads.add(object);
            } else if (kind != Kind.OTHER && isUsed(object, kind)) {
                queued.add(object.getObjectId());
            }
        }
        if (threads.isEmpty()) {
            throw new DataException("it has no threads");
        }
        threads.eachParked((thread, blocker) -> lock(blocker).waiters.add(threads.id(thread)));
        queued.forEach(this::addQueue);
        threads.eachJoined((thread, latch) -> {
            HeapInstance object = HeapFields.instance(graph, latch);
            long sync = object == null ? 0 : HeapFields.reference(object, Juc.LATCH, "sync");
            if (locks.containsKey(sync)) {
                lock(sync).owner = thread;
            }
        });
        return new LockOwners(LockOwners.From.HEAP, owned());
    }

    // Of the class and those above it, which are decided with it.
    private Kind kindOf(HeapClass of) {
        Kind known = kinds.get(of.getObjectId());
        if (known != null) {
            return known;
        }
        List<HeapClass> path = new ArrayList<>();
        Set<Long> seen = new HashSet<>();
        Kind kind = Kind.OTHER;
        for (HeapClass at = of; at != null && seen.add(at.getObjectId()); at = at.getSuperclass()) {
            path.add(at);
            kind = named(at.getName());
            if (kind != Kind.OTHER || kinds.containsKey(at.getObjectId())) {
                kind = kinds.getOrDefault(at.getObjectId(), kind);
                break;
            }
        }
        for (HeapClass at : path) {
            kinds.put(at.getObjectId(), kind);
        }
        return kind;
    }

    private static Kind named(String className) {
        return switch (className) {
            case "java.lang.Thread" -> Kind.THREAD;
            case OWNABLE -> Kind.SYNCHRONIZER;
            case QUEUED + "$ConditionObject", QUEUED_LONG + "$ConditionObject" -> Kind.CONDITION;
            case FUTURE -> Kind.FUTURE;
            case BOUND -> Kind.BOUND_FUTURE;
            default -> Kind.OTHER;
        };
    }

    /** Whether a thread owns it or waits for it, by its own fields. */
    private boolean isUsed(HeapInstance object, Kind kind) {
        return switch (kind) {
            case SYNCHRONIZER ->
                HeapFields.reference(object, OWNABLE, "exclusiveOwnerThread") != 0
                        || HeapFields.reference(object, QUEUED, "head") != 0
                        || HeapFields.reference(object, QUEUED_LONG, "head") != 0;
            case CONDITION -> firstWaiter(object) != 0;
            case FUTURE -> HeapFields.reference(object, FUTURE, "waiters") != 0;
            case BOUND_FUTURE -> HeapFields.reference(object, COMPLETABLE, "stack") != 0;
            case THREAD, OTHER -> false;
        };
    }

    private void addQueue(long id) {
        HeapInstance object = HeapFields.instance(graph, id);
        if (object == null) {
            return;
        }
        switch (kinds.getOrDefault(object.getInstanceClassId(), Kind.OTHER)) {
            case SYNCHRONIZER -> addSynchronizer(object);
            case CONDITION -> addNodes(id, firstWaiter(object), "nextWaiter");
            case FUTURE -> {
                lock(id).owner = HeapFields.reference(object, FUTURE, "runner");
                addFutureWaiters(id, HeapFields.reference(object, FUTURE, "waiters"));
            }
            case BOUND_FUTURE -> addSignallers(object);
            case THREAD, OTHER -> {}
        }
    }

    private void addSynchronizer(HeapInstance object) {
        long owner = HeapFields.reference(object, OWNABLE, "exclusiveOwnerThread");
        if (owner != 0) {
            lock(object.getObjectId()).owner = owner;
        }
        // Of the readers of a lock, it keeps the first alone: where that has all holds, there is no other.
        long reads = Juc.readHolds(object.getInstanceClassName(), permits(object));
        if (reads > 0 && reads == HeapFields.number(object, READ_WRITE, "firstReaderHoldCount")) {
            lock(object.getObjectId()).owner = HeapFields.reference(object, READ_WRITE, "firstReader");
        }
        addNodes(object.getObjectId(), HeapFields.reference(object, QUEUED, "head"), "next");
        addNodes(object.getObjectId(), HeapFields.reference(object, QUEUED_LONG, "head"), "next");
    }

    private static long firstWaiter(HeapInstance condition) {
        long first = HeapFields.reference(condition, QUEUED + "$ConditionObject", "firstWaiter");
        return first != 0 ? first : HeapFields.reference(condition, QUEUED_LONG + "$ConditionObject", "firstWaiter");
    }

    // The waiting thread is in `waiter` since JDK 14, in `thread` before.
    private void addNodes(long lock, long first, String link) {
        walk(first, node -> {
            String type = nodeType(node);
            long thread = HeapFields.reference(node, type, "waiter");
            addWaiter(lock, thread != 0 ? thread : HeapFields.reference(node, type, "thread"));
            // A condition's own link is of the subclass.
            long next = HeapFields.reference(node, type, link);
            return next != 0 ? next : HeapFields.reference(node, node.getInstanceClassName(), link);
        });
    }

    private static String nodeType(HeapInstance node) {
        return node.getInstanceClassName().startsWith(QUEUED_LONG) ? QUEUED_LONG + "$Node" : QUEUED + "$Node";
    }

    private void addFutureWaiters(long lock, long first) {
        walk(first, node -> {
            addWaiter(lock, HeapFields.reference(node, FUTURE + "$WaitNode", "thread"));
            return HeapFields.reference(node, FUTURE + "$WaitNode", "next");
        });
    }

    /** Who waits for a future is parked for an object of its own in the future's stack; a task has a thread for itself. */
    private void addSignallers(HeapInstance future) {
        long owner = HeapFields.reference(future, BOUND, "thread");
        walk(HeapFields.reference(future, COMPLETABLE, "stack"), completion -> {
            if (completion.getInstanceClassName().equals(COMPLETABLE + "$Signaller")
                    && locks.containsKey(completion.getObjectId())) {
                lock(completion.getObjectId()).owner = owner;
            }
            return HeapFields.reference(completion, COMPLETABLE + "$Completion", "next");
        });
    }

    /** What is done with a node; gives the number of the next, 0 at the end. */
    @FunctionalInterface
    private interface Node {
        long visit(HeapInstance node);
    }

    private void walk(long first, Node visitor) {
        Set<Long> seen = new HashSet<>();
        long at = first;
        while (at != 0 && seen.add(at)) {
            HeapInstance node = HeapFields.instance(graph, at);
            at = node == null ? 0 : visitor.visit(node);
        }
    }

    private void addWaiter(long lock, long thread) {
        long id = threads.id(thread);
        if (id != 0) {
            lock(lock).waiters.add(id);
        }
    }

    private Lock lock(long object) {
        return locks.computeIfAbsent(object, id -> new Lock());
    }

    private List<Owned> owned() {
        List<Owned> owned = new ArrayList<>();
        locks.forEach((id, lock) -> {
            HeapInstance object = HeapFields.instance(graph, id);
            LockOwners.@Nullable Owner owner = threads.owner(lock.owner);
            // Whose only thread has left the queue since is no lock that matters.
            if (object != null && (owner != null || !lock.waiters.isEmpty())) {
                owned.add(new Owned(
                        new DumpedThread.Lock(object.getInstanceClassName(), Long.toHexString(id)),
                        owner,
                        permits(object),
                        List.copyOf(lock.waiters)));
            }
        });
        return owned;
    }

    private static long permits(HeapInstance object) {
        for (String type : List.of(QUEUED, QUEUED_LONG, STAMPED, FUTURE)) {
            long state = HeapFields.number(object, type, "state");
            if (state != 0) {
                return state;
            }
        }
        return 0;
    }
}
