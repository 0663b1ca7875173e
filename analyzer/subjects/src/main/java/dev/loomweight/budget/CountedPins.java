package dev.loomweight.budget;

import dev.loomweight.fold.Sum;
import dev.loomweight.pinning.PinCensus;
import dev.loomweight.pinning.diff.SiteMatch;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Finding;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The pins that a budget counts, and those that it does not count, by reason.
 *
 * @param counted the sites that count, by total time
 * @param matches the sites of own code that are not left out, with what they were in the baseline
 * @param suppressed the pins of each suppression; a suppression without pins is not there
 * @param foreign pins without own code
 * @param initialization pins of class initialization that are left out
 * @param loading pins of class loading that are left out
 * @param asBefore pins at sites that are no worse than in the baseline
 */
record CountedPins(
        List<PinCensus.Site> counted,
        IdentityHashMap<PinCensus.Site, SiteMatch> matches,
        Map<Suppression, Sum> suppressed,
        Sum foreign,
        Sum initialization,
        Sum loading,
        Sum asBefore) {

    private static final PinCensus NOTHING = new PinCensus(List.of(), List.of(), Duration.ZERO, false);

    /**
     * Divides the sites.
     *
     * @param baseline the pins that were there before, or null
     */
    static CountedPins divide(PinCensus census, @Nullable PinCensus baseline, Budget budget) {
        List<PinCensus.Site> counted = new ArrayList<>();
        // By identity: to hash a site is to hash all its stacks.
        IdentityHashMap<PinCensus.Site, SiteMatch> matches = new IdentityHashMap<>();
        Map<Suppression, Sum> suppressed = new LinkedHashMap<>();
        Sum foreign = Sum.NONE;
        Sum initialization = Sum.NONE;
        Sum loading = Sum.NONE;
        Sum asBefore = Sum.NONE;
        for (SiteMatch match : SiteMatch.between(baseline == null ? NOTHING : baseline, census)) {
            // Another JDK can give other causes for it: all pins of the site are compared.
            boolean known = baseline != null
                    && match.before() != null
                    && !isWorse(match.sumAfter(), census, match.sumBefore(), baseline, budget);
            for (PinCensus.Site site : match.after()) {
                Suppression by = suppression(site, budget);
                if (!site.own()) {
                    foreign = foreign.plus(site.sum());
                } else if (by != null) {
                    suppressed.merge(by, site.sum(), Sum::plus);
                } else if (budget.ignoreInitialization() && site.isOfInitialization()) {
                    initialization = initialization.plus(site.sum());
                } else if (budget.ignoreLoading() && site.isOfLoading()) {
                    loading = loading.plus(site.sum());
                } else {
                    matches.put(site, match);
                    if (known) {
                        asBefore = asBefore.plus(site.sum());
                    } else {
                        counted.add(site);
                    }
                }
            }
        }
        counted.sort(Comparator.comparing(PinCensus.Site::sum, Sum.HEAVIEST)
                .thenComparing(site -> site.key() + " " + site.causeIds()));
        return new CountedPins(List.copyOf(counted), matches, suppressed, foreign, initialization, loading, asBefore);
    }

    /** The pins of the baseline at a site that counts; null where it has none. */
    @Nullable
    Sum known(PinCensus.Site site) {
        SiteMatch match = matches.get(site);
        return match == null || match.before() == null ? null : match.sumBefore();
    }

    /** Whether a site that counts may be an old one whose holder is not known. */
    boolean isUndecided(PinCensus.Site site) {
        SiteMatch match = matches.get(site);
        return match != null && match.fit() == SiteMatch.Fit.NEW_UNDECIDED;
    }

    /** What class files leave open; see {@link SiteMatch#classFiles}. */
    Optional<Finding> classFiles() {
        return SiteMatch.classFiles(
                matches.values().stream().distinct().map(SiteMatch::fit).toList());
    }

    private static @Nullable Suppression suppression(PinCensus.Site site, Budget budget) {
        return budget.suppressions().stream()
                .filter(suppression -> !suppression.isExpired(budget.today()) && suppression.covers(site))
                .findFirst()
                .orElse(null);
    }

    /** More pins or more time than the tolerance allows: per second, where both lengths are known. */
    private static boolean isWorse(Sum sum, PinCensus census, Sum was, PinCensus baseline, Budget budget) {
        double allowed = (1 + budget.margin()) * scale(census, baseline);
        return sum.count() > was.count() * allowed || sum.nanos() > was.nanos() * allowed;
    }

    /** The length of the recording in lengths of the baseline; 1 where that is not known. */
    static double scale(PinCensus census, PinCensus baseline) {
        Duration now = census.recorded();
        Duration then = baseline.recorded();
        return now.isPositive() && then.isPositive() ? (double) now.toNanos() / then.toNanos() : 1;
    }

    /** The sentences on pins that do not count. */
    List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        add(sentences, foreign, "without own code");
        add(sentences, initialization, "of class initialization, which happens once");
        add(sentences, loading, "of class loading, which happens once for each class and loader");
        add(sentences, asBefore, "at sites that are no worse than in the baseline");
        return sentences;
    }

    private static void add(List<String> sentences, Sum sum, String words) {
        if (sum.count() > 0) {
            sentences.add("Not counted: " + pins(sum) + ", " + words + ".");
        }
    }

    /** Number and total time, for a sentence. */
    static String pins(Sum sum) {
        return Amounts.count(sum.count(), "pin") + ", " + Amounts.time(sum.nanos());
    }
}
