package dev.loomweight.memory.growth;

import dev.loomweight.memory.Place;
import dev.loomweight.memory.growth.TwoRuns.OfPlace;
import dev.loomweight.memory.growth.TwoRuns.Verdict;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Note;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Table;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** The growth of two runs in sentences and a table. */
final class TwoRunsSentences {

    /** What comes to a smaller share of what is certain has no row. */
    private static final double MIN_SHARE = 0.25;

    private final TwoRuns runs;
    private final Rates rates;
    private final String window;
    private final String all;

    TwoRunsSentences(TwoRuns runs) {
        this.runs = runs;
        Duration compared = Duration.ofNanos(Math.round(Math.max(0, runs.to() - runs.from()) * 1e9));
        this.rates = Rates.of(compared);
        this.window = window(runs.from());
        boolean several = runs.before().runs().size() + runs.after().runs().size() > 2;
        this.all = several ? "all runs" : "both runs";
    }

    private String window(double from) {
        return time(Math.max(0, runs.to() - from));
    }

    /** The headline, and the table where any place moves. */
    List<Block> blocks() {
        List<Block> blocks = new ArrayList<>();
        Note.headline(headline()).ifPresent(blocks::add);
        table().ifPresent(blocks::add);
        return blocks;
    }

    private List<String> headline() {
        List<String> sentences = new ArrayList<>();
        if (runs.places().isEmpty()) {
            sentences.add("The growth of the runs cannot be compared: " + whyNot());
            return sentences;
        }
        runs.places().stream()
                .filter(one -> one.verdict() != Verdict.SAME)
                .map(this::claim)
                .forEach(sentences::add);
        if (sentences.isEmpty()) {
            sentences.add("No difference in the growth of memory is certain, over the same " + window + " of " + all
                    + "; the smallest that would be: " + smallest() + ".");
        }
        if (runs.before().tracked() != runs.after().tracked()) {
            SideMemory without = runs.after().tracked() ? runs.before() : runs.after();
            sentences.add(without.name() + (runs.after().tracked() ? " (before)" : " (after)")
                    + " has no NMT, so its categories are not compared.");
        }
        if (runs.before().places().contains(Place.HEAP_RESIDENT)
                && runs.after().places().contains(Place.HEAP_RESIDENT)
                && runs.places().stream()
                        .noneMatch(one -> one.place() == Place.HEAP_RESIDENT || one.place() == Place.HEAP)) {
            sentences.add("The Java heap cannot be compared: too few collections in that time.");
        }
        return sentences;
    }

    private String whyNot() {
        if (!SideMemory.isSinceOne(runs.before(), runs.after())) {
            return "when the JVM began is known of some only.";
        }
        return "they have memory over time from " + span(runs.before()) + " before and from " + span(runs.after())
                + " after, and slopes need some seconds with several values that both have.";
    }

    private static String span(SideMemory run) {
        return time(run.first()) + " to " + time(run.last());
    }

    private static String time(double seconds) {
        return Amounts.time(Math.round(seconds * 1e9));
    }

    private String smallest() {
        Optional<OfPlace> least = runs.places().stream()
                .filter(one -> !TwoRuns.isCount(one.place()) && one.place() != Place.UNDIVIDED)
                .min(Comparator.comparingDouble(OfPlace::leastPerSecond));
        Optional<OfPlace> heap = runs.places().stream()
                .filter(one -> (one.place() == Place.HEAP_RESIDENT || one.place() == Place.HEAP)
                        && least.isPresent()
                        && !one.equals(least.get()))
                .findFirst();
        return least.or(() -> runs.places().stream().findFirst())
                        .map(one -> amount(one.place(), one.leastPerSecond()) + " per " + rates.unit())
                        .orElse("")
                + heap.map(one -> " (of the Java heap " + amount(one.place(), one.leastPerSecond()) + ")")
                        .orElse("");
    }

    private String claim(OfPlace one) {
        boolean more = one.verdict() == Verdict.MORE;
        Tendency faster = more ? one.after() : one.before();
        Tendency slower = more ? one.before() : one.after();
        boolean alone = slower.perSecond() < one.leastPerSecond();
        String fast = rate(one, faster) + (more ? " after" : " before");
        String slow = (alone ? "no certain growth" : rate(one, slower)) + (more ? " before" : " after");
        return capital(label(one.place())) + ": growth of " + fast + ", " + slow + ", over the same "
                + window(one.from()) + " of " + all + ".";
    }

