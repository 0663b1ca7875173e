package dev.loomweight.bytecode;

import dev.loomweight.bytecode.HeldMonitors.State;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;

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
        return positions(HeldMonitors::holds);
    }

    /**
     * The positions of the frames that may hold a monitor, which cannot be decided, the innermost first. Native
     * methods without {@code synchronized} are not among them.
     */
    public List<Integer> undecided() {
        return positions(held -> held.state() == State.UNKNOWN
                && held.uncertainty() != null
                && held.uncertainty().reason() != Uncertainty.Reason.NATIVE);
    }

    /** The positions of the frames that may hold a monitor because their class file is missing or is not what ran. */
    public List<Integer> withoutClassFile() {
        return positions(held -> held.uncertainty() != null
                && switch (held.uncertainty().reason()) {
                    case NO_CLASS_FILE, CLASS_DIFFERS, NO_METHOD, BROKEN_CLASS -> true;
                    case HIDDEN_CLASS, NATIVE, NO_INDEX, UNDECIDABLE -> false;
                });
    }

    /** Whether the holders are all holders: no frame is missing, and none is in uncertainty. */
    public boolean complete() {
        return !truncated
                && frames.stream()
                        .allMatch(held ->
                                held.uncertainty() == null || held.uncertainty().reason() == Uncertainty.Reason.NATIVE);
    }

    private List<Integer> positions(Predicate<HeldMonitors> which) {
        return IntStream.range(0, frames.size())
                .filter(i -> which.test(frames.get(i)))
                .boxed()
                .toList();
    }
}
