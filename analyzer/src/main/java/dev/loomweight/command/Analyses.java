package dev.loomweight.command;

import dev.loomweight.carriers.FailedSubmits;
import dev.loomweight.carriers.VirtualThreadCounts;
import dev.loomweight.coverage.RecordingCoverage;
import dev.loomweight.experiment.ExperimentAnalysis;
import dev.loomweight.experiment.ThreadStates;
import dev.loomweight.fold.Analysis;
import dev.loomweight.memory.GrownSites;
import dev.loomweight.memory.HeapClasses;
import dev.loomweight.memory.NmtAnswers;
import dev.loomweight.memory.NmtCategories;
import dev.loomweight.memory.RecordedMemory;
import dev.loomweight.memory.reconcile.Reconciled;
import dev.loomweight.memory.sizing.Sizing;
import dev.loomweight.pinning.HeldNow;
import dev.loomweight.pinning.PinOptions;
import dev.loomweight.pinning.PinSites;
import dev.loomweight.threadcost.estimate.ProcessThreadCosts;
import dev.loomweight.threadcost.estimate.WhatIf;
import dev.loomweight.threadcost.sweep.Sweep;
import dev.loomweight.threadcost.weight.PublishedClaims;
import dev.loomweight.threadcost.weight.ThreadWeights;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The list of all analyses, and which of them answer which question. */
public final class Analyses {

    /** What pins, and what was refused. */
    public static final List<Analysis<?>> PINS = List.of(
            new PinSites(), new HeldNow(), new FailedSubmits(), new VirtualThreadCounts(), new RecordingCoverage());

    /** What threads and processes weigh, text by text. */
    public static final List<Analysis<?>> MEMORY = List.of(
            new Reconciled(),
            new ProcessThreadCosts(),
            new WhatIf(),
            new Sizing(),
            new RecordedMemory(),
            new GrownSites(),
            new ThreadWeights(),
            new NmtAnswers(),
            new NmtCategories(),
            new HeapClasses(),
            new RecordingCoverage());

    /** What a reader wants to know first of everything. */
    public static final List<Analysis<?>> OVERVIEW = List.of(
            new ExperimentAnalysis(),
            new ThreadStates(),
            new ThreadWeights(),
            new PublishedClaims(),
            new Reconciled(),
            new PinSites(),
            new HeldNow(),
            new FailedSubmits(),
            new VirtualThreadCounts(),
            new NmtAnswers(),
            new RecordingCoverage());

    /** What a series of runs tells together. */
    public static final List<Analysis<?>> SWEEP = List.of(new Sweep());

    /** All of them, each once, in the order of a full report. */
    public static final List<Analysis<?>> ALL = Stream.of(OVERVIEW, PINS, MEMORY, SWEEP)
            .flatMap(List::stream)
            .collect(Collectors.<Analysis<?>, String, Analysis<?>, LinkedHashMap<String, Analysis<?>>>toMap(
                    Analysis::id, analysis -> analysis, (first, same) -> first, LinkedHashMap::new))
            .values()
            .stream()
            .toList();

    private Analyses() {}

    /**
     * The same analyses, with what a user may say of pins and of sizes.
     *
     * @param analyses some of {@link #ALL}
     * @param limitBytes the container's limit to size for, in bytes, or 0 for the one that was captured
     */
    public static List<Analysis<?>> with(List<Analysis<?>> analyses, PinOptions options, long limitBytes) {
        return analyses.stream()
                .<Analysis<?>>map(analysis -> analysis instanceof PinSites ? new PinSites(options) : analysis)
                .<Analysis<?>>map(analysis -> analysis instanceof Sizing ? new Sizing(limitBytes) : analysis)
                .toList();
    }
}
