package dev.loomweight.fleet;

import dev.loomweight.fleet.GroupSums.Counter;
import dev.loomweight.memory.Account;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Note;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/** Memory by category and service: the peaks of the recordings, and against their limit. */
final class FleetMemory {

    /** The share of the limit, in thousandths, from which one is near it. */
    static final long NEAR = 900;

    /** All of it, in thousandths: the kernel charges no more. */
    private static final long REACHED = 1000;

    private static final int PERCENT_95 = 95;
    private static final double PER_THOUSAND = 1000;
    private static final int MAX_CATEGORIES = 12;
    private static final int MAX_FINDINGS = 10;
    private static final int TOP = 20;
    private static final int TOP_CATEGORIES = 40;

    // From as many recordings on, one of twenty is one at least.
    private static final int MIN_RECORDINGS = 20;

    private final FleetView view;

    FleetMemory(FleetView view) {
        this.view = view;
    }

    /** The services near their limit, or of which a recording reached it; the nearest first. */
    private List<Map.Entry<String, GroupSums>> near() {
        return nearestFirst().stream()
                .filter(service -> isReached(service.getValue())
                        || service.getValue().ofLimit().percentile(PERCENT_95) >= NEAR)
                .toList();
    }

    private static boolean isReached(GroupSums sums) {
        return sums.ofLimit().max() >= REACHED;
    }

    Section section() {
        List<Block> blocks = new ArrayList<>();
        List<Finding> findings = new ArrayList<>();
        long known = view.total().resident().count();
        if (view.total().memory().isEmpty()) {
            blocks.add(
                    Note.of(
                            Note.HEADLINE,
                            "No recording has memory; jdk.ResidentSetSize (JDK 21 and later), or snapshots of the agent, would."));
        } else {
            List<Map.Entry<String, GroupSums>> near = near();
            List<GroupSums> limited = view.services().values().stream()
                    .filter(sums -> !sums.limits().isEmpty())
                    .toList();
            blocks.add(Note.of(
                    Note.HEADLINE,
                    limited.isEmpty()
                            ? "Resident memory is known of " + Amounts.count(known, "recording")
                                    + ", and a limit of none."
                            : headline(near, limited)));
            if (!limited.isEmpty()) {
                blocks.add(limits());
            }
            blocks.add(categories());
            near.stream()
                    .limit(MAX_FINDINGS)
                    .forEach(service -> findings.add(finding(service.getKey(), service.getValue())));
        }
        return new Section("memory", "Memory by category", blocks, findings);
    }

    /** @param limited those with a limit, at least one */
    private String headline(List<Map.Entry<String, GroupSums>> near, List<GroupSums> limited) {
        long unknown =
                limited.stream().filter(sums -> sums.ofLimit().count() == 0).count();
        if (view.by().isEmpty()) {
            return unknown > 0
                    ? "The fleet has a limit of memory, and how much of it is used is not known."
                    : "The fleet is " + (near.isEmpty() ? "not near" : "near") + " its limit of memory.";
        }
        String word = view.serviceWord();
        String open = unknown == 0 ? "" : " How much of it is used is not known of " + Amounts.count(unknown) + ".";
        return near.isEmpty()
                ? "No " + word + " is " + (unknown == 0 ? "" : "known to be ") + "near its limit of memory, of "
                        + Amounts.count(limited.size()) + " with one." + open
                : Amounts.count(near.size()) + " of " + Amounts.count(limited.size()) + " " + word
                        + (limited.size() == 1 ? " with a limit " : "s with a limit ")
                        + (near.size() == 1 ? "is" : "are") + " near it: " + names(near) + "."
                        + (near.size() > MAX_FINDINGS ? " The " + MAX_FINDINGS + " nearest have a finding each." : "")
                        + open;
    }

    private static String names(List<Map.Entry<String, GroupSums>> services) {
        List<String> names = services.stream().limit(5).map(Map.Entry::getKey).toList();
        return String.join(", ", names) + (services.size() > names.size() ? " and others" : "");
    }

    private Table limits() {
        return Rows.<Map.Entry<String, GroupSums>>of()
                .text("service", view.serviceTitle(), Map.Entry::getKey)
                .bytes(
                        "leastLimit",
                        "Lowest limit",
                        of -> of.getValue().limits().firstKey())
                .bytes(
                        "mostLimit",
                        "Highest limit",
                        of -> of.getValue().limits().lastKey())
                .count("recordings", "Recordings", of -> of.getValue().ofLimit().count())
                .column("p50", "p50", of -> share(of, peaks -> peaks.percentile(50)))
                .column("p95", "p95", of -> share(of, peaks -> peaks.percentile(PERCENT_95)))
                .bar()
                .column("max", "Max", of -> share(of, Distribution::max))
                .top(TOP)
                .brief("service", "recordings", "p95", "max")
                .table(
                        "limits",
                        "Peaks as a share of the limit",
                        nearestFirst().stream()
                                .filter(of -> !of.getValue().limits().isEmpty())
                                .toList(),
                        List.of(
                                "What the kernel charges to the container and cannot free, where a recording has it, and else"
                                        + " resident memory."));
    }

