package dev.loomweight.fleet;

import dev.loomweight.fold.Fold;
import dev.loomweight.footprint.Footprints;
import dev.loomweight.memory.Account;
import dev.loomweight.memory.Ledger;
import dev.loomweight.memory.TimeSlots;
import dev.loomweight.sample.EpochNanos;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** Gathers memory over time of one recording or capture: of each category, the highest sample of each slot of time. */
public final class MemorySamples implements Fold<MemorySamples.Slots> {

    /** A fold of nothing yet. */
    public MemorySamples() {}

    /**
     * One sample.
     *
     * @param micros when it was taken, in microseconds since 1970-01-01T00:00Z
     * @param bytes the amount, in bytes; not negative
     */
    public record At(long micros, long bytes) {

        /** The higher of two samples; of two that are as high, the earlier. */
        private static At higher(At one, At other) {
            return one.bytes > other.bytes || (one.bytes == other.bytes && one.micros <= other.micros) ? one : other;
        }
    }

    /** What was gathered: the accumulator. All categories have the same slots, {@link TimeSlots#MOST} at most. */
    public static final class Slots {

        private final TreeMap<Account, TreeMap<Long, At>> highest = new TreeMap<>();
        private final Footprints snapshots = new Footprints();
        private long slotMicros = TimeUnit.SECONDS.toMicros(1);

        private Slots() {}

        private void add(Ledger ledger) {
            Instant time = ledger.time();
            if (time != null) {
                long micros = TimeUnit.NANOSECONDS.toMicros(EpochNanos.of(time));
                ledger.bytes().forEach((kind, bytes) -> {
                    if (bytes > 0) {
                        add(kind, new At(micros, bytes));
                    }
                });
            }
        }

        private void add(Account kind, At sample) {
            TreeMap<Long, At> slots = highest.computeIfAbsent(kind, key -> new TreeMap<>());
            slots.merge(Math.floorDiv(sample.micros, slotMicros), sample, At::higher);
            while (slots.size() > TimeSlots.MOST) {
                doubleSlots();
            }
        }

        private void doubleSlots() {
            slotMicros *= 2;
            for (TreeMap<Long, At> slots : highest.values()) {
                List<At> all = List.copyOf(slots.values());
                slots.clear();
                all.forEach(sample -> slots.merge(Math.floorDiv(sample.micros, slotMicros), sample, At::higher));
            }
        }

        private void addAll(Slots other) {
            while (slotMicros < other.slotMicros) {
                doubleSlots();
            }
            other.highest.forEach((kind, slots) -> slots.values().forEach(sample -> add(kind, sample)));
            snapshots.merge(other.snapshots);
        }

        /** The samples of each category, in the order of time. */
        public SortedMap<Account, List<At>> samples() {
            Slots complete = new Slots();
            complete.addAll(this);
            if (snapshots.subjects().stream().anyMatch(snapshots::isCountedAgain)) {
                // Events are the kernel's RSS, which counts memory several times.
                complete.highest.remove(Account.RESIDENT);
            }
            snapshots.all().flatMap(one -> Ledger.of(one).stream()).forEach(complete::add);
            TreeMap<Account, List<At>> all = new TreeMap<>();
            complete.highest.forEach((kind, slots) -> all.put(kind, new ArrayList<>(slots.values())));
            return all;
        }
    }

    @Override
    public Interest interest() {
        return Peaks.INTEREST;
    }

    @Override
    public Slots empty() {
        return new Slots();
    }

    @Override
    public void add(Slots into, Origin origin, Sample sample) {
        // Texts of a snapshot have its time; of a text that is given alone, the time is not known.
        Instant taken = origin.moment() == null ? null : origin.moment().time();
        into.snapshots.add(origin, sample);
        into.add(Peaks.shown(sample, taken));
    }

    @Override
    public Slots merge(Slots left, Slots right) {
        left.addAll(right);
        return left;
    }
}
