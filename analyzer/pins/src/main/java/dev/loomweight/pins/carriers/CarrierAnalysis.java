package dev.loomweight.pins.carriers;

import dev.loomweight.fold.Fold;
import dev.loomweight.fold.Fold.Results;
import dev.loomweight.fold.Several;
import dev.loomweight.fold.State;
import dev.loomweight.kernel.diagnosis.HeldThreads;
import dev.loomweight.kernel.subject.Analysis;
import dev.loomweight.pins.pinning.PinAnalysis;
import dev.loomweight.pins.pinning.PinOptions;
import dev.loomweight.pins.pinning.Pins;
import dev.loomweight.pins.scheduler.Parallelism;
import dev.loomweight.report.Section;
import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import dev.loomweight.sample.CaptureTexts.CarrierTimes;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.MemoryEvents.GarbageCollection;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where the time of the carriers went: a table that adds up, from the kernel's figures, from looks at what the carriers had
 * mounted and from the pins of a recording; and what ran on them, by the JVM's samples.
 */
public final class CarrierAnalysis implements Analysis<Results, CarrierAnalysis.CarrierReading> {

    /** The key of its section. */
    public static final String ID = "carriers";

    private final PinOptions options;
    private final PinAnalysis pins;
    private final boolean recordings;

    /**
     * The analysis.
     *
     * @param options the class files, and which classes are the application's own; its filter is not for this question
     * @param recordings whether pins and samples are read from recordings; without, there is only what was collected of
     *     carriers
     */
    public CarrierAnalysis(PinOptions options, boolean recordings) {
        this.options = options;
        this.pins = new PinAnalysis(
                new PinOptions(options.code(), options.own(), PinOptions.Filter.ALL, options.carriers()));
        this.recordings = recordings;
    }

    /**
     * What is known of carriers.
     *
     * @param processes those of which anything is known, the busiest first
     */
    public record CarrierReading(List<CarrierProcess> processes) {

        public CarrierReading {
            processes = List.copyOf(processes);
        }
    }

    /** What is gathered besides pins and what ran. */
    private static final class Gathered implements State<Gathered> {
        private static final Interest COLLECTED =
                Interest.in(CarrierTimes.class).and(Parallelism.INTEREST);
        private static final Fold<Gathered> OF_WATCHED = Fold.of(COLLECTED, Gathered::new);
        private static final Fold<Gathered> OF_ALL = Fold.of(
                COLLECTED
                        .and(Interest.in(CaptureInfo.class, DumpedThreads.class, GarbageCollection.class))
                        .thoroughly(DumpedThreads.class),
                Gathered::new);

        private final Map<String, Of> processes = new TreeMap<>();

        private Of of(Origin origin) {
            return processes.computeIfAbsent(origin.subject(), key -> new Of());
        }

        @Override
        public void add(Origin origin, Sample sample) {
            switch (sample) {
                case CarrierTimes times -> of(origin).times.add(times);
                case DumpedThreads dump -> of(origin).dumps.add(dump);
                case GarbageCollection collection -> of(origin).pauses.add(collection);
                case CaptureInfo info -> {
                    of(origin).addTarget(info.pid(), info.hasTargetEnded());
                    of(origin).parallelism.add(info);
                }
                default -> {
                    if (Parallelism.INTEREST.wants(sample.getClass())) {
                        of(origin).parallelism.add(sample);
                    }
                }
            }
        }

        @Override
        public void merge(Gathered right) {
            right.processes.forEach((subject, other) -> {
                Of own = processes.computeIfAbsent(subject, key -> new Of());
                own.times.addAll(other.times);
                own.parallelism.addAll(other.parallelism);
                own.dumps.addAll(other.dumps);
                own.pauses.addAll(other.pauses);
                own.addTarget(other.pid, other.ended);
            });
        }
    }

    /** Of one process. */
    private static final class Of {
        private final List<CarrierTimes> times = new ArrayList<>();
        private final Parallelism parallelism = new Parallelism();
        private final LastDumps dumps = new LastDumps();
        private final Pauses pauses = new Pauses();
        private long pid;
        private boolean ended;

        void addTarget(long number, boolean hasEnded) {
            ended = number > pid ? hasEnded : number == pid ? ended || hasEnded : ended;
            pid = Math.max(number, pid);
        }

        /** What says whether the threads hang that hold carriers; empty where nothing can say it any more. */
        String hang() {
            return !ended ? HeldThreads.command(pid) : dumps.all().isEmpty() ? "" : HeldThreads.COMMAND_OF_CAPTURE;
        }
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public Fold<Results> fold() {
        return recordings ? Several.of(pins.fold(), RanStacks.FOLD, Gathered.OF_ALL) : Several.of(Gathered.OF_WATCHED);
    }

    private Parallelism parallelism(Of of) {
        return options.carriers() > 0 ? of.parallelism.stated(options.carriers()) : of.parallelism;
    }

    private CarrierHolds holds(Of of, CarrierStretches stretches) {
        HeldThreads threads = new HeldThreads(options.code(), options.own(), options.faults());
        of.dumps.all().forEach(threads::add);
        return CarrierHolds.of(stretches, parallelism(of).carriers(), threads, of.hang());
    }

    @Override
    public CarrierReading read(Results results, Coverage coverage) {
        Gathered all = results.of(recordings ? Gathered.OF_ALL : Gathered.OF_WATCHED);
        Pins ofRecordings = recordings ? results.of(pins) : pins.fold().empty();
        Map<String, Of> gathered = new TreeMap<>(all.processes);
        Map<String, SampledStacks> ran = recordings ? results.of(RanStacks.FOLD).processes() : Map.of();
        ran.keySet().forEach(subject -> gathered.computeIfAbsent(subject, any -> new Of()));
        Map<String, CarrierStretches> stretches = new TreeMap<>();
        gathered.forEach((subject, of) -> stretches.put(subject, CarrierStretches.of(of.times)));
        Map<String, Pauses> pauses = new TreeMap<>();
        gathered.forEach((subject, of) -> pauses.put(subject, of.pauses));
        Map<String, CarrierPins> pinned = CarrierPins.of(pins, ofRecordings, coverage, stretches, pauses);
        List<CarrierProcess> processes = new ArrayList<>();
        gathered.forEach((subject, of) -> processes.add(CarrierProcess.of(
                subject,
                stretches.getOrDefault(subject, CarrierStretches.NONE),
                pinned.getOrDefault(subject, CarrierPins.NOT_RECORDED),
                holds(of, stretches.getOrDefault(subject, CarrierStretches.NONE)),
                ran.getOrDefault(subject, new SampledStacks()),
                parallelism(of),
                of.pauses,
                options.own())));
        return new CarrierReading(processes.stream()
                .filter(CarrierProcess::hasContent)
                .sorted(CarrierProcess.BUSIEST)
                .toList());
    }

    @Override
    public Section say(CarrierReading reading, Coverage coverage) {
        return CarrierReport.of(reading.processes, options, coverage);
    }
}