    private List<Map.Entry<String, GroupSums>> nearestFirst() {
        return view.services().entrySet().stream()
                .sorted(Comparator.comparing((Map.Entry<String, GroupSums> service) -> !isReached(service.getValue()))
                        .thenComparingLong(
                                service -> -service.getValue().ofLimit().percentile(PERCENT_95))
                        .thenComparing(Map.Entry::getKey))
                .toList();
    }

    private static Cell share(Map.Entry<String, GroupSums> service, ToLongFunction<Distribution> thousandths) {
        Distribution of = service.getValue().ofLimit();
        return of.count() == 0 ? Cell.absent("") : new Cell.Ratio(thousandths.applyAsLong(of) / PER_THOUSAND);
    }

    private Table categories() {
        record OfKind(String service, Account kind, Distribution peaks) {}
        List<OfKind> kinds = new ArrayList<>();
        largestFirst()
                .forEach(service -> service.getValue().memory().entrySet().stream()
                        .sorted(Comparator.comparingLong((Map.Entry<Account, Distribution> kind) ->
                                        -kind.getValue().percentile(PERCENT_95))
                                .thenComparing(Map.Entry::getKey))
                        .limit(MAX_CATEGORIES)
                        .forEach(kind -> kinds.add(new OfKind(service.getKey(), kind.getKey(), kind.getValue()))));
        return Rows.of(OfKind.class)
                .text("service", view.serviceTitle(), OfKind::service)
                .text("category", "Category", of -> of.kind.category())
                .text("source", "Source", of -> of.kind.source())
                .count("recordings", "Recordings", of -> of.peaks.count())
                .bytes("p50", "p50", of -> of.peaks.percentile(50))
                .bytes("p95", "p95", of -> of.peaks.percentile(PERCENT_95))
                .bytes("max", "Max", of -> of.peaks.max())
                .top(TOP_CATEGORIES)
                .brief("service", "category", "p95", "max")
                .table(
                        "categories",
                        "Peaks of each recording",
                        kinds,
                        List.of("Each recording counts once, with its highest value; p50 and p95 are at most 1 % too"
                                + " high."));
    }

    /** The services, those with the largest kind of memory first, so that the rows of one stand together. */
    private List<Map.Entry<String, GroupSums>> largestFirst() {
        return view.services().entrySet().stream()
                .sorted(Comparator.comparingLong(
                                (Map.Entry<String, GroupSums> service) -> -service.getValue().memory().values().stream()
                                        .mapToLong(peaks -> peaks.percentile(PERCENT_95))
                                        .max()
                                        .orElse(0))
                        .thenComparing(Map.Entry::getKey))
                .toList();
    }

    private Finding finding(String service, GroupSums sums) {
        Distribution of = sums.ofLimit();
        boolean reached = isReached(sums);
        String summary = reached
                ? " reached its limit of memory: " + highest(of) + " peaks at "
                        + Amounts.percent(of.max() / PER_THOUSAND) + " of it"
                        + (sums.get(Counter.CHARGE_UNKNOWN) == of.count() ? " by resident memory." : ".")
                : " is near its limit of memory: "
                        + (of.count() >= MIN_RECORDINGS
                                ? "1 of 20 recordings peaks at "
                                        + Amounts.percent(of.percentile(PERCENT_95) / PER_THOUSAND) + " of it or more."
                                : highest(of) + " peaks at " + Amounts.percent(of.max() / PER_THOUSAND) + " of it.");
        return new Finding(
                reached ? "limitReached" : "nearLimit",
                reached ? Severity.PROBLEM : Severity.WARNING,
                view.subject(service) + summary,
                String.join(" ", explanation(sums)),
                "Raise the limit, or see where the memory of one of its recordings is: loomweight memory.");
    }

    private static String highest(Distribution of) {
        return of.count() == 1 ? "the recording" : "the highest of " + Amounts.count(of.count()) + " recordings";
    }

    private static List<String> explanation(GroupSums sums) {
        Distribution of = sums.ofLimit();
        String lowest = Amounts.bytes(sums.limits().firstKey());
        List<String> sentences = new ArrayList<>();
        sentences.add("The limit is "
                + (sums.limits().size() == 1
                        ? lowest
                        : lowest + " to " + Amounts.bytes(sums.limits().lastKey()))
                + (of.count() == 1
                        ? "."
                        : "; half of " + Amounts.count(of.count()) + " recordings peak at "
                                + Amounts.percent(of.percentile(50) / PER_THOUSAND) + " or less, the highest at "
                                + Amounts.percent(of.max() / PER_THOUSAND) + "."));
        long unknown = sums.get(Counter.CHARGE_UNKNOWN);
        if (unknown > 0) {
            sentences.add("What the kernel charges was not recorded in "
                    + (of.count() == 1 ? "it" : Amounts.count(unknown) + " of them")
                    + ": resident memory counts instead, of which no more than the limit can be charged"
                    + (sums.get(Counter.RESIDENT_OVER_LIMIT) == 0
                            ? "."
                            : "; in " + Amounts.count(sums.get(Counter.RESIDENT_OVER_LIMIT), "recording")
                                    + " it is more than the limit."));
        }
        if (of.max() > REACHED) {
            sentences.add(
                    "More than 100 % is of a limit that was lowered meanwhile: of several limits the lowest counts.");
        }
        return sentences;
    }
}
