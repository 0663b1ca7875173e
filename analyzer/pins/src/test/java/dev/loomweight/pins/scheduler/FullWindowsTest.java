package dev.loomweight.pins.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.pins.scheduler.FullWindows.Refuted;
import dev.loomweight.pins.scheduler.FullWindows.Total;
import dev.loomweight.pins.scheduler.FullWindows.Window;
import dev.loomweight.sample.Coverage.Span;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sums of windows, and times that are within others. */
class FullWindowsTest {

    private static FullWindows windows(long leastFull, long mostFull, List<Window> longest) {
        return new FullWindows(
                new Total(1, 5, 5),
                new Total(2, 30, 20),
                true,
                new Refuted(7, 2, 4),
                leastFull,
                mostFull,
                11,
                13,
                longest);
    }

    @ParameterizedTest(name = "{0} to {1} and {2} to {3}: {4} to {5}")
    @CsvSource({"2, 4, 3, 5, 2, 5", "3, 5, 2, 4, 2, 5", "0, 0, 3, 5, 3, 5", "3, 5, 0, 0, 3, 5", "0, 0, 0, 0, 0, 0"})
    void theFewestOfThoseThatWereEverAll(long least, long most, long otherLeast, long otherMost, long low, long high) {
        FullWindows both = windows(least, most, List.of()).and(windows(otherLeast, otherMost, List.of()));

        assertThat(both.leastFull()).isEqualTo(low);
        assertThat(both.mostFull()).isEqualTo(high);
    }

    @Test
    void sums() {
        FullWindows one = windows(0, 0, List.of());
        FullWindows uncertain =
                new FullWindows(Total.NONE, new Total(1, 40, 40), false, new Refuted(1, 1, 9), 0, 0, 1, 2, List.of());
        FullWindows both = one.and(uncertain);

        assertThat(both.least()).isEqualTo(new Total(1, 5, 5));
        assertThat(both.most()).isEqualTo(new Total(3, 70, 40));
        assertThat(both.refuted()).isEqualTo(new Refuted(8, 3, 9));
        assertThat(both.undecidedNanos()).isEqualTo(12);
        assertThat(both.omittedNanos()).isEqualTo(15);
        assertThat(both.certain()).isFalse();
        assertThat(uncertain.and(one).certain()).isFalse();
        assertThat(one.and(one).certain()).isTrue();
        assertThat(one.isEmpty()).isFalse();
        assertThat(FullWindows.NONE.isEmpty()).isTrue();
        assertThat(FullWindows.NONE.and(one)).isEqualTo(one);
    }

    /** First those that are certain for longest, then the longest, then the earliest. */
    @Test
    void theLongestAreFirst() {
        Window certain = new Window(50, 60, 10, 10);
        Window longer = new Window(0, 20, 20, 5);
        Window early = new Window(100, 130, 30, 0);
        Window late = new Window(200, 230, 30, 0);
        Window brief = new Window(0, 1, 1, 0);

        assertThat(windows(0, 0, List.of(late, brief, longer))
                        .and(windows(0, 0, List.of(early, certain)))
                        .longest())
                .containsExactly(certain, longer, early, late, brief);
    }

    @Test
    void noMoreThanAreListed() {
        List<Window> many = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            many.add(new Window(i, i + 1, 1, 0));
        }

        assertThat(windows(0, 0, many).and(windows(0, 0, many)).longest()).hasSize(FullWindows.MAX_LISTED);
    }

    @ParameterizedTest(name = "{0} to {1} has {2} ns of 10 to 20")
    @CsvSource({"0, 5, 0", "0, 10, 0", "0, 12, 2", "12, 15, 3", "15, 30, 5", "20, 30, 0", "0, 30, 10", "25, 30, 0"})
    void aPartOfATime(long from, long to, long part) {
        assertThat(new Span(10, 20).part(from, to)).isEqualTo(part);
    }

    @Test
    void severalTimesTogether() {
        assertThat(Span.nanos(List.of(new Span(10, 20), new Span(50, 40), new Span(30, 33))))
                .isEqualTo(13);
        assertThat(Span.nanos(List.of())).isZero();
    }

    @Test
    void aShareIsKnownWhereTheNumberOfCarriersIs() {
        assertThat(new Shares(0.1, 0.2, 1, Steps.UNBOUNDED).isBounded()).isFalse();
        assertThat(new Shares(0.1, 0.1, 1, 4).isBounded()).isTrue();
    }
}
