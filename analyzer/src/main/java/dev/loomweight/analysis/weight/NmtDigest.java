package dev.loomweight.analysis.weight;

import dev.loomweight.sample.NmtCategory;
import dev.loomweight.sample.NmtReport;
import dev.loomweight.sample.NmtUsage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of an NMT report once its virtual memory map has been summed: the map of 4000 threads is megabytes.
 *
 * @param reservedBytes all categories, reserved, in bytes
 * @param committedBytes all categories, committed, in bytes
 * @param categories the categories
 * @param guardBytes the guard pages inside the committed stacks, in bytes, or -1 where the report has no map
 */
record NmtDigest(long reservedBytes, long committedBytes, List<NmtCategory> categories, long guardBytes) {

    static NmtDigest of(NmtReport report) {
        return new NmtDigest(
                report.total().reserved().bytes(),
                report.total().committed().bytes(),
                report.categories(),
                report.regions().isEmpty() ? -1 : report.stackGuardBytes());
    }

    private @Nullable NmtUsage stack() {
        for (NmtCategory category : categories) {
            if (category.name().equals(NmtCategory.THREAD)) {
                return category.stack();
            }
        }
        return null;
    }

    /** Address space of all thread stacks, in bytes. */
    long stackReservedBytes() {
        NmtUsage stack = stack();
        return stack == null ? 0 : stack.reserved().bytes();
    }

    /** What NMT calls committed of all thread stacks, guard pages included, in bytes. */
    long stackCommittedBytes() {
        NmtUsage stack = stack();
        return stack == null ? 0 : stack.committed().bytes();
    }

    /** The committed memory of a category, in bytes, thread stacks left out; 0 where it is not listed. */
    long committedBytes(String name) {
        long stacks = name.equals(NmtCategory.THREAD) ? stackCommittedBytes() : 0;
        return categories.stream()
                .filter(category -> category.name().equals(name))
                .mapToLong(category -> category.usage().committed().bytes() - stacks)
                .sum();
    }
}
