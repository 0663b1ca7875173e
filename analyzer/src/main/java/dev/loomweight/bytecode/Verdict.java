package dev.loomweight.bytecode;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which monitors one frame holds.
 *
 * @param state what could be found out
 * @param monitors in the order in which they were taken; for {@link State#UNKNOWN}, those that it may hold
 * @param doubt what is not known; null where nothing is left open. Next to {@link State#HOLDS} it says that the method is
 *     synchronized for certain, but blocks in it may hold more
 */
public record Verdict(
        State state, List<Monitor> monitors, @Nullable Doubt doubt) {

    /** A frame that holds none. */
    static final Verdict NOTHING = new Verdict(State.NOTHING, List.of(), null);

    /** What is known of a frame. */
    public enum State {
        /** It holds monitors. */
        HOLDS,
        /** It holds none. */
        NOTHING,
        /** It cannot be told; the doubt says why. */
        UNKNOWN
    }

    public Verdict {
        monitors = List.copyOf(monitors);
    }

    /** Exactly these. */
    static Verdict of(List<Monitor> monitors) {
        return monitors.isEmpty() ? NOTHING : new Verdict(State.HOLDS, monitors, null);
    }

    /** Not known, but perhaps these. */
    static Verdict unknown(List<Monitor> perhaps, Doubt doubt) {
        return new Verdict(State.UNKNOWN, perhaps, doubt);
    }

    /** Whether the frame holds a monitor for certain. */
    public boolean holds() {
        return state == State.HOLDS;
    }
}
