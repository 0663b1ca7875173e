package dev.loomweight.fleet.budget;

import java.time.LocalDate;
import java.util.List;

/**
 * The limits of a check.
 *
 * @param limits at least one
 * @param suppressions the pins and limits that are left out of the verdict
 * @param ignoreInitialization whether pins of class initialization are left out, which happen once
 * @param ignoreLoading whether pins of class loading are left out, which happen once
 * @param margin tolerance over the baseline: 0.1 is 10 %
 * @param today the day that decides whether suppressions have expired
 */
public record Budget(
        List<Limit> limits,
        List<Suppression> suppressions,
        boolean ignoreInitialization,
        boolean ignoreLoading,
        double margin,
        LocalDate today) {

    public Budget {
        limits = List.copyOf(limits);
        suppressions = List.copyOf(suppressions);
    }
}
