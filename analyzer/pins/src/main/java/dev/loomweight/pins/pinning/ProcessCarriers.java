package dev.loomweight.pins.pinning;

import dev.loomweight.amount.Quantity;
import dev.loomweight.kernel.coverage.Alike;
import dev.loomweight.pins.scheduler.Parallelism;
import dev.loomweight.pins.scheduler.Shares;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Table;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Coverage.Span;
import dev.loomweight.sample.PinEvents.Pin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What pins cost the carriers of one process.
 *
 * @param process the process
 * @param starvation when all its carriers were pinned
 * @param stretches when it was recorded, in the order of time
 */
record ProcessCarriers(PinSummary.OfProcess process, StarvedWindows starvation, List<Span> stretches) {

    /** Those that starved most first, then those with the most pinned time. */
    private static final Comparator<ProcessCarriers> WORST = Comparator.comparingLong(
                    (ProcessCarriers of) -> -of.starvation.least().nanos())
            .thenComparingLong(of -> -of.starvation.most().nanos())
            .thenComparingLong(of -> -of.process.total().nanos())
            .thenComparing(of -> of.process.subject());

    private static final int MAX_NAMED_PROCESSES = 3;
    private static final int MAX_ROWS = 10;

    /** All processes with pins, in their order; more than are said one by one, the worst first. */
    static List<ProcessCarriers> of(PinSummary summary, Coverage coverage) {
        List<ProcessCarriers> all = new ArrayList<>();
        summary.processes().forEach(process -> all.add(of(process, coverage)));
        if (areMany(all)) {
            all.sort(WORST);
        }
        return all;
    }

    private static ProcessCarriers of(PinSummary.OfProcess process, Coverage coverage) {
        return new ProcessCarriers(
                process,
                StarvedWindows.of(process),
                recorded(
                        process.subject(),
                        process.held().fromNanos(),
                        process.held().toNanos(),
                        coverage));
    }

    /**
     * When a process was recorded, without the time between recordings: at least one stretch, in the order of time. The first
     * and the last moment of its pins are within it, also where no recording says when it began.
     */
    static List<Span> recorded(String subject, long first, long last, Coverage coverage) {
        List<Span> all = coverage.ofProcess(subject).sources().stream()
                .flatMap(source -> source.spansOf(Pin.EVENT).stream())
                .toList();
        if (all.isEmpty()) {
            return List.of(new Span(first, last));
        }
        List<Span> apart = Span.apart(all);
        Span begin = apart.getFirst();
        apart.set(0, new Span(Math.min(first, begin.fromNanos()), begin.toNanos()));
        Span end = apart.getLast();
        apart.set(apart.size() - 1, new Span(end.fromNanos(), Math.max(last, end.toNanos())));
        return apart;
    }

    /** Whether there are too many processes for a sentence about each. */
    static boolean areMany(List<ProcessCarriers> all) {
        return all.size() > Alike.MAX_SINGLE_NAMES;
    }

    /** Those that are written about; the others are in the {@link #table}. */
    static List<ProcessCarriers> said(List<ProcessCarriers> all) {
        return areMany(all) ? all.subList(0, MAX_NAMED_PROCESSES) : all;
    }

    /** Those whose pins over time are shown. */
    static List<PinSummary.OfProcess> shown(List<ProcessCarriers> all) {
        return all.stream()
                .limit(Alike.MAX_SINGLE_NAMES)
                .map(ProcessCarriers::process)
                .toList();
    }

    private Quantity carriers() {
        return process.parallelism().carriers();
    }

    private boolean isCounted() {
        return carriers().isKnown();
    }

    /** How long it was recorded. */
    Duration recorded() {
        return Duration.ofNanos(Span.nanos(stretches));
    }

    /** Findings for all that starved and are not written about. */
    static List<Finding> others(List<ProcessCarriers> all) {
        List<ProcessCarriers> others = all.subList(said(all).size(), all.size());
        List<ProcessCarriers> starved =
                others.stream().filter(of -> of.starvation.least().nanos() > 0).toList();
        List<ProcessCarriers> possibly = others.stream()
                .filter(of -> of.starvation.least().nanos() == 0 && !of.starvation.isEmpty())
                .toList();
        List<Finding> findings = new ArrayList<>();
        if (!starved.isEmpty()) {
            findings.add(finding(
                    "carriersStarved",
                    Finding.Severity.PROBLEM,
                    starved,
                    "all carriers were pinned at once in ",
                    starved.stream()
                            .mapToLong(of -> of.starvation.least().nanos())
                            .sum()));
        }
        if (!possibly.isEmpty()) {
            findings.add(finding(
                    "carriersPossiblyStarved",
                    Finding.Severity.WARNING,
                    possibly,
                    "as many carriers were pinned at once as the scheduler runs in ",
                    possibly.stream()
                            .mapToLong(of -> of.starvation.most().nanos())
                            .sum()));
        }
        return findings;
    }

    private static Finding finding(
            String id, Finding.Severity severity, List<ProcessCarriers> of, String words, long nanos) {
        String names = Alike.names(of.stream().map(one -> one.process.subject()).toList(), of.size());
        return new Finding(
                id,
                severity,
                names + ": " + words + (of.size() == 1 ? "1 more process, " : of.size() + " more processes, ")
                        + Amounts.time(nanos) + " in total.",
                "The table of processes has all of them.",
                "Remove what pins there; until then, add carriers: -Djdk.virtualThreadScheduler.parallelism=N.");
    }

    /** A row for each process. */
    static Table table(List<ProcessCarriers> all) {
        return rows().table("carriersByProcess", "Processes, most starved and costliest first", all);
    }

    private static Rows<ProcessCarriers> rows() {
        return Rows.of(ProcessCarriers.class)
                .text("process", "process", of -> of.process.subject())
                .count("pins", "pins", of -> of.process.total().count())
                .nanos("total", "pinned", of -> of.process.total().nanos())
                .bar()
                .column("carriers", "parallelism", of -> Cell.count(of.carriers()))
                .ratio(
                        "share",
                        "at most of their time",
                        of -> Shares.of(of.process.held(), of.process.total().nanos())
                                .most())
                .where(of -> of.isCounted() && of.recorded().isPositive(), Parallelism.UNCOUNTED)
                .count("most", "pinned at once", of -> of.process.held().most())
                .nanos("starved", "all pinned", of -> of.starvation.least().nanos())
                .where(ProcessCarriers::isCounted, Parallelism.UNCOUNTED)
                .nanos("starvedAtMost", "at most", of -> of.starvation.most().nanos())
                .where(ProcessCarriers::isCounted, Parallelism.UNCOUNTED)
                .top(MAX_ROWS);
    }
}
