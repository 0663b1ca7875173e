package dev.loomweight.threadcost.sweep;

import dev.loomweight.fold.Spread;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.sample.CaptureInfo;
import dev.loomweight.threadcost.weight.RunFigures;
import dev.loomweight.threadcost.weight.RunFigures.Figure;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** What makes the figures of a sweep less than was asked for. */
final class SweepFindings {

    /** A deviation of more than this part of the median says more of the machine than of the threads. */
    private static final double WIDE = 0.1;

    /** Of two runs the deviation is half their distance, and says little. */
    private static final int LEAST_RUNS = 3;

    private SweepFindings() {}

    static void addTo(List<Finding> findings, List<RunFigures> runs, List<RepeatedRuns> groups) {
        List<RunSetting> varied =
                RunSetting.shown(groups.stream().map(RepeatedRuns::settings).toList());
        incomplete(findings, runs);
        for (RepeatedRuns group : groups) {
            String name = name(group, varied);
            failed(findings, group, name);
            fewer(findings, group, name);
        }
        wide(findings, groups, varied);
    }

    private static void incomplete(List<Finding> findings, List<RunFigures> runs) {
        int planned = runs.stream()
                .map(run -> run.info().run())
                .filter(Objects::nonNull)
                .mapToInt(CaptureInfo.Run::of)
                .max()
                .orElse(0);
        if (runs.size() < planned) {
            findings.add(new Finding(
                    "sweepIncomplete",
                    Severity.WARNING,
                    "Only " + runs.size() + " of " + planned + " planned runs were begun; the figures are of those.",
                    "The sweep was interrupted, or captures are missing from the folder.",
                    ""));
        }
    }

    private static void failed(List<Finding> findings, RepeatedRuns group, String name) {
        int failed = group.runs().size() - group.measured().size();
        group.failure()
                .ifPresent(why -> findings.add(new Finding(
                        "runFailed",
                        Severity.PROBLEM,
                        (failed == 1 ? "A run" : failed + " runs") + " of " + name + " brought no figures.",
                        "Its collector's last word: " + why + ".",
                        "What the target printed is in output.txt of its capture.")));
    }

    private static void fewer(List<Finding> findings, RepeatedRuns group, String name) {
        for (RunFigures run : group.measured()) {
            CaptureInfo info = run.info();
            if (info.threadsRan() < info.threadsAsked()) {
                findings.add(new Finding(
                        "fewerThreads",
                        Severity.PROBLEM,
                        "Only " + Amounts.count(info.threadsRan()) + " of the " + name + " were asleep; the figures are"
                                + " of those.",
                        info.status(),
                        "Ask for fewer threads or frames, or raise the limit that the message names."));
            }
        }
    }

    private static void wide(List<Finding> findings, List<RepeatedRuns> groups, List<RunSetting> varied) {
        RepeatedRuns widest = null;
        int wide = 0;
        for (RepeatedRuns group : groups) {
            if (width(group) > WIDE) {
                wide++;
                widest = widest == null || width(group) > width(widest) ? group : widest;
            }
        }
        if (widest == null) {
            return;
        }
        Spread spread = widest.each(Figure.MEMORY).orElseThrow();
        findings.add(new Finding(
                "spreadWide",
                Severity.WARNING,
                "Repeated runs lie far apart for " + wide + " of " + groups.size() + " combinations, most for "
                        + name(widest, varied) + ": from " + Amounts.bytes(Math.round(spread.min())) + " to "
                        + Amounts.bytes(Math.round(spread.max())) + " a thread.",
                "How many threads ran a frame before it was compiled depends on what else the machine did.",
                "Repeat on a quiet machine, or with more --repeat."));
    }

    /** The deviation against the median, or 0 where there are too few runs to tell. */
    private static double width(RepeatedRuns group) {
        return group.each(Figure.MEMORY)
                .filter(spread -> spread.count() >= LEAST_RUNS && spread.median() > 0)
                .map(spread -> spread.deviation() / spread.median())
                .orElse(0.0);
    }

    private static String name(RepeatedRuns group, List<RunSetting> varied) {
        return varied.stream()
                .map(setting -> FitTable.word(setting, group.settings()))
                .collect(Collectors.joining(", "));
    }
}
