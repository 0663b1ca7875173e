package dev.loomweight.analysis.weight;

import dev.loomweight.sample.ClassHistogram;
import dev.loomweight.sample.ContainerLimit;
import dev.loomweight.sample.NmtReport;
import dev.loomweight.sample.ProcStatus;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.SmapsRollup;
import dev.loomweight.sample.SystemMap;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What one snapshot of a capture holds, as far as threads weigh on it; filled in any order. */
final class Snapshot {

    private @Nullable NmtDigest nmt;
    private @Nullable ClassHistogram histogram;
    private @Nullable ProcStatus status;
    private @Nullable SmapsRollup rollup;
    private @Nullable StackSizes stacks;
    private @Nullable ContainerLimit limit;

    void add(Sample sample) {
        switch (sample) {
            case NmtReport report -> nmt = either(nmt, NmtDigest.of(report));
            case ClassHistogram classes -> histogram = either(histogram, classes);
            case ProcStatus proc -> status = either(status, proc);
            case SmapsRollup smaps -> rollup = either(rollup, smaps);
            case SystemMap map -> stacks = either(stacks, StackSizes.of(map));
            case ContainerLimit found -> limit = either(limit, found);
            default -> {}
        }
    }

    void merge(Snapshot other) {
        nmt = either(nmt, other.nmt);
        histogram = either(histogram, other.histogram);
        status = either(status, other.status);
        rollup = either(rollup, other.rollup);
        stacks = either(stacks, other.stacks);
        limit = either(limit, other.limit);
    }

    /**
     * The one of two that is there. No collector writes a part twice; a folder that was tampered with may hold two, and
     * then the choice must not depend on the order of reading.
     */
    static <T> @Nullable T either(@Nullable T left, @Nullable T right) {
        if (left == null || right == null) {
            return left == null ? right : left;
        }
        return Objects.toString(left).compareTo(Objects.toString(right)) <= 0 ? left : right;
    }

    @Nullable
    NmtDigest nmt() {
        return nmt;
    }

    @Nullable
    ClassHistogram histogram() {
        return histogram;
    }

    @Nullable
    ProcStatus status() {
        return status;
    }

    @Nullable
    StackSizes stacks() {
        return stacks;
    }

    @Nullable
    ContainerLimit limit() {
        return limit;
    }

    /** Resident memory of the process, in bytes, or -1. The sums of smaps are exact where status lags behind. */
    long residentBytes() {
        Long exact = rollup == null ? null : rollup.residentBytes();
        Long coarse = status == null ? null : status.residentBytes();
        return exact != null ? exact : coarse != null ? coarse : -1;
    }

    /** Memory in transparent huge pages, in bytes, or 0. */
    long hugePageBytes() {
        return rollup == null ? 0 : rollup.bytes().getOrDefault("AnonHugePages", 0L);
    }
}
