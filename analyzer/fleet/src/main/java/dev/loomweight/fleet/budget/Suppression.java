package dev.loomweight.fleet.budget;

import dev.loomweight.match.Glob;
import dev.loomweight.pins.pinning.PinCensus;
import dev.loomweight.pins.pinning.PinFigures;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * Pins or a limit that are left out of the verdict, with a reason.
 *
 * @param site a method, in which {@code *} stands for any text; empty for a suppression of a budget
 * @param cause the id of a cause that the site's pins must have; empty for any
 * @param budget the name of a budget that may be exceeded; empty for a suppression of a site
 * @param reason the reason
 * @param until the last day on which it applies, or null for no end
 */
public record Suppression(
        String site,
        String cause,
        String budget,
        String reason,
        @Nullable LocalDate until) {

    /**
     * Strips the final full stop of the reason, which is part of sentences.
     *
     * @throws IllegalArgumentException if it has both or neither of site and budget, or an unknown cause
     */
    public Suppression {
        if (site.isEmpty() == budget.isEmpty()) {
            throw new IllegalArgumentException("a suppression needs either a site or a budget");
        }
        if (!budget.isEmpty() && !cause.isEmpty()) {
            throw new IllegalArgumentException("a suppression of a budget cannot have a cause");
        }
        if (!cause.isEmpty()) {
            PinFigures.CAUSE.check(cause);
        }
        reason = reason.strip().replaceAll("\\.$", "");
    }

    /** The suppressed site or budget, for a sentence. */
    String subject() {
        return budget.isEmpty() ? site + (cause.isEmpty() ? "" : ", " + cause) : "budget " + budget;
    }

    boolean isExpired(LocalDate today) {
        return until != null && today.isAfter(until);
    }

    /** Whether it covers a site: by the pinning method or by the holder. */
    boolean covers(PinCensus.Site pinned) {
        return !site.isEmpty()
                && (cause.isEmpty() || pinned.causeIds().contains(cause))
                && (matches(pinned.name()) || matches(pinned.key().holder()));
    }

    private boolean matches(String method) {
        return Glob.ofStars(site).matches(method);
    }
}
