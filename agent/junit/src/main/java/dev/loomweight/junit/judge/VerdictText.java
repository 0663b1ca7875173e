package dev.loomweight.junit.judge;

import dev.loomweight.fleet.budget.PinGate;
import dev.loomweight.fleet.budget.Suppression;
import dev.loomweight.fold.Sum;
import dev.loomweight.junit.spi.Claim;
import dev.loomweight.junit.spi.TestSpan;
import dev.loomweight.pins.pinning.PinCensus.Site;
import dev.loomweight.pins.pinning.SiteContext;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Place;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** The sentences of verdicts. */
final class VerdictText {

    private static final int MAX_DETAILED_TESTS = 5;
    private static final int MAX_SITES = 50;
    private static final int MAX_NAMES = 4;
    private static final int MAX_CANDIDATES = 100;

    private final Spans spans;

    VerdictText(Spans spans) {
        this.spans = spans;
    }

    /** How many and how long. */
    static String amount(Sum sum) {
        String words = Amounts.count(sum.count(), "pin") + ", " + Amounts.time(sum.nanos());
        return sum.count() <= 1 ? words : words + " in total, the longest " + Amounts.time(sum.maxNanos());
    }

    /** What a claim allows; of waits for monitors, where there are any. */
    static String allowed(Claim claim, TestPins.OfTest pins) {
        boolean anyNumber = claim.atMost() == Long.MAX_VALUE;
        Duration longest = claim.longest();
        Duration wait = claim.longestWait();
        List<String> words = new ArrayList<>();
        if (!anyNumber) {
            words.add(claim.atMost() == 0 ? "no pin" : "at most " + Amounts.count(claim.atMost(), "pin"));
        }
        if (longest != null) {
            words.add((anyNumber ? "no pin longer than " : "none longer than ") + Amounts.time(longest.toNanos()));
        }
        if (wait != null
                && !wait.equals(longest)
                && pins.divided().sites().stream().anyMatch(Judgement::isWait)) {
            words.add("no wait for a monitor longer than " + Amounts.time(wait.toNanos()));
        }
        return String.join(" and ", words);
    }

    /** The sites that count, what does not, and what is not certain. */
    List<String> details(int test, TestPins.OfTest pins, Claim claim) {
        List<String> lines = sites(pins);
        if (pins.shared().sum().count() > 0) {
            lines.add(amount(pins.shared().sum()) + ", may be of another test instead: "
                    + names(pins.shared().tests()) + "; nothing recorded tells them apart.");
        }
        if (pins.left().sum().count() > 0) {
            boolean own = pins.left().tests().contains(test);
            String meanwhile = pins.meanwhile().isEmpty() ? "" : ", while " + names(pins.meanwhile()) + " ran";
            lines.add(amount(pins.left().sum()) + ", on threads that "
                    + (own ? "this test" : names(pins.left().tests()))
                    + " created and that ran on after it had ended"
                    + (own ? meanwhile + "." : "; whether they worked for this test is not recorded."));
        }
        lines.addAll(notCounted(pins, claim));
        return lines;
    }

    /**
     * The pins of a run that can be of several of its tests.
     *
     * @param sites of each, by whose they can be
     */
    String undecided(Map<Share, List<Site>> sites) {
        Sum all = sites.values().stream().flatMap(List::stream).map(Site::sum).reduce(Sum.NONE, Sum::plus);
        List<String> lines = new ArrayList<>();
        lines.add(amount(all) + ": of tests that ran at the same time, and nothing recorded shows of which."
                + " No test fails by what may be of another; the run fails once. Run the tests one after another, or"
                + " start the threads in the tests, to see whose they are.");
        sites.forEach((share, some) -> {
            lines.add("Of one of " + names(share.spans(), MAX_CANDIDATES) + ":");
            for (int i = 0; i < Math.min(MAX_DETAILED_TESTS, some.size()); i++) {
                addSite(lines, i + 1, some.get(i), true);
            }
        });
        return String.join("\n", lines);
    }

