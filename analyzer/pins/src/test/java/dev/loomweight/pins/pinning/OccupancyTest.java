package dev.loomweight.pins.pinning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.lists;
import static org.quicktheories.generators.SourceDSL.longs;

import dev.loomweight.pins.scheduler.FullCarriers;
import dev.loomweight.pins.scheduler.FullWindows;
import dev.loomweight.pins.scheduler.Occupancy;
import dev.loomweight.pins.scheduler.Parallelism;
import dev.loomweight.pins.scheduler.Steps;
import dev.loomweight.sample.CaptureTexts.CarrierOptions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Carriers that are held at once, and windows, against counts of all intervals at every moment that matters. */
class OccupancyTest {

    private static final long FROM = 1_700_000_000_000_000_000L;
    private static final long HOUR = 3_600_000_000_000L;
    private static final long DAYS = 7 * 24 * HOUR;
    private static final long MILLI = 1_000_000;
    private static final PinGroup PARKS = new PinGroup(Pins.Lane.PARK);
    private static final PinGroup WAITS = new PinGroup(Pins.Lane.COMPENSATED);
    private static final Set<Pins.Lane> LOST = EnumSet.of(Pins.Lane.PARK, Pins.Lane.MONITOR, Pins.Lane.REENTRY);
    private static final Set<Pins.Lane> COMPENSATED = EnumSet.of(Pins.Lane.COMPENSATED);

    private record Interval(long from, long to, PinGroup group) {}

    @Test
    void windowsAreWhatACountOfAllIntervalsSays() {
        qt().withExamples(1000)
                .forAll(
                        longs().all(),
                        integers().between(0, 40),
                        integers().between(1, 5),
                        integers().between(0, 7))
                .check((seed, count, carriers, maximum) -> {
                    List<Interval> intervals = random(seed, count);
                    Parallelism pool = pool(carriers, maximum);
                    FullCarriers found = FullCarriers.in(
                            occupancy(intervals, pool), pool.pool().carriers());
                    Counted counted = Counted.of(intervals, pool);
                    return found.windows().equals(joined(counted.windows))
                            && found.refuted().equals(counted.refuted)
                            && found.undecidedNanos() == counted.undecidedNanos
                            && found.omittedNanos() == 0;
                });
    }

