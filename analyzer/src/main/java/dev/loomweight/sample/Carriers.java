package dev.loomweight.sample;

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
        return at < 0 || !GROUP.equals(event.value(field + ".group.name"))
                ? NONE
                : number(name, at + WORKER.length());
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
