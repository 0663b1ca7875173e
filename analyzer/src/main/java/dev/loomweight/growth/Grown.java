package dev.loomweight.growth;

import java.util.Comparator;

/**
 * How much a place grew.
 *
 * @param place where
 * @param course its amount at each moment
 * @param trend what it did
 * @param evidence what grew in it, in sentences; may be empty
 */
public record Grown(Place place, Course course, Course.Trend trend, String evidence) {

    /** The largest growth first. */
    static final Comparator<Grown> BY_GROWTH = Comparator.comparingLong(
                    (Grown grown) -> grown.course().change())
            .reversed()
            .thenComparing(Grown::place);
}
