package dev.loomweight.memory.footprint;

import dev.loomweight.amount.Quantity;
import dev.loomweight.sample.GroupTexts.ContainerLimit;
import dev.loomweight.sample.GroupTexts.ContainerMemory;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.JvmTexts.HeapInfo;
import dev.loomweight.sample.JvmTexts.ProcessMemory;
import dev.loomweight.sample.MachineEvents.ContainerConfiguration;
import dev.loomweight.sample.MachineEvents.ContainerUsage;
import dev.loomweight.sample.ProcTexts.ProcStatus;
import dev.loomweight.sample.ProcTexts.SmapsRollup;
import dev.loomweight.sample.Sample;
import java.time.Instant;
import java.util.Comparator;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * What a process takes at one moment, and under which limit: resident memory, the charge of its container, and the
 * headroom. Reports, comparisons, budgets, the fleet and the live screen take these figures from here. An accumulator:
 * filled and merged in any order.
 */
public final class Footprint {

    /** The samples that {@link #resident} uses. */
    public static final Interest OF_RESIDENT = ResidentMemory.INTEREST.and(Interest.in(HeapInfo.class));

    /** All samples that it uses. */
    public static final Interest INTEREST = OF_RESIDENT.and(Interest.in(
            ContainerMemory.class, ContainerLimit.class, ContainerUsage.class, ContainerConfiguration.class));

    /** The name that ZGC prints of its heap. */
    private static final String Z_HEAP = "ZHeap";

    private @Nullable ResidentMemory resident;
    private @Nullable Charge charge;
    private @Nullable Limit limit;
    // Of ZGC: what is committed of its heap, what RSS counts of memory that can be mapped several times, and the same
    // by its proportional size; -1 where it is not known.
    private long heap = -1;
    private long shared = -1;
    private long proportional = -1;

    /** Nothing is known yet. */
    public Footprint() {}

    /** Who says what is charged and what the limit is, the most trusted first. */
    private enum Teller {
        CGROUP,
        VM_INFO,
        JFR
    }

    private record Charge(Teller teller, @Nullable Instant time, long usage, long reclaimable) {

        private static final Comparator<Charge> TRUST = Comparator.comparing(Charge::teller)
                .thenComparing(Charge::time, Comparator.nullsLast(Comparator.reverseOrder()))
                .thenComparing(Charge::used, Comparator.reverseOrder())
                .thenComparingLong(Charge::usage);

        long used() {
            return Math.max(0, usage - reclaimable);
        }
    }

    /** @param bytes the limit, or -1 where there is none */
    private record Limit(Teller teller, long bytes) {

        // Of several limits the lowest applies.
        private static final Comparator<Limit> TRUST = Comparator.comparing(Limit::teller)
                .thenComparing(one -> one.bytes < 0)
                .thenComparingLong(Limit::bytes);
    }

    /**
     * Adds a sample; ignores what it does not use.
     *
     * @param time when the sample was taken, or null where that is not known; an event has its own
     */
    public void add(Sample sample, @Nullable Instant time) {
        add(ResidentMemory.in(sample, time));
        switch (sample) {
            case ProcStatus status -> shared = Math.max(shared, status.bytes().getOrDefault("RssShmem", -1L));
            case SmapsRollup rollup ->
                proportional = Math.max(proportional, rollup.bytes().getOrDefault("Pss_Shmem", -1L));
            case ProcessMemory process -> {
                shared = Math.max(shared, process.sharedBytes());
                charge(Teller.VM_INFO, time, process.usageBytes(), 0);
                if (process.limitBytes() >= 0) {
                    limit(Teller.VM_INFO, process.limitBytes() == ProcessMemory.NO_LIMIT ? -1 : process.limitBytes());
                }
            }
            case HeapInfo info -> {
                if (info.collector().equals(Z_HEAP)) {
                    heap = Math.max(heap, info.committedBytes());
                }
            }
            case ContainerMemory container ->
                charge(Teller.CGROUP, time, container.charged().orElse(-1), container.reclaimableBytes());
            case ContainerLimit container -> limit(Teller.CGROUP, container.limitBytes());
            case ContainerUsage usage -> charge(Teller.JFR, usage.time(), usage.usageBytes(), 0);
            case ContainerConfiguration container -> limit(Teller.JFR, container.limitBytes());
            default -> {}
        }
    }

