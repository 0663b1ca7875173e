package dev.loomweight.memory.reconcile;

import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.StackTrace;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Where each thread of a dump stood, by its id: what a heap dump of the same process does not have before JDK 22. */
public final class StandingThreads {

    private final Map<Long, StackTrace> stacks = new HashMap<>();
    private final Map<String, StackTrace> platform = new HashMap<>();

    /** The threads of a dump that have an id and a stack. */
    static StandingThreads of(DumpedThreads dump) {
        StandingThreads threads = new StandingThreads();
        // Equal stacks share one list of frames.
        IdentityHashMap<List<Frame>, StackTrace> known = new IdentityHashMap<>();
        for (DumpedThread thread : dump.threads()) {
            if (thread.id() != 0 && !thread.frames().isEmpty()) {
                StackTrace stack = known.computeIfAbsent(thread.frames(), frames -> new StackTrace(frames, false));
                threads.stacks.put(thread.id(), stack);
                if (!thread.isVirtual()) {
                    threads.platform.put(StackSizes.nameInMap(thread.name()), stack);
                }
            }
        }
        return threads;
    }

    /** How many there are. */
    public int size() {
        return stacks.size();
    }

    /** The stack of a thread, or null where the dump has none of that id. */
    public @Nullable StackTrace stackOf(long id) {
        return stacks.get(id);
    }

    /** Goes through the threads: each one's id, and its stack, one object for all that are equal. */
    public void forEach(BiConsumer<Long, StackTrace> to) {
        stacks.forEach(to);
    }

    /** The stack of a platform thread by its name in System.map, or null. */
    public @Nullable StackTrace stackOf(String name) {
        return platform.get(name);
    }
}
