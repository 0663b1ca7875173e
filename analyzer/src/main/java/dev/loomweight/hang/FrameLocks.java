package dev.loomweight.hang;

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
     * A monitor or another resource, as class files name it.
     *
     * @param name what it is in the words of the source, such as {@code Orders.LOCK} or {@code this of Orders}; the same
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
     * @param initializing the names of the classes whose initialization the innermost frame may be waiting for
     */
    record Known(List<MayHold> held, List<Named> entering, List<String> initializing) {

        /** Nothing is known. */
        public static final Known NOTHING = new Known(List.of(), List.of(), List.of());

        public Known {
            held = List.copyOf(held);
            entering = List.copyOf(entering);
            initializing = List.copyOf(initializing);
        }
    }
}
