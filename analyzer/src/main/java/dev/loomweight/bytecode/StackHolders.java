package dev.loomweight.bytecode;

import dev.loomweight.bytecode.Verdict.State;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * The verdicts on all frames of a stack.
 *
 * @param verdicts one for each frame, the innermost first
 * @param truncated whether outer frames are missing, which may hold monitors too: record with a higher stack depth
 */
public record StackHolders(List<Verdict> verdicts, boolean truncated) {

    public StackHolders {
        verdicts = List.copyOf(verdicts);
    }

    /** The positions of the frames that hold a monitor, the innermost first. */
    public List<Integer> holding() {
        return positions(Verdict::holds);
    }

    /**
     * The positions of the frames that may hold a monitor, which cannot be told, the innermost first. Native methods
     * are not among them: nobody suspects them of {@code synchronized}.
     */
    public List<Integer> undecided() {
        return positions(verdict -> verdict.state() == State.UNKNOWN
                && verdict.doubt() != null
                && verdict.doubt().reason() != Doubt.Reason.NATIVE);
    }

    /** Whether the holders are all holders: no frame is missing, and none is in doubt. */
    public boolean complete() {
        return !truncated
                && verdicts.stream()
                        .allMatch(verdict ->
                                verdict.doubt() == null || verdict.doubt().reason() == Doubt.Reason.NATIVE);
    }

    private List<Integer> positions(Predicate<Verdict> which) {
        return IntStream.range(0, verdicts.size())
                .filter(i -> which.test(verdicts.get(i)))
                .boxed()
                .toList();
    }
}
