package dev.loomweight.sample;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code Thread.dump_to_file}, as text or JSON, JDK 21 and later: the threads of one moment, virtual ones included.
 *
 * @param stacks the stacks, equal ones together, in the order of the dump
 */
public record ThreadDump(List<Stack> stacks) implements Sample {

    public ThreadDump {
        stacks = List.copyOf(stacks);
    }

    /**
     * The threads that have one stack.
     *
     * @param frames the innermost first; without descriptors and bytecode indexes, which a dump does not have, and of the
     *     modifiers only {@code native}
     * @param virtual whether they are virtual threads
     * @param state their {@link Thread.State}, or null before JDK 25
     * @param onCarrier whether the dump says that they are on a carrier; JSON of JDK 25 and later
     * @param count how many threads
     * @param names some of their names, of those that have one
     * @param extent whether all frames are there
     */
    public record Stack(
            List<Frame> frames,
            boolean virtual,
            @Nullable String state,
            boolean onCarrier,
            long count,
            List<String> names,
            Extent extent) {

        public Stack {
            frames = List.copyOf(frames);
            names = List.copyOf(names);
        }

        /** A complete stack. */
        public Stack(
                List<Frame> frames,
                boolean virtual,
                @Nullable String state,
                boolean onCarrier,
                long count,
                List<String> names) {
            this(frames, virtual, state, onCarrier, count, names, Extent.COMPLETE);
        }

        /** Whether outer frames are missing. */
        public boolean isTruncated() {
            return extent != Extent.COMPLETE;
        }
    }

    /** Whether a dump has all frames of a stack: the JVM stops at {@code -XX:MaxJavaStackTraceDepth}, 1,024 by default. */
    public enum Extent {
        /** The outermost frame is there. */
        COMPLETE,
        /** Outer frames are missing. */
        TRUNCATED,
        /** Outer frames are missing, and nothing else shows whether the threads are virtual: JSON before JDK 25. */
        TRUNCATED_OF_UNKNOWN_KIND
    }
}
