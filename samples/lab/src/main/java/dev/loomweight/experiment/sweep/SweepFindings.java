package dev.loomweight.experiment.sweep;

import dev.loomweight.experiment.weight.RunFigures;
import dev.loomweight.experiment.weight.RunFigures.Figure;
import dev.loomweight.fold.Spread;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** Findings on runs of a sweep that are missing, incomplete or noisy. */
final class SweepFindings {

    /** A larger deviation, relative to the median, says more about the machine than about the threads. */
    private static final double WIDE = 0.1;

    /** The deviation of two runs is half of their distance, which says little. */
    private static final int MIN_RUNS = 3;

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
                    "Only " + runs.size() + " of " + planned + " planned runs were started; the figures cover those.",
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
                        (failed == 1 ? "A run" : failed + " runs") + " of " + name + " produced no figures.",
                        "Last status of the capture: " + why + ".",
                        "See output.txt in its capture for the output of the target.")));
    }

    private static void fewer(List<Finding> findings, RepeatedRuns group, String name) {
        for (RunFigures run : group.measured()) {
            CaptureInfo info = run.info();
            if (info.threadsRan() < info.threadsAsked()) {
                findings.add(new Finding(
                        "fewerThreads",
                        Severity.PROBLEM,
                        "Only " + Amounts.count(info.threadsRan()) + " of the " + name + " were asleep; the figures"
                                + " cover those.",
                        info.status(),
                        "Use fewer threads or frames, or raise the limit named in the message."));
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
                "Repeated runs differ widely for " + wide + " of " + groups.size() + " combinations, most widely for "
                        + name(widest, varied) + ": from " + Amounts.bytes(Math.round(spread.min())) + " to "
                        + Amounts.bytes(Math.round(spread.max())) + " per thread.",
                "The number of threads that ran a frame before it was compiled depends on other load on the machine.",
                "Repeat the sweep on a quiet machine or with a larger --repeat."));
    }

    /** The deviation relative to the median, or 0 if there are too few runs. */
    private static double width(RepeatedRuns group) {
        return group.each(Figure.MEMORY)
                .filter(spread -> spread.count() >= MIN_RUNS && spread.median() > 0)
                .map(spread -> spread.deviation() / spread.median())
                .orElse(0.0);
    }

    private static String name(RepeatedRuns group, List<RunSetting> varied) {
        return varied.stream()
                .map(setting -> FitTable.word(setting, group.settings()))
                .collect(Collectors.joining(", "));
    }
}
