package dev.loomweight.pins.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.pins.scheduler.FullWindows.Refuted;
import dev.loomweight.pins.scheduler.FullWindows.Total;
import dev.loomweight.pins.scheduler.FullWindows.Window;
import dev.loomweight.pins.scheduler.HeldCarriers.Part;
import dev.loomweight.pins.scheduler.HeldCarriers.Shorter;
import dev.loomweight.pins.scheduler.HeldCarriers.Watched;
import dev.loomweight.pins.scheduler.HeldCarriers.Windows;
import dev.loomweight.sample.Coverage.Span;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What several fold files of one process have together; S is the shortest interval, of 2^20 ns. */
class FoldedHeldTest {

    private static final long S = 1L << 20;
    private static final String SELL = "sell";
    private static final String BOOK = "book";

    private static final FoldedHeld<String> EARLY = held(
            0,
            2 * S,
            2,
            Occupancy.Waits.PINS,
            new Shorter(3, 9, 4),
            new Maxima(0, S, List.of(2L, 1L)),
            new Occupancy.Time(100, 150, 4),
            new Window(10, 40, 30, 30),
            Map.of(SELL, new Part(1, 10)));
    private static final FoldedHeld<String> LATE = held(
            4 * S,
            6 * S,
            3,
            Occupancy.Waits.BOUNDED,
            new Shorter(5, 7, 8),
            new Maxima(4 * S, 2 * S, List.of(3L)),
            new Occupancy.Time(200, 260, 3),
            new Window(4 * S, 4 * S + 20, 20, 0),
            Map.of(SELL, new Part(2, 5), BOOK, new Part(4, 6)));

    private static FoldedHeld<String> held(
            long from,
            long to,
            long most,
            Occupancy.Waits waits,
            Shorter shorter,
            Maxima maxima,
            Occupancy.Time time,
            Window window,
            Map<String, Part> watched) {
        FullWindows found = new FullWindows(
                window.isCertain() ? new Total(1, window.nanos(), window.nanos()) : Total.NONE,
                new Total(1, window.nanos(), window.nanos()),
                window.isCertain(),
                new Refuted(1, 2, 3),
                0,
                0,
                4,
                5,
                List.of(window));
        return new FoldedHeld<>(
                false,
                from,
                to,
                most,
                waits,
                shorter,
                maxima,
                new Span(from, to),
                time,
                Windows.listed(found, List.of(Map.of(SELL, window.nanos()))),
                new Watched<>(watched, 11));
    }

    /** As one in which no pins are known one by one. */
    private static FoldedHeld<String> sumsOnly(FoldedHeld<String> held) {
        return new FoldedHeld<>(
                true,
                Long.MAX_VALUE,
                Long.MIN_VALUE,
                held.most(),
                held.waits(),
                held.shorter(),
                Maxima.NONE,
                held.recorded(),
                held.time(),
                held.windows(),
                held.watched());
    }

    private static FoldedHeld<String> recorded(long from, long to, double least, double most, long highest) {
        return new FoldedHeld<>(
                true,
                Long.MAX_VALUE,
                Long.MIN_VALUE,
                0,
                Occupancy.Waits.NONE,
                new Shorter(0, 0, 1),
                Maxima.NONE,
                new Span(from, to),
                new Occupancy.Time(least, most, highest),
                Windows.listed(FullWindows.NONE, List.of()),
                new Watched<>(Map.of(), 0));
    }

    @Test
    void sumsAndTheHighestOfEachInAnyOrder() {
        for (List<FoldedHeld<String>> order : List.of(List.of(EARLY, LATE), List.of(LATE, EARLY))) {
            HeldCarriers<String> both = FoldedHeld.of(order, 2);

            assertThat(both.isEmpty()).isFalse();
            assertThat(both.fromNanos()).isZero();
            assertThat(both.toNanos()).isEqualTo(6 * S);
            assertThat(both.most()).isEqualTo(3);
            assertThat(both.waits()).isEqualTo(Occupancy.Waits.BOUNDED);
            assertThat(both.shorter()).isEqualTo(new Shorter(8, 9, 8));
            assertThat(both.maxima()).isEqualTo(new Maxima(0, 2 * S, List.of(2L, 0L, 3L)));
            assertThat(both.recorded()).isEqualTo(new Span(0, 6 * S));
            assertThat(both.time()).isEqualTo(new Occupancy.Time(300, 410, 4));
            assertThat(both.windows().found().most()).isEqualTo(new Total(2, 50, 30));
            assertThat(both.windows().found().longest())
                    .containsExactly(new Window(10, 40, 30, 30), new Window(4 * S, 4 * S + 20, 20, 0));
            assertThat(both.windows().shares()).containsExactly(Map.of(SELL, 30L), Map.of(SELL, 20L));
            assertThat(both.within(List.of()).groups())
                    .containsExactlyInAnyOrderEntriesOf(Map.of(SELL, new Part(3, 15), BOOK, new Part(4, 6)));
            assertThat(both.within(List.of()).restNanos()).isEqualTo(22);
        }
    }

    @Test
    void oneIsItself() {
        assertThat(FoldedHeld.of(List.of(EARLY), 2)).isSameAs(EARLY);
    }

