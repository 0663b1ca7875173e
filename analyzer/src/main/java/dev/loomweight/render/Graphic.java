package dev.loomweight.render;

import java.util.List;
import java.util.OptionalDouble;

/** A small picture made of characters, as wide as there is room. */
@FunctionalInterface
public interface Graphic {

    /** Blocks of rising height, from none to a full line. */
    String LEVELS = " ▁▂▃▄▅▆▇█";

    /** No picture. */
    Graphic NONE = columns -> "";

    /** Draws it in at most this many columns. */
    String draw(int columns);

    /**
     * A bar, exact to an eighth of a column. What is not zero is never invisible.
     *
     * @param part the part of the full width, 0 to 1
     */
    static Graphic bar(double part) {
        return columns -> {
            long eighths = Math.round(Math.clamp(part, 0.0, 1.0) * columns * 8);
            if (eighths == 0 && part > 0) {
                eighths = 1;
            }
            String rest = eighths % 8 == 0 ? "" : String.valueOf(" ▏▎▍▌▋▊▉".charAt((int) (eighths % 8)));
            return "█".repeat((int) (eighths / 8)) + rest;
        };
    }

    /**
     * The last values of a line over time, from the smallest to the largest of them; nothing for fewer than two.
     *
     * @param values the newest last
     * @param columns how many of them there is room for
     */
    static String sparkline(List<Double> values, int columns) {
        if (values.size() < 2) {
            return "";
        }
        int from = Math.max(0, values.size() - Math.max(0, columns));
        return sparkline(values.subList(from, values.size()).stream()
                .map(OptionalDouble::of)
                .toList());
    }

    /**
     * The values of a line over time, from its smallest to its largest. Where none is negative, only zero is as low as
     * can be; what never changes and is not zero is half as high as can be.
     *
     * @param values one per moment, the moments equally far apart; empty where nothing was measured
     */
    static String sparkline(List<OptionalDouble> values) {
        double min =
                values.stream().flatMapToDouble(OptionalDouble::stream).min().orElse(0);
        double max =
                values.stream().flatMapToDouble(OptionalDouble::stream).max().orElse(0);
        return sparkline(values, min, max);
    }

    /**
     * The same from one value to another, so that lines can be compared.
     *
     * @param values one per moment, none of them less than {@code min} or more than {@code max}
     */
    static String sparkline(List<OptionalDouble> values, double min, double max) {
        StringBuilder line = new StringBuilder();
        for (OptionalDouble value : values) {
            if (value.isEmpty()) {
                line.append(' ');
            } else {
                double height = max > min ? (value.getAsDouble() - min) / (max - min) : 0.5;
                int level = 1 + (int) Math.min(7, height * 8);
                boolean zero = value.getAsDouble() == 0;
                line.append(LEVELS.charAt(min < 0 ? level : zero ? 1 : min > 0 ? level : Math.max(2, level)));
            }
        }
        return line.toString();
    }
}
