package dev.loomweight.agent;

import dev.loomweight.jvm.CarrierNames;
import java.util.Arrays;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The carriers that this JVM has now: threads of a group that only carriers and their helpers are in. */
final class CarrierCount {

    /** Stands for a number that is not known. */
    static final int UNKNOWN = -1;

    private @Nullable ThreadGroup carriers;

    /** The group, which is made with the scheduler of virtual threads; null before that. */
    @Nullable
    ThreadGroup group() {
        ThreadGroup found = carriers == null ? CarrierNames.group() : carriers;
        carriers = found;
        return found;
    }

    /** How many there are now; none before the first virtual thread ran, {@link #UNKNOWN} where that may not be seen. */
    int now() {
        try {
            ThreadGroup group = group();
            return group == null
                    ? 0
                    : (int) threads(group)
                            .filter(thread -> CarrierNames.isWorker(thread.getName()))
                            .count();
        } catch (SecurityException e) {
            // A security manager, which JDKs before 24 can have.
            return UNKNOWN;
        }
    }

    /** All threads of a group. */
    static Stream<Thread> threads(ThreadGroup group) {
        Thread[] threads = new Thread[32];
        int found = group.enumerate(threads, false);
        while (found == threads.length) {
            threads = new Thread[2 * found];
            found = group.enumerate(threads, false);
        }
        return Arrays.stream(threads, 0, found);
    }
}
