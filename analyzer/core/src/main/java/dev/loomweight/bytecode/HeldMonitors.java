package dev.loomweight.bytecode;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which monitors one frame holds.
 *
 * @param state what could be found out
 * @param monitors in the order in which they were taken; for {@link State#UNKNOWN}, those that it may hold
 * @param uncertainty what is not known; null where nothing is left open. Next to {@link State#HOLDS} it says that the
 * method is
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

    /**
     * Why it cannot be said which monitors a frame holds, or why only part of it can.
     *
     * @param reason in a word, to count and to choose advice by
     * @param text a clause for people that names the class and file; no capital, no full stop
     */
    public record Uncertainty(Reason reason, String text) {

        /** The kinds of uncertainty. */
        public enum Reason {
            /** The class path has no class file of that name. */
            NO_CLASS_FILE,
            /** A class that a program defined as a hidden one; it has no file. */
            HIDDEN_CLASS,
            /** The class file is not what ran: another version, or an agent rewrote it. */
            CLASS_DIFFERS,
            /** The class file has no such method. */
            NO_METHOD,
            /** The class file cannot be read. */
            BROKEN_CLASS,
            /** A native method without {@code synchronized}: only its native code could hold monitors, through JNI. */
            NATIVE,
            /** The recording has no bytecode index for the frame. */
            NO_INDEX,
            /** The paths through the method disagree, or its monitors are not paired. */
            UNDECIDABLE
        }
    }

    /**
     * The frames on all frames of a stack.
     *
     * @param frames one for each frame, the innermost first
     * @param truncated whether outer frames are missing, which may hold monitors too: record with a higher stack depth
     */
    public record StackHolders(List<HeldMonitors> frames, boolean truncated) {

        public StackHolders {
            frames = List.copyOf(frames);
        }

        /** The positions of the frames that hold a monitor, the innermost first. */
        public List<Integer> holding() {
            List<Integer> positions = new ArrayList<>();
            for (int i = 0; i < frames.size(); i++) {
                if (frames.get(i).holds()) {
                    positions.add(i);
                }
            }
            return positions;
        }

        /**
         * The positions of the frames that may hold a monitor, which cannot be decided, the innermost first. Native
         * methods without {@code synchronized} are not among them.
         */
        public List<Integer> undecided() {
            List<Integer> positions = new ArrayList<>();
            for (int i = 0; i < frames.size(); i++) {
                HeldMonitors held = frames.get(i);
                if (held.state() == State.UNKNOWN
                        && held.uncertainty() != null
                        && held.uncertainty().reason() != Uncertainty.Reason.NATIVE) {
                    positions.add(i);
                }
            }
            return positions;
        }

        /** The positions of the frames that may hold a monitor because their class file is missing or is not what ran. */
        public List<Integer> withoutClassFile() {
            List<Integer> positions = new ArrayList<>();
            for (int i = 0; i < frames.size(); i++) {
                Uncertainty uncertainty = frames.get(i).uncertainty();
                if (uncertainty != null && !frames.get(i).isProbable() && lacksClassFile(uncertainty.reason())) {
                    positions.add(i);
                }
            }
            return positions;
        }

        private static boolean lacksClassFile(Uncertainty.Reason reason) {
            return switch (reason) {
                case NO_CLASS_FILE, CLASS_DIFFERS, NO_METHOD, BROKEN_CLASS -> true;
                case HIDDEN_CLASS, NATIVE, NO_INDEX, UNDECIDABLE -> false;
            };
        }

        /** Whether the holders are all holders: no frame is missing, and none is in uncertainty. */
        public boolean complete() {
            for (HeldMonitors held : frames) {
                if (held.uncertainty() != null && held.uncertainty().reason() != Uncertainty.Reason.NATIVE) {
                    return false;
                }
            }
            return !truncated;
        }
    }
}
