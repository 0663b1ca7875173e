package dev.loomweight.cli;

import dev.loomweight.amount.Durations;
import dev.loomweight.amount.Sizes;
import dev.loomweight.command.FleetRequest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses the budgets of a fleet, as given on the command line or in loomweight.toml. */
final class FleetBudgets {

    private static final Pattern COUNT = Pattern.compile("\\d{1,15}");
    private static final Pattern PERCENT = Pattern.compile("(\\d{1,3}(?:\\.\\d)?)\\s*%");
    private static final String ALL = "*";

    private FleetBudgets() {}

    /**
     * One budget as on the command line.
     *
     * @param written {@code checkout:rss=400m}, or {@code rss=400m} for all services
     * @throws IllegalArgumentException if it is none; the message says what is expected
     */
    static FleetRequest.Rule parse(String written) {
        int equals = written.indexOf('=');
        if (equals < 0) {
            throw new IllegalArgumentException("expected NAME=MAX or SERVICE:NAME=MAX, and not " + written);
        }
        // A service may have a colon in its name; a budget has none.
        int colon = written.lastIndexOf(':', equals);
        String service = colon < 0 ? ALL : written.substring(0, colon);
        return rule(
                service.isEmpty() ? ALL : service, written.substring(colon + 1, equals), written.substring(equals + 1));
    }

    /**
     * One budget.
     *
     * @param amount {@code 3}, {@code 100ms}, {@code 64m} or {@code 90%}, depending on its unit
     * @throws IllegalArgumentException if there is no such budget, or the amount does not have its unit
     */
    static FleetRequest.Rule rule(String service, String name, String amount) {
        return new FleetRequest.Rule(service, name, amount(name, amount.strip()));
    }

    private static long amount(String name, String amount) {
        FleetRequest.Unit unit = FleetRequest.unit(name);
        try {
            return switch (unit) {
                case COUNT -> count(amount);
                case TIME -> Durations.parse(amount).toNanos();
                case SIZE -> Sizes.parse(amount);
                case SHARE -> Math.round(share(amount) * 1000);
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
     * A share: {@code 90%} is 0.9.
     *
     * @throws IllegalArgumentException if the text is not a percentage
     */
    static double share(String text) {
        Matcher percent = PERCENT.matcher(text.strip());
        if (!percent.matches()) {
            throw new IllegalArgumentException("invalid percentage '" + text + "'; expected for example 90%");
        }
        return Double.parseDouble(percent.group(1)) / 100;
    }
}
