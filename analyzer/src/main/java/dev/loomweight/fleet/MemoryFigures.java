package dev.loomweight.fleet;

import dev.loomweight.fleet.GroupSums.Memory;
import dev.loomweight.footprint.Footprint;
import dev.loomweight.footprint.ResidentMemory;
import dev.loomweight.sample.ContainerUsage;
import dev.loomweight.sample.HeapSummary;
import dev.loomweight.sample.HeapUsage;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.MetaspaceSummary;
import dev.loomweight.sample.NativeMemory;
import dev.loomweight.sample.NmtReport;
import dev.loomweight.sample.ResidentSetSize;
import dev.loomweight.sample.Sample;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What samples say of memory by category, as {@link FleetSums} has it. */
final class MemoryFigures {

    static final Interest INTEREST = Footprint.INTEREST.and(Interest.in(
            HeapSummary.class, HeapUsage.class, MetaspaceSummary.class, NativeMemory.class, NmtReport.class));

    private MemoryFigures() {}

    /** Takes one figure. */
    @FunctionalInterface
    interface Sink {
        /**
         * A figure.
         *
         * @param time when it was so, or null where that is not known
         * @param bytes the amount, in bytes; 0 or less where there is none
         */
        void take(Memory kind, @Nullable Instant time, long bytes);
    }

    /**
     * All figures of a sample, but for those that a {@link Footprint} has.
     *
     * @param taken when a text was taken that has no time of its own, or null where that is not known
     */
    static void of(Sample sample, @Nullable Instant taken, Sink sink) {
        switch (sample) {
            case ContainerUsage usage -> sink.take(Memory.CONTAINER, usage.time(), usage.usageBytes());
            case HeapSummary heap -> {
                sink.take(Memory.HEAP_USED, heap.time(), heap.usedBytes());
                sink.take(Memory.HEAP_COMMITTED, heap.time(), heap.committedBytes());
            }
            case HeapUsage heap -> {
                sink.take(Memory.HEAP_USED, heap.time(), heap.usedBytes());
                sink.take(Memory.HEAP_COMMITTED, heap.time(), heap.committedBytes());
            }
            case MetaspaceSummary metaspace ->
                sink.take(Memory.METASPACE, metaspace.time(), metaspace.committedBytes());
            case NativeMemory category ->
                sink.take(Memory.nmt(category.category()), category.time(), category.committedBytes());
            case NmtReport report -> {
                if (!report.diff()) {
                    report.categories()
                            .forEach(category -> sink.take(
                                    Memory.nmt(category.name()),
                                    taken,
                                    category.usage().committed().bytes()));
                }
            }
            case ResidentSetSize event -> sink.take(Memory.RESIDENT, event.time(), event.residentBytes());
            default -> {
                // Texts on resident memory and the container are known when a snapshot is complete.
            }
        }
    }

    /** The figures of a snapshot, or of texts alone: resident memory, and the charge of the container. */
    static void of(Footprint footprint, Sink sink) {
        ResidentMemory resident = footprint.resident();
        if (resident != null) {
            sink.take(Memory.RESIDENT, resident.time(), resident.bytes());
        }
        footprint.charged().ifPresent(bytes -> sink.take(Memory.CONTAINER, footprint.chargeTime(), bytes));
    }
}