    /** Some as short as a nanosecond, some that touch, some days apart. */
    private static List<Interval> random(long seed, int count) {
        Random random = new Random(seed);
        List<Interval> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long scale = List.of(10L, 1000L, 300_000L, 300 * MILLI, DAYS).get(random.nextInt(5));
            long from = FROM + random.nextLong(scale);
            long length = random.nextInt(5) == 0 ? 1 : 1 + random.nextLong(scale);
            all.add(new Interval(from, from + length, random.nextInt(4) == 0 ? WAITS : PARKS));
        }
        return all;
    }

    private static Parallelism pool(int carriers, int maximum) {
        Parallelism pool = new Parallelism();
        pool.add(new CarrierOptions(carriers, 0, maximum == 0 ? CarrierOptions.UNKNOWN : maximum));
        return pool;
    }

    private static Occupancy occupancy(List<Interval> intervals, Parallelism pool) {
        return times(intervals, 1 << 10).occupancy(LOST, COMPENSATED, pool, Steps.NONE);
    }

    private static PinTimes times(List<Interval> intervals, int most) {
        PinTimes times = new PinTimes(most);
        intervals.forEach(each -> times.add(each.from, each.to - each.from, each.group));
        return times;
    }

    /** The same by counting all intervals at every moment at which one begins or ends. */
    private static final class Counted {
        private final List<FullWindows.Window> windows = new ArrayList<>();
        private FullWindows.Refuted refuted = FullWindows.Refuted.NONE;
        private long undecidedNanos;

        private static Counted of(List<Interval> intervals, Parallelism pool) {
            Counted counted = new Counted();
            boolean fixed = pool.pool().isFixed();
            TreeSet<Long> edges = new TreeSet<>();
            intervals.forEach(each -> Collections.addAll(edges, each.from, each.to));
            List<FullWindows.Window> stretch = new ArrayList<>();
            for (Long from : edges) {
                Long to = edges.higher(from);
                long held = held(intervals, from).count();
                long pinned = held(intervals, from)
                        .filter(each -> fixed || each.group == PARKS)
                        .count();
                boolean full = pool.pool().maximum() > 0
                        && held >= Math.max(pool.pool().maximum(), pool.pool().carriers());
                if (to != null && (full || pinned >= pool.pool().carriers())) {
                    stretch.add(new FullWindows.Window(from, to, to - from, full ? to - from : 0));
                } else {
                    counted.close(stretch, intervals, fixed, pool.pool().carriers());
                    stretch.clear();
                    counted.undecidedNanos += to != null && held >= pool.pool().carriers() ? to - from : 0;
                }
            }
            return counted;
        }

        private static Stream<Interval> held(List<Interval> intervals, long at) {
            return intervals.stream().filter(each -> each.from <= at && at < each.to);
        }

        private void close(List<FullWindows.Window> runs, List<Interval> all, boolean fixed, long carriers) {
            if (runs.isEmpty()) {
                return;
            }
            long from = runs.getFirst().fromNanos();
            long to = runs.getLast().toNanos();
            long full = runs.stream().mapToLong(FullWindows.Window::fullNanos).sum();
            List<Long> signs = new ArrayList<>(List.of(from));
            long count = 0;
            for (FullWindows.Window run : runs.subList(1, runs.size())) {
                long at = run.fromNanos();
                long through = all.stream()
                        .filter(each -> (fixed || each.group == PARKS) && each.from < at && at < each.to)
                        .count();
                if (through >= carriers) {
                    signs.add(at);
                    count += all.stream().filter(each -> each.from == at).count()
                            + all.stream().filter(each -> each.to == at).count();
                }
            }
            if (count == 0) {
                windows.add(new FullWindows.Window(from, to, to - from, full));
                return;
            }
            signs.add(to);
            long longest = 0;
            for (int i = 1; i < signs.size(); i++) {
                longest = Math.max(longest, signs.get(i) - signs.get(i - 1));
            }
            refuted = new FullWindows.Refuted(
                    refuted.nanos() + to - from - full,
                    refuted.signs() + count,
                    Math.max(refuted.longestNanos(), longest));
            runs.stream().filter(run -> run.fullNanos() > 0).forEach(windows::add);
        }
    }

    private static List<FullWindows.Window> joined(List<FullWindows.Window> apart) {
        List<FullWindows.Window> joined = new ArrayList<>();
        for (FullWindows.Window each : apart) {
            FullWindows.Window last = joined.isEmpty() ? null : joined.getLast();
            if (last != null && each.fromNanos() - last.toNanos() < 100_000) {
                joined.set(
                        joined.size() - 1,
                        new FullWindows.Window(
                                last.fromNanos(),
                                each.toNanos(),
                                last.nanos() + each.nanos(),
                                last.fullNanos() + each.fullNanos()));
            } else {
                joined.add(each);
            }
        }
        return joined;
    }

    private static long nanos(List<FullWindows.Window> windows) {
        return windows.stream().mapToLong(FullWindows.Window::nanos).sum();
    }

    @Test
    void aWindowOfANanosecondIsFoundInAWeek() {
        List<Interval> intervals = new ArrayList<>();
        intervals.add(new Interval(FROM, FROM + DAYS / 2 + 1, PARKS));
        intervals.add(new Interval(FROM + DAYS / 2, FROM + DAYS, PARKS));
        Occupancy occupancy = occupancy(intervals, pool(2, 0));

        assertThat(FullCarriers.in(occupancy, 2).windows())
                .containsExactly(new FullWindows.Window(FROM + DAYS / 2, FROM + DAYS / 2 + 1, 1, 0));
        assertThat(occupancy.mostHeld()).isEqualTo(2);
    }

    @Test
    void pinsThatFollowEachOtherAreOneCarrier() {
        List<Interval> intervals = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            intervals.add(new Interval(FROM + i * MILLI, FROM + (i + 1) * MILLI, PARKS));
        }
        Occupancy occupancy = occupancy(intervals, pool(1, 0));

        assertThat(occupancy.mostHeld()).isEqualTo(1);
        assertThat(FullCarriers.in(occupancy, 1).windows())
                .singleElement()
                .satisfies(window -> assertThat(window.nanos()).isEqualTo(1000 * MILLI));
    }

    @Test
    void aHandoverDividesNoWindowButIsNotInItsTime() {
        List<Interval> intervals = List.of(
                new Interval(FROM, FROM + 5 * MILLI, PARKS),
                new Interval(FROM + 5 * MILLI + 99_999, FROM + 7 * MILLI, PARKS),
                new Interval(FROM + 7 * MILLI + 100_000, FROM + 8 * MILLI, PARKS));

        assertThat(FullCarriers.in(occupancy(intervals, pool(1, 0)), 1).windows())
                .containsExactly(
                        new FullWindows.Window(FROM, FROM + 7 * MILLI, 7 * MILLI - 99_999, 0),
                        new FullWindows.Window(FROM + 7 * MILLI + 100_000, FROM + 8 * MILLI, MILLI - 100_000, 0));
    }

    @Test
    void theLongestAreRetainedInAnyOrderOfParts() {
        qt().withExamples(300)
                .forAll(
                        lists().of(longs().between(0, 300)).ofSizeBetween(2, 60),
                        lists().of(longs().between(-2, 40)).ofSize(60),
                        integers().between(0, 60),
                        integers().between(1, 20))
                .check((starts, lengths, at, most) -> {
                    List<Interval> all = new ArrayList<>();
                    for (int i = 0; i < starts.size(); i++) {
                        long from = FROM + starts.get(i) * MILLI + starts.get(i);
                        all.add(new Interval(from, from + lengths.get(i) * MILLI, i % 3 == 0 ? WAITS : PARKS));
                    }
                    int cut = Math.min(at, all.size());
                    PinTimes left = times(all.subList(0, cut), most);
                    PinTimes right = times(all.subList(cut, all.size()), most);
                    PinTimes there = new PinTimes(most);
                    there.addAll(right, same());
                    there.addAll(left, same());
                    left.addAll(right, same());
                    List<String> whole = contents(times(all, most));
                    return whole.equals(contents(left)) && whole.equals(contents(there)) && isBounded(all, most);
                });
    }

    private static IdentityHashMap<PinGroup, PinGroup> same() {
        IdentityHashMap<PinGroup, PinGroup> same = new IdentityHashMap<>();
        same.put(PARKS, PARKS);
        same.put(WAITS, WAITS);
        return same;
    }

    private static List<String> contents(PinTimes times) {
        List<String> all = new ArrayList<>();
        times.forEach((from, to, group) -> all.add(from + "-" + to + group.lane()));
        Collections.sort(all);
        for (Set<Pins.Lane> lanes : List.of(LOST, COMPENSATED)) {
            Occupancy.Shorter shorter = times.shorter(lanes);
            all.add(shorter.count() + " of at most " + shorter.mostNanos());
            long[] sum = {0};
            shorter.forEach((from, to, nanos) -> sum[0] += nanos);
            all.add(sum[0] + " ns");
        }
        return all;
    }

    /** With pins that are known as sums over steps, windows are as long as they were, but for what is said. */
    private static boolean isBounded(List<Interval> all, int most) {
        Occupancy exact = times(all, 100).occupancy(LOST, Set.of(), pool(1, 0), Steps.NONE);
        // There are never more pins at once than carriers.
        int carriers = (int) Math.max(1, exact.mostHeld());
        Occupancy some = times(all, most).occupancy(LOST, Set.of(), pool(1, 0), Steps.NONE);
        long whole = nanos(FullCarriers.in(exact, carriers).windows());
        FullCarriers found = FullCarriers.in(some, carriers);
        long least = nanos(found.windows());
        long gaps = (long) found.windows().size() * 200_000;
        return whole <= least + found.omittedNanos() + gaps
                && least <= whole + 0.02 * carriers * least + gaps
                && some.mostHeld() <= exact.mostHeld()
                && FullCarriers.in(exact, carriers).omittedNanos() == 0;
    }

    @Test
    void windowsOfShortPinsAreFoundBeyondWhatIsRetained() {
        List<Interval> all = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            long from = FROM + i * MILLI;
            // Two carriers are pinned all the time, by pins of a millisecond; the third in the second of three seconds.
            all.add(new Interval(from, from + MILLI - 1, PARKS));
            all.add(new Interval(from, from + MILLI - 1, PARKS));
            if (i >= 1000 && i < 2000) {
                all.add(new Interval(from, from + MILLI, PARKS));
            }
        }
        Occupancy occupancy = times(all, 1000).occupancy(LOST, Set.of(), pool(3, 0), Steps.NONE);
        FullCarriers found = FullCarriers.in(occupancy, 3);

        assertThat(occupancy.shorter().count()).isEqualTo(6000);
        assertThat(found.windows())
                .singleElement()
                .satisfies(window -> assertThat(window.nanos()).isBetween(998 * MILLI, 1002 * MILLI));
        assertThat(occupancy.mostHeld()).isEqualTo(3);
    }

    @Test
    void timesOfDamagedRecordingsHaveNoWindowThatANumberCannotHold() {
        PinTimes times = new PinTimes();
        times.add(Long.MIN_VALUE + 1, Long.MAX_VALUE, PARKS);
        times.add(Long.MAX_VALUE, 5, PARKS);
        times.add(FROM, Long.MAX_VALUE, PARKS);
        times.add(FROM, -5, PARKS);
        Occupancy occupancy = times.occupancy(LOST, Set.of(), pool(2, 0), Steps.NONE);

        assertThat(FullCarriers.in(occupancy, 2).windows())
                .singleElement()
                .satisfies(window -> assertThat(window.nanos()).isPositive());
    }
}
