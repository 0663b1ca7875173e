package dev.loomweight.fleet;

import dev.loomweight.fold.Fold;
import dev.loomweight.fold.State;
import dev.loomweight.memory.Account;
import dev.loomweight.memory.Ledger;
import dev.loomweight.memory.TimeSlots;
import dev.loomweight.memory.footprint.Footprints;
import dev.loomweight.sample.EpochNanos;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** Gathers memory over time of one recording or capture: of each category, the highest sample of each slot of time. */
public final class MemorySamples {

    /** The fold of memory over time. */
    public static final Fold<Slots> FOLD = Fold.of(Peaks.INTEREST, Slots::new);

    private MemorySamples() {}

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

    /** What was gathered: the accumulator. */
    public static final class Slots implements State<Slots> {

        private final TreeMap<Account, TimeSlots<At>> highest = new TreeMap<>();
        private final Footprints snapshots = new Footprints();

        private Slots() {}

        @Override
        public void add(Origin origin, Sample sample) {
            // Texts of a snapshot have its time; of a text that is given alone, the time is not known.
            Instant taken = origin.moment() == null ? null : origin.moment().time();
            snapshots.add(origin, sample);
            add(Peaks.shown(sample, taken));
        }

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
            slots(kind).add(Math.floorDiv(sample.micros, TimeUnit.SECONDS.toMicros(1)), sample);
        }

        private TimeSlots<At> slots(Account kind) {
            return highest.computeIfAbsent(kind, key -> new TimeSlots<>(At::higher));
        }

        @Override
        public void merge(Slots other) {
            other.highest.forEach((kind, slots) -> slots(kind).merge(slots));
            snapshots.merge(other.snapshots);
        }

        /** The samples of each category, in the order of time; all have slots of the same length. */
        public SortedMap<Account, List<At>> samples() {
            Slots complete = new Slots();
            complete.merge(this);
            if (snapshots.subjects().stream().anyMatch(snapshots::isCountedAgain)) {
                // Events are the kernel's RSS, which counts memory several times.
                complete.highest.remove(Account.RESIDENT);
            }
            snapshots.all().flatMap(one -> Ledger.of(one).stream()).forEach(complete::add);
            TreeMap<Account, List<At>> all = new TreeMap<>();
            long longest = complete.highest.values().stream()
                    .mapToLong(TimeSlots::seconds)
                    .max()
                    .orElse(1);
            complete.highest.forEach((kind, slots) -> {
                slots.lengthen(longest);
                all.put(kind, List.copyOf(slots.values()));
            });
            return all;
        }
    }
}
