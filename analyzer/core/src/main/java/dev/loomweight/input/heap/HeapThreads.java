package dev.loomweight.input.heap;

import dev.loomweight.jvm.VirtualThreads;
import dev.loomweight.sample.Dumps.LockOwners;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import shark.HeapGraph;
import shark.HeapObject.HeapInstance;

/** The threads of a heap dump, by the numbers of their objects. */
final class HeapThreads {

    private static final String THREAD = "java.lang.Thread";
    private static final String VIRTUAL = VirtualThreads.CLASS;
    // jdk.internal.misc.VM: JVMTI_THREAD_STATE_TERMINATED.
    private static final long TERMINATED_STATUS = 0x2;
    // java.lang.VirtualThread.TERMINATED.
    private static final long TERMINATED_STATE = 99;

    private final HeapGraph graph;
    private final Map<Long, Known> threads = new HashMap<>();

    /**
     * A thread.
     *
     * @param name the number of the string that is its name; read where it is needed
     * @param blocker the number of what it is parked for, or 0
     * @param termination the number of the latch that its end counts down, for those who join it, or 0
     */
    private record Known(long id, long name, boolean ended, long blocker, long termination) {}

    HeapThreads(HeapGraph graph) {
        this.graph = graph;
    }

    void add(HeapInstance thread) {
        boolean virtual = thread.getInstanceClassName().equals(VIRTUAL);
        long id = HeapFields.number(thread, THREAD, "tid");
        threads.put(
                thread.getObjectId(),
                new Known(
                        id,
                        HeapFields.reference(thread, THREAD, "name"),
                        virtual ? hasEndedVirtual(thread) : hasEnded(thread),
                        HeapFields.reference(thread, THREAD, "parkBlocker"),
                        virtual ? HeapFields.reference(thread, VIRTUAL, "termination") : 0));
    }

    private static boolean hasEndedVirtual(HeapInstance thread) {
        return HeapFields.number(thread, VIRTUAL, "state") == TERMINATED_STATE;
    }

    // A field of the thread before JDK 19.
    private boolean hasEnded(HeapInstance thread) {
        HeapInstance holder = HeapFields.instance(graph, HeapFields.reference(thread, THREAD, "holder"));
        long status = holder == null
                ? HeapFields.number(thread, THREAD, "threadStatus")
                : HeapFields.number(holder, "java.lang.Thread$FieldHolder", "threadStatus");
        return (status & TERMINATED_STATUS) != 0;
    }

    /** The id of a thread ({@code tid}), or 0 where that is no thread. */
    long id(long object) {
        Known thread = threads.get(object);
        return thread == null ? 0 : thread.id;
    }

    /** A thread as an owner; null where that is no thread. */
    LockOwners.@Nullable Owner owner(long object) {
        Known thread = threads.get(object);
        return thread == null
                ? null
                : new LockOwners.Owner(thread.id, HeapFields.name(graph, thread.name), thread.ended);
    }

    /** Takes a thread and an object that belongs to it. */
    @FunctionalInterface
    interface Pairs {
        void accept(long thread, long object);
    }

    /** Passes on every thread that is parked, with what it is parked for. */
    void eachParked(Pairs to) {
        threads.forEach((object, thread) -> {
            if (thread.blocker != 0 && !thread.ended) {
                to.accept(object, thread.blocker);
            }
        });
    }

    /** Passes on every virtual thread that others join, with the latch that they wait for. */
    void eachJoined(Pairs to) {
        threads.forEach((object, thread) -> {
            if (thread.termination != 0) {
                to.accept(object, thread.termination);
            }
        });
    }

    boolean isEmpty() {
        return threads.isEmpty();
    }
}
