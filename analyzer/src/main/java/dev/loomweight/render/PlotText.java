package dev.loomweight.render;

import dev.loomweight.report.Cell;
import dev.loomweight.report.Series;
import java.util.Arrays;
import java.util.List;

/**
 * A chart in characters, larger than a sparkline: for each line of a series, blocks that stand on its zero. A line of one
 * point is its value.
 */
public final class PlotText {

    private static final int EIGHTHS = 8;
    private static final int HEIGHT = 6;
    private static final int MAX_SLOTS = 10_000;

    private PlotText() {}

    /**
     * The chart.
     *
     * @param width the columns of a line; each line of the series takes all of them
     */
    public static String of(Series series, int width) {
        if (series.lines().isEmpty()) {
            return "there are no rows to draw\n";
        }
        StringBuilder text = new StringBuilder();
        for (Series.Line line : series.lines()) {
            draw(line, width, text);
        }
        return text.toString();
    }

    private static void draw(Series.Line line, int width, StringBuilder text) {
        List<Series.Point> points = line.points();
        if (points.stream().mapToDouble(PlotText::at).distinct().count() == 1) {
            Series.Point only = points.getLast();
            text.append(SafeText.of(line.name())).append(": ").append(CellText.of(only.value()));
            text.append(" at ").append(CellText.of(only.at())).append("; a chart needs two points\n\n");
            return;
        }
        Series.Point largest = points.getFirst();
        for (Series.Point point : points) {
            largest = number(point.value()) > number(largest.value()) ? point : largest;
        }
        String top = CellText.of(largest.value()).toString();
        int margin = TerminalColumns.of(top) + 2;
        double[] heights = heights(points, Math.max(1, width - margin - 1), number(largest.value()));
        text.append(SafeText.of(line.name())).append('\n');
        for (int row = HEIGHT - 1; row >= 0; row--) {
            String label = row == HEIGHT - 1 ? top : row == 0 ? "0" : "";
            StringBuilder blocks = new StringBuilder();
            for (double height : heights) {
                int eighths = (int) Math.ceil(height * HEIGHT * EIGHTHS) - row * EIGHTHS;
                blocks.append(Graphic.LEVELS.charAt(Math.clamp(eighths, 0, EIGHTHS)));
            }
            String drawn = " ".repeat(margin - 1 - TerminalColumns.of(label)) + label + " " + blocks;
            text.append(drawn.stripTrailing()).append('\n');
        }
        String from = CellText.of(points.getFirst().at()).toString();
        String to = CellText.of(points.getLast().at()).toString();
        text.append(" ".repeat(margin))
                .append(from)
                .append(" ".repeat(Math.max(1, heights.length - TerminalColumns.of(from) - TerminalColumns.of(to))))
                .append(to)
                .append("\n\n");
    }

    /** The height of each column, from 0 to 1: the largest of the points that fall into it. */
    private static double[] heights(List<Series.Point> points, int columns, double most) {
        double[] slots = slots(points, most);
        double[] heights = new double[columns];
        for (int column = 0; column < columns; column++) {
            int from = (int) ((long) column * slots.length / columns);
            int to = Math.max(from + 1, (int) ((column + 1L) * slots.length / columns));
            for (int slot = from; slot < to; slot++) {
                heights[column] = Math.max(heights[column], slots[slot]);
            }
        }
        return heights;
    }

    // Points are as far apart as the nearest two of them: where one is missing, as where nothing happened, there is
    // none.
    private static double[] slots(List<Series.Point> points, double most) {
        double[] at = points.stream().mapToDouble(PlotText::at).toArray();
        double[] sorted = Arrays.stream(at).sorted().distinct().toArray();
        double gap = Double.MAX_VALUE;
        for (int i = 1; i < sorted.length; i++) {
            gap = Math.min(gap, sorted[i] - sorted[i - 1]);
        }
        double length = sorted[sorted.length - 1] - sorted[0];
        double[] slots = new double[(int) Math.min(MAX_SLOTS, Math.round(length / gap) + 1)];
        for (int i = 0; i < at.length; i++) {
            double part = length > 0 ? (at[i] - sorted[0]) / length : 0;
            int slot = (int) Math.round(part * (slots.length - 1));
            slots[slot] = Math.max(slots[slot], most > 0 ? number(points.get(i).value()) / most : 0);
        }
        return slots;
    }

    // By nanoseconds, two events by chance close together would make a gap of every other distance.
    private static double at(Series.Point point) {
        return point.at() instanceof Cell.Time time ? time.value().toEpochMilli() : number(point.at());
    }

    private static double number(Cell cell) {
        return cell.number().orElse(0);
    }
}