    @Test
    void sumsAloneHaveNoMaxima() {
        HeldCarriers<String> one = FoldedHeld.of(List.of(sumsOnly(EARLY), LATE), 2);
        HeldCarriers<String> none = FoldedHeld.of(List.of(sumsOnly(EARLY), sumsOnly(LATE)), 2);

        assertThat(one.isEmpty()).isFalse();
        assertThat(one.maxima()).isEqualTo(LATE.maxima());
        assertThat(one.fromNanos()).isEqualTo(4 * S);
        assertThat(none.isEmpty()).isTrue();
        assertThat(none.maxima()).isSameAs(Maxima.NONE);
        assertThat(none.most()).isEqualTo(3);
    }

    /** Time that two parts have counts once; two carriers, parts as from-to, least-most. */
    @ParameterizedTest(name = "{0}, {1} and {2}: {3} to {4}")
    @CsvSource({
        "0-100 200-200, 100-150 100-120, '',              300, 320",
        "0-100 200-200, 90-150 120-140,  '',              300, 320",
        "0-100 200-200, 20-60 80-90,     '',              200, 210",
        "0-100 200-200, 20-60 80-90,     90-150 120-130,  300, 320",
        "90-150 120-140, 0-100 200-200,  '',              300, 320",
        "0-100 200-300, 0-100 200-200,   '',              200, 300",
    })
    void theTimeOfParts(String one, String other, String third, double least, double most) {
        List<FoldedHeld<String>> parts = Arrays.stream(new String[] {one, other, third})
                .filter(part -> !part.isEmpty())
                .map(part -> part.split("[- ]", -1))
                .map(part -> recorded(
                        Long.parseLong(part[0]),
                        Long.parseLong(part[1]),
                        Double.parseDouble(part[2]),
                        Double.parseDouble(part[3]),
                        2))
                .toList();

        assertThat(FoldedHeld.of(parts, 2).time()).isEqualTo(new Occupancy.Time(least, most, 2));
    }

    @Test
    void groupsThatAreOne() {
        FoldedHeld<String> same = LATE.with(Map.of(BOOK, SELL));

        assertThat(same.watched().groups()).hasSize(1).containsEntry(SELL, new Part(6, 11));
        assertThat(same.windows().shares()).containsExactly(Map.of(SELL, 20L));
        assertThat(same.windows().found()).isEqualTo(LATE.windows().found());
        assertThat(LATE.with(Map.of(SELL, BOOK)).windows().shares()).containsExactly(Map.of(BOOK, 20L));
        assertThat(LATE.with(Map.of()).watched().groups()).hasSize(2);
        assertThat(same.recorded()).isEqualTo(LATE.recorded());
    }

    @Test
    void aFoldFileHasItAll() {
        List<String> groups = List.of(BOOK, SELL);
        FoldedHeld<String> read =
                FoldedHeld.of(FoldedHeld.folded(LATE, 7, List.of(), Map.of(BOOK, 0, SELL, 1)), groups);

        assertThat(FoldedHeld.folded(LATE, 7, List.of(), Map.of(BOOK, 0, SELL, 1))
                        .stated())
                .isEqualTo(7);
        assertThat(read.windows().shares().getFirst()).containsEntry(SELL, 20L);
        assertThat(read.windows().found()).isEqualTo(LATE.windows().found());
        assertThat(read.watched().groups()).containsEntry(SELL, new Part(2, 5)).containsEntry(BOOK, new Part(4, 6));
        assertThat(read.watched().restNanos()).isEqualTo(11);
        assertThat(read)
                .usingRecursiveComparison()
                .ignoringFields("windows", "watched")
                .isEqualTo(LATE);
        assertThat(FoldedHeld.folded(LATE, 0, List.of(), Map.of(BOOK, 0)).seen().watched())
                .as("groups without a place are left out")
                .hasSize(1);
    }

    @ParameterizedTest(name = "stack {0}, intervals of {1} ns")
    @CsvSource({"2, 1", "-1, 1", "0, 0"})
    void damagedFoldFiles(int stack, long interval) {
        FoldedHeld<String> held = held(
                0,
                S,
                1,
                Occupancy.Waits.NONE,
                new Shorter(0, 0, 1),
                new Maxima(0, interval, List.of()),
                new Occupancy.Time(1, 1, 1),
                new Window(0, 1, 1, 1),
                Map.of());
        var folded = FoldedHeld.folded(held, 0, List.of(), Map.of(SELL, stack));

        assertThatThrownBy(() -> FoldedHeld.of(folded, List.of(SELL, BOOK)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(interval == 0 ? "intervals of 0 ns" : "no stack " + stack);
    }

    /** Pins of 100 ns in all. */
    @ParameterizedTest(name = "of {0} to {1} ns: {2} to {3}")
    @CsvSource({"200, 400, 0.25, 0.5", "200, 200, 0.5, 0.5", "200, Infinity, 0, 0.5", "50, 80, 1, 1"})
    void theShareOfTheTimeOfTheCarriers(double least, double most, double low, double high) {
        HeldCarriers<String> held = recorded(0, 100, least, most, 6);

        assertThat(Shares.of(held, 100)).isEqualTo(new Shares(low, high, 0, 6));
    }
}
