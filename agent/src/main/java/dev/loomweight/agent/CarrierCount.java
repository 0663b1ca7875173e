package dev.loomweight.agent;

import dev.loomweight.jvm.CarrierNames;
import org.jspecify.annotations.Nullable;

/** How many carriers this JVM has now: threads of a group that only carriers and their helpers are in. */
final class CarrierCount {

    /** Stands for a number that is not known. */
    static final int UNKNOWN = -1;

    private @Nullable ThreadGroup carriers;

    /** How many there are now; none before the first virtual thread ran, {@link #UNKNOWN} where that may not be seen. */
    int now() {
        try {
            ThreadGroup group = carriers == null ? CarrierNames.group() : carriers;
            carriers = group;
            return group == null ? 0 : count(group);
        } catch (SecurityException e) {
            // A security manager, which JDKs before 24 can have.
            return UNKNOWN;
        }
    }

    private static int count(ThreadGroup group) {
        Thread[] threads = new Thread[32];
        int found = group.enumerate(threads, false);
        while (found == threads.length) {
            threads = new Thread[2 * found];
            found = group.enumerate(threads, false);
        }
        int count = 0;
        for (int i = 0; i < found; i++) {
            count += CarrierNames.isWorker(threads[i].getName()) ? 1 : 0;
        }
        return count;
    }
}
