package dev.loomweight.command;

import dev.loomweight.carriers.CarrierAnalysis;
import dev.loomweight.carriers.FailedSubmits;
import dev.loomweight.carriers.SchedulerDelays;
import dev.loomweight.carriers.VirtualThreadCounts;
import dev.loomweight.coverage.RecordingCoverage;
import dev.loomweight.ending.CrashFaults;
import dev.loomweight.ending.EndAnalysis;
import dev.loomweight.experiment.ExperimentAnalysis;
import dev.loomweight.experiment.ThreadStates;
import dev.loomweight.experiment.sweep.Sweep;
import dev.loomweight.experiment.weight.PublishedClaims;
import dev.loomweight.experiment.weight.ThreadWeights;
import dev.loomweight.growth.Growth;
import dev.loomweight.growth.LeakFaults;
import dev.loomweight.growth.MemoryOverTime;
import dev.loomweight.growth.diff.GrownSites;
import dev.loomweight.hang.HangAnalysis;
import dev.loomweight.memory.HeapClasses;
import dev.loomweight.memory.NmtAnalysis;
import dev.loomweight.memory.NmtAnswers;
import dev.loomweight.memory.reconcile.MemoryParts;
import dev.loomweight.pinning.HeldNow;
import dev.loomweight.pinning.PinAnalysis;
import dev.loomweight.pinning.PinOptions;
import dev.loomweight.sizing.Sizing;
import dev.loomweight.subject.Analysis;
import dev.loomweight.threadcost.estimate.ProcessThreadCosts;
import dev.loomweight.threadcost.estimate.WhatIf;
import dev.loomweight.threadcost.site.SiteWeights;
import dev.loomweight.waits.WaitAnalysis;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The list of all analyses, made from the user's options, and which of them answer which question.
 *
 * @param options which pins, and the class files that explain them
 * @param limitBytes the container's limit to size for, in bytes, or 0 for the one that was captured
 * @param carriersWatched whether carriers were watched, so that an overview also says what ran on them
 */
public record Analyses(PinOptions options, long limitBytes, boolean carriersWatched) {

    /** Without options: all pins, no class files, the captured limit. */
    public static final Analyses DEFAULT = new Analyses(PinOptions.NONE, 0, true);

    /** What pins, and what was refused. */
    public List<Analysis<?, ?>> pins() {
        return List.of(
                new PinAnalysis(options),
                new HeldNow(),
                new SchedulerDelays(),
                new FailedSubmits(),
                new VirtualThreadCounts(),
                new RecordingCoverage());
    }

    /** Where the carriers' time went, and what ran on them. */
    public List<Analysis<?, ?>> carriers() {
        return List.of(new CarrierAnalysis(options, true), new RecordingCoverage());
    }

    /** The costs of threads and the memory of processes, text by text. */
    public List<Analysis<?, ?>> memory() {
        return List.of(
                new EndAnalysis(),
                new CrashFaults(options.faults()),
                new MemoryParts(),
                new Growth(),
                leakFaults(),
                new ProcessThreadCosts(),
                SiteWeights.overview(options.code(), options.own()),
                new WhatIf(),
                new Sizing(limitBytes),
                new MemoryOverTime(),
                new GrownSites(),
                new ThreadWeights(),
                new NmtAnswers(),
                new NmtAnalysis(),
                new HeapClasses(),
                new RecordingCoverage());
    }

    private LeakFaults leakFaults() {
        return new LeakFaults(options.faults(), options.code()::archive);
    }

    /** All that can show a known fault: by what is said of hangs, crashes, growth and pins. */
    List<Analysis<?, ?>> faults() {
        return Stream.concat(
                        hang().stream(),
                        Stream.of(new CrashFaults(options.faults()), leakFaults(), new PinAnalysis(options)))
                .toList();
    }

    /** The same of a fleet: its pins are read anyway, and for growth it would read far more of each recording. */
    List<Analysis<?, ?>> faultsOfFleet() {
        return List.of(hanging().ofFiles(), new CrashFaults(options.faults()));
    }

    /** What a reader wants to know first about any input. */
    public List<Analysis<?, ?>> overview() {
        return List.of(
                new EndAnalysis(),
                new CrashFaults(options.faults()),
                new ExperimentAnalysis(),
                new ThreadStates(),
                new ThreadWeights(),
                new PublishedClaims(),
                new MemoryParts(),
                new Growth(),
                leakFaults(),
                SiteWeights.overview(options.code(), options.own()),
                new PinAnalysis(options),
                new HeldNow(),
                new CarrierAnalysis(options, carriersWatched),
                new SchedulerDelays(),
                new FailedSubmits(),
                new VirtualThreadCounts(),
                WaitAnalysis.overview(options.code(), options.own()),
                new NmtAnswers(),
                new RecordingCoverage());
    }

    /** What a series of runs shows together. */
    public List<Analysis<?, ?>> sweep() {
        return List.of(new Sweep());
    }

    /** Whether a process hangs, and why. */
    public List<Analysis<?, ?>> hang() {
        return List.of(hanging());
    }

    private HangAnalysis hanging() {
        return new HangAnalysis(
                new CodeLocks(options.code(), options.own(), options.faults()), options.carriers(), options.faults());
    }

    /** Why threads do not move, and at last what they cost. */
    List<Analysis<?, ?>> threads() {
        return Stream.of(
                        hang(),
                        waits(),
                        List.of(
                                new CarrierAnalysis(options, true),
                                new SchedulerDelays(),
                                new FailedSubmits(),
                                new VirtualThreadCounts(),
                                new ProcessThreadCosts(),
                                new ThreadWeights(),
                                new RecordingCoverage()))
                .<Analysis<?, ?>>flatMap(List::stream)
                .toList();
    }

    /** What threads of the other kind would take. */
    List<Analysis<?, ?>> whatIf() {
        return List.of(new WhatIf());
    }

    /** What the threads at a line weigh. */
    List<Analysis<?, ?>> weights() {
        return List.of(
                SiteWeights.asked(options.code(), options.own()), new ProcessThreadCosts(), new RecordingCoverage());
    }

    /** Pins alone. */
    List<Analysis<?, ?>> pinsAlone() {
        return List.of(new PinAnalysis(options));
    }

    /** What threads wait for. */
    List<Analysis<?, ?>> waits() {
        return List.of(WaitAnalysis.asked(options.code(), options.own()));
    }

    /** All of them, each once, in the order of a full report. */
    public List<Analysis<?, ?>> all() {
        Map<String, Analysis<?, ?>> all = new LinkedHashMap<>();
        Stream.of(overview(), pins(), memory(), sweep(), hang(), waits())
                .flatMap(List::stream)
                .forEach(analysis -> all.putIfAbsent(analysis.id(), analysis));
        return List.copyOf(all.values());
    }
}
