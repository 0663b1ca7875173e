package dev.loomweight.pins.pinning.diff;

import dev.loomweight.fold.Sum;
import dev.loomweight.pins.pinning.PinCensus;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What became of one pinning site from an earlier run to a later one.
 *
 * @param match the site in both
 * @param before what it was, or null where it was not
 * @param after what it is, all causes together, or null where it is gone
 * @param number how the number of its pins changed, for equal load; null where it is new or gone
 * @param time how the time for each pin changed; null where it is new or gone, or has too few pins
 * @param doubt why a site that seems to be new or gone may be neither
 */
public record SiteChange(
        SiteMatch match,
        PinCensus.@Nullable Site before,
        PinCensus.@Nullable Site after,
        @Nullable Change number,
        @Nullable Change time,
        Doubt doubt) {

    /** Why a site may be there in a run that does not show it. */
    public enum Doubt {
        /** It is certain. */
        NONE,
        /** The run has so few pins of it elsewhere that it may have none by chance. */
        FEW,
        /** The run may lack pins that the other one has, since events were off or lost. */
        NOT_RECORDED,
        /** Only one of several runs has it, so that it may be rare in all of them. */
        ONE_RUN,
        /** The run may lack the first pin of its JVM, and the site has no other. */
        FIRST_LOST
    }

    /**
     * How an amount changed.
     *
     * @param ratio the later one in units of the earlier one, above 0
     * @param certain smaller ratios than this, or larger ones than its reciprocal, can be chance; 1 or more
     */
    public record Change(double ratio, double certain) {

        /** Whether it is certain that it is more. */
        boolean isMore() {
            return ratio > certain;
        }

        /** Whether it is certain that it is less. */
        boolean isLess() {
            return ratio < 1 / certain;
        }

        private boolean isCertain() {
            return isMore() || isLess();
        }

        /** The first if it is certain, else the second if that is; of two that are not, the one that had to change less. */
        static @Nullable Change clearer(@Nullable Change first, @Nullable Change second) {
            if (first == null || second == null) {
                return first == null ? second : first;
            }
            return first.isCertain() || (!second.isCertain() && first.certain <= second.certain) ? first : second;
        }
    }

    /** What became of it, those that people ask for first. */
    enum Kind {
        VANISHED("gone"),
        APPEARED("new"),
        LONGER("longer"),
        MORE("more often"),
        MOVED("moved"),
        SHORTER("shorter"),
        FEWER("less often"),
        SAME("as before");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        /** The word for it. */
        String word() {
            return word;
        }
    }

    /** All that is certain of it, or perhaps so; one at least. */
    List<Kind> kinds() {
        if (before == null || after == null) {
            return List.of(before == null ? Kind.APPEARED : Kind.VANISHED);
        }
        List<Kind> kinds = new ArrayList<>();
        add(time, Kind.LONGER, Kind.SHORTER, kinds);
        add(number, Kind.MORE, Kind.FEWER, kinds);
        if (match.fit() == SiteMatch.Fit.MOVED) {
            kinds.add(Kind.MOVED);
        }
        return kinds.isEmpty() ? List.of(Kind.SAME) : kinds;
    }

    private static void add(@Nullable Change change, Kind more, Kind less, List<Kind> to) {
        if (change != null && (change.isMore() || change.isLess())) {
            to.add(change.isMore() ? more : less);
        }
    }

    /** The first of {@link #kinds}. */
    Kind kind() {
        return kinds().getFirst();
    }

    /** Whether it is certain that the site is new, or has more pins than before. */
    public boolean isMore() {
        return isCertain() && (kind() == Kind.APPEARED || kinds().contains(Kind.MORE));
    }

    /** Whether it is certain that its pins take longer. */
    public boolean isLonger() {
        return isCertain() && kinds().contains(Kind.LONGER);
    }

    /** Whether all that speaks for a change is in one of several runs. */
    public boolean isOfOneRun() {
        return doubt == Doubt.ONE_RUN;
    }

    /** Whether it is certain what became of it. */
    boolean isCertain() {
        return doubt == Doubt.NONE;
    }

    /** What became of it, in words. */
    String word() {
        String words = String.join(", ", kinds().stream().map(Kind::word).toList());
        String from = match.fit() == SiteMatch.Fit.MOVED && before != null ? " from " + before.name() : "";
        return (isCertain() ? "" : "perhaps ")
                + words
                + from
                + (match.fit().isByStack() ? " (same stack, class files differ)" : "");
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
}
