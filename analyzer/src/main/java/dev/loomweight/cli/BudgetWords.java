package dev.loomweight.cli;

import dev.loomweight.command.CheckRequest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.TypeConversionException;

/** Budgets and margins as people write them. */
final class BudgetWords {

    private static final Pattern COUNT = Pattern.compile("\\d{1,15}");
    private static final Pattern MARGIN = Pattern.compile("(\\d{1,4}(?:\\.\\d{1,4})?)\\s*%");

    private BudgetWords() {}

    /**
     * One budget.
     *
     * @param name its word
     * @param amount {@code 3}, {@code 100ms} or {@code 64m}, as its unit is
     * @throws IllegalArgumentException if there is no such budget, or the amount is none of its unit; the message says
     *     what to write
     */
    static CheckRequest.Rule rule(String name, String amount) {
        return new CheckRequest.Rule(name, amount(name, amount.strip()));
    }

    private static long amount(String name, String amount) {
        CheckRequest.Unit unit = CheckRequest.unit(name);
        boolean zero = amount.equals("0");
        try {
            return switch (unit) {
                case COUNT -> count(name, amount);
                case TIME -> zero ? 0 : new Durations().convert(amount).toNanos();
                case SIZE -> new Sizes().convert(amount);
            };
        } catch (TypeConversionException e) {
            throw new IllegalArgumentException(name + ": " + e.getMessage(), e);
        }
    }

    private static long count(String name, String amount) {
        if (!COUNT.matcher(amount).matches()) {
            throw new IllegalArgumentException(name + ": '" + amount + "' is no number; write 0 or more");
        }
        return Long.parseLong(amount);
    }

    /**
     * A margin as a ratio: {@code 10%} is 0.1.
     *
     * @throws IllegalArgumentException if it is none
     */
    static double margin(String words) {
        Matcher percent = MARGIN.matcher(words.strip());
        if (!percent.matches()) {
            throw new IllegalArgumentException("margin: '" + words + "' is no percentage; write 10%");
        }
        return Double.parseDouble(percent.group(1)) / 100;
    }
}
