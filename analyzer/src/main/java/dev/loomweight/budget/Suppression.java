package dev.loomweight.budget;

import dev.loomweight.match.Glob;
import dev.loomweight.pinning.PinCensus;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * What is left out of the judgement, and why.
 *
 * @param site a method, in which {@code *} stands for anything; empty where it is about a budget
 * @param cause the key of a cause that the site's pins must have; empty for any
 * @param budget the name of a budget that may be broken; empty where it is about a site
 * @param reason why, for those who read it later
 * @param until the last day on which it counts, or null for ever
 */
public record Suppression(
        String site,
        String cause,
        String budget,
        String reason,
        @Nullable LocalDate until) {

    /** Its reason is part of sentences. */
    public Suppression {
        reason = reason.strip().replaceAll("\\.$", "");
    }

    /** What it is about, for people. */
    String what() {
        return budget.isEmpty() ? site + (cause.isEmpty() ? "" : ", " + cause) : "budget " + budget;
    }

    boolean isExpired(LocalDate today) {
        return until != null && today.isAfter(until);
    }

    /** Whether it is about that site: the method to blame, or the one that holds. */
    boolean covers(PinCensus.Site pinned) {
        return !site.isEmpty()
                && (cause.isEmpty() || pinned.causeIds().contains(cause))
                && (matches(pinned.name()) || matches(pinned.identity().holder()));
    }

    private boolean matches(String method) {
        return Glob.ofStars(site).matches(method);
    }
}