    /** The sites that count, those first that are certainly the test's. */
    List<String> sites(TestPins.OfTest pins) {
        List<String> lines = new ArrayList<>();
        List<Site> sites = pins.sites();
        for (int i = 0; i < Math.min(MAX_SITES, sites.size()); i++) {
            if (i < MAX_DETAILED_TESTS) {
                addSite(lines, i + 1, sites.get(i), sites.size() > 1);
            } else {
                lines.add((i + 1) + ". " + sites.get(i).summary() + " "
                        + capitalized(amount(sites.get(i).sum())) + ".");
            }
        }
        if (sites.size() > MAX_SITES) {
            int more = sites.size() - MAX_SITES;
            lines.add("... and " + more + (more == 1 ? " more site" : " more sites")
                    + "; `loomweight pins` of the recording shows all.");
        }
        return lines;
    }

    private static String capitalized(String words) {
        return Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }

    /** What does not count, in sentences. */
    List<String> notCounted(TestPins.OfTest ofTest, Claim claim) {
        List<String> lines = new ArrayList<>();
        PinGate.Divided pins = ofTest.divided();
        if (ofTest.elsewhere().sum().count() > 0) {
            lines.add("Not counted: " + amount(ofTest.elsewhere().sum())
                    + ", which may be of this test, and counts for another, which ran: "
                    + names(ofTest.elsewhere().tests()) + ".");
        }
        if (ofTest.undecided().sum().count() > 0) {
            lines.add("Not counted: " + amount(ofTest.undecided().sum()) + ", of one of "
                    + names(ofTest.undecided().tests())
                    + ", which ran at the same time; where that matters, the run fails once for them.");
        }
        String count = claim.includeClassLoading() ? "" : "; includeClassLoading = true counts them";
        addNotCounted(lines, pins.loading(), "of class loading, which happens once" + count);
        addNotCounted(lines, pins.initialization(), "of class initialization, which happens once" + count);
        addNotCounted(
                lines,
                ofTest.firstUses(),
                "of waiting for a monitor whose owner loaded classes, which happens once" + count);
        addNotCounted(lines, pins.foreign(), "without own code on the stack");
        addNotCounted(lines, pins.asBefore(), "at sites that are no worse than in the baseline");
        for (Map.Entry<Suppression, Sum> each : pins.suppressed().entrySet()) {
            addNotCounted(lines, each.getValue(), "suppressed: " + each.getKey().reason());
        }
        return lines;
    }

    private static void addNotCounted(List<String> lines, Sum sum, String why) {
        if (sum.count() > 0) {
            lines.add("Not counted: " + amount(sum) + ", " + why + ".");
        }
    }

    private static void addSite(List<String> lines, int number, Site site, boolean many) {
        String indent = "   ";
        lines.add((many ? number + ". " : indent) + site.summary());
        lines.add(indent + "Cause: " + site.cause() + (many ? "; " + amount(site.sum()) : "") + ".");
        if (!site.words().solution().isBlank()) {
            lines.add(indent + site.words().solution());
        }
        for (SiteContext frame : site.context()) {
            lines.add(indent + frame(frame));
        }
    }

    /** As in a stack trace, so that development environments link it. */
    private static String frame(SiteContext frame) {
        Place place = frame.place();
        String path = place.path();
        String file = path.substring(path.lastIndexOf('/') + 1);
        String role = switch (frame.role()) {
            case HOLDER -> " <- holds the carrier";
            case BLOCKER -> " <- blocks";
            case OTHER -> "";
        };
        return "at " + place.className() + "." + place.methodName() + "(" + file
                + (place.line() > 0 ? ":" + place.line() : "") + ")" + role;
    }

    /** The names of tests, the first few. */
    private String names(Collection<Integer> tests) {
        return names(tests, MAX_NAMES);
    }

    private String names(Collection<Integer> tests, int max) {
        List<String> names =
                tests.stream().limit(max).map(test -> name(spans.get(test))).toList();
        int more = tests.size() - names.size();
        String all = String.join(", ", names);
        return more > 0 ? all + " and " + more + " more" : all;
    }

    /** The class and the name of a test. */
    static String name(TestSpan span) {
        String simple = span.className().substring(span.className().lastIndexOf('.') + 1);
        String display = span.displayName();
        if (span.methodName() == null) {
            return simple;
        }
        // The method says more than the display name of one of its runs: "[1] 7".
        return simple + "." + (display.contains(span.methodName()) ? display : span.methodName() + " " + display);
    }
}
