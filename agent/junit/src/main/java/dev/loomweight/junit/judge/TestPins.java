package dev.loomweight.junit.judge;

import dev.loomweight.fleet.budget.PinGate;
import dev.loomweight.fold.Sum;
import dev.loomweight.pins.pinning.PinAnalysis;
import dev.loomweight.pins.pinning.PinCensus;
import dev.loomweight.pins.pinning.PinCensus.Site;
import dev.loomweight.pins.pinning.Pins;
import dev.loomweight.sample.Coverage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;

/** The pins of each test by site, of a run that was read. Not thread-safe. */
final class TestPins {

    private final Map<Share, Pins> pins;
    private final Coverage coverage;
    private final Function<List<String>, PinAnalysis> analyses;
    private final Map<Integer, List<Share>> byTest = new HashMap<>();
    private final Map<Asked, List<Site>> known = new HashMap<>();

    private record Asked(Share share, List<String> own) {}

    /**
     * @param pins by whose they are
     * @param coverage what the recording could show
     * @param analyses the analysis for each list of own packages
     */
    TestPins(Map<Share, Pins> pins, Coverage coverage, Function<List<String>, PinAnalysis> analyses) {
        this.pins = pins;
        this.coverage = coverage;
        this.analyses = analyses;
        for (Share share : pins.keySet()) {
            for (List<Integer> tests : List.of(share.spans(), share.others())) {
                tests.forEach(test ->
                        byTest.computeIfAbsent(test, key -> new ArrayList<>()).add(share));
            }
        }
    }

    /**
     * The pins of one test that a claim is about.
     *
     * @param divided all of them, by whether they count
     * @param certain the sites that have pins which can be of no other test
     * @param sure those that count and can be of no other test
     * @param shared those that count and can be of other tests instead, with these
     * @param undecided those that would count, of this test or of others that ran at the same time, with these: they are the
     *     run's
     * @param left those that count, of threads that a test had left when it ended, with these tests
     * @param meanwhile the tests that ran when threads were pinned that are certainly of one that had ended, by their
     *     numbers
     * @param firstUses those of waits for a class that another thread loaded, which do not count
     * @param elsewhere those that would count and could be of this test, but are counted for others, with these
     */
    record OfTest(
            PinGate.Divided divided,
            Set<List<Object>> certain,
            Sum sure,
            WithTests shared,
            WithTests undecided,
            WithTests left,
            TreeSet<Integer> meanwhile,
            Sum firstUses,
            WithTests elsewhere) {

        /** The sites that count, those first that are certainly the test's. */
        List<Site> sites() {
            return divided.sites().stream()
                    .sorted(Comparator.comparing(site -> !certain.contains(key(site))))
                    .toList();
        }
    }

    /**
     * Pins, and the tests that they have to do with.
     *
     * @param tests by their numbers
     */
    record WithTests(Sum sum, SortedSet<Integer> tests) {

        static final WithTests NONE = new WithTests(Sum.NONE, Collections.emptySortedSet());

        private WithTests plus(Sum more, Collection<Integer> of) {
            TreeSet<Integer> all = new TreeSet<>(tests);
            all.addAll(of);
            return more.count() > 0 ? new WithTests(sum.plus(more), all) : this;
        }
    }

    private static List<Object> key(Site site) {
        return List.of(site.key(), site.causeIds(), site.own());
    }

    /**
     * The pins of one test.
     *
     * @param test its number
     * @param own prefixes of the classes whose pins count
     * @param ofClasses whether pins of loading and initializing classes count
     * @param withUndecided whether undecided ones count, too
     */
    OfTest of(int test, List<String> own, PinGate gate, boolean ofClasses, boolean withUndecided) {
        Map<List<Object>, Site> sites = new LinkedHashMap<>();
        Set<List<Object>> certain = new HashSet<>();
        Sum sure = Sum.NONE;
        Sum firstUses = Sum.NONE;
        WithTests shared = WithTests.NONE;
        WithTests undecided = WithTests.NONE;
        WithTests left = WithTests.NONE;
        WithTests elsewhere = WithTests.NONE;
        TreeSet<Integer> meanwhile = new TreeSet<>();
        for (Share share : byTest.getOrDefault(test, List.of())) {
            List<Site> some = sites(share, own);
            Sum counted = gate.divide(some, ofClasses).counted();
            if (share.firstUse() && !ofClasses) {
                firstUses = share.spans().contains(test) ? firstUses.plus(counted) : firstUses;
                continue;
            }
            if (!share.spans().contains(test)) {
                elsewhere = elsewhere.plus(counted, share.spans());
                continue;
            }
            if (share.isUndecided() && !withUndecided) {
                undecided = undecided.plus(counted, share.spans());
                continue;
            }
            for (Site site : some) {
                sites.merge(key(site), site, Site::and);
                if (share.isCertain()) {
                    certain.add(key(site));
                }
            }
            sure = share.isCertain() ? sure.plus(counted) : sure;
            if (counted.count() > 0 && share.leftBy() >= 0) {
                left = left.plus(counted, List.of(share.leftBy()));
                meanwhile.addAll(share.meanwhile());
            }
            TreeSet<Integer> alternatives = new TreeSet<>(share.spans());
            alternatives.addAll(share.others());
            alternatives.remove(test);
            alternatives.remove(share.leftBy());
            if (!alternatives.isEmpty()) {
                shared = shared.plus(counted, alternatives);
            }
        }
        return new OfTest(
                gate.divide(List.copyOf(sites.values()), ofClasses),
                certain,
                sure,
                shared,
                undecided,
                left,
                meanwhile,
                firstUses,
                elsewhere);
    }

    /** Of the pins that a test may have, those that others may have instead. */
    List<Share> undecided(int test, boolean ofClasses) {
        return byTest.getOrDefault(test, List.of()).stream()
                .filter(share -> share.isUndecided() && share.spans().contains(test))
                .filter(share -> ofClasses || !share.firstUse())
                .toList();
    }

    /** The pins of no test. */
    List<Site> ofNone(List<String> own) {
        return pins.containsKey(Share.NONE) ? sites(Share.NONE, own) : List.of();
    }

    /** The pins of some tests together. */
    List<Site> sites(Share share, List<String> own) {
        return known.computeIfAbsent(
                new Asked(share, own), asked -> census(share, own).sites());
    }

    private PinCensus census(Share share, List<String> own) {
        Pins some = pins.get(share);
        PinAnalysis analysis = analyses.apply(own);
        return analysis.census(some == null ? analysis.fold().empty() : some, coverage);
    }

    /** Whether monitors pin where the run was recorded: before JDK 24. */
    boolean monitorsPin() {
        PinAnalysis analysis = analyses.apply(List.of());
        return analysis.census(analysis.fold().empty(), coverage).monitorsPin();
    }
}
