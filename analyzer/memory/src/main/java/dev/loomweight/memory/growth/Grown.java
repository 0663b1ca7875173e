package dev.loomweight.memory.growth;

import dev.loomweight.memory.Place;
import java.util.Comparator;

/**
 * How much a place grew.
 *
 * @param place where
 * @param course its amount at each moment
 * @param trend what it did
 * @param evidence what grew in it, in sentences; may be empty
 * @param advice what shows the next thing, and what bounds it: sentences with PID for the process
 */
public record Grown(Place place, Course course, Course.Trend trend, String evidence, String advice) {

    /**
     * What a place did.
     *
     * @param noise a change of no more than this is none, in bytes
     */
    public static Grown of(Place place, Course course, long noise, String evidence) {
        return new Grown(place, course, course.trend(noise), evidence, place.advice());
    }

    /** The same with other evidence. */
    Grown with(String evidence) {
        return new Grown(place, course, trend, evidence, advice);
    }

    /** The same with other advice. */
    Grown withAdvice(String advice) {
        return new Grown(place, course, trend, evidence, advice);
    }

    /** Whether it is said as a finding: of a heap of which it is not known what is live, only with what else speaks for it. */
    boolean isFinding() {
        return trend.isGrowth() && (place.isOfFindings() || (place == Place.HEAP_RESIDENT && !evidence.isEmpty()));
    }

    /** How much it grew: from the first moment to the last, or by the slope where the course goes up and down. */
    long bytes() {
        return trend == Course.Trend.UP_AND_DOWN
                ? Math.round(course.slope()
                        .map(slope -> slope.perSecond() * course.window().toNanos() / 1e9)
                        .orElse((double) course.change()))
                : course.change();
    }

    /** The largest growth first. */
    public static final Comparator<Grown> BY_GROWTH = Comparator.comparingLong(
                    (Grown grown) -> grown.course().change())
            .reversed()
            .thenComparing(Grown::place);
}
