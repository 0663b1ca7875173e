package dev.loomweight.bytecode;

import dev.loomweight.bytecode.HeldMonitors.State;
import java.util.ArrayList;
import java.util.List;

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
