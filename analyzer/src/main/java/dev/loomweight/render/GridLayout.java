package dev.loomweight.render;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * How wide each column of a grid becomes.
 *
 * @param widths the columns of each column's text
 * @param graphicWidth the columns of each picture, 0 where there is no room for pictures
 */
record GridLayout(List<Integer> widths, int graphicWidth) {

    /** A range of widths, both ends included. */
    record Range(int min, int max) {}

    /** The empty columns between two columns. */
    static final int GAP = 2;

    private static final int MIN_WORDS = 12;

    /** Enough for a class and a method. */
    private static final int NAMES = 30;

    /**
     * The best layout for a width. Gives up, in this order: the length of the pictures, headings on one line, the
     * pictures, the length of words.
     *
     * @param grid what to lay out
     * @param room the columns that there are
     * @param graphics the shortest picture worth drawing and the longest, in columns
     * @return empty where not even the numbers fit
     */
    static Optional<GridLayout> of(Grid grid, int room, Range graphics) {
        return of(grid, room, graphics, false);
    }

    /**
     * The best layout for rows that are a line each, or as many as their words need.
     *
     * @param lines whether each row is a line, so that prose that does not fit loses its end
     */
    static Optional<GridLayout> of(Grid grid, int room, Range graphics, boolean lines) {
        int count = grid.columns().size();
        int available = room - GAP * Math.max(0, count - 1);
        int[] cells = new int[count];
        int[] oneLine = new int[count];
        int[] twoLines = new int[count];
        for (int i = 0; i < count; i++) {
            String title = grid.columns().get(i).title();
            cells[i] = grid.fullWidth(i);
            oneLine[i] = Math.max(cells[i], TerminalColumns.of(title));
            twoLines[i] = Math.max(cells[i], TerminalColumns.twoLineWidth(title));
        }
        int pictures =
                (int) grid.columns().stream().filter(Grid.Column::pictured).count();
        if (pictures > 0) {
            for (int[] widths : new int[][] {oneLine, twoLines}) {
                int graphic = Math.min(graphics.max(), (available - sum(widths)) / pictures - 1);
                if (graphic >= graphics.min()) {
                    return Optional.of(new GridLayout(boxed(widths), graphic));
                }
            }
        }
        for (int[] widths : new int[][] {oneLine, twoLines}) {
            if (sum(widths) <= available) {
                return Optional.of(new GridLayout(boxed(widths), 0));
            }
        }
        return shrink(grid, twoLines, available, lines).map(widths -> new GridLayout(boxed(widths), 0));
    }

    /**
     * The same with more room for the first column, which names the rows: what is left of the room, and what other words give
     * it, alike, down to the least that is worth showing.
     */
    GridLayout favouringNames(Grid grid, int room) {
        int[] all = widths.stream().mapToInt(Integer::intValue).toArray();
        int most = Math.min(NAMES, grid.fullWidth(0));
        all[0] += Math.clamp(most - all[0], 0, Math.max(0, room - totalWidth(grid)));
        boolean given = true;
        while (given && all[0] < most) {
            given = false;
            for (int i = 1; i < all.length && all[0] < most; i++) {
                if (!grid.columns().get(i).numeric() && all[i] > MIN_WORDS) {
                    all[i]--;
                    all[0]++;
                    given = true;
                }
            }
        }
        return new GridLayout(boxed(all), graphicWidth);
    }

    /** The columns of a column together with its picture. */
    int outerWidth(Grid grid, int column) {
        boolean picture = graphicWidth > 0 && grid.columns().get(column).pictured();
        return widths.get(column) + (picture ? 1 + graphicWidth : 0);
    }

    /** The columns of the whole grid. */
    int totalWidth(Grid grid) {
        int columns = grid.columns().size();
        return IntStream.range(0, columns).map(i -> outerWidth(grid, i)).sum() + GAP * Math.max(0, columns - 1);
    }

    /** Breaks prose into more lines first, since that loses nothing; then shortens words. */
    private static Optional<int[]> shrink(Grid grid, int[] full, int available, boolean lines) {
        int[] snug = new int[full.length];
        int[] least = new int[full.length];
        for (int i = 0; i < full.length; i++) {
            Grid.Column column = grid.columns().get(i);
            int title = TerminalColumns.twoLineWidth(column.title());
            snug[i] = Math.min(full[i], Math.max(grid.snugWidth(i), title));
            int floor =
                    Math.max(grid.figuresWidth(i), column.numeric() ? Math.max(grid.leastWidth(i), title) : MIN_WORDS);
            least[i] = Math.min(snug[i], floor);
        }
        return lines ? cap(least, full, available) : cap(snug, full, available).or(() -> cap(least, snug, available));
    }

    /** Takes from the widest columns, alike, until all fit. */
    private static Optional<int[]> cap(int[] least, int[] most, int available) {
        for (int cap = IntStream.of(most).max().orElse(0); cap > 0; cap--) {
            int[] widths = new int[most.length];
            for (int i = 0; i < most.length; i++) {
                widths[i] = Math.clamp(cap, least[i], most[i]);
            }
            if (sum(widths) <= available) {
                return Optional.of(widths);
            }
        }
        return Optional.empty();
    }

    private static List<Integer> boxed(int[] widths) {
        return IntStream.of(widths).boxed().toList();
    }

    private static int sum(int[] widths) {
        return IntStream.of(widths).sum();
    }
}
