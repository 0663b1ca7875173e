package dev.loomweight.hang;

import dev.loomweight.jvm.ThreadWait;
import dev.loomweight.sample.Dumps.DumpedThread;

/**
 * A thread of a moment and how it waits.
 *
 * @param index its place in the graph
 * @param thread as the dumps have it
 * @param waiting how it waits
 * @param mounted whether it is a virtual thread that has a carrier
 */
record Party(int index, DumpedThread thread, ThreadWait waiting, boolean mounted) {

    /** Of a moment's thread. */
    static Party of(int index, DumpedThread thread) {
        return new Party(index, thread, thread.waits(), thread.facts().isMounted(thread.stack()));
    }

    /** Whether it is a carrier with a virtual thread. */
    boolean isCarrying() {
        return thread.facts().isCarrying(thread.stack());
    }

    /** Whether it is virtual. */
    boolean virtual() {
        return thread.isVirtual();
    }

    /** Its tid. */
    long id() {
        return thread.id();
    }
}
