package dev.loomweight.memory.footprint;

import dev.loomweight.sample.Interest;
import dev.loomweight.sample.JvmTexts.ProcessMemory;
import dev.loomweight.sample.JvmTexts.SystemMap;
import dev.loomweight.sample.MemoryEvents.ResidentSetSize;
import dev.loomweight.sample.ProcTexts.ProcStatus;
import dev.loomweight.sample.ProcTexts.Smaps;
import dev.loomweight.sample.ProcTexts.SmapsRollup;
import dev.loomweight.sample.Sample;
import java.time.Instant;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * Resident memory of a process at one moment, with its source. Every report, comparison, budget and screen takes
 * resident memory from here, so that all show the same figure for the same input. It is the kernel's RSS, less what that
 * counts again because the process maps it several times.
 *
 * @param bytes in bytes, each page once as far as the source shows it
 * @param source the text or event that has it
 * @param time when it was measured, or null where that is not known
 * @param againBytes what the kernel's RSS counts in addition, in bytes; 0 where that is nothing or not known
 */
public record ResidentMemory(
        long bytes, Source source, @Nullable Instant time, long againBytes) {

    /** The samples that have resident memory. */
    public static final Interest INTEREST = Interest.in(
            Smaps.class,
            SystemMap.class,
            SmapsRollup.class,
            ProcStatus.class,
            ProcessMemory.class,
            ResidentSetSize.class);

    private static final Comparator<ResidentMemory> TRUST = Comparator.comparing(ResidentMemory::source)
            .thenComparing(ResidentMemory::time, Comparator.nullsLast(Comparator.reverseOrder()))
            .thenComparing(ResidentMemory::bytes, Comparator.reverseOrder())
            .thenComparingLong(ResidentMemory::againBytes);

    /** The kernel's RSS, in bytes. */
    public long rssBytes() {
        return bytes + againBytes;
    }

    /**
     * The same without what is known to be counted again.
     *
     * @param again in bytes; at most what is resident counts
     */
    ResidentMemory without(long again) {
        long less = Math.clamp(again, 0, bytes);
        return new ResidentMemory(bytes - less, source, time, againBytes + less);
    }

    /** The sources of resident memory, the most trusted first. */
    public enum Source {
        /** The kernel's account of every mapping: exact, and the parts add up to it. */
        SMAPS("smaps"),
        /** The JVM's copy of the same account, taken by the process itself while it runs. */
        SYSTEM_MAP("System.map"),
        /** The kernel's sum over the mappings: exact, without the mappings. */
        SMAPS_ROLLUP("smaps_rollup"),
        /** The kernel's counters, which lag by some pages per thread. */
        STATUS("status"),
        /** The same counters as the JVM prints them. */
        VM_INFO("VM.info"),
        /** The same counters as JFR samples them, mostly at another moment than the snapshot. */
        JFR(ResidentSetSize.EVENT);

        private final String label;

        Source(String label) {
            this.label = label;
        }

        /** Whether it has each mapping, so that what is mapped several times is known. */
        boolean isByMapping() {
            return this == SMAPS || this == SYSTEM_MAP;
        }

        /** The name in reports. */
        public String label() {
            return label;
        }
    }

    /**
     * The resident memory that a sample has.
     *
     * @param time when the sample was taken, or null where that is not known; an event has its own
     * @return null where it has none
     */
    public static @Nullable ResidentMemory in(Sample sample, @Nullable Instant time) {
        return switch (sample) {
            case Smaps smaps -> smaps.mappings().isEmpty() ? null : of(CountedOnce.of(smaps), Source.SMAPS, time);
            case SystemMap map -> map.mappings().isEmpty() ? null : of(CountedOnce.of(map), Source.SYSTEM_MAP, time);
            case SmapsRollup rollup -> known(rollup.residentBytes(), Source.SMAPS_ROLLUP, time);
            case ProcStatus status -> known(status.residentBytes(), Source.STATUS, time);
            case ProcessMemory process ->
                process.residentBytes() < 0
                        ? null
                        : new ResidentMemory(process.residentBytes(), Source.VM_INFO, time, 0);
            case ResidentSetSize event -> new ResidentMemory(event.residentBytes(), Source.JFR, event.time(), 0);
            default -> null;
        };
    }

    private static @Nullable ResidentMemory known(@Nullable Long bytes, Source source, @Nullable Instant time) {
        return bytes == null ? null : new ResidentMemory(bytes, source, time, 0);
    }

    private static ResidentMemory of(CountedOnce once, Source source, @Nullable Instant time) {
        return new ResidentMemory(
                once.mappings().stream().mapToLong(Smaps.Mapping::residentBytes).sum(),
                source,
                time,
                once.againBytes());
    }

    /**
     * The more trusted of two figures of one moment; of one source the later, then the larger. The order of the two does
     * not matter.
     *
     * @return null if both are
     */
    public static @Nullable ResidentMemory best(@Nullable ResidentMemory left, @Nullable ResidentMemory right) {
        if (left == null || right == null) {
            return left == null ? right : left;
        }
        return TRUST.compare(left, right) <= 0 ? left : right;
    }
}
