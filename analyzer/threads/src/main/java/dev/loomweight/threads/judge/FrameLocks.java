package dev.loomweight.threads.judge;

import dev.loomweight.jvm.JvmNames;
import dev.loomweight.jvm.ThreadWait;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Frame;
import java.util.List;

/**
 * What frames hold and wait for, where a dump does not say so: by class files. A dump has lines and no bytecode indexes, so
 * the answer is a set of candidates. A door to whoever can read class files; without them, nothing is known.
 */
@FunctionalInterface
public interface FrameLocks {

    /** No class files: nothing is known. */
    FrameLocks NONE = frames -> Known.NOTHING;

    /**
     * The locks of one stack.
     *
     * @param frames the innermost first, as a dump has them
     */
    Known of(List<Frame> frames);

    /**
     * The threads that wait for another thread's initialization of a class, which most dumps do not show.
     *
     * @param threads all threads of a moment
     */
    default List<Initialization> initializations(List<DumpedThread> threads) {
        return List.of();
    }

    /**
     * Whether a wait ends by itself after a time, where its frames alone do not show it.
     *
     * @param frames the innermost first
     * @param from the frame that called {@code Object.wait} or {@code Thread.join}
     */
    default ThreadWait.Limit limit(List<Frame> frames, int from) {
        return ThreadWait.Limit.UNKNOWN;
    }

    /**
     * The frame that people know as the place of a stack: the innermost of the application's own code.
     *
     * @param frames the innermost first; not empty
     * @param from a frame of a library, from which on outwards is looked
     * @return its index; that of the outermost frame of the library where nothing else called it
     */
    default int placeIn(List<Frame> frames, int from) {
        String library = FrameLocks.library(frames.get(from).className());
        for (int i = from; i < frames.size(); i++) {
            String type = frames.get(i).className();
            if (!JvmNames.isJdk(type) && !type.startsWith(library)) {
                return i;
            }
        }
        return from;
    }

    /** What the names of the classes of a library begin with, by one of them: at most three parts of its package. */
    static String library(String className) {
        int end = 0;
        for (int parts = 0; parts < 3; parts++) {
            int dot = className.indexOf('.', end);
            if (dot < 0) {
                break;
            }
            end = dot + 1;
        }
        return end == 0 ? className : className.substring(0, end);
    }

    /** Whether code of the application's own is on a stack, as far as that can be known. */
    default boolean hasOwn(List<Frame> frames) {
        return frames.stream().anyMatch(frame -> !frame.isJdk());
    }

    /**
     * A thread that stands at an instruction that needs a class which another thread initializes.
     *
     * @param thread its id
     * @param type the class, in Java's notation
     * @param owner the id of the thread that initializes it
     * @param depth the frame of that thread that does, 0 for the innermost
     * @param certain whether a {@code <clinit>} frame shows it; else that thread needs a subclass
     */
    record Initialization(long thread, String type, long owner, int depth, boolean certain) {}

    /**
     * A monitor or another resource, as class files name it.
     *
     * @param name what it is in the words of the source, such as {@code com.acme.Orders.LOCK} or {@code this of com.acme.Orders}; the same
     *     for the same expression
     * @param one whether everything of that name is one object: a static field that is written once, a class. Otherwise it
     *     can be another object in each thread
     */
    record Named(String name, boolean one) {}

    /**
     * A monitor that a frame may hold.
     *
     * @param depth the place of the frame, 0 for the innermost
     * @param lock which
     * @param certain whether the frame holds it for sure, wherever in the line it is
     */
    record MayHold(int depth, Named lock, boolean certain) {}

    /**
     * What is known of a stack.
     *
     * @param held what it may hold
     * @param entering the monitors that the innermost frame may be waiting to enter; empty where the line enters none
     */
    record Known(List<MayHold> held, List<Named> entering) {

        /** Nothing is known. */
        public static final Known NOTHING = new Known(List.of(), List.of());

        public Known {
            held = List.copyOf(held);
            entering = List.copyOf(entering);
        }
    }
}