    private String rate(OfPlace of, Tendency tendency) {
        return amount(of.place(), tendency.perSecond()) + " ± " + amount(of.place(), tendency.halfWidth()) + " per "
                + rates.unit();
    }

    private String amount(Place place, double perSecond) {
        return TwoRuns.isCount(place) ? Amounts.count(rates.bytes(perSecond)) : Amounts.bytes(rates.bytes(perSecond));
    }

    private static String capital(String words) {
        return Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }

    private static String label(Place place) {
        return switch (place) {
            case HEAP_RESIDENT -> "Java heap after collections";
            case PLATFORM_THREADS -> "number of platform threads";
            case UNDIVIDED -> "resident memory outside NMT";
            default -> place.label();
        };
    }

    /** A finding for each place that certainly grows faster in one of the two; faster in the later one is a warning. */
    List<Finding> findings() {
        return runs.places().stream()
                .filter(one -> one.verdict() != Verdict.SAME)
                .map(one -> new Finding(
                        one.verdict() == Verdict.MORE
                                ? one.place().findingId()
                                : "lessG" + one.place().findingId().substring(1),
                        one.verdict() == Verdict.MORE ? Severity.WARNING : Severity.INFO,
                        claim(one),
                        "Each run has its own slope, with half of the 95 % confidence interval as its remainder gives it"
                                + (all.startsWith("all")
                                        ? ", or as the slopes of the runs of a side differ, if that is more"
                                        : "")
                                + "; the compared part begins " + time(one.from())
                                + (runs.before().sinceStart()
                                        ? " after the JVM began"
                                        : " after memory was first recorded")
                                + ", so that warm-up is left out of both.",
                        one.verdict() == Verdict.MORE ? one.place().advice() : ""))
                .toList();
    }

    private Optional<Table> table() {
        List<OfPlace> rows = runs.places().stream()
                .filter(one ->
                        one.verdict() != Verdict.SAME || isMoving(one.before(), one) || isMoving(one.after(), one))
                .toList();
        List<String> notes = new ArrayList<>();
        notes.add("Slopes of " + runs.before().name() + " and " + runs.after().name() + " over the same " + window
                + " of " + all + ", from " + time(runs.from()) + " to " + time(runs.to()) + " after "
                + (runs.before().sinceStart() ? "the JVM began." : "memory was first recorded."));
        int others = runs.places().size() - rows.size();
        if (others > 0) {
            notes.add(Amounts.count(others, "other place does", "other places do") + " not move.");
        }
        return Rows.of(OfPlace.class)
                .text("place", "", one -> label(one.place()))
                .column(
                        "before" + rates.key(),
                        "before, per " + rates.unit(),
                        one -> cell(one, of -> of.before().perSecond()))
                .column(
                        "beforeError" + rates.key(),
                        "± (95 %)",
                        one -> cell(one, of -> of.before().halfWidth()))
                .column(
                        "after" + rates.key(),
                        "after, per " + rates.unit(),
                        one -> cell(one, of -> of.after().perSecond()))
                .column(
                        "afterError" + rates.key(),
                        "± (95 %)",
                        one -> cell(one, of -> of.after().halfWidth()))
                .column("difference" + rates.key(), "difference", one -> cell(one, OfPlace::perSecond))
                .column("certainFrom" + rates.key(), "certain from", one -> cell(one, OfPlace::leastPerSecond))
                .text("change", "in the later run", one -> one.verdict().label())
                .some("growthOfRuns", "Growth of the runs", rows, notes);
    }

    private static boolean isMoving(Tendency tendency, OfPlace one) {
        return Math.abs(tendency.perSecond()) > MIN_SHARE * one.leastPerSecond();
    }

    private Cell cell(OfPlace one, ToDoubleFunction<OfPlace> perSecond) {
        long amount = rates.bytes(perSecond.applyAsDouble(one));
        return TwoRuns.isCount(one.place()) ? Cell.count(amount) : Cell.bytes(amount);
    }
}
