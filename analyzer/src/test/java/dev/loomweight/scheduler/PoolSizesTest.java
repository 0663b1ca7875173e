package dev.loomweight.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.longs;

import dev.loomweight.sample.CarrierEnd;
import dev.loomweight.sample.CarrierStart;
import dev.loomweight.sample.CarrierTimes;
import dev.loomweight.sample.EpochNanos;
import dev.loomweight.sample.Scheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What is known of the number of carriers, against pools of which every carrier is known. */
class PoolSizesTest {

    private static final long SECOND = 1_000_000_000L;
    private static final long START = 1_700_000_000L * SECOND;

    private record Carrier(long number, long from, long to) {

        private boolean isAt(long time) {
            return from <= time && time < to;
        }
    }

    /** A pool that works in bursts: makes carriers while it does, and may drop some 30 s after the last of them. */
    private static List<Carrier> pool(Random random) {
        List<Carrier> all = new ArrayList<>();
        List<Carrier> alive = new ArrayList<>();
        long time = START;
        for (int burst = 0; burst < 4; burst++) {
            long worked = time + random.nextLong(60 * SECOND) + 1;
            long[] starts =
                    random.longs(random.nextInt(5), time, worked).sorted().toArray();
            for (long start : starts) {
                Carrier made = new Carrier(all.size() + 1L, start, Long.MAX_VALUE);
                all.add(made);
                alive.add(made);
            }
            long idle = worked + PoolSizes.KEPT_NANOS + random.nextLong(40 * SECOND);
            for (int i = alive.isEmpty() ? 0 : random.nextInt(alive.size() + 1); i > 0; i--) {
                Carrier dropped = alive.remove(random.nextInt(alive.size()));
                long at = worked + PoolSizes.KEPT_NANOS + random.nextLong(idle - worked - PoolSizes.KEPT_NANOS + 1);
                all.set((int) dropped.number - 1, new Carrier(dropped.number, dropped.from, at));
            }
            time = idle + 1;
        }
        return all;
    }

    private static long count(List<Carrier> all, long time) {
        return all.stream().filter(carrier -> carrier.isAt(time)).count();
    }

    private static SortedSet<Long> moments(List<Carrier> all, Random random) {
        TreeSet<Long> moments = new TreeSet<>();
        for (Carrier carrier : all) {
            moments.add(carrier.from);
            moments.add(carrier.from - 1);
            if (carrier.to != Long.MAX_VALUE) {
                moments.add(carrier.to);
                moments.add(carrier.to - 1);
            }
        }
        for (int i = 0; i < 20; i++) {
            moments.add(START + random.nextLong(500 * SECOND));
        }
        return moments;
    }

    private static void record(PoolSizes into, List<Carrier> all, long from) {
        for (Carrier carrier : all) {
            if (carrier.from >= from) {
                into.add(new CarrierStart(carrier.from, carrier.number));
            }
            if (carrier.to != Long.MAX_VALUE && carrier.to >= from) {
                into.add(new CarrierEnd(carrier.to, carrier.number));
            }
        }
    }

    private static Scheduler scheduler(long carriers) {
        return new Scheduler(2, carriers, carriers, 0, "");
    }

    @Test
    void aRecordingFromTheStartHasThemAll() {
        qt().withExamples(300).forAll(longs().all()).check(seed -> {
            Random random = new Random(seed);
            List<Carrier> all = pool(random);
            PoolSizes sizes = new PoolSizes();
            record(sizes, all, START);
            Steps most = sizes.most(START);
            return all.isEmpty()
                    || moments(all, random).stream().allMatch(time -> most.most(time, time) == count(all, time));
        });
    }

    @Test
    void thereWereNeverMoreThanIsSaid() {
        qt().withExamples(2000)
                .forAll(longs().all(), integers().between(0, 400), integers().between(0, 12))
                .check((seed, recordedFrom, snapshots) -> {
                    Random random = new Random(seed);
                    List<Carrier> all = pool(random);
                    PoolSizes sizes = new PoolSizes();
                    long from = START + recordedFrom * SECOND;
                    boolean recorded = random.nextBoolean();
                    if (recorded) {
                        record(sizes, all, from);
                    }
                    for (int i = 0; i < snapshots; i++) {
                        long time = START + random.nextLong(500 * SECOND);
                        if (random.nextBoolean()) {
                            sizes.add(EpochNanos.toInstant(time), scheduler(count(all, time)));
                        } else {
                            long to = time + random.nextLong(20 * SECOND);
                            sizes.add(times(all, time, to));
                        }
                    }
                    Steps most = sizes.most(recorded ? from : Long.MAX_VALUE);
                    // Before the recording began, nothing is said of that time by its events.
                    return moments(all, random).stream()
                            .filter(time -> !recorded || time >= from)
                            .allMatch(time -> most.most(time, time) >= count(all, time));
                });
    }

