package dev.loomweight.input.text.nmt;

import dev.loomweight.sample.NmtTexts.Amount;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.NmtTexts.NmtReport;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

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
        compare(
                found,
                "reserved",
                report.total().reserved(),
                sum(report.categories(), category -> category.usage().reserved().bytes()),
                sum(report.categories(), category -> category.usage().reserved().deltaBytes()));
        compare(
                found,
                "committed",
                report.total().committed(),
                sum(
                        report.categories(),
                        category -> category.usage().committed().bytes()),
                sum(
                        report.categories(),
                        category -> category.usage().committed().deltaBytes()));
        if (report.malloc() != null && report.mmap() != null) {
            long parts =
                    report.malloc().amount().bytes() + report.mmap().committed().bytes();
            if (parts != report.total().committed().bytes()) {
                found.add("malloc and mmap together are " + parts + " bytes, the total is "
                        + report.total().committed().bytes());
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

    private static long sum(List<NmtCategory> categories, ToLongFunction<NmtCategory> figure) {
        return categories.stream().mapToLong(figure).sum();
    }

    private static void compare(List<String> found, String what, Amount total, long sum, long deltaSum) {
        if (sum != total.bytes()) {
            found.add("the categories add up to " + sum + " bytes " + what + ", the total is " + total.bytes());
        }
        if (deltaSum != total.deltaBytes()) {
            found.add("the changes of the categories add up to " + deltaSum + " bytes " + what
                    + ", the total changed by " + total.deltaBytes());
        }
    }
}
