package dev.loomweight.command;

import static dev.loomweight.command.Question.CARRIERS;
import static dev.loomweight.command.Question.COVERAGE;
import static dev.loomweight.command.Question.HANG;
import static dev.loomweight.command.Question.MEMORY;
import static dev.loomweight.command.Question.PINS;
import static dev.loomweight.command.Question.REPORT;
import static dev.loomweight.command.Question.STARVATION;
import static dev.loomweight.command.Question.THREADS;
import static dev.loomweight.command.Question.WAITS;
import static dev.loomweight.command.Question.WEIGHT;
import static dev.loomweight.command.Question.WHAT_IF;

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
import dev.loomweight.memory.NativeAllocations;
import dev.loomweight.memory.NmtAnalysis;
import dev.loomweight.memory.NmtAnswers;
import dev.loomweight.memory.ending.CaptureEnds;
import dev.loomweight.memory.ending.CrashFaults;
import dev.loomweight.memory.ending.EndAnalysis;
import dev.loomweight.memory.growth.Growth;
import dev.loomweight.memory.growth.LeakFaults;
import dev.loomweight.memory.growth.MemoryOverTime;
import dev.loomweight.memory.growth.diff.GrownSites;
import dev.loomweight.memory.parts.MemoryParts;
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
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.threads.hang.HangAnalysis;
import dev.loomweight.threads.waits.RequestAnalysis;
import dev.loomweight.threads.waits.WaitAnalysis;
import dev.loomweight.threads.waits.WaitTimesAnalysis;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Collectors;
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
    public static final Analyses DEFAULT =
            new Analyses(PinOptions.NONE, 0, new Given(true, true, Set.of(), true, false));

    /**
     * What the inputs are, as far as that decides which analyses answer a question.
     *
     * @param carriersWatched whether carriers were watched: what ran on them is read for an overview only then, since it can be
     *     much
     * @param texts whether there is anything but recordings, such as the texts of a capture
     * @param alone which texts were given as they are; those of captures are among many others. Of a thread dump, an overview
     *     begins with what is said of threads; of a histogram it has the classes
     * @param lab whether a program of the lab was captured
     * @param series whether all are runs of one series, of which a table one by one would have too many columns to read
     */
    public record Given(boolean carriersWatched, boolean texts, Set<Instrument> alone, boolean lab, boolean series) {

        public Given {
            alone = Set.copyOf(alone);
        }

        /** An application, of which nothing special is given. */
        static final Given APPLICATION = new Given(false, true, Set.of(), false, false);

        /**
         * What some inputs are.
         *
         * @param oneByOne whether the runs of a series are wanted one by one
         */
        static Given of(Inputs opened, boolean oneByOne) {
            List<Source> sources = opened.sources();
            return new Given(
                    sources.stream().anyMatch(source -> source.origin().instrument() == Instrument.CARRIERS),
                    !sources.stream().allMatch(Source::isRecording),
                    sources.stream().flatMap(Given::alone).collect(Collectors.toSet()),
                    sources.stream().anyMatch(Given::isOfLab),
                    opened.areRunsOfASeries() && !oneByOne);
        }

        private static Stream<Instrument> alone(Source source) {
            return source instanceof TextSource text && source.origin().moment() == null
                    ? text.instruments().stream()
                    : Stream.of();
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

    /** An analysis, which is made where it is asked for alone, and the questions that it answers. */
    private record Line(Supplier<Analysis<?, ?>> analysis, List<Question> questions) {}

    private static Line line(Supplier<Analysis<?, ?>> analysis, Question... questions) {
        return new Line(analysis, List.of(questions));
    }

    /** One that has nothing to say of inputs which are not what it is about. */
    private static Line where(boolean has, Supplier<Analysis<?, ?>> analysis, Question... questions) {
        return has ? line(analysis, questions) : line(analysis);
    }

    /** All of them, in the order of the reports. No constructor is named without a lambda: that would load its class. */
    private List<Line> lines() {
        return List.of(
                line(this::hanging, THREADS, HANG),
                line(() -> WaitAnalysis.asked(options.code(), options.own()), THREADS, WAITS),
                line(() -> new WaitTimesAnalysis(options.code(), options.own()), THREADS, WAITS),
                line(() -> new RequestAnalysis(options.code(), options.own()), THREADS, WAITS),
                where(given.texts, () -> hanging().overview(), REPORT),
                line(() -> new EndAnalysis(), REPORT, MEMORY),
                line(() -> new CrashFaults(options.faults()), REPORT, MEMORY),
                where(given.lab, () -> new ExperimentAnalysis(), REPORT),
                where(given.lab, () -> new ThreadStates(), REPORT),
                where(given.lab, () -> new ThreadWeights(), REPORT),
                where(given.lab, () -> new PublishedClaims(), REPORT),
                line(() -> new CaptureEnds(), REPORT),
                line(() -> new MemoryParts(), REPORT, MEMORY),
                line(() -> new Growth(), REPORT, MEMORY),
                line(this::leakFaults, REPORT, MEMORY),
                line(() -> new NativeAllocations(), REPORT, MEMORY),
                line(() -> SiteWeights.asked(options.code(), options.own()), WEIGHT),
                line(() -> new ProcessThreadCosts(), MEMORY, WEIGHT),
                line(() -> SiteWeights.overview(options.code(), options.own()), REPORT, MEMORY),
                line(() -> new PinAnalysis(options), REPORT, PINS, STARVATION),
                where(given.texts, () -> new HeldNow(), REPORT, PINS),
                line(() -> new CarrierAnalysis(options, given.carriersWatched), REPORT),
                line(() -> new CarrierAnalysis(options, true), THREADS, CARRIERS),
                line(() -> new SchedulerDelays(), REPORT, THREADS, PINS),
                line(() -> new FailedSubmits(), REPORT, THREADS, PINS),
                line(() -> new VirtualThreadCounts(), REPORT, THREADS, PINS),
                line(() -> WaitAnalysis.overview(options.code(), options.own()), REPORT),
                line(() -> new ProcessThreadCosts(), THREADS),
                line(() -> new WaitTimesAnalysis(options.code(), options.own()), REPORT),
                // Of a recording alone, beginnings and ends can be millions: they are read where threads are asked for.
                where(given.texts, () -> new RequestAnalysis(options.code(), options.own()), REPORT),
                line(() -> new WhatIf(), MEMORY, WHAT_IF),
                line(() -> new Sizing(limitBytes), MEMORY),
                line(() -> new MemoryOverTime(), MEMORY),
                line(() -> new GrownSites(), MEMORY),
                where(given.lab, () -> new ThreadWeights(), THREADS, MEMORY),
                line(() -> new CaptureEnds(), THREADS, MEMORY),
                line(() -> new NmtAnswers(), REPORT, MEMORY),
                line(() -> new NmtAnalysis(), MEMORY),
                line(() -> new HeapClasses(), MEMORY),
                where(given.alone.contains(Instrument.HISTOGRAM), () -> new HeapClasses(), REPORT),
                line(() -> new RecordingCoverage(), REPORT, THREADS, WEIGHT, PINS, CARRIERS, MEMORY));
    }

    private HangAnalysis hanging() {
        return new HangAnalysis(
                new CodeLocks(options.code(), options.own(), options.faults()), options.carriers(), options.faults());
    }

    private LeakFaults leakFaults() {
        return new LeakFaults(options.faults(), options.code()::archive);
    }

    /** Those that answer a question: a report on many runs says what they show together, on thread dumps first the threads. */
    public List<Analysis<?, ?>> of(Question asked) {
        if (asked.equals(COVERAGE)) {
            return all();
        } else if (asked.equals(REPORT) && given.series) {
            return sweep();
        }
        return asked.equals(REPORT) && given.alone.contains(Instrument.THREAD_DUMP)
                ? distinct(lines(THREADS), lines(REPORT))
                : lines(asked);
    }

    private List<Analysis<?, ?>> lines(Question asked) {
        return lines().stream()
                .filter(line -> line.questions.contains(asked))
                .<Analysis<?, ?>>map(line -> line.analysis.get())
                .toList();
    }

    /** What a series of runs of the lab shows together. */
    private List<Analysis<?, ?>> sweep() {
        return given.lab || given.series ? List.of(new Sweep()) : List.of();
    }

    /** All that can show a known fault: by what is said of hangs, crashes, growth and pins. */
    List<Analysis<?, ?>> faults() {
        return List.of(hanging(), new CrashFaults(options.faults()), leakFaults(), new PinAnalysis(options));
    }

    /** The same of a fleet: its pins are read anyway, and for growth it would read far more of each recording. */
    List<Analysis<?, ?>> faultsOfFleet() {
        return List.of(hanging().ofFiles(), new CrashFaults(options.faults()));
    }

    /** All of them, each once, in the order of a full report. */
    public List<Analysis<?, ?>> all() {
        // What answers a question is all that an overview has of it, and more.
        return distinct(lines(HANG), lines(REPORT), lines(PINS), lines(MEMORY), sweep(), lines(WAITS));
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
