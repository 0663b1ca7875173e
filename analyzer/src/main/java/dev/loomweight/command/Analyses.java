package dev.loomweight.command;

import dev.loomweight.experiment.ExperimentAnalysis;
import dev.loomweight.experiment.ThreadStates;
import dev.loomweight.experiment.sweep.Sweep;
import dev.loomweight.experiment.weight.PublishedClaims;
import dev.loomweight.experiment.weight.ThreadWeights;
import dev.loomweight.input.Source;
import dev.loomweight.input.capture.Inputs;
import dev.loomweight.input.text.TextSource;
import dev.loomweight.kernel.coverage.RecordingCoverage;
import dev.loomweight.kernel.subject.Analysis;
import dev.loomweight.memory.HeapClasses;
import dev.loomweight.memory.NmtAnalysis;
import dev.loomweight.memory.NmtAnswers;
import dev.loomweight.memory.ending.CaptureEnds;
import dev.loomweight.memory.ending.CrashFaults;
import dev.loomweight.memory.ending.EndAnalysis;
import dev.loomweight.memory.growth.Growth;
import dev.loomweight.memory.growth.LeakFaults;
import dev.loomweight.memory.growth.MemoryOverTime;
import dev.loomweight.memory.growth.diff.GrownSites;
import dev.loomweight.memory.reconcile.MemoryParts;
import dev.loomweight.memory.sizing.Sizing;
import dev.loomweight.memory.threadcost.estimate.ProcessThreadCosts;
import dev.loomweight.memory.threadcost.estimate.WhatIf;
import dev.loomweight.memory.threadcost.site.SiteWeights;
import dev.loomweight.pins.carriers.CarrierAnalysis;
import dev.loomweight.pins.carriers.FailedSubmits;
import dev.loomweight.pins.carriers.SchedulerDelays;
import dev.loomweight.pins.carriers.VirtualThreadCounts;
import dev.loomweight.pins.pinning.HeldNow;
import dev.loomweight.pins.pinning.PinAnalysis;
import dev.loomweight.pins.pinning.PinOptions;
import dev.loomweight.sample.CaptureTexts;
import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import dev.loomweight.sample.CaptureTexts.ExperimentRun;
import dev.loomweight.sample.Instrument;
import dev.loomweight.sample.Interest;
import dev.loomweight.threads.hang.HangAnalysis;
import dev.loomweight.threads.waits.WaitAnalysis;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/**
 * The list of all analyses, made from the user's options, and which of them answer which question.
 *
 * @param options which pins, and the class files that explain them
 * @param limitBytes the container's limit to size for, in bytes, or 0 for the one that was captured
 * @param given what the inputs are
 */
public record Analyses(PinOptions options, long limitBytes, Given given) {

    /** Without options: all pins, no class files, the captured limit; and with those of the lab. */
    public static final Analyses DEFAULT = new Analyses(PinOptions.NONE, 0, new Given(true, false, true, false));

    /**
     * What the inputs are, as far as that decides which analyses answer a question.
     *
     * @param carriersWatched whether carriers were watched: what ran on them is read for an overview only then, since it can be
     *     much
     * @param dumps whether a thread dump was given as it is, so that an overview begins with what is said of threads
     * @param lab whether a program of the lab was captured
     * @param series whether all are runs of one series, of which a table one by one would have too many columns to read
     */
    public record Given(boolean carriersWatched, boolean dumps, boolean lab, boolean series) {

        /** An application, of which nothing special is given. */
        static final Given APPLICATION = new Given(false, false, false, false);

        /**
         * What some inputs are.
         *
         * @param oneByOne whether the runs of a series are wanted one by one
         */
        static Given of(Inputs opened, boolean oneByOne) {
            List<Source> sources = opened.sources();
            return new Given(
                    sources.stream().anyMatch(source -> source.origin().instrument() == Instrument.CARRIERS),
                    sources.stream().anyMatch(Given::isDump),
                    sources.stream().anyMatch(Given::isOfLab),
                    opened.areRunsOfASeries() && !oneByOne);
        }

        /** Whether a source is a thread dump that was given as it is; those of captures are among many other texts. */
        private static boolean isDump(Source source) {
            return source instanceof TextSource text && source.origin().moment() == null && text.isThreadDump();
        }

        /** Whether a source is the manifest of a capture of the lab. */
        private static boolean isOfLab(Source source) {
            AtomicBoolean found = new AtomicBoolean();
            if (source.origin().instrument() == Instrument.CAPTURE) {
                source.read(
                        Interest.in(CaptureInfo.class, ExperimentRun.class),
                        () -> (origin, sample) ->
                                found.compareAndSet(false, sample instanceof CaptureTexts text && text.isOfLab()));
            }
            return found.get();
        }
    }

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
        return distinct(
                List.of(
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
                        new GrownSites()),
                weightsOfLab(),
                List.of(
                        new CaptureEnds(),
                        new NmtAnswers(),
                        new NmtAnalysis(),
                        new HeapClasses(),
                        new RecordingCoverage()));
    }

    /** What each of the threads weighs that a program of the lab was started for. */
    private List<Analysis<?, ?>> weightsOfLab() {
        return given.lab ? List.of(new ThreadWeights()) : List.of();
    }

    /** What the programs of the lab are run for. */
    private List<Analysis<?, ?>> lab() {
        return given.lab
                ? List.of(new ExperimentAnalysis(), new ThreadStates(), new ThreadWeights(), new PublishedClaims())
                : List.of();
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

    /** What people want to know first about their inputs: of many runs what they show together, of thread dumps the threads. */
    List<Analysis<?, ?>> report() {
        return given.series ? sweep() : given.dumps ? distinct(threads(), overview()) : overview();
    }

    /** What people want to know first about any input. */
    public List<Analysis<?, ?>> overview() {
        return distinct(
                List.of(new EndAnalysis(), new CrashFaults(options.faults())),
                lab(),
                List.of(
                        new CaptureEnds(),
                        new MemoryParts(),
                        new Growth(),
                        leakFaults(),
                        SiteWeights.overview(options.code(), options.own()),
                        new PinAnalysis(options),
                        new HeldNow(),
                        new CarrierAnalysis(options, given.carriersWatched),
                        new SchedulerDelays(),
                        new FailedSubmits(),
                        new VirtualThreadCounts(),
                        WaitAnalysis.overview(options.code(), options.own()),
                        new NmtAnswers(),
                        new RecordingCoverage()));
    }

    /** What a series of runs of the lab shows together. */
    private List<Analysis<?, ?>> sweep() {
        return given.lab || given.series ? List.of(new Sweep()) : List.of();
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
        return distinct(
                hang(),
                waits(),
                List.of(
                        new CarrierAnalysis(options, true),
                        new SchedulerDelays(),
                        new FailedSubmits(),
                        new VirtualThreadCounts(),
                        new ProcessThreadCosts()),
                weightsOfLab(),
                List.of(new CaptureEnds(), new RecordingCoverage()));
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
        return distinct(overview(), pins(), memory(), sweep(), hang(), waits());
    }

    /** Those of several lists, each once, as the first has it. */
    @SafeVarargs
    private static List<Analysis<?, ?>> distinct(List<? extends Analysis<?, ?>>... lists) {
        Map<String, Analysis<?, ?>> all = new LinkedHashMap<>();
        for (List<? extends Analysis<?, ?>> list : lists) {
            list.forEach(analysis -> all.putIfAbsent(analysis.id(), analysis));
        }
        return List.copyOf(all.values());
    }
}
