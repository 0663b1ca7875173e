package dev.loomweight.command;

import dev.loomweight.fold.Comparison;
import dev.loomweight.memory.diff.MemoryComparison;
import dev.loomweight.pinning.PinOptions;
import dev.loomweight.pinning.diff.PinComparison;
import java.util.List;

/** The list of all comparisons, in the order of a report. */
public final class Comparisons {

    private Comparisons() {}

    /** All of them, with what a user may say of pins. */
    public static List<Comparison<?>> of(PinOptions options) {
        return List.of(new PinComparison(options), new MemoryComparison());
    }
}
