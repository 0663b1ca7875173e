package dev.loomweight.pins.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.longs;

import dev.loomweight.sample.CaptureTexts.CarrierTimes;
import dev.loomweight.sample.EpochNanos;
import dev.loomweight.sample.JvmTexts.Scheduler;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadEvents.ThreadEnd;
import dev.loomweight.sample.ThreadEvents.ThreadStart;
import dev.loomweight.times.CarrierInterval;
import dev.loomweight.times.CarrierInterval.Row;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
                into.add(new ThreadStart(carrier.from, carrier.number, 1, StackTrace.NONE));
            }
            if (carrier.to != Long.MAX_VALUE && carrier.to >= from) {
                into.add(new ThreadEnd(carrier.to, carrier.number, 0));
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
        List<Row> existed = all.stream()
                .filter(carrier -> carrier.from <= to && carrier.to > from)
                .map(carrier -> new Row(
                        carrier.number, "ForkJoinPool-1-worker-" + carrier.number, to - from, 0, 0, 0, 0, 0, 0, true))
                .toList();
        CarrierInterval.Pool pool = new CarrierInterval.Pool(2, count(all, to), 0, 0);
        return new CarrierTimes(EpochNanos.toInstant(from), EpochNanos.toInstant(to), existed, pool, -1, -1, -1);
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
        sizes.add(new ThreadStart(START, 5, 1, StackTrace.NONE));
        sizes.add(new ThreadStart(START + SECOND, 4, 1, StackTrace.NONE));

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
    void betweenCloseSnapshotsTheLargerPoolIsTheMost() {
        PoolSizes sizes = new PoolSizes();
        sizes.add(EpochNanos.toInstant(START), scheduler(2));
        sizes.add(EpochNanos.toInstant(START + 30 * SECOND), scheduler(3));
        sizes.add(EpochNanos.toInstant(START + 61 * SECOND), scheduler(3));

        Steps most = sizes.most(Long.MAX_VALUE);
        assertThat(most.most(START, START + 30 * SECOND)).isEqualTo(3);
        assertThat(most.most(START + 31 * SECOND, START + 31 * SECOND)).isEqualTo(Steps.UNBOUNDED);
        assertThat(most.most(START - 1, START - 1)).isEqualTo(Steps.UNBOUNDED);
    }

    private static long most(PoolSizes sizes, long second) {
        return sizes.most(Long.MAX_VALUE).most(START + second * SECOND, START + second * SECOND);
    }

    /** Of no order: each is bounded by the larger of the two around it. */
    @Test
    void betweenManySnapshots() {
        long[] carriers = {4, 1, 2, 7, 3, 5};
        PoolSizes sizes = new PoolSizes();
        for (int i : new int[] {3, 0, 5, 2, 1, 4}) {
            sizes.add(EpochNanos.toInstant(START + 20L * i * SECOND), scheduler(carriers[i]));
        }

        assertThat(LongStream.of(10, 30, 50, 70, 90).map(second -> most(sizes, second)))
                .containsExactly(4L, 2L, 7L, 7L, 5L);
    }

    @Test
    void onlyASnapshotWithATimeSaysANumber() {
        PoolSizes sizes = new PoolSizes();
        Instant time = EpochNanos.toInstant(START);
        sizes.add(new Origin("shop", null, "a.json", Instrument.THREAD_DUMP), scheduler(9));
        sizes.add(
                new Origin("shop", new Origin.SnapshotId(1, "a", null), "a.json", Instrument.THREAD_DUMP),
                scheduler(8));
        assertThat(sizes.most(START).most(START, START)).isEqualTo(Steps.UNBOUNDED);

        sizes.add(
                new Origin("shop", new Origin.SnapshotId(2, "b", time), "b.json", Instrument.THREAD_DUMP),
                scheduler(3));
        assertThat(sizes.most(START).most(START, START)).isEqualTo(3);
    }

    @Test
    void aSampleOfAnyOriginThatHasATimeOfItsOwn() {
        PoolSizes sizes = new PoolSizes();
        sizes.add(
                new Origin("shop", null, "a.jfr", Instrument.THREAD_DUMP),
                new ThreadStart(START, 2, 1, StackTrace.NONE));

        assertThat(most(sizes, 0)).isEqualTo(2);
    }

    /** Carriers by name bound the time that was looked at; the size of the pool is that of its end. */
    @ParameterizedTest(name = "{0} carriers, pool of {1}: {2} of then, {3} of after")
    @CsvSource({"2, -1, 2, none", "0, 3, none, 3", "0, -1, none, none", "2, 3, 2, 3"})
    void whatTheTimeOfTheCarriersSays(int carriers, long pool, String within, String after) {
        List<Row> named = LongStream.range(0, carriers)
                .mapToObj(i -> new Row(i, "ForkJoinPool-1-worker-" + i, 0, 0, 0, 0, 0, 0, 0, true))
                .toList();
        PoolSizes sizes = new PoolSizes();
        sizes.add(new CarrierTimes(
                EpochNanos.toInstant(START),
                EpochNanos.toInstant(START + 10 * SECOND),
                named,
                new CarrierInterval.Pool(2, pool, 0, 0),
                -1,
                -1,
                -1));
        assertThat(most(sizes, 5)).isEqualTo(number(within));

        sizes.add(EpochNanos.toInstant(START + 30 * SECOND), scheduler(1));
        assertThat(most(sizes, 20)).isEqualTo(number(after));
    }

    private static long number(String text) {
        return text.equals("none") ? Steps.UNBOUNDED : Long.parseLong(text);
    }

    @Test
    void whatIsForgotten() {
        PoolSizes sizes = new PoolSizes();
        for (long second : new long[] {0, 10, 20}) {
            sizes.add(EpochNanos.toInstant(START + second * SECOND), scheduler(second == 0 ? 5 : 2));
        }
        assertThat(most(sizes, 5)).isEqualTo(5);
        sizes.forgetBefore(EpochNanos.toInstant(START + 10 * SECOND));
        assertThat(most(sizes, 5)).isEqualTo(Steps.UNBOUNDED);
        assertThat(most(sizes, 15)).isEqualTo(2);

        PoolSizes looks = new PoolSizes();
        for (long second : new long[] {0, 10}) {
            looks.add(new CarrierTimes(
                    EpochNanos.toInstant(START + second * SECOND),
                    EpochNanos.toInstant(START + (second + 9) * SECOND),
                    List.of(new Row(1, "ForkJoinPool-1-worker-1", 0, 0, 0, 0, 0, 0, 0, true)),
                    new CarrierInterval.Pool(2, -1, 0, 0),
                    -1,
                    -1,
                    -1));
        }
        looks.forgetBefore(EpochNanos.toInstant(START + 19 * SECOND));
        assertThat(most(looks, 5)).isEqualTo(Steps.UNBOUNDED);
        assertThat(most(looks, 15)).isEqualTo(1);
    }

    /** A snapshot at the very beginning of the recording counts, one before it does not. */
    @Test
    void aSnapshotFromTheBeginningOn() {
        PoolSizes sizes = new PoolSizes();
        sizes.add(EpochNanos.toInstant(START), scheduler(2));

        assertThat(sizes.most(START).most(START, START)).isEqualTo(2);
        assertThat(sizes.most(START + 1).most(START, START)).isEqualTo(Steps.UNBOUNDED);
    }
}
