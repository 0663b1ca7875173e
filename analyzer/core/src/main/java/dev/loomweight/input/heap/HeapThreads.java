package dev.loomweight.input.heap;

import dev.loomweight.jvm.VirtualThreads;
import dev.loomweight.sample.Dumps.LockOwners;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The threads of a heap dump, by their objects. */
final class HeapThreads {

    private static final String THREAD = "java.lang.Thread";
    private static final String VIRTUAL = VirtualThreads.CLASS;
    // jdk.internal.misc.VM: JVMTI_THREAD_STATE_TERMINATED.
    private static final long TERMINATED_STATUS = 0x2;
    // java.lang.VirtualThread.TERMINATED.
    private static final long TERMINATED_STATE = 99;

    private final HeapObjects objects;
    private final Set<Long> wokenStates;
    private final Set<Long> runningStates;
    private final Map<Integer, Known> threads = new HashMap<>();

    /**
     * A thread.
     *
     * @param name the string that is its name; read where it is needed
     * @param blocker what it is parked for
     * @param termination the latch that its end counts down, for those who join it
     * @param state of a virtual thread its state, else 0
     */
    private record Known(long id, int name, boolean ended, int blocker, int termination, long state) {}

    HeapThreads(HeapObjects objects, HeapTypes types) {
        this.objects = objects;
        this.wokenStates = types.constants(VIRTUAL, VirtualThreads.WOKEN);
        this.runningStates = types.constants(VIRTUAL, VirtualThreads.RUNNING);
    }

    void add(int thread) {
        HeapType type = objects.type(thread);
        boolean virtual = type != null && type.name().equals(VIRTUAL);
        long id = objects.number(thread, THREAD, "tid");
        long state = virtual ? objects.number(thread, VIRTUAL, VirtualThreads.STATE) : 0;
        threads.put(
                thread,
                new Known(
                        id,
                        objects.reference(thread, THREAD, "name"),
                        virtual ? state == TERMINATED_STATE : hasEnded(thread),
                        objects.reference(thread, THREAD, "parkBlocker"),
                        virtual ? objects.reference(thread, VIRTUAL, "termination") : HeapObjects.NONE,
                        state));
    }

    // A field of the thread before JDK 19.
    private boolean hasEnded(int thread) {
        int holder = objects.reference(thread, THREAD, "holder");
        long status = holder == HeapObjects.NONE
                ? objects.number(thread, THREAD, "threadStatus")
                : objects.number(holder, "java.lang.Thread$FieldHolder", "threadStatus");
        return (status & TERMINATED_STATUS) != 0;
    }

    /** The id of a thread ({@code tid}), or 0 where that is no thread. */
    long id(int object) {
        Known thread = threads.get(object);
        return thread == null ? 0 : thread.id;
    }

    boolean isAlive(int object) {
        Known thread = threads.get(object);
        return thread != null && !thread.ended;
    }

    /** Whether it is a virtual thread that had a carrier and ran: it waits for nothing, whatever it is queued for. */
    boolean isRunning(int object) {
        Known thread = threads.get(object);
        return thread != null && runningStates.contains(thread.state);
    }

    /** A thread as an owner; null where that is no thread. */
    LockOwners.@Nullable Owner owner(int object) {
        Known thread = threads.get(object);
        return thread == null
                ? null
                : new LockOwners.Owner(thread.id, HeapStrings.name(objects, thread.name), thread.ended);
    }

    /** Takes a thread and an object that belongs to it. */
    @FunctionalInterface
    interface Pairs {
        void accept(int thread, int object);
    }

    /** Passes on every thread that is parked, with what it is parked for. */
    void eachParked(Pairs to) {
        threads.forEach((object, thread) -> {
            if (thread.blocker != HeapObjects.NONE && !thread.ended && !isRunning(object)) {
                to.accept(object, thread.blocker);
            }
        });
    }

    /** Passes on every virtual thread that others join, with the latch that they wait for. */
    void eachJoined(Pairs to) {
        threads.forEach((object, thread) -> {
            if (thread.termination != HeapObjects.NONE) {
                to.accept(object, thread.termination);
            }
        });
    }

    /** The ids of the virtual threads that were woken and have no carrier, in their order. */
    List<Long> woken() {
        return threads.values().stream()
                .filter(thread -> wokenStates.contains(thread.state))
                .map(Known::id)
                .sorted()
                .toList();
    }

    boolean isEmpty() {
        return threads.isEmpty();
    }
}
