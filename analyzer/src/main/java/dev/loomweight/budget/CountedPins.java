package dev.loomweight.budget;

import dev.loomweight.fold.Sum;
import dev.loomweight.pinning.PinCensus;
import dev.loomweight.report.Amounts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The pins that a budget counts, and those that it does not count, by reason.
 *
 * @param counted the sites that count, by total time
 * @param known the pins of the baseline at sites that count because they are worse now
 * @param suppressed the pins of each suppression; a suppression without pins is not there
 * @param foreign pins without own code
 * @param initialization pins of class initialization that are left out
 * @param loading pins of class loading that are left out
 * @param asBefore pins at sites that are no worse than in the baseline
 */
record CountedPins(
        List<PinCensus.Site> counted,
        Map<PinCensus.Site.Identity, Sum> known,
        Map<Suppression, Sum> suppressed,
        Sum foreign,
        Sum initialization,
        Sum loading,
        Sum asBefore) {

    /**
     * Divides the sites.
     *
     * @param baseline the pins that were there before, or null
     */
    static CountedPins divide(PinCensus census, @Nullable PinCensus baseline, Budget budget) {
        List<PinCensus.Site> counted = new ArrayList<>();
        Map<PinCensus.Site.Identity, PinCensus.Site> now = census.byIdentity();
        Map<PinCensus.Site.Identity, PinCensus.Site> before = baseline == null ? Map.of() : baseline.byIdentity();
        Map<PinCensus.Site.Identity, Sum> known = new HashMap<>();
        Map<Suppression, Sum> suppressed = new LinkedHashMap<>();
        Sum foreign = Sum.NONE;
        Sum initialization = Sum.NONE;
        Sum loading = Sum.NONE;
        Sum asBefore = Sum.NONE;
        for (PinCensus.Site site : census.sites()) {
            Suppression by = suppression(site, budget);
            PinCensus.Site then = before.get(site.identity());
            Sum was = then == null ? null : then.sum();
            // Another JDK can give other causes for it: all pins of the site are compared.
            Sum is = now.getOrDefault(site.identity(), site).sum();
            if (!site.own()) {
                foreign = foreign.plus(site.sum());
            } else if (by != null) {
                suppressed.merge(by, site.sum(), Sum::plus);
            } else if (budget.ignoreInitialization() && site.isOfInitialization()) {
                initialization = initialization.plus(site.sum());
            } else if (budget.ignoreLoading() && site.isOfLoading()) {
                loading = loading.plus(site.sum());
            } else if (baseline != null && was != null && !isWorse(is, census, was, baseline, budget)) {
                asBefore = asBefore.plus(site.sum());
            } else {
                counted.add(site);
                if (was != null) {
                    known.put(site.identity(), was);
                }
            }
        }
        return new CountedPins(counted, known, suppressed, foreign, initialization, loading, asBefore);
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
        return Amounts.count(sum.count()) + (sum.count() == 1 ? " pin, " : " pins, ") + Amounts.time(sum.nanos());
    }
}
