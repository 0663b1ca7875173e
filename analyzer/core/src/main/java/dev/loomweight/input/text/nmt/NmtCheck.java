package dev.loomweight.input.text.nmt;

import dev.loomweight.sample.NmtTexts.Amount;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.NmtTexts.NmtUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Adds an NMT report up. At scale 1 HotSpot prints every figure exactly, the total is the sum of the categories, and a
 * category is the sum of its parts: what does not add up was read wrongly, or is cut off. Observed on every JDK from 11
 * to 25.
 */
public final class NmtCheck {

    /** No JDK has more categories than this; those that round to nothing are left out of a report in KB. */
    private static final int CATEGORIES_LEFT_OUT = 40;

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
            long parts = parts(category);
            if (parts != category.usage().committed().bytes()) {
                found.add("the parts of " + category.name() + " add up to " + parts + " bytes, its committed memory is "
                        + category.usage().committed().bytes());
            }
        }
        return found;
    }

    /** Whether categories are missing: they hold less than the total by more than rounding and omission explain. */
    static boolean isShort(NmtUsage total, List<NmtCategory> categories, long scale) {
        long slack = scale == 1 ? 0 : (categories.size() + CATEGORIES_LEFT_OUT) * scale;
        long reserved = sum(categories, category -> category.usage().reserved().bytes());
        long committed =
                sum(categories, category -> category.usage().committed().bytes());
        return reserved + slack < total.reserved().bytes()
                || committed + slack < total.committed().bytes();
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

    private static long parts(NmtCategory category) {
        long parts = 0;
        if (category.stack() != null) {
            parts += category.stack().committed().bytes();
        }
        if (category.malloc() != null) {
            parts += category.malloc().amount().bytes();
        }
        if (category.mmap() != null) {
            parts += category.mmap().committed().bytes();
        }
        if (category.arena() != null) {
            parts += category.arena().amount().bytes();
        }
        if (category.trackingOverhead() != null) {
            parts += category.trackingOverhead().bytes();
        }
        return parts;
    }
}
