package dev.loomweight.input.text.nmt;

import dev.loomweight.sample.NmtTexts.Amount;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.NmtTexts.NmtUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Adds an NMT report up. At scale 1 HotSpot prints every figure exactly, the total is the sum of the categories, and a
 * category is the sum of its parts: what does not add up was read wrongly, or is cut off. Observed on every JDK from 11
 * to 25.
 */
public final class NmtCheck {

    private NmtCheck() {}

    /**
     * What disagrees.
     *
     * @return one sentence for each disagreement, starting in lower case; empty for a report that adds up, and for one
     *     whose figures were rounded
     */
    public static List<String> disagreements(NmtReport report) {
        List<String> found = new ArrayList<>();
        if (report.scale() != 1) {
            return found;
        }
        compare(report, "reserved", NmtUsage::reserved, found);
        compare(report, "committed", NmtUsage::committed, found);
        long total = report.total().committed().bytes();
        if (report.malloc() != null && report.mmap() != null) {
            long parts =
                    report.malloc().amount().bytes() + report.mmap().committed().bytes();
            if (parts != total) {
                found.add("malloc and mmap together are " + parts + " bytes, the total is " + total);
            }
        }
        for (NmtCategory category : report.categories()) {
            long committed = category.usage().committed().bytes();
            if (category.unexplainedBytes() != 0) {
                found.add("the parts of " + category.name() + " add up to " + (committed - category.unexplainedBytes())
                        + " bytes, its committed memory is " + committed);
            }
        }
        return found;
    }

    private static void compare(NmtReport report, String what, Function<NmtUsage, Amount> figure, List<String> found) {
        long sum = 0;
        long deltaSum = 0;
        for (NmtCategory category : report.categories()) {
            sum += figure.apply(category.usage()).bytes();
            deltaSum += figure.apply(category.usage()).deltaBytes();
        }
        Amount total = figure.apply(report.total());
        if (sum != total.bytes()) {
            found.add("the categories add up to " + sum + " bytes " + what + ", the total is " + total.bytes());
        }
        if (deltaSum != total.deltaBytes()) {
            found.add("the changes of the categories add up to " + deltaSum + " bytes " + what
                    + ", the total changed by " + total.deltaBytes());
        }
    }
}
