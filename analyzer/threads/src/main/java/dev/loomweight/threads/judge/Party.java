package dev.loomweight.threads.judge;

import dev.loomweight.jvm.ThreadFacts;
import dev.loomweight.jvm.ThreadWait;
import dev.loomweight.jvm.WaitKind;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Frame;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * A thread of a moment and how it waits.
 *
 * @param index its place in the graph
 * @param thread as the dumps have it
 * @param waiting how it waits
 * @param mounted whether it is a virtual thread that has a carrier
 */
public record Party(int index, DumpedThread thread, ThreadWait waiting, boolean mounted) {

    /**
     * Makes parties. Threads with one stack, of which the dump shows the same besides their names, wait alike: that is decided
     * once.
     */
    public static final class Maker {
        private final IdentityHashMap<List<Frame>, Map<ThreadFacts, ThreadWait>> waits = new IdentityHashMap<>();

        /** Of a moment's thread. */
        public Party of(int index, DumpedThread thread) {
            ThreadFacts facts = thread.facts().withoutName();
            ThreadWait waiting = waits.computeIfAbsent(thread.frames(), unused -> new HashMap<>(2))
                    .computeIfAbsent(facts, each -> ThreadWait.of(thread.stack(), each));
            return new Party(index, thread, waiting, facts.isMounted(thread.stack()));
        }
    }

    /** Whether it is a carrier with a virtual thread. */
    public boolean isCarrying() {
        return thread.facts().isCarrying(thread.stack());
    }

    /**
     * Whether it is in native code of which the dump does not show what it does. It runs, and if the method is synchronized, it
     * holds the monitor: it does not wait for that.
     */
    public boolean inNative() {
        return waiting.kind() == WaitKind.NONE
                && thread.stack().size() > 0
                && thread.stack().isNative(0)
                && !isCarrying();
    }

    /** Whether it is virtual. */
    public boolean virtual() {
        return thread.isVirtual();
    }

    /** Its tid. */
    public long id() {
        return thread.id();
    }
}