    private static CarrierTimes times(List<Carrier> all, long from, long to) {
        List<CarrierTimes.OfCarrier> existed = all.stream()
                .filter(carrier -> carrier.from <= to && carrier.to > from)
                .map(carrier -> new CarrierTimes.OfCarrier(
                        carrier.number, "ForkJoinPool-1-worker-" + carrier.number, to - from, 0, 0, 0, 0, 0, 0))
                .toList();
        CarrierTimes.Pool pool = new CarrierTimes.Pool(2, count(all, to), 0, 0);
        return new CarrierTimes(EpochNanos.toInstant(from), EpochNanos.toInstant(to), existed, pool, -1, -1);
    }

    @Test
    void theOrderOfWhatIsAddedDoesNotMatter() {
        qt().withExamples(200).forAll(longs().all()).check(seed -> {
            Random random = new Random(seed);
            List<Carrier> all = pool(random);
            PoolSizes one = new PoolSizes();
            record(one, all, START + 60 * SECOND);
            one.add(EpochNanos.toInstant(START + 70 * SECOND), scheduler(count(all, START + 70 * SECOND)));
            PoolSizes other = new PoolSizes();
            PoolSizes rest = new PoolSizes();
            rest.add(EpochNanos.toInstant(START + 70 * SECOND), scheduler(count(all, START + 70 * SECOND)));
            record(rest, all.reversed(), START + 60 * SECOND);
            // As two parts of a capture can have them: twice.
            record(other, all, START + 100 * SECOND);
            other.addAll(rest);
            Steps most = one.most(Long.MAX_VALUE);
            Steps same = other.most(Long.MAX_VALUE);
            return moments(all, random).stream().allMatch(time -> most.most(time, time) == same.most(time, time));
        });
    }

    /** Carriers 4 and 5 are made within the recording, so three were made before it. */
    @Test
    void numbersThatAreMissingWereMadeBefore() {
        PoolSizes sizes = new PoolSizes();
        sizes.add(new CarrierStart(START, 5));
        sizes.add(new CarrierStart(START + SECOND, 4));

        Steps most = sizes.most(Long.MAX_VALUE);
        assertThat(most.most(START - 1, START - 1)).isEqualTo(3);
        assertThat(most.most(START, START)).isEqualTo(4);
        assertThat(most.most(START - 1, START + 2 * SECOND)).isEqualTo(5);
    }

    @Test
    void aSnapshotSaysWhatARecordingWithoutAnyStartLeavesOpen() {
        PoolSizes sizes = new PoolSizes();
        assertThat(sizes.most(START).most(START, START)).isEqualTo(Steps.UNBOUNDED);

        sizes.add(EpochNanos.toInstant(START + 100 * SECOND), scheduler(2));
        assertThat(sizes.most(START).most(START, START + 3600 * SECOND)).isEqualTo(2);
        assertThat(sizes.most(Long.MAX_VALUE).most(START, START))
                .as("starts of carriers may not have been recorded")
                .isEqualTo(Steps.UNBOUNDED);
    }

    @Test
    void betweenSnapshotsLessThanHalfAMinuteApartThereWereNoMoreThanAtTheLargerOne() {
        PoolSizes sizes = new PoolSizes();
        sizes.add(EpochNanos.toInstant(START), scheduler(2));
        sizes.add(EpochNanos.toInstant(START + 30 * SECOND), scheduler(3));
        sizes.add(EpochNanos.toInstant(START + 61 * SECOND), scheduler(3));

        Steps most = sizes.most(Long.MAX_VALUE);
        assertThat(most.most(START, START + 30 * SECOND)).isEqualTo(3);
        assertThat(most.most(START + 31 * SECOND, START + 31 * SECOND)).isEqualTo(Steps.UNBOUNDED);
        assertThat(most.most(START - 1, START - 1)).isEqualTo(Steps.UNBOUNDED);
    }
}
