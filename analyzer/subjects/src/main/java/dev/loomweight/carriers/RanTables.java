package dev.loomweight.carriers;

import dev.loomweight.report.Cell;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Column;
import dev.loomweight.report.Table.Row;
import dev.loomweight.sample.StackEvents.CpuTimeSample;
import java.util.ArrayList;
import java.util.List;

/** The tables of what ran on carriers, by the JVM's samples. */
final class RanTables {

    private static final int TOP = 10;

    private RanTables() {}

    /** By processor time, or by the samples of Java code. */
    static Table ran(CarrierProcess process, String prefix, String suffix) {
        RanSites ran = process.ran();
        long total = process.ranNanos();
        List<Row> rows = new ArrayList<>();
        for (RanSites.Site site : ran.sites()) {
            double share = ran.part(site);
            rows.add(Row.of(
                    Cell.text(site.label()),
                    Cell.text(site.what().called()),
                    Cell.text(site.what().caller()),
                    total > 0
                            ? new Cell.Nanos(Math.round(total * share))
                            : Cell.absent("these samples have no processor time, and the kernel's figure is missing"),
                    new Cell.Ratio(share),
                    new Cell.Ratio(ran.share(site).error()),
                    Cell.count(site.count())));
        }
        boolean byTime = ran.kind() == SampledStacks.Kind.PROCESSOR_TIME;
        return new Table(
                "ran" + suffix,
                prefix
                        + (byTime
                                ? "What ran on carriers, by processor time"
                                : "What ran on carriers, by samples of Java code"),
                List.of(
                        Column.of("site", "Site"),
                        Column.of("called", "In"),
                        Column.of("caller", "Called by"),
                        Column.of("time", "Processor time"),
                        new Column("share", "Share", true),
                        Column.of("error", "\u00b1 (95 %)"),
                        Column.of("samples", "Samples")),
                rows,
                notes(process),
                TOP,
                List.of("site", "share", "called", "caller"));
    }

    private static List<String> notes(CarrierProcess process) {
        RanSites ran = process.ran();
        List<String> notes = new ArrayList<>();
        if (ran.kind() == SampledStacks.Kind.PROCESSOR_TIME) {
            SampledStacks samples = process.samples();
            notes.add("By " + CpuTimeSample.EVENT + ": " + samples.failed() + " without a stack because it could not be"
                    + " walked, " + samples.lost() + " lost, " + samples.biased()
                    + " with the stack of the next safepoint.");
        } else {
            notes.add(
                    "By " + ran.kind().event() + ", which samples Java code alone, at safepoints or between them; from"
                            + " JDK 25 on Linux, " + CpuTimeSample.EVENT + " also has native code.");
        }
        if (ran.areFew()) {
            notes.add("Only " + ran.count() + " samples: too few to say what usually ran.");
        }
        return notes;
    }

    /** By the samples of native code. */
    static Table inNative(CarrierProcess process, String prefix, String suffix) {
        RanSites sites = process.inNative();
        List<Row> rows = new ArrayList<>();
        for (RanSites.Site site : sites.sites()) {
            rows.add(Row.of(
                    Cell.text(site.label()),
                    Cell.text(site.what().called()),
                    Cell.text(site.what().caller()),
                    new Cell.Ratio(sites.share(site).value()),
                    new Cell.Ratio(sites.share(site).error()),
                    Cell.count(site.count())));
        }
        return new Table(
                "inNative" + suffix,
                prefix + "In native code on carriers, running or blocked there",
                List.of(
                        Column.of("site", "Site"),
                        Column.of("called", "In"),
                        Column.of("caller", "Called by"),
                        new Column("share", "Share", true),
                        Column.of("error", "\u00b1 (95 %)"),
                        Column.of("samples", "Samples")),
                rows,
                List.of("By " + sites.kind().event() + ": shares of these samples, not of the carriers' time."),
                TOP,
                List.of("site", "share", "called", "caller"));
    }
}
