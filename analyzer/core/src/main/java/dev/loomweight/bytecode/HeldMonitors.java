package dev.loomweight.bytecode;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which monitors one frame holds.
 *
 * @param state what could be found out
 * @param monitors in the order in which they were taken; for {@link State#UNKNOWN}, those that it may hold
 * @param uncertainty what is not known; null where nothing is left open. Next to {@link State#HOLDS} it says that the method is
 *     synchronized for certain, but blocks in it may hold more; next to {@link State#PROBABLY}, why it is not certain
 */
public record HeldMonitors(
        State state, List<Monitor> monitors, @Nullable Uncertainty uncertainty) {

    /** A frame that holds none. */
    static final HeldMonitors NOTHING = new HeldMonitors(State.NOTHING, List.of(), null);

    /** What is known of a frame. */
    public enum State {
        /** It holds monitors. */
        HOLDS,
        /** It holds monitors, as its line shows in a class file that is not the one that ran. */
        PROBABLY,
        /** It holds none. */
        NOTHING,
        /** It cannot be decided; the uncertainty says why. */
        UNKNOWN
    }

    public HeldMonitors {
        monitors = List.copyOf(monitors);
    }

    /** Exactly these. */
    static HeldMonitors of(List<Monitor> monitors) {
        return monitors.isEmpty() ? NOTHING : new HeldMonitors(State.HOLDS, monitors, null);
    }

    /** Not known, but perhaps these. */
    static HeldMonitors unknown(List<Monitor> perhaps, Uncertainty uncertainty) {
        return new HeldMonitors(State.UNKNOWN, perhaps, uncertainty);
    }

    /** Whether the frame holds a monitor, for certain or probably. */
    public boolean holds() {
        return state == State.HOLDS || state == State.PROBABLY;
    }

    /** Whether only its line shows which. */
    public boolean isProbable() {
        return state == State.PROBABLY;
    }
}
