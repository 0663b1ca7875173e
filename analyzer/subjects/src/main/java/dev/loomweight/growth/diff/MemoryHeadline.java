package dev.loomweight.growth.diff;

import dev.loomweight.report.Amounts;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.NmtTexts.NmtReport;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The headline of a memory comparison. */
final class MemoryHeadline {

    private MemoryHeadline() {}

    /**
     * The sentences, the most important first; empty where neither resident memory nor NMT is on both sides.
     *
     * @param difference of the NMT reports, or null
     * @param noiseBytes the range of resident memory within one side, or empty
     */
    static List<String> sentences(
            @Nullable MemoryState before,
            @Nullable MemoryState after,
            @Nullable NmtReport difference,
            OptionalLong noiseBytes) {
        List<String> sentences = new ArrayList<>();
        long was = before == null ? -1 : before.residentBytes();
        long is = after == null ? -1 : after.residentBytes();
        List<String> parts = new ArrayList<>();
        if (was >= 0 && is >= 0) {
            parts.add("resident memory " + moved(is - was) + ", to " + Amounts.bytes(is));
        }
        if (difference != null) {
            parts.add("committed memory (NMT) "
                    + moved(difference.total().committed().deltaBytes()) + ", to "
                    + Amounts.bytes(difference.total().committed().bytes()) + largest(difference));
        }
        if (!parts.isEmpty()) {
            String verdict = String.join("; ", parts) + ".";
            sentences.add(Character.toUpperCase(verdict.charAt(0)) + verdict.substring(1));
        }
        if (was >= 0 && is >= 0 && noiseBytes.isPresent()) {
            long noise = noiseBytes.getAsLong();
            sentences.add("Between the snapshots of one side, resident memory varied by up to " + Amounts.bytes(noise)
                    + "; the difference is "
                    + (Math.abs(is - was) > noise ? "larger." : "not larger, so it is not significant."));
        }
        return sentences;
    }

    private static String moved(long bytes) {
        return bytes == 0 ? "is unchanged" : (bytes > 0 ? "grew by " : "shrank by ") + Amounts.bytes(Math.abs(bytes));
    }

    private static String largest(NmtReport difference) {
        return ChangeTables.changed(difference).stream()
                .filter(category -> change(category) != 0)
                .findFirst()
                .map(category ->
                        "; of NMT's categories, " + category.name() + " changed most: it " + moved(change(category)))
                .orElse("");
    }

    private static long change(NmtCategory category) {
        return category.usage().committed().deltaBytes();
    }
}
