package dev.loomweight.cli;

import dev.loomweight.command.FleetRequest;

/** Parses the budgets of a fleet, as given on the command line or in loomweight.toml. */
final class FleetBudgets {

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
        return new FleetRequest.Rule(service, name, BudgetParser.amount(name, FleetRequest.unit(name), amount));
    }
}
