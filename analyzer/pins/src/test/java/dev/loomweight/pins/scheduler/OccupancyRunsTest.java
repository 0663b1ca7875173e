package dev.loomweight.pins.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.fold.Timeline;
import dev.loomweight.sample.CaptureTexts.CarrierOptions;
import dev.loomweight.sample.Coverage.Span;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What pins do to carriers, by a few pins: {@code 0-10} is a pin from 0 to 10 ns, {@code w0-10} one for which the JVM may
 * have added a carrier.
 */
class OccupancyRunsTest {

    private static final long S = 1L << 20;
    private static final Steps UNKNOWN = Steps.NONE;

    private static Parallelism pool(long carriers, long maximum) {
        Parallelism pool = new Parallelism();
        pool.add(new CarrierOptions(carriers, 0, maximum == 0 ? CarrierOptions.UNKNOWN : maximum));
        return pool;
    }

    private static Occupancy occupancy(String pins, Parallelism pool, Steps sizes, Occupancy.Shorter shorter) {
        Occupancy.Builder builder = new Occupancy.Builder();
        for (String pin : pins.isEmpty() ? new String[0] : pins.split(" ", -1)) {
            String[] times = pin.replace("w", "").split("-", -1);
            if (pin.startsWith("w")) {
                builder.await(Long.parseLong(times[0]), Long.parseLong(times[1]));
            } else {
                builder.pin(Long.parseLong(times[0]), Long.parseLong(times[1]));
            }
        }
        return builder.build(pool, sizes, shorter);
    }

    private static Occupancy occupancy(String pins, Parallelism pool, Steps sizes) {
        return occupancy(pins, pool, sizes, Occupancy.Shorter.NONE);
    }

    private static Steps sizes(long most) {
        return most == 0 ? UNKNOWN : Steps.always(most);
    }

