package dev.loomweight.render;

import java.util.List;
import java.util.OptionalDouble;

/** Small pictures in one line of text, for those who lay out a screen of their own. */
public final class Sparkline {

    private Sparkline() {}

    /**
     * The last values, from the smallest to the largest of them.
     *
     * @param values the newest last
     * @param columns how many of them there is room for
     */
    public static String of(List<Double> values, int columns) {
        int from = Math.max(0, values.size() - Math.max(0, columns));
        return Graphic.sparkline(values.subList(from, values.size()).stream()
                .map(OptionalDouble::of)
                .toList());
    }

    /**
     * A bar.
     *
     * @param part the part of its full width, 0 to 1
     * @param columns its full width
     */
    public static String bar(double part, int columns) {
        return Graphic.bar(part).draw(columns);
    }
}
