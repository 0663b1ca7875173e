package dev.loomweight.fleet.budget;

import dev.loomweight.fold.Sum;
import dev.loomweight.pins.pinning.PinCensus;
import dev.loomweight.pins.pinning.diff.ChangeRule;
import dev.loomweight.pins.pinning.diff.PinDifference;
import dev.loomweight.pins.pinning.diff.SiteChange;
import dev.loomweight.pins.pinning.diff.SiteMatch;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Finding;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The pins that a budget counts, and those that it does not count, by reason.
 *
 * @param counted the sites that count, by total time: new ones, and those with more pins
 * @param longer sites with no more pins than in the baseline, which take longer; only budgets of time count them
 * @param gone the sites of own code that only the baseline has
 * @param matches the sites of own code that are not left out, with what they were in the baseline
 * @param suppressed the pins of each suppression; a suppression without pins is not there
 * @param uncounted the other pins that do not count, by the reason
 * @param unrelated whether the baseline seems to be of another application
 */
record CountedPins(
        List<PinCensus.Site> counted,
        List<PinCensus.Site> longer,
        List<PinCensus.Site> gone,
        IdentityHashMap<PinCensus.Site, SiteMatch> matches,
        Map<Suppression, Sum> suppressed,
        Map<Reason, Sum> uncounted,
        boolean unrelated) {

    private static final PinCensus NOTHING = new PinCensus(List.of(), List.of(), Duration.ZERO, false);

    /** The order in which sites are shown. */
    static final Comparator<PinCensus.Site> HEAVIEST = Comparator.comparing(PinCensus.Site::sum, Sum.HEAVIEST)
            .thenComparing(site -> site.key() + " " + site.causeIds());

    /** Why pins do not count, in the order of the sentences. */
    enum Reason {
        /** They have no own code. */
        FOREIGN("without own code"),
        /** They are of class initialization, which is left out. */
        INITIALIZATION("of class initialization, which happens once"),
        /** They are of class loading, which is left out. */
        LOADING("of class loading, which happens once for each class and loader"),
        /** Their site is no worse than in the baseline. */
        AS_BEFORE("at sites that are no worse than in the baseline"),
        /** Their site has no more pins than in the baseline, but they take more time: as on a machine that is busier. */
        LONGER("at sites that pin longer than in the baseline, and not more often; only budgets of time count them"),
        /** Their site is new, and only one of several runs has it. */
        ONE_RUN("at sites that are perhaps new: only one of several runs has them"),
        /** Their site is new, and has so few pins that the baseline may have none by chance. */
        FEW("at sites that are perhaps new: so few that the baseline may have none by chance; --margin 0% counts them");

        private final String words;

        Reason(String words) {
            this.words = words;
        }
    }

    /** Divides the sites where all pins count that the budget does not leave out. */
    static CountedPins all(PinCensus census, Budget budget) {
        return divide(PinDifference.between(NOTHING, census, ChangeRule.USUAL), false, budget);
    }

    /** Divides the sites by how they differ from those of a baseline. */
    static CountedPins since(PinDifference difference, Budget budget) {
        return divide(difference, true, budget);
    }

    private static CountedPins divide(PinDifference difference, boolean baseline, Budget budget) {
        List<PinCensus.Site> counted = new ArrayList<>();
        List<PinCensus.Site> longer = new ArrayList<>();
        List<PinCensus.Site> gone = new ArrayList<>();
        // By identity: to hash a site is to hash all its stacks.
        IdentityHashMap<PinCensus.Site, SiteMatch> matches = new IdentityHashMap<>();
        Map<Suppression, Sum> suppressed = new LinkedHashMap<>();
        Map<Reason, Sum> uncounted = new EnumMap<>(Reason.class);
        for (SiteChange change : difference.changes()) {
            // Another JDK can give other causes for it: all pins of the site are compared.
            SiteMatch match = change.match();
            Reason since = baseline ? notWorse(change) : null;
            if (match.after().isEmpty()
                    && match.before() != null
                    && match.before().own()) {
                gone.add(match.before());
            }
            for (PinCensus.Site site : match.after()) {
                Suppression by = suppression(site, budget);
                Reason reason = reason(site, budget);
                if (site.own() && by != null) {
                    suppressed.merge(by, site.sum(), Sum::plus);
                } else if (reason != null) {
                    uncounted.merge(reason, site.sum(), Sum::plus);
                } else {
                    matches.put(site, match);
                    if (since == null) {
                        counted.add(site);
                    } else {
                        uncounted.merge(since, site.sum(), Sum::plus);
                    }
                    if (since == Reason.LONGER) {
                        longer.add(site);
                    }
                }
            }
        }
        counted.sort(HEAVIEST);
        return new CountedPins(
                List.copyOf(counted),
                List.copyOf(longer),
                List.copyOf(gone),
                matches,
                suppressed,
                uncounted,
                difference.isUnrelated());
    }

    /** Why a site does not count, whatever the baseline has of it; null where it may. */
    private static @Nullable Reason reason(PinCensus.Site site, Budget budget) {
        if (!site.own()) {
            return Reason.FOREIGN;
        } else if (budget.ignoreInitialization() && site.isOfInitialization()) {
            return Reason.INITIALIZATION;
        }
        return budget.ignoreLoading() && site.isOfLoading() ? Reason.LOADING : null;
    }

    /** Why a site counts for no difference; null where it is new, or has more pins. */
    private static @Nullable Reason notWorse(SiteChange change) {
        if (change.isMore()) {
            return null;
        }
        if (change.before() == null) {
            return change.isOfOneRun() ? Reason.ONE_RUN : Reason.FEW;
        }
        return change.isLonger() ? Reason.LONGER : Reason.AS_BEFORE;
    }

    /** The sites that count where time is limited, by total time. */
    List<PinCensus.Site> countedByTime() {
        return Stream.concat(counted.stream(), longer.stream()).sorted(HEAVIEST).toList();
    }

    /**
     * Why what seems to be new may be in the baseline, where its stack was recorded otherwise; empty where it is new. It is
     * the end of a sentence on the baseline.
     */
    String otherStacks() {
        if (unrelated) {
            return "there is no site and no package of the application that is here: it seems to be of another one";
        }
        for (PinCensus.Site site : counted) {
            if (known(site) == null && site.lacksStack()) {
                return "pins have stacks, and here they were recorded without";
            }
        }
        for (PinCensus.Site site : counted) {
            for (PinCensus.Site was : known(site) == null ? gone : List.<PinCensus.Site>of()) {
                boolean here = site.isTruncated();
                if (site.key().blocker().equals(was.key().blocker()) && (here || was.isTruncated())) {
                    return "stacks are " + (was.isTruncated() ? "truncated" : "complete") + ", and here "
                            + (here ? "truncated" : "complete")
                            + "; record both with -XX:FlightRecorderOptions:stackdepth=256";
                }
            }
        }
        return "";
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

    /** The pins that do not count for a reason. */
    Sum uncounted(Reason reason) {
        return uncounted.getOrDefault(reason, Sum.NONE);
    }

    /** The sentences on pins that do not count. */
    List<String> sentences() {
        return uncounted.entrySet().stream()
                .map(each -> "Not counted: " + pins(each.getValue()) + ", " + each.getKey().words + ".")
                .toList();
    }

    /** Number and total time, for a sentence. */
    static String pins(Sum sum) {
        return Amounts.count(sum.count(), "pin") + ", " + Amounts.time(sum.nanos());
    }
}
