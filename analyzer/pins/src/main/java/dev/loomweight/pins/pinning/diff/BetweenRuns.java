package dev.loomweight.pins.pinning.diff;

import dev.loomweight.fold.RunSpread;
import dev.loomweight.fold.Sum;
import dev.loomweight.pins.pinning.PinCensus;
import dev.loomweight.pins.pinning.PinCensus.Site;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What several runs of one program differ by, which the slices of one run cannot show: the error of a difference between
 * two sides of several runs each. What moves all sites of a run alike, its load, is none of a single site.
 */
final class BetweenRuns {

    private final PinCensus before;
    private final PinCensus after;
    private final Runs earlier;
    private final Runs later;

    BetweenRuns(PinCensus before, Runs earlier, PinCensus after, Runs later) {
        this.before = before;
        this.after = after;
        this.earlier = earlier;
        this.later = later;
    }

    /** Whether a side has several runs, so that they show how much runs differ. */
    boolean isKnown() {
        return earlier.count() + later.count() > 2;
    }

    /** The ratios of the numbers of pins, with the error that runs leave. */
    List<@Nullable LogRatio> numbers(List<SiteMatch> matches, List<@Nullable LogRatio> within) {
        return widened(
                matches, within, (sum, amount) -> amount > 0 ? Math.log((sum.count() + 0.5) / amount) : Double.NaN);
    }

    /** The ratios of the times for each pin, with the error that runs leave. */
    List<@Nullable LogRatio> times(List<SiteMatch> matches, List<@Nullable LogRatio> within) {
        return widened(
                matches,
                within,
                (sum, amount) -> sum.nanos() > 0 ? Math.log((double) sum.nanos() / sum.count()) : Double.NaN);
    }

    /** An amount of the pins of a site in one run. */
    private interface Amount {
        /** Its logarithm; not a number where the run does not show it. */
        double of(Sum sum, double ofRun);
    }

    private List<@Nullable LogRatio> widened(List<SiteMatch> matches, List<@Nullable LogRatio> within, Amount amount) {
        if (!isKnown()) {
            return within;
        }
        RunSpread spread = new RunSpread(earlier.count(), later.count());
        for (int i = 0; i < matches.size(); i++) {
            Site was = matches.get(i).before();
            Site is = matches.get(i).together();
            LogRatio ratio = within.get(i);
            if (was == null || is == null || ratio == null) {
                spread.addUnknown();
            } else {
                spread.add(values(was, before, earlier, amount), values(is, after, later, amount), ratio.variance());
            }
        }
        List<@Nullable LogRatio> widened = new ArrayList<>();
        for (int i = 0; i < within.size(); i++) {
            LogRatio ratio = within.get(i);
            widened.add(
                    ratio == null || spread.degrees(i) == 0
                            ? ratio
                            : new LogRatio(
                                    ratio.value(),
                                    spread.factor(i) * ratio.variance(),
                                    Math.min(spread.degrees(i), ratio.degrees()),
                                    ratio.spreadKnown()));
        }
        return widened;
    }

    private static double[] values(Site site, PinCensus census, Runs runs, Amount amount) {
        if (runs.count() == 1) {
            return new double[] {Double.NaN};
        }
        List<Sum> sums = runs.sums(site);
        return IntStream.range(0, sums.size())
                .mapToDouble(run -> amount.of(sums.get(run), runs.amount(census, run)))
                .toArray();
    }
}
