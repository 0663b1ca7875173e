package dev.loomweight.render;

/**
 * How text for people is to look.
 *
 * @param width the columns that no line exceeds; values below {@link #MIN_WIDTH} are taken as that
 * @param colour whether the text may hold the escape sequences of colours
 */
public record TextOptions(int width, boolean colour) {

    /** The narrowest text, in terminal columns. */
    public static final int MIN_WIDTH = 40;

    /** What suits a file or a pipe: 80 columns, no colour. */
    public static final TextOptions PLAIN = new TextOptions(80, false);

    public TextOptions {
        width = Math.max(width, MIN_WIDTH);
    }
}
