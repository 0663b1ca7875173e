package dev.loomweight.input.heap;

import dev.loomweight.capture.DataException;
import dev.loomweight.jvm.Juc;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.LockOwners;
import dev.loomweight.sample.Dumps.LockOwners.Owned;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

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

    private final HeapObjects objects;
    private final HeapThreads threads;
    private final Kind[] kinds;
    // In the order of their addresses.
    private final Map<Integer, Lock> locks = new TreeMap<>();

    private enum Kind {
        THREAD,
        SYNCHRONIZER,
        CONDITION,
        FUTURE,
        BOUND_FUTURE,
        WORKER,
        OTHER
    }

    private static final class Lock {
        private int owner = HeapObjects.NONE;
        private final Set<Long> waiters = new TreeSet<>();
        private final Set<Long> signalled = new TreeSet<>();
        private List<Long> pool = List.of();
    }

    HeapLocks(HeapObjects objects, HeapTypes types) {
        this.objects = objects;
        this.threads = new HeapThreads(objects, types);
        this.kinds = new Kind[types.size()];
        for (int i = 0; i < kinds.length; i++) {
            kinds[i] = kindOf(types.get(i));
        }
    }

    /**
     * Reads them.
     *
     * @param time when the dump was begun
     * @throws DataException if it has no threads, and so is not of a JVM
     */
    LockOwners read(Instant time) {
        List<Integer> queued = new ArrayList<>();
        List<Integer> workers = new ArrayList<>();
        for (int object = 0; object < objects.size(); object++) {
            Kind kind = kind(object);
            if (kind == Kind.THREAD) {
                threads.add(object);
            } else if (kind == Kind.WORKER) {
                workers.add(object);
            } else if (kind != Kind.OTHER && isUsed(object, kind)) {
                queued.add(object);
            }
        }
        if (threads.isEmpty()) {
            throw new DataException("it has no threads");
        }
        threads.eachParked((thread, blocker) -> lock(blocker).waiters.add(threads.id(thread)));
        queued.forEach(this::addQueue);
        threads.eachJoined((thread, latch) -> {
            int sync = objects.reference(latch, Juc.LATCH, "sync");
            if (locks.containsKey(sync)) {
                lock(sync).owner = thread;
            }
        });
        addTasks(workers);
        return new LockOwners(LockOwners.From.HEAP, time, owned(), threads.woken(), List.of());
    }

    private void addTasks(List<Integer> workers) {
        HeapTasks tasks = new HeapTasks(objects, threads);
        workers.forEach(tasks::add);
        tasks.eachResult((result, pool) -> {
            if (locks.containsKey(result)) {
                lock(result).pool = pool;
            }
        });
    }

    private Kind kind(int object) {
        int type = objects.typeNumber(object);
        return type < 0 ? Kind.OTHER : kinds[type];
    }

    // Of the first of the class and those above it that is of one.
    private static Kind kindOf(HeapType of) {
        for (HeapType at = of; at != null; at = at.above()) {
            Kind kind = named(at.name());
            if (kind != Kind.OTHER) {
                return kind;
            }
        }
        return Kind.OTHER;
    }

    private static Kind named(String className) {
        return switch (className) {
            case "java.lang.Thread" -> Kind.THREAD;
            case OWNABLE -> Kind.SYNCHRONIZER;
            case QUEUED + "$ConditionObject", QUEUED_LONG + "$ConditionObject" -> Kind.CONDITION;
            case FUTURE -> Kind.FUTURE;
            case BOUND -> Kind.BOUND_FUTURE;
            case Juc.POOL_WORKER -> Kind.WORKER;
            default -> Kind.OTHER;
        };
    }

    /** Whether a thread owns it or waits for it, by its own fields. */
    private boolean isUsed(int object, Kind kind) {
        return switch (kind) {
            case SYNCHRONIZER ->
                objects.reference(object, OWNABLE, "exclusiveOwnerThread") != HeapObjects.NONE
                        || objects.reference(object, QUEUED, "head") != HeapObjects.NONE
                        || objects.reference(object, QUEUED_LONG, "head") != HeapObjects.NONE;
            case CONDITION -> firstWaiter(object) != HeapObjects.NONE;
            case FUTURE -> objects.reference(object, FUTURE, "waiters") != HeapObjects.NONE;
            case BOUND_FUTURE -> objects.reference(object, COMPLETABLE, "stack") != HeapObjects.NONE;
            case THREAD, WORKER, OTHER -> false;
        };
    }

    private void addQueue(int object) {
        switch (kind(object)) {
            case SYNCHRONIZER -> addSynchronizer(object);
            case CONDITION -> addNodes(object, firstWaiter(object), "nextWaiter");
            case FUTURE -> {
                lock(object).owner = objects.reference(object, FUTURE, "runner");
                addFutureWaiters(object);
            }
            case BOUND_FUTURE -> addSignallers(object);
            case THREAD, WORKER, OTHER -> {}
        }
    }

    private void addSynchronizer(int object) {
        int owner = objects.reference(object, OWNABLE, "exclusiveOwnerThread");
        if (owner != HeapObjects.NONE) {
            lock(object).owner = owner;
        }
        // Of the readers of a lock, it keeps the first alone: where that has all holds, there is no other.
        long reads = Juc.readHolds(name(object), permits(object));
        if (reads > 0 && reads == objects.number(object, READ_WRITE, "firstReaderHoldCount")) {
            lock(object).owner = objects.reference(object, READ_WRITE, "firstReader");
        }
        addNodes(object, objects.reference(object, QUEUED, "head"), "next");
        addNodes(object, objects.reference(object, QUEUED_LONG, "head"), "next");
    }

    private int firstWaiter(int condition) {
        int first = objects.reference(condition, QUEUED + "$ConditionObject", "firstWaiter");
        return first != HeapObjects.NONE
                ? first
                : objects.reference(condition, QUEUED_LONG + "$ConditionObject", "firstWaiter");
    }

    // The waiting thread is in `waiter` since JDK 14, in `thread` before.
    private void addNodes(int lock, int first, String link) {
        walk(first, node -> {
            String type = name(node).startsWith(QUEUED_LONG) ? QUEUED_LONG + "$Node" : QUEUED + "$Node";
            int thread = objects.reference(node, type, "waiter");
            boolean waits =
                    addWaiter(lock, thread != HeapObjects.NONE ? thread : objects.reference(node, type, "thread"));
            // Whoever unparks a thread takes its node's status back; it is set again before a park.
            if (waits && thread != HeapObjects.NONE && objects.number(node, type, "status") == 0) {
                lock(lock).signalled.add(threads.id(thread));
            }
            // A condition's own link is of the subclass.
            int next = objects.reference(node, type, link);
            return next != HeapObjects.NONE ? next : objects.reference(node, name(node), link);
        });
    }

    private void addFutureWaiters(int future) {
        walk(objects.reference(future, FUTURE, "waiters"), node -> {
            addWaiter(future, objects.reference(node, FUTURE + "$WaitNode", "thread"));
            return objects.reference(node, FUTURE + "$WaitNode", "next");
        });
    }

    /** Who waits for a future is parked for an object of its own in the future's stack; a task has a thread for itself. */
    private void addSignallers(int future) {
        int owner = objects.reference(future, BOUND, "thread");
        walk(objects.reference(future, COMPLETABLE, "stack"), completion -> {
            if (name(completion).equals(Juc.SIGNALLER) && locks.containsKey(completion)) {
                lock(completion).owner = owner;
            }
            return objects.reference(completion, COMPLETABLE + "$Completion", "next");
        });
    }

    /** What is done with a node; gives the next. */
    @FunctionalInterface
    private interface Node {
        int visit(int node);
    }

    private static void walk(int first, Node visitor) {
        Set<Integer> seen = new HashSet<>();
        int at = first;
        while (at != HeapObjects.NONE && seen.add(at)) {
            at = visitor.visit(at);
        }
    }

    /** Adds a thread, unless it runs; gives whether it waits. */
    private boolean addWaiter(int lock, int thread) {
        long id = threads.id(thread);
        boolean waits = id != 0 && !threads.isRunning(thread);
        if (waits) {
            lock(lock).waiters.add(id);
        }
        return waits;
    }

    private Lock lock(int object) {
        return locks.computeIfAbsent(object, id -> new Lock());
    }

    /** Its class; empty for an array. */
    private String name(int object) {
        HeapType type = objects.type(object);
        return type == null ? "" : type.name();
    }

    private List<Owned> owned() {
        List<Owned> owned = new ArrayList<>();
        locks.forEach((object, lock) -> {
            LockOwners.@Nullable Owner owner = threads.owner(lock.owner);
            // Whose only thread has left the queue since is no lock that matters.
            if (owner != null || !lock.waiters.isEmpty()) {
                owned.add(new Owned(
                        new DumpedThread.Lock(name(object), Long.toHexString(objects.address(object))),
                        owner,
                        permits(object),
                        List.copyOf(lock.waiters),
                        List.copyOf(lock.signalled),
                        lock.pool));
            }
        });
        return owned;
    }

    private long permits(int object) {
        if (name(object).equals(Juc.SIGNALLER)) {
            // It forgets its thread when it has unparked that.
            return objects.reference(object, Juc.SIGNALLER, "thread") == HeapObjects.NONE ? 1 : 0;
        }
        for (String type : List.of(QUEUED, QUEUED_LONG, STAMPED, FUTURE)) {
            long state = objects.number(object, type, "state");
            if (state != 0) {
                return state;
            }
        }
        return 0;
    }
}
