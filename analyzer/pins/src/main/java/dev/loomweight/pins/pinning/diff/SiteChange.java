package dev.loomweight.pins.pinning.diff;

import dev.loomweight.fold.Sum;
import dev.loomweight.pins.pinning.PinCensus;
import dev.loomweight.pins.pinning.PinReading;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One pinning site in two recordings.
 *
 * @param before what it was, or null where it was not
 * @param after what it is, or null where it vanished
 * @param fit whose class files leave open whether it is the same site
 * @param beforeLength how long before was recorded; zero where that is not known
 * @param afterLength how long after was recorded; zero where that is not known
 * @param unsure whether the recordings without it may lack the first pin of their JVM, and it has no other
 */
record SiteChange(
        PinCensus.@Nullable Site before,
        PinCensus.@Nullable Site after,
        SiteMatch.Fit fit,
        Duration beforeLength,
        Duration afterLength,
        boolean unsure) {

    /** A site that changed by no more than this part is as before. */
    static final double SAME = 0.1;

    private static final long SECOND = 1_000_000_000;

    /** What became of it. */
    enum Kind {
        APPEARED("new"),
        GREW("longer"),
        SAME("as before"),
        SHRANK("shorter"),
        VANISHED("gone");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        /** The word for it. */
        String word() {
            return word;
        }
    }

    /** All sites of both, those that changed most first. */
    static List<SiteChange> between(PinReading earlier, PinReading later) {
        PinCensus before = earlier.census();
        PinCensus after = later.census();
        List<SiteChange> changes = new ArrayList<>();
        for (SiteMatch match : SiteMatch.between(before, after)) {
            PinCensus.Site was = match.before();
            PinCensus.Site is = match.together();
            boolean unsure = (is == null && later.mayLackFirst() && pinsOnce(was, before))
                    || (was == null && earlier.mayLackFirst() && pinsOnce(is, after));
            changes.add(new SiteChange(was, is, match.fit(), before.recorded(), after.recorded(), unsure));
        }
        changes.sort(Comparator.comparingDouble((SiteChange change) -> Math.abs(change.amount()))
                .reversed()
                .thenComparing(change -> change.site().key().toString()));
        return changes;
    }

    /** Whether a site has no more than one pin in a JVM, such as that of a class initializer. */
    private static boolean pinsOnce(PinCensus.@Nullable Site site, PinCensus census) {
        return site != null && site.sum().count() <= census.processes().size();
    }

    /** What became of it, in words. */
    String word() {
        String word = unsure ? "perhaps " + kind().word() : kind().word();
        return fit.isByStack() ? word + " (same stack, class files differ)" : word;
    }

    /** The site as it is, or as it was where it vanished, or where only that shows its holder. */
    PinCensus.Site site() {
        boolean shown = after != null && (after.blamed() || before == null || !before.blamed());
        return Objects.requireNonNull(shown ? after : before);
    }

    Sum sumBefore() {
        return before == null ? Sum.NONE : before.sum();
    }

    Sum sumAfter() {
        return after == null ? Sum.NONE : after.sum();
    }

    /** Whether both lengths are known, so that rates can be compared. */
    boolean hasRates() {
        return beforeLength.isPositive() && afterLength.isPositive();
    }

    /** How long it was pinned within a second before, in nanoseconds. */
    long rateBefore() {
        return rate(sumBefore(), beforeLength);
    }

    /** How long it is pinned within a second after, in nanoseconds. */
    long rateAfter() {
        return rate(sumAfter(), afterLength);
    }

    static long rate(Sum sum, Duration length) {
        return Math.round((double) sum.nanos() * SECOND / length.toNanos());
    }

    /** By how much it changed: by rate where that is known, else in all. */
    private double amount() {
        return hasRates()
                ? (double) rateAfter() - rateBefore()
                : (double) sumAfter().nanos() - sumBefore().nanos();
    }

    Kind kind() {
        if (before == null) {
            return Kind.APPEARED;
        }
        if (after == null) {
            return Kind.VANISHED;
        }
        double was = hasRates() ? rateBefore() : sumBefore().nanos();
        return Math.abs(amount()) <= SAME * was ? Kind.SAME : amount() > 0 ? Kind.GREW : Kind.SHRANK;
    }
}
