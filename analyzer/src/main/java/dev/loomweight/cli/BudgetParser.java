package dev.loomweight.cli;

import dev.loomweight.amount.Durations;
import dev.loomweight.amount.Sizes;
import dev.loomweight.command.CheckRequest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses budgets and margins, as given on the command line or in loomweight.toml. */
final class BudgetParser {

    private static final Pattern COUNT = Pattern.compile("\\d{1,15}");
    private static final Pattern MARGIN = Pattern.compile("(\\d{1,4}(?:\\.\\d{1,4})?)\\s*%");

    private BudgetParser() {}

    /**
     * One budget.
     *
     * @param name its name
     * @param amount {@code 3}, {@code 100ms} or {@code 64m}, depending on its unit
     * @throws IllegalArgumentException if there is no such budget, or the amount does not have its unit; the message
     *     says what is expected
     */
    static CheckRequest.Rule rule(String name, String amount) {
        return new CheckRequest.Rule(name, amount(name, amount.strip()));
    }

    private static long amount(String name, String amount) {
        CheckRequest.Unit unit = CheckRequest.unit(name);
        try {
            return switch (unit) {
                case COUNT -> count(amount);
                case TIME -> Durations.parse(amount).toNanos();
                case SIZE -> Sizes.parse(amount);
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
    static double margin(String text) {
        Matcher percent = MARGIN.matcher(text.strip());
        if (!percent.matches()) {
            throw new IllegalArgumentException("margin: invalid percentage '" + text + "'; expected for example 10%");
        }
        return Double.parseDouble(percent.group(1)) / 100;
    }
}
