package dev.loomweight.budget;

import java.time.LocalDate;
import java.util.List;

/**
 * What is allowed.
 *
 * @param limits at least one
 * @param suppressions what is left out
 * @param ignoreInitialization whether pins of class initialization are left out: they come once
 * @param margin by how much more than the baseline's is no worse: 0.1 is a tenth
 * @param today the day by which suppressions expire
 */
public record Budget(
        List<Limit> limits,
        List<Suppression> suppressions,
        boolean ignoreInitialization,
        double margin,
        LocalDate today) {

    public Budget {
        limits = List.copyOf(limits);
        suppressions = List.copyOf(suppressions);
    }
}
