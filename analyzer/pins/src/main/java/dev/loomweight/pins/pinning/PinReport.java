package dev.loomweight.pins.pinning;

import dev.loomweight.amount.Quantity;
import dev.loomweight.fold.Beside;
import dev.loomweight.kernel.coverage.Alike;
import dev.loomweight.kernel.stacks.LibraryFaults;
import dev.loomweight.pins.pinning.PinTables.WorstSites;
import dev.loomweight.pins.scheduler.FullWindows;
import dev.loomweight.pins.scheduler.Maxima;
import dev.loomweight.report.Among;
import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.report.Series;
import dev.loomweight.report.StackTree;
import dev.loomweight.report.Table;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.EpochNanos;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The section of {@link PinAnalysis}: the conclusion first, then its tables. */
final class PinReport {

    /** The sites whose findings people see, so that the advice begins after them. */
    private static final int WORST = 3;

    private static final int MAX_SPANS = 200;

    private static final String ALL_PINNED = "All carriers pinned at once";
    private static final String AS_MANY = "As many carriers pinned as the scheduler runs";

    private PinReport() {}

    /** What pins cost, by site, stack and event: made by another processor than the sentences. */
    private record Costs(Table sites, StackTree stacks, Table events) {

        static Costs of(List<PinSite> sites, AlikeSites alike, PinOptions options) {
            return new Costs(PinTables.sites(sites, alike), PinTables.stacks(sites, options), PinTables.events(sites));
        }
    }

    static Section of(PinSummary summary, PinOptions options, Coverage coverage) {
        AlikeSites alike = AlikeSites.of(summary.sites());
        boolean any = !summary.sites().isEmpty();
        Beside<Costs> costs = Beside.begin(summary.isMuch(), () -> Costs.of(summary.sites(), alike, options));
        List<Block> blocks = new ArrayList<>();
        List<Finding> findings = new ArrayList<>();
        List<Block> windows = new ArrayList<>();
        List<Series.Span> starved = new ArrayList<>();
        List<Series.Level> levels = new ArrayList<>();
        List<String> sentences = new ArrayList<>();
        if (any) {
            sentences.addAll(PinSentences.verdict(summary));
        }
        List<ProcessCarriers> all = ProcessCarriers.of(summary, coverage);
        for (ProcessCarriers of : ProcessCarriers.said(all)) {
            PinSummary.OfProcess process = of.process();
            Quantity carriers = process.parallelism().carriers();
            StarvedWindows starvation = of.starvation();
            Among among = Among.of(process.subject(), windows.size() + 1, all.size() > 1);
            PinSentences.carriers(process, starvation, of.recorded())
                    .forEach(sentence -> sentences.add(among.words(sentence)));
            if (carriers.isKnown()) {
                levels.add(new Series.Level(among.words("parallelism"), Cell.count(carriers)));
            }
            if (!starvation.isEmpty()) {
                List<FullWindows.Window> longest = starvation.longest();
                for (FullWindows.Window window : longest.subList(0, Math.min(MAX_SPANS, longest.size()))) {
                    starved.add(span(window, among));
                }
                findings.add(StarvedFinding.of(among.prefix(), process, starvation));
                windows.add(PinTables.windows(
                        among.id("starvation"),
                        among.words(starvation.isCertain() ? ALL_PINNED : AS_MANY) + ", longest first",
                        starvation,
                        of.stretches().getFirst().fromNanos()));
            }
        }
        if (summary.monitorsDoNotPin() && !summary.monitorsPin() && sentences.size() > 1) {
            sentences.set(1, sentences.get(1) + " " + PinSentences.CONTENTION);
        }
        findings.addAll(ProcessCarriers.others(all));
        if (ProcessCarriers.areMany(all)) {
            windows.addFirst(ProcessCarriers.table(all));
        }
        sentences.addAll(PinAnalysis.WORDS.sentences(coverage));
        sentences.addAll(PinSentences.apart(summary, options, coverage));
        Note.headline(sentences).ifPresent(blocks::add);
        Table worst = null;
        if (any) {
            List<PinSite> known = new ArrayList<>();
            for (PinSite site : summary.sites()) {
                if (!site.diagnosis().needsClassFile()) {
                    known.add(site);
                }
            }
            SiteSentences words = new SiteSentences(options, summary.monitorsPin());
            findings.addAll(PinFindings.sites(known, alike, summary, options.code(), words));
            LibraryFaults faults = new LibraryFaults(options.faults());
            known.forEach(site -> faults.add(site.first(), words.blamed(site, site.first())));
            findings.addAll(faults.findings());
            worst = WorstSites.of(summary.sites(), alike, words);
            blocks.add(costs.get().sites());
            blocks.add(PinTables.holders(summary.sites()));
            if (summary.sites().stream().anyMatch(PinSite::namesMonitors)) {
                blocks.add(MonitorTable.of(summary.sites()));
            }
            List<String> advice =
                    PinSentences.advice(known.subList(Math.min(WORST, known.size()), known.size()), words);
            Note.some("advice", advice).ifPresent(blocks::add);
            blocks.addAll(windows);
            starved.sort((one, other) -> one.start().compareTo(other.start()));
            blocks.add(series(ProcessCarriers.shown(all), starved, levels));
            blocks.add(costs.get().stacks());
            blocks.add(costs.get().events());
        }
        Note.some("classFiles", options.code().notes()).ifPresent(blocks::add);
        Note.some("blindSpots", PinSentences.blind(summary, coverage)).ifPresent(blocks::add);
        List<String> traced = summary.tracedInVain();
        if (traced.size() > Alike.MAX_SINGLE_NAMES) {
            findings.add(PinFindings.tracedInVain(Alike.names(traced, traced.size()) + ": "));
        } else {
            traced.forEach(subject -> findings.add(PinFindings.tracedInVain(traced.size() > 1 ? subject + ": " : "")));
        }
        findings.addAll(PinFindings.of(coverage));
        return new Section("pins", "Pins", blocks, findings, worst);
    }

    private static Series.Span span(FullWindows.Window window, Among among) {
        return new Series.Span(
                window.start(),
                EpochNanos.toInstant(window.toNanos()),
                among.words((window.isCertain() ? ALL_PINNED : AS_MANY).toLowerCase(Locale.ROOT)));
    }

    private static Series series(
            List<PinSummary.OfProcess> processes, List<Series.Span> starved, List<Series.Level> levels) {
        List<Series.Line> lines = new ArrayList<>();
        for (PinSummary.OfProcess process : processes) {
            if (!process.held().isEmpty()) {
                lines.add(
                        new Series.Line(process.subject(), points(process.held().maxima())));
            }
        }
        return new Series(
                "carriersPinned",
                "Carriers pinned at once, maximum of each interval",
                Series.Form.STEPS,
                lines,
                starved,
                levels);
    }

    private static List<Series.Point> points(Maxima maxima) {
        List<Series.Point> points = new ArrayList<>();
        for (int i = 0; i < maxima.values().size(); i++) {
            points.add(new Series.Point(
                    EpochNanos.toInstant(maxima.fromNanos() + i * maxima.intervalNanos()),
                    Cell.count(maxima.values().get(i))));
        }
        return points;
    }
}
