package dev.loomweight.carriers;

import dev.loomweight.jvm.CodePlace;
import dev.loomweight.report.Among;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Table;
import dev.loomweight.sample.StackEvents.CpuTimeSample;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** The tables of what ran on carriers, by the JVM's samples. */
final class RanTables {

    private static final int TOP = 10;

    private static final String NO_TIME = "these samples have no processor time, and the kernel's figure is missing";

    private RanTables() {}

    /** By processor time, or by the samples of Java code. */
    static Table ran(CarrierProcess process, Among among) {
        RanSites ran = process.ran();
        long total = process.ranNanos();
        return table(
                among.id("ran"),
                among.words(title(ran)),
                ran,
                notes(process),
                rows -> rows.nanos("time", "Processor time", site -> Math.round(total * ran.part(site)))
                        .where(site -> total > 0, NO_TIME)
                        .ratio("share", "Share", ran::part));
    }

    private static String title(RanSites ran) {
        return ran.kind() == SampledStacks.Kind.PROCESSOR_TIME
                ? "What ran on carriers, by processor time"
                : "What ran on carriers, by samples of Java code";
    }

    /** By the samples of native code. */
    static Table inNative(CarrierProcess process, Among among) {
        RanSites sites = process.inNative();
        return table(
                among.id("inNative"),
                among.words("In native code on carriers, running or blocked there"),
                sites,
                List.of("By " + sites.kind().event() + ": shares of these samples, not of the carriers' time."),
                rows -> rows.ratio("share", "Share", site -> sites.share(site).value()));
    }

    /** @param share adds the column of shares, and what precedes it */
    private static Table table(
            String id, String title, RanSites sites, List<String> notes, UnaryOperator<Rows<RanSites.Site>> share) {
        Rows<RanSites.Site> named = Rows.of(RanSites.Site.class)
                .text("site", "Site", RanSites.Site::label)
                .text("called", "In", site -> CodePlace.methodOf(site.what().called()))
                .text("caller", "Called by", site -> site.what().caller());
        return share.apply(named)
                .bar()
                .ratio("error", "\u00b1 (95 %)", site -> sites.share(site).error())
                .count("samples", "Samples", RanSites.Site::count)
                .top(TOP)
                .brief("site", "share", "called", "caller")
                .table(id, title, sites.sites(), notes);
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
}
