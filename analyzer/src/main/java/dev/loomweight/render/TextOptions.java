package dev.loomweight.render;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How reports look for people; formats for machines take nothing from it.
 *
 * @param width the columns that no line exceeds; values below {@link #MIN_WIDTH} are taken as that
 * @param colour whether the text may hold the escape sequences of colours
 * @param top how many rows of a table of ranked rows are shown, or {@link #AS_TABLE}
 * @param unfolded whether every frame of a stack and every column of a table is shown: also frames of servers, frameworks
 *     and the JDK outside of the application's code, and columns that there is no room for
 * @param screen the screen that the text is to fit on, which has the most important parts only; null for all parts
 */
public record TextOptions(
        int width,
        boolean colour,
        int top,
        boolean unfolded,
        @Nullable Screen screen) {

    /** The narrowest text, in terminal columns. */
    public static final int MIN_WIDTH = 40;

    /** For {@link #top}: as many rows as each table says. */
    public static final int AS_TABLE = 0;

    /** What suits a file or a pipe: 80 columns, no colour. */
    public static final TextOptions PLAIN = new TextOptions(80, false);

    public TextOptions {
        width = Math.max(width, MIN_WIDTH);
    }

    /**
     * A first screen.
     *
     * @param rows the lines that the text may have; a few lines are always written
     * @param all the command that shows everything, to copy
     * @param instead what can be passed to it instead
     * @param more other commands that show more, each a line to copy
     */
    public record Screen(int rows, String all, String instead, List<String> more) {

        public Screen {
            more = List.copyOf(more);
        }
    }

    /** With as many rows as each table says. */
    public TextOptions(int width, boolean colour) {
        this(width, colour, AS_TABLE);
    }

    /** With folded stacks, and only the columns that there is room for. */
    public TextOptions(int width, boolean colour, int top) {
        this(width, colour, top, false, null);
    }

    /** The same with another number of rows. */
    public TextOptions withTop(int rows) {
        return new TextOptions(width, colour, rows, unfolded, screen);
    }

    /** The same with every frame and every column, or without those that few readers want. */
    public TextOptions withUnfoldedStacks(boolean all) {
        return new TextOptions(width, colour, top, all, screen);
    }

    /** The same for a first screen, or with all parts. */
    public TextOptions with(@Nullable Screen other) {
        return new TextOptions(width, colour, top, unfolded, other);
    }
}