    /** Adds resident memory; null changes nothing. */
    public void add(@Nullable ResidentMemory found) {
        resident = ResidentMemory.best(resident, found);
    }

    private void charge(Teller teller, @Nullable Instant time, long usage, long reclaimable) {
        if (usage >= 0) {
            add(new Charge(teller, time, usage, Math.min(usage, reclaimable)));
        }
    }

    private void add(@Nullable Charge found) {
        if (found != null) {
            charge = charge == null || Charge.TRUST.compare(found, charge) < 0 ? found : charge;
        }
    }

    private void limit(Teller teller, long bytes) {
        add(new Limit(teller, bytes > 0 ? bytes : -1));
    }

    private void add(@Nullable Limit found) {
        if (found != null) {
            limit = limit == null || Limit.TRUST.compare(found, limit) < 0 ? found : limit;
        }
    }

    /** Both together; changes this and returns it. */
    public Footprint merge(Footprint other) {
        add(other.resident);
        add(other.charge);
        add(other.limit);
        heap = Math.max(heap, other.heap);
        shared = Math.max(shared, other.shared);
        proportional = Math.max(proportional, other.proportional);
        return this;
    }

    /**
     * Resident memory, or null where it is not known. Where there is no account of the mappings, RSS counts the heap of
     * ZGC without generations up to three times: of memory that can be mapped several times, no more counts than the heap
     * has committed.
     */
    public @Nullable ResidentMemory resident() {
        if (resident == null || heap < 0 || resident.source().isByMapping()) {
            return resident;
        }
        long once = proportional >= 0 ? proportional : heap;
        return shared > once ? resident.without(shared - once) : resident;
    }

    /** What is charged to the group whose limit applies, or else the process' own group, in bytes. */
    public Quantity charged() {
        return Quantity.ofNullable(charge == null ? null : charge.usage(), "");
    }

    /** What of the charge the kernel frees before it kills a process, in bytes; 0 where it is nothing or not known. */
    public long reclaimableBytes() {
        return charge == null ? 0 : charge.reclaimable();
    }

    /**
     * What is compared with the limit, in bytes: the charge without what the kernel can free, or else resident memory.
     * Resident memory is not the same: pages of files that several groups share are charged to the one that read them
     * first.
     */
    public Quantity used() {
        if (charge != null) {
            return Quantity.of(charge.used());
        }
        ResidentMemory found = resident();
        return Quantity.ofNullable(found == null ? null : found.bytes(), "");
    }

    /** When the charge was read, or null where that or the charge is not known. */
    public @Nullable Instant chargeTime() {
        return charge == null ? null : charge.time();
    }

    /** Whether {@link #used} is the charge. */
    public boolean isChargeKnown() {
        return charge != null;
    }

    /** The limit, in bytes; where there is {@link #isUnlimited none}, it is not known either. */
    public Quantity limit() {
        return limit == null || isUnlimited()
                ? Quantity.unknown("no control group files were read")
                : Quantity.of(limit.bytes());
    }

    /** Whether it is known that there is no limit. */
    public boolean isUnlimited() {
        return limit != null && limit.bytes() < 0;
    }

    /** Which share of the limit is charged, without what the kernel can free; empty where that is not known. */
    public OptionalDouble chargedShare() {
        return charge == null || !limit().isKnown()
                ? OptionalDouble.empty()
                : OptionalDouble.of((double) charge.used() / limit().known());
    }

    /**
     * What the process can still take before the kernel kills it, in bytes; empty where limit or use is not known. Of
     * resident memory alone, more than the limit can be in use: then it is 0, since no more than the limit can be charged.
     */
    public Quantity headroom() {
        Quantity left = limit().minus(used());
        return left.isKnown() ? Quantity.of(Math.max(0, left.known())) : left;
    }
}
