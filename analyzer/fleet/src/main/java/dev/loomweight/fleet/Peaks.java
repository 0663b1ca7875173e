package dev.loomweight.fleet;

import dev.loomweight.memory.Account;
import dev.loomweight.memory.Ledger;
import dev.loomweight.memory.footprint.Footprint;
import dev.loomweight.memory.footprint.Footprints;
import dev.loomweight.memory.footprint.ResidentMemory;
import dev.loomweight.memory.footprint.ResidentPeak;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.MachineEvents.ContainerConfiguration;
import dev.loomweight.sample.MemoryEvents.HeapSummary;
import dev.loomweight.sample.MemoryEvents.HeapUsage;
import dev.loomweight.sample.MemoryEvents.MetaspaceSummary;
import dev.loomweight.sample.MemoryEvents.NativeMemory;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The highest amounts of memory of one recording, and its limit: an accumulator. */
final class Peaks {

    static final Interest INTEREST = Footprint.INTEREST.and(Interest.in(
            HeapSummary.class, HeapUsage.class, MetaspaceSummary.class, NativeMemory.class, NmtReport.class));

    /** Not shown: parts and sums of others, and what the fleet does not read. */
    private static final Set<Account> LEFT_OUT =
            Set.of(Account.NMT_TOTAL, Account.STACKS, Account.METASPACE_USED, Account.DIRECT);

    // Of events.
    private final TreeMap<Account, Long> bytes = new TreeMap<>();
    private final Footprints snapshots = new Footprints();
    private final ResidentPeak resident = new ResidentPeak();
    private final Footprint events = new Footprint();

    void add(Origin origin, Sample sample) {
        snapshots.add(origin, sample);
        if (sample instanceof ContainerConfiguration container) {
            events.add(container, null);
        }
        resident.add(sample);
        shown(sample, null).bytes().forEach((kind, found) -> peak(bytes, kind, found));
    }

    /**
     * What a sample has that the fleet shows; nothing of a difference of two NMT reports.
     *
     * @param taken when a text was taken that has no time of its own, or null where that is not known
     */
    static Ledger shown(Sample sample, @Nullable Instant taken) {
        Ledger all = Ledger.of(sample, taken);
        Map<Account, Long> bytes = new HashMap<>(all.bytes());
        bytes.keySet().removeIf(LEFT_OUT::contains);
        boolean difference = sample instanceof NmtReport report && report.diff();
        return new Ledger(all.time(), difference ? Map.of() : bytes);
    }

    private static void peak(Map<Account, Long> into, Account kind, long found) {
        if (found > 0) {
            into.merge(kind, found, Math::max);
        }
    }

    Peaks merge(Peaks other) {
        other.bytes.forEach((kind, found) -> peak(bytes, kind, found));
        snapshots.merge(other.snapshots);
        resident.merge(other.resident);
        events.merge(other.events);
        return this;
    }

    /** The highest of each kind, in bytes. */
    SortedMap<Account, Long> bytes() {
        TreeMap<Account, Long> all = new TreeMap<>(bytes);
        snapshots
                .all()
                .flatMap(one -> Ledger.of(one).stream())
                .forEach(ledger -> ledger.bytes().forEach((kind, found) -> peak(all, kind, found)));
        // Snapshots and events of RSS can count a page again; the peak says which of them is the highest.
        all.remove(Account.RESIDENT);
        ResidentMemory highest = resident.once(snapshots
                .all()
                .flatMap(one -> Stream.ofNullable(one.resident()))
                .toList());
        peak(all, Account.RESIDENT, highest == null ? 0 : highest.bytes());
        return all;
    }

    /** The limit, in bytes; 0 where there is none or it is not known. Of several, the lowest. */
    long limitBytes() {
        Footprint limits = new Footprint().merge(events);
        snapshots.all().forEach(limits::merge);
        return limits.limit().orElse(0);
    }

    /** Whether it is known what the kernel charges to the container. */
    boolean isChargeKnown() {
        return bytes().containsKey(Account.CONTAINER) || snapshots.all().anyMatch(Footprint::isChargeKnown);
    }

    /** The highest resident memory, in bytes; 0 where it is not known. */
    long residentBytes() {
        return bytes().getOrDefault(Account.RESIDENT, 0L);
    }

    /**
     * What the limit is compared with, in bytes: the highest charge without what the kernel can free, or else resident
     * memory, of which no more than the limit can be charged; empty if neither is known.
     */
    OptionalLong used() {
        OptionalLong used = snapshots
                .all()
                .filter(Footprint::isChargeKnown)
                .mapToLong(one -> one.used().orElse(0))
                .max();
        if (used.isPresent()) {
            return used;
        }
        // Events have no figure for what the kernel can free.
        Long charged = bytes().get(Account.CONTAINER);
        if (charged != null) {
            return OptionalLong.of(charged);
        }
        long resident = residentBytes();
        long limit = limitBytes();
        return resident == 0 ? OptionalLong.empty() : OptionalLong.of(limit > 0 ? Math.min(resident, limit) : resident);
    }
}
