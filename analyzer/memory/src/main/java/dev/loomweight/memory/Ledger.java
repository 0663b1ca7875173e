package dev.loomweight.memory;

import dev.loomweight.memory.footprint.Footprint;
import dev.loomweight.memory.footprint.ResidentMemory;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.MachineEvents.ContainerUsage;
import dev.loomweight.sample.MemoryEvents.DirectBuffers;
import dev.loomweight.sample.MemoryEvents.HeapSummary;
import dev.loomweight.sample.MemoryEvents.HeapUsage;
import dev.loomweight.sample.MemoryEvents.MetaspaceSummary;
import dev.loomweight.sample.MemoryEvents.NativeMemory;
import dev.loomweight.sample.MemoryEvents.NativeMemoryTotal;
import dev.loomweight.sample.MemoryEvents.ResidentSetSize;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.Sample;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a source shows of the memory of a process at an instant. What texts show of resident memory and of the container is
 * known when all texts of the instant have been read, in a {@link Footprint}; other samples have it by themselves.
 *
 * @param time the instant, or null where it is not known
 * @param bytes the amounts, in bytes: committed memory where the account does not say otherwise
 */
public record Ledger(@Nullable Instant time, Map<Account, Long> bytes) {

    /** The samples that have one by themselves. */
    public static final Interest INTEREST = Interest.in(
            NativeMemory.class,
            NativeMemoryTotal.class,
            NmtReport.class,
            HeapUsage.class,
            HeapSummary.class,
            MetaspaceSummary.class,
            DirectBuffers.class,
            ContainerUsage.class,
            ResidentSetSize.class);

    private static final Ledger EMPTY = new Ledger(null, Map.of());

    public Ledger {
        bytes = Map.copyOf(bytes);
    }

    /**
     * What a sample has; nothing where it is of another matter. The amounts of a difference of two NMT reports are those of
     * the later one.
     *
     * @param taken when a text was taken, which has no time of its own; null where that is not known
     */
    public static Ledger of(Sample sample, @Nullable Instant taken) {
        return switch (sample) {
            case NativeMemory one -> one(one.time(), Account.nmt(one.category()), one.committedBytes());
            case NativeMemoryTotal one -> one(one.time(), Account.NMT_TOTAL, one.committedBytes());
            case NmtReport report -> new Ledger(taken, amounts(report));
            case HeapUsage heap -> heap(heap.time(), heap.usedBytes(), heap.committedBytes());
            case HeapSummary heap -> heap(heap.time(), heap.usedBytes(), heap.committedBytes());
            case MetaspaceSummary one ->
                new Ledger(
                        one.time(),
                        Map.of(
                                Account.METASPACE_USED, one.usedBytes(),
                                Account.METASPACE_COMMITTED, one.committedBytes()));
            case DirectBuffers one -> one(one.time(), Account.DIRECT, one.usedBytes());
            case ContainerUsage one -> one(one.time(), Account.CONTAINER, one.usageBytes());
            case ResidentSetSize one -> one(one.time(), Account.RESIDENT, one.residentBytes());
            default -> EMPTY;
        };
    }

    /** What a snapshot, or texts alone, have of resident memory and the charge of the container: each with its time. */
    public static List<Ledger> of(Footprint footprint) {
        List<Ledger> ledgers = new ArrayList<>();
        ResidentMemory resident = footprint.resident();
        if (resident != null) {
            ledgers.add(one(resident.time(), Account.RESIDENT, resident.bytes()));
        }
        footprint
                .charged()
                .value()
                .ifPresent(bytes -> ledgers.add(one(footprint.chargeTime(), Account.CONTAINER, bytes)));
        return ledgers;
    }

    private static Ledger one(@Nullable Instant time, Account account, long bytes) {
        return new Ledger(time, Map.of(account, bytes));
    }

    private static Ledger heap(Instant time, long used, long committed) {
        return new Ledger(time, Map.of(Account.HEAP_USED, used, Account.HEAP_COMMITTED, committed));
    }

    private static Map<Account, Long> amounts(NmtReport report) {
        Map<Account, Long> bytes = new HashMap<>();
        bytes.put(Account.NMT_TOTAL, report.total().committed().bytes());
        for (NmtCategory category : report.categories()) {
            bytes.put(Account.nmt(category.name()), category.usage().committed().bytes());
            if (category.stack() != null) {
                bytes.put(Account.STACKS, category.stack().committed().bytes());
            }
        }
        return bytes;
    }
}
