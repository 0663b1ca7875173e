package dev.loomweight.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.report.Cell;
import dev.loomweight.report.Series;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Charts in characters. */
class PlotTextTest {

    private static Series.Point point(long at, long value) {
        return new Series.Point(Cell.count(at), Cell.count(value));
    }

    private static List<String> drawn(Series.Point... points) {
        return PlotText.of(new Series("plot", "pins", List.of(new Series.Line("count", List.of(points)))), 13)
                .lines()
                .toList();
    }

    @Test
    void whereNoPointIsThereIsAGap() {
        assertThat(drawn(point(0, 6), point(1, 3), point(3, 1)))
                .containsExactly(
                        "count",
                        " 6 ███",
                        "   ███",
                        "   ███",
                        "   █████",
                        "   █████",
                        " 0 █████  ██",
                        "   0       3",
                        "");
    }

    @Test
    void onePointIsAValueAndZerosTakeNothing() {
        assertThat(drawn(point(7, 2))).containsExactly("count: 2 at 7; a chart needs two points", "");
        assertThat(drawn(point(0, 0), point(1, 0))).contains(" 0", "   0       1");
    }

    @Test
    void noRowsAreSaidToBeNone() {
        assertThat(PlotText.of(new Series("plot", "pins", List.of()), 80)).isEqualTo("there are no rows to draw\n");
    }
}
