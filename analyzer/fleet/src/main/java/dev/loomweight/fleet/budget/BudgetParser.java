package dev.loomweight.fleet.budget;

import dev.loomweight.amount.Durations;
import dev.loomweight.amount.Sizes;
import dev.loomweight.report.Unit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses budgets and margins, as given on the command line or in loomweight.toml. */
public final class BudgetParser {

    private static final Pattern COUNT = Pattern.compile("\\d{1,15}");
    private static final Pattern PERCENT = Pattern.compile("(\\d{1,3}(?:\\.\\d)?)\\s*%");
    private static final Pattern MARGIN = Pattern.compile("(\\d{1,4}(?:\\.\\d{1,4})?)\\s*%");

    private BudgetParser() {}

    /**
     * An amount.
     *
     * @param name the budget's name, for the message
     * @param amount {@code 3}, {@code 100ms}, {@code 64m} or {@code 90%}, depending on the unit
     * @throws IllegalArgumentException if it does not have that unit; the message says what is expected
     */
    public static long amount(String name, Unit unit, String amount) {
        String stripped = amount.strip();
        try {
            return switch (unit) {
                case COUNT -> count(stripped);
                case TIME -> Durations.parse(stripped).toNanos();
                case SIZE -> Sizes.parse(stripped);
                case SHARE -> Math.round(share(stripped) * 1000);
            };
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(name + ": " + e.getMessage(), e);
        }
    }

    private static long count(String amount) {
        if (!COUNT.matcher(amount).matches()) {
            throw new IllegalArgumentException("invalid number '" + amount + "'; expected 0 or more");
        }
        return Long.parseLong(amount);
    }

    /**
     * A margin as a ratio: {@code 10%} is 0.1.
     *
     * @throws IllegalArgumentException if the text is not a percentage
     */
    public static double margin(String text) {
        Matcher percent = MARGIN.matcher(text.strip());
        if (!percent.matches()) {
            throw new IllegalArgumentException("margin: invalid percentage '" + text + "'; expected for example 10%");
        }
        return Double.parseDouble(percent.group(1)) / 100;
    }

    /**
     * A share: {@code 90%} is 0.9.
     *
     * @throws IllegalArgumentException if the text is not a percentage
     */
    public static double share(String text) {
        Matcher percent = PERCENT.matcher(text.strip());
        if (!percent.matches()) {
            throw new IllegalArgumentException("invalid percentage '" + text + "'; expected for example 90%");
        }
        return Double.parseDouble(percent.group(1)) / 100;
    }
}