    /** Each run as its time, the pins and waits that hold a carrier, and the pins through its beginning of the edges there. */
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "0-10,                0-10:1+0 0/1",
        "0-10 5-20,           0-5:1+0 0/1 5-10:2+0 1/1 10-20:1+0 1/1",
        "0-10 10-20,          0-10:1+0 0/1 10-20:1+0 0/2",
        "0-5 10-15,           0-5:1+0 0/1 5-10:0+0 0/1 10-15:1+0 0/1",
        "0-10 w0-5,           0-5:1+1 0/2 5-10:1+0 1/1",
        "w0-5,                0-5:0+1 0/1",
        "w0-5 3-9,            0-3:0+1 0/1 3-5:1+1 0/1 5-9:1+0 1/1",
        "0-10 0-10 0-10 5-10, 0-5:3+0 0/3 5-10:4+0 3/1",
        // Those that begin first end last, and the other way round.
        "5-10 0-20,           0-5:1+0 0/1 5-10:2+0 1/1 10-20:1+0 1/1",
        "0-20 5-10,           0-5:1+0 0/1 5-10:2+0 1/1 10-20:1+0 1/1",
        "w5-9 w0-3,           0-3:0+1 0/1 3-5:0+0 0/1 5-9:0+1 0/1",
        "'',                  ''",
    })
    void runsInWhichNothingBeginsOrEnds(String pins, String expected) {
        List<String> runs = new ArrayList<>();
        occupancy(pins, pool(2, 0), UNKNOWN)
                .forEach(run -> runs.add(run.fromNanos() + "-" + run.toNanos() + ":" + run.pinned() + "+"
                        + run.waiting() + " " + run.through() + "/" + run.edges()));

        assertThat(String.join(" ", runs)).isEqualTo(expected);
    }

    @Test
    void aRunIsDividedWhereTheNumberOfCarriersChanges() {
        List<Occupancy.Run> runs = new ArrayList<>();
        occupancy("0-10 2-10", pool(2, 0), Steps.of(new TreeMap<>(Map.of(4L, 2L, 6L, 3L))))
                .forEach(runs::add);

        assertThat(runs)
                .containsExactly(
                        new Occupancy.Run(0, 2, 1, 0, Steps.UNBOUNDED, 0, 1),
                        new Occupancy.Run(2, 4, 2, 0, Steps.UNBOUNDED, 1, 1),
                        new Occupancy.Run(4, 6, 2, 0, 2, 2, 0),
                        new Occupancy.Run(6, 10, 2, 0, 3, 2, 0));
        assertThat(runs.get(1).held()).isEqualTo(2);
        assertThat(runs.get(3).nanos()).isEqualTo(4);
    }

    @Test
    void seventeenPinsAreMoreThanTheFirstSixteen() {
        String pins = java.util.stream.IntStream.range(0, 17)
                .mapToObj(i -> "0-" + (i + 1))
                .collect(Collectors.joining(" "));

        assertThat(occupancy(pins, pool(2, 0), UNKNOWN).mostHeld()).isEqualTo(17);
        assertThat(occupancy(pins, pool(2, 0), UNKNOWN).toNanos()).isEqualTo(17);
    }

    /** A pool that may have no more carriers than run at once adds none: a wait is a pin. */
    @ParameterizedTest(name = "{0} of {1} carriers and at most {2}: {3}, {4} pins")
    @CsvSource({
        "0-10,      2, 0, NONE,      1",
        "0-10 w0-5, 2, 2, PINS,      2",
        "0-10 w0-5, 2, 3, BOUNDED,   1",
        "0-10 w0-5, 2, 0, UNBOUNDED, 1",
    })
    void whatWaitsAre(String pins, long carriers, long maximum, Occupancy.Waits expected, int pinned) {
        Occupancy occupancy = occupancy(pins, pool(carriers, maximum), UNKNOWN);

        assertThat(occupancy.waits()).isEqualTo(expected);
        List<Occupancy.Run> runs = new ArrayList<>();
        occupancy.forEach(runs::add);
        assertThat(runs.getFirst().pinned()).isEqualTo(pinned);
        assertThat(runs.getFirst().waiting())
                .isEqualTo(expected == Occupancy.Waits.BOUNDED || expected == Occupancy.Waits.UNBOUNDED ? 1 : 0);
        assertThat(runs.getFirst().most()).isEqualTo(maximum == 0 ? Steps.UNBOUNDED : maximum);
        assertThat(occupancy.isSized(runs.getFirst())).isEqualTo(maximum == 2);
    }

    @ParameterizedTest(name = "{0} with {1} carriers, sizes {2}: full {3}")
    @CsvSource({
        "0-10 0-10, 2, 2, true",
        "0-10,      2, 1, false",
        "0-10 0-10, 2, 3, false",
        "0-10 0-10, 2, 0, false",
        "0-10 0-10, 1, 2, true",
    })
    void allCarriersThatThereCanBeAreHeld(String pins, long carriers, long sizes, boolean full) {
        Occupancy occupancy = occupancy(pins, pool(carriers, 0), sizes(sizes));
        List<Occupancy.Run> runs = new ArrayList<>();
        occupancy.forEach(runs::add);

        assertThat(occupancy.isFull(runs.getFirst())).isEqualTo(full);
        assertThat(occupancy.isSized(runs.getFirst())).isEqualTo(sizes != 0);
        assertThat(occupancy.most(0, 10)).isEqualTo(sizes == 0 ? Steps.UNBOUNDED : sizes);
    }

    @Test
    void theEndOfATimeIsNotInIt() {
        Occupancy occupancy = occupancy("0-10", pool(2, 0), Steps.of(new TreeMap<>(Map.of(0L, 2L, 10L, 7L))));

        assertThat(occupancy.most(0, 10)).isEqualTo(2);
        assertThat(occupancy.most(0, 11)).isEqualTo(7);
    }

    @Test
    void whatAUserStatesHoldsUnlessMoreWereHeld() {
        List<Occupancy.Run> runs = new ArrayList<>();
        occupancy("0-10 0-10", pool(0, 0).stated(2), UNKNOWN).forEach(runs::add);
        occupancy("0-10 0-10 0-10", pool(0, 0).stated(2), UNKNOWN).forEach(runs::add);
        occupancy("0-10", pool(2, 0), UNKNOWN).forEach(runs::add);

        assertThat(runs).extracting(Occupancy.Run::most).containsExactly(2L, Steps.UNBOUNDED, Steps.UNBOUNDED);
    }

    /** Two carriers for 100 ns are 200 ns; a third that was held for 10 ns adds these. */
    @ParameterizedTest(name = "{0}, sizes {1}: {2} to {3} ns")
    @CsvSource({
        "0-10,                200, 200, 2",
        "0-10 0-10 0-10,      210, 210, 2",
        "0-10 0-10 0-10 0-10, 220, 220, 2",
        "0-10 0-10 0-10,      210, 300, 3",
        "0-10,                200, Infinity, 0",
    })
    void theTimeOfTheCarriers(String pins, double least, double most, long sizes) {
        Occupancy.Time time =
                occupancy(pins, pool(2, 0), sizes(sizes)).time(List.of(new Span(0, 60), new Span(100, 140)));

        assertThat(time).isEqualTo(new Occupancy.Time(least, most, sizes == 0 ? Steps.UNBOUNDED : sizes));
    }

    @Test
    void withoutPinsThereIsNoTime() {
        Occupancy empty = occupancy("", pool(2, 0), UNKNOWN);

        assertThat(empty.isEmpty()).isTrue();
        assertThat(empty.mostHeld()).isZero();
        assertThat(empty.maxima()).isSameAs(Maxima.NONE);
        assertThat(empty.fromNanos()).isEqualTo(Long.MAX_VALUE);
        assertThat(empty.toNanos()).isEqualTo(Long.MIN_VALUE);
    }

    @ParameterizedTest(name = "{0}: from {1} to {2}")
    @CsvSource({"5-10 7-20, 5, 20", "w5-10 7-9, 5, 10", "5-20 w3-9, 3, 20", "w5-9, 5, 9", "5-9, 5, 9"})
    void whenTheFirstBeginsAndTheLastEnds(String pins, long from, long to) {
        Occupancy occupancy = occupancy(pins, pool(2, 0), UNKNOWN);

        assertThat(occupancy.isEmpty()).isFalse();
        assertThat(occupancy.fromNanos()).isEqualTo(from);
        assertThat(occupancy.toNanos()).isEqualTo(to);
    }

    @Test
    void theMostOfEachInterval() {
        String pins = "0-" + 3 * S + " " + S + "-" + 2 * S + " w" + S + "-" + (S + 1);

        assertThat(occupancy(pins, pool(4, 0), UNKNOWN).maxima()).isEqualTo(new Maxima(0, S, List.of(1L, 3L, 1L)));
    }

    @ParameterizedTest(name = "{0} ns of 100: {1}")
    @CsvSource({"0, 0", "1, 1", "100, 1", "101, 2", "200, 2", "250, 3"})
    void anAverageIsRoundedUpwards(long sum, long level) {
        assertThat(Occupancy.level(50, 150, sum)).isEqualTo(level);
    }

    private static Occupancy.Shorter shorter(String pins) {
        Timeline timeline = new Timeline(1 << 10);
        String[] all = pins.split(" ", -1);
        for (String pin : all) {
            String[] times = pin.split("-", -1);
            timeline.add(Long.parseLong(times[0]) * S / 4, Long.parseLong(times[1]) * S / 4);
        }
        return new Occupancy.Shorter(all.length, S, timeline);
    }

    /** Pins that are sums, in quarters of a step. */
    @Test
    void pinsThatAreSumsCountByTheirAverage() {
        Occupancy occupancy = occupancy("0-" + S, pool(2, 0), UNKNOWN, shorter("0-4 0-4 4-6"));

        assertThat(occupancy.mostHeld()).isEqualTo(3);
        assertThat(occupancy.maxima().values()).containsExactly(3L);
        assertThat(occupancy.shorter().count()).isEqualTo(3);
        // One more than two carriers for a step.
        assertThat(occupancy.time(List.of(new Span(0, 2 * S))).leastNanos()).isEqualTo(4.0 * S + S);

        Occupancy later = occupancy(S + "-" + 2 * S, pool(2, 0), UNKNOWN, shorter("4-8 4-8"));
        assertThat(later.time(List.of(new Span(0, 2 * S))).leastNanos()).isEqualTo(4.0 * S + S);
    }

    private static String windows(FullCarriers found) {
        return found.windows().stream()
                .map(window ->
                        window.fromNanos() + "-" + window.toNanos() + ":" + window.nanos() + "/" + window.fullNanos())
                .collect(Collectors.joining(" "));
    }

    /** Windows as their time, how long in it two carriers were pinned, and how long all were that there can have been. */
    @ParameterizedTest(name = "{0}, at most {1} carriers: {2}, refuted {3}, undecided {4}")
    @CsvSource({
        "0-10,                        0, '',                       0/0/0,   0",
        "0-10 0-10,                   0, 0-10:10/0,                0/0/0,   0",
        "0-10 0-10,                   2, 0-10:10/10,               0/0/0,   0",
        "0-10 5-20,                   0, 5-10:5/0,                 0/0/0,   0",
        // The third shows that a further thread ran: no window, unless all carriers are held.
        "0-10 0-10 4-10,              0, '',                       10/1/6,  0",
        "0-10 0-10 7-10,              0, '',                       10/1/7,  0",
        "0-10 0-10 4-10,              3, 4-10:6/6,                 4/1/6,   0",
        "0-20 0-20 10-20,             2, 0-20:20/20,               0/1/10,  0",
        "0-20 0-20 5-8 12-20,         3, 5-20:11/11,               9/3/8,   0",
        "0-30 0-30 5-8,               0, '',                       30/2/22, 0",
        "5-15 5-15 9-15,              0, '',                       10/1/6,  0",
        // All carriers are held in two parts of a stretch, more than 0.1 ms apart.
        "0-400000 0-400000 5-8 300000-300010, 3, 5-8:3/3 300000-300010:10/10, 399987/4/299992, 0",
        // One that begins where another ends is the next thread of its carrier.
        "0-20 0-10 10-20,             0, 0-20:20/0,                0/0/0,   0",
        // The JVM may have added a carrier for a wait.
        "0-10 w0-10,                  0, '',                       0/0/0,   10",
        "0-10 w0-10,                  3, '',                       0/0/0,   0",
        "0-10 w0-10,                  2, 0-10:10/10,               0/0/0,   0",
        "w0-10,                       0, '',                       0/0/0,   0",
        // Less than 0.1 ms apart.
        "0-10 0-10 50-60 50-60,       0, 0-60:20/0,                0/0/0,   0",
        "0-10 0-10 100009-100020 100009-100020, 0, 0-100020:21/0,  0/0/0,   0",
        "0-10 0-10 100010-100020 100010-100020, 0, 0-10:10/0 100010-100020:10/0, 0/0/0, 0",
    })
    void windows(String pins, long sizes, String windows, String refuted, long undecided) {
        FullCarriers found = FullCarriers.in(occupancy(pins, pool(2, 0), sizes(sizes)), 2);

        assertThat(windows(found)).isEqualTo(windows);
        FullWindows.Refuted shown = found.refuted();
        assertThat(shown.nanos() + "/" + shown.signs() + "/" + shown.longestNanos())
                .isEqualTo(refuted);
        assertThat(found.undecidedNanos()).isEqualTo(undecided);
        assertThat(found.omittedNanos()).isZero();
        assertThat(FullCarriers.in(occupancy(pins, pool(2, 0), sizes(sizes)), 0).windows())
                .as("of an unknown number")
                .isEmpty();
    }

    @Test
    void theFewestAndTheMostThatWereAll() {
        Steps sizes = Steps.of(new TreeMap<>(Map.of(0L, 2L, 10L, 3L)));
        FullCarriers found = FullCarriers.in(occupancy("0-20 0-20 10-20", pool(2, 0), sizes), 2);

        assertThat(found.leastFull()).isEqualTo(2);
        assertThat(found.mostFull()).isEqualTo(3);
        FullCarriers none = FullCarriers.in(occupancy("0-20", pool(2, 0), sizes), 2);
        assertThat(none.leastFull()).isZero();
        assertThat(none.mostFull()).isZero();
    }

    @Test
    void aWindowThatIsCertain() {
        assertThat(new FullWindows.Window(0, 10, 8, 8).isCertain()).isTrue();
        assertThat(new FullWindows.Window(0, 10, 8, 7).isCertain()).isFalse();
        assertThat(new FullWindows.Window(1_500_000_000, 2_000_000_000, 1, 1).start())
                .isEqualTo(java.time.Instant.ofEpochMilli(1500));
    }

    /** That the number of carriers becomes known is no sign of another thread. */
    @Test
    void aChangeOfWhatIsKnownRefutesNothing() {
        Steps sizes = Steps.of(new TreeMap<>(Map.of(12L, 9L)));

        assertThat(FullCarriers.in(occupancy("0-20 0-20 5-20", pool(2, 0), sizes), 2)
                        .refuted())
                .isEqualTo(new FullWindows.Refuted(20, 1, 15));
    }

    /** A step that is covered by as many as there are carriers, but for 2 %, is one in which they were held. */
    @ParameterizedTest(name = "{0} quarters of a step, at most {1} carriers: {2} steps, all held in {3}")
    @CsvSource({
        "0-8 0-8,         0, 2, 0",
        "0-8 0-8,         2, 2, 2",
        "0-8 0-8,         3, 2, 0",
        "0-8 0-8 0-8,     3, 2, 2",
        "0-8 0-4,         0, 1, 0",
        "0-8 0-3,         0, 0, 0",
        "0-8,             0, 0, 0",
    })
    void stepsOfPinsThatAreSums(String pins, long sizes, long steps, long full) {
        FullCarriers found = FullCarriers.in(occupancy("", pool(2, 0), sizes(sizes), shorter(pins)), 2);

        assertThat(found.windows().stream().mapToLong(FullWindows.Window::nanos).sum())
                .isEqualTo(steps * S);
        assertThat(found.windows().stream()
                        .mapToLong(FullWindows.Window::fullNanos)
                        .sum())
                .isEqualTo(full * S);
        assertThat(found.mostFull()).isEqualTo(full == 0 ? 0 : sizes);
        assertThat(found.leastFull()).isEqualTo(full == 0 ? 0 : sizes);
    }

    /** 49 of 50 carriers are 98 %. */
    @ParameterizedTest(name = "{0} pins that are sums, of {1} carriers of which at most {2} run at once: {3} and {4}")
    @CsvSource({"49, 50, 50, 1, 1", "48, 50, 50, 0, 0", "49, 50, 49, 1, 1", "48, 50, 48, 1, 0"})
    void whatCoversAStep(int pins, long sizes, long carriers, long steps, long full) {
        String all = String.join(" ", Collections.nCopies(pins, "4-8"));
        FullCarriers found = FullCarriers.in(occupancy("", pool(carriers, 0), sizes(sizes), shorter(all)), carriers);

        assertThat(windows(found)).isEqualTo(steps == 0 ? "" : S + "-" + 2 * S + ":" + S + "/" + full * S);
    }

    /** What pins that are retained and pins that are sums cover counts once, in the order of time. */
    @ParameterizedTest(name = "{0} quarters are retained, {1} sums: {2}")
    @CsvSource({
        "20-24 20-24, 0-4 0-4,     0-4:4/4 20-24:4/4",
        "0-4 0-4,     20-24 20-24, 0-4:4/4 20-24:4/4",
        "0-6 0-6,     4-12 4-12,   0-12:12/12",
        "6-8 6-8,     8-12 8-12,   6-12:6/6",
        "2-6 2-6,     4-8 4-8,     2-8:6/6",
    })
    void windowsOfPinsAndOfSums(String pins, String sums, String windows) {
        FullCarriers found = FullCarriers.in(occupancy(quarters(pins), pool(2, 0), sizes(2), shorter(sums)), 2);

        assertThat(found.windows().stream()
                        .map(window -> window.fromNanos() * 4 / S + "-" + window.toNanos() * 4 / S + ":"
                                + window.nanos() * 4 / S + "/" + window.fullNanos() * 4 / S)
                        .collect(Collectors.joining(" ")))
                .isEqualTo(windows);
    }

    private static String quarters(String pins) {
        return Arrays.stream(pins.split(" ", -1))
                .filter(pin -> !pin.isEmpty())
                .map(pin -> {
                    String[] times = pin.replace("w", "").split("-", -1);
                    return (pin.startsWith("w") ? "w" : "") + Long.parseLong(times[0]) * S / 4 + "-"
                            + Long.parseLong(times[1]) * S / 4;
                })
                .collect(Collectors.joining(" "));
    }

    /** Half a step of pins that are sums fills both carriers for a quarter of it, or one of them for half of it. */
    @ParameterizedTest(name = "{0} quarters are retained, {1} sums: {2} quarters more")
    @CsvSource({
        "'',      0-2,     1",
        "0-4,     0-2,     2",
        "0-4,     0-2 0-1, 3",
        // All together fill the step, which is a window.
        "0-4 0-2, 0-2,     0",
        "0-2 0-2, 2-4,     1",
        "8-12,    0-2,     1",
        "0-4 0-4, 0-2,     0",
        // Pins of the next step and of the one before leave both carriers of this one free.
        "4-8,     0-2,     1",
        "0-4,     4-6,     1",
        // Of a step that has a window, the rest.
        "4-6 4-6, 6-8,     1",
        // No more than the step.
        "4-5,     4-8 4-6, 4",
        // For a wait there may be a further carrier: one is free at least.
        "0-1 w0-1, 0-2,    2",
    })
    void whatPinsThatAreSumsCouldAdd(String pins, String sums, long quarters) {
        FullCarriers found = FullCarriers.in(occupancy(quarters(pins), pool(2, 0), UNKNOWN, shorter(sums)), 2);

        assertThat(found.omittedNanos()).isEqualTo(quarters * S / 4);
    }

    @Test
    void windowsInSum() {
        Steps sizes = Steps.of(new TreeMap<>(Map.of(0L, 2L, 200_000L, 3L)));
        FullWindows all = windows("0-10 0-10 200000-200030 200000-200030", sizes, 2);

        assertThat(all.least()).isEqualTo(new FullWindows.Total(1, 10, 10));
        assertThat(all.most()).isEqualTo(new FullWindows.Total(2, 40, 30));
        assertThat(all.certain()).isFalse();
        assertThat(windows("0-10 0-10", sizes, 2).certain()).isTrue();
        assertThat(windows("0-10 0-10", sizes, 0)).isEqualTo(FullWindows.NONE);
    }

    private static FullWindows windows(String pins, Steps sizes, long carriers) {
        return FullWindows.of(FullCarriers.in(occupancy(pins, pool(2, 0), sizes), carriers));
    }
}
