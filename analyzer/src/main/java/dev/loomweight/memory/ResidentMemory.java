package dev.loomweight.memory;

import dev.loomweight.sample.Interest;
import dev.loomweight.sample.ProcStatus;
import dev.loomweight.sample.ProcessMemory;
import dev.loomweight.sample.ResidentSetSize;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.Smaps;
import dev.loomweight.sample.SmapsRollup;
import dev.loomweight.sample.SystemMap;
import java.time.Instant;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * Resident memory (RSS) of a process at one moment, with its source. Every report, comparison, budget and screen takes
 * resident memory from here, so that all show the same figure for the same input.
 *
 * @param bytes in bytes
 * @param source the text or event that has it
 * @param time when it was measured, or null where that is not known
 */
public record ResidentMemory(
        long bytes, Source source, @Nullable Instant time) {

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
            .thenComparing(ResidentMemory::bytes, Comparator.reverseOrder());

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
            case Smaps smaps ->
                smaps.mappings().isEmpty()
                        ? null
                        : new ResidentMemory(
                                smaps.mappings().stream()
                                        .mapToLong(Smaps.Mapping::residentBytes)
                                        .sum(),
                                Source.SMAPS,
                                time);
            case SystemMap map ->
                map.mappings().isEmpty()
                        ? null
                        : new ResidentMemory(
                                map.mappings().stream()
                                        .mapToLong(SystemMap.Mapping::residentBytes)
                                        .sum(),
                                Source.SYSTEM_MAP,
                                time);
            case SmapsRollup rollup -> known(rollup.residentBytes(), Source.SMAPS_ROLLUP, time);
            case ProcStatus status -> known(status.residentBytes(), Source.STATUS, time);
            case ProcessMemory process ->
                process.residentBytes() < 0 ? null : new ResidentMemory(process.residentBytes(), Source.VM_INFO, time);
            case ResidentSetSize event -> new ResidentMemory(event.residentBytes(), Source.JFR, event.time());
            default -> null;
        };
    }

    private static @Nullable ResidentMemory known(@Nullable Long bytes, Source source, @Nullable Instant time) {
        return bytes == null ? null : new ResidentMemory(bytes, source, time);
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
