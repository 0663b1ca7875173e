package dev.loomweight.pinning;

import dev.loomweight.fold.Sum;
import dev.loomweight.report.Place;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One place that pinned carriers, for those who compare or judge it. It is the same place in another recording, of
 * another build or JDK, if its {@link #identity} is.
 *
 * @param identity holder and blocker, without lines, locks and what only some JDKs tell
 * @param name what people call it: their method that is to blame, or that called what is, or where it was seen
 * @param causeIds why, by the keys of {@link CauseKind}, the innermost first; at least one
 * @param cause the same in words
 * @param own whether code of the application's own holds the carrier, or called what does
 * @param sum how many pins, and how long
 * @param place where the code is, or null where that is the JDK's or not known
 * @param summary one sentence: what is so
 * @param solution what to do; may be empty
 */
public record PinnedSite(
        Identity identity,
        String name,
        List<String> causeIds,
        String cause,
        boolean own,
        Sum sum,
        @Nullable Place place,
        String summary,
        String solution) {

    public PinnedSite {
        causeIds = List.copyOf(causeIds);
    }

    /**
     * What makes pins of two recordings one site.
     *
     * @param name the method that people would look at
     * @param holder the method that keeps the carrier, or where it was seen if none is to blame
     * @param blocker the call that blocked; empty where it is not known
     */
    public record Identity(String name, String holder, String blocker) {}

    /** Whether its pins come once for each class and process, since a class is initialized once. */
    public boolean isOfInitialization() {
        return causeIds.contains(CauseKind.CLASS_INITIALIZER.id())
                || causeIds.contains(CauseKind.OTHER_CLASS_INITIALIZATION.id());
    }

    /** Pins of one identity that differ in the rest: all together, with the words of the costlier. */
    PinnedSite and(PinnedSite other) {
        PinnedSite worse = Sum.HEAVIEST.compare(sum, other.sum) <= 0 ? this : other;
        return new PinnedSite(
                identity,
                name,
                worse.causeIds,
                worse.cause,
                own || other.own,
                sum.plus(other.sum),
                worse.place,
                worse.summary,
                worse.solution);
    }
}
