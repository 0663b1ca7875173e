package dev.loomweight.sample;

import org.jspecify.annotations.Nullable;

/** Which threads of a recording are carriers: those of a group that no other thread is in, and that are numbered. */
final class Carriers {

    /** Stands for the number of a thread that is no carrier. */
    static final long NONE = -1;

    // jdk.internal.misc.CarrierThread
    private static final String GROUP = "CarrierThreads";
    // java.util.concurrent.ForkJoinPool numbers the threads of each pool; what has another name in the group helps it.
    private static final String WORKER = "-worker-";

    private Carriers() {}

    /** The carrier's number, or {@link #NONE} where the thread in that field is no carrier. */
    static long numberOf(EventView event, String field) {
        ThreadRef thread = event.has(field) ? event.thread(field) : null;
        if (thread == null || thread.virtual()) {
            return NONE;
        }
        String name = thread.name();
        int at = name.lastIndexOf(WORKER);
        return at < 0 || !GROUP.equals(event.value(field + ".group.name")) ? NONE : number(name, at + WORKER.length());
    }

    /**
     * The thread in that field, if it is a virtual thread or a carrier: one of many, so that it has a name only where it is
     * a carrier or one of the JDK's own. Null for all others.
     */
    static @Nullable ThreadRef runningIn(EventView event, String field) {
        ThreadRef thread = event.oneOfMany(field);
        return thread == null || thread.virtual() || isCarrier(event, field, thread) ? thread : null;
    }

    private static boolean isCarrier(EventView event, String field, ThreadRef thread) {
        return thread.name().contains(WORKER) && GROUP.equals(event.value(field + ".group.name"));
    }

    private static long number(String name, int from) {
        try {
            long number = Long.parseLong(name, from, name.length(), 10);
            return number > 0 ? number : NONE;
        } catch (NumberFormatException e) {
            return NONE;
        }
    }
}
