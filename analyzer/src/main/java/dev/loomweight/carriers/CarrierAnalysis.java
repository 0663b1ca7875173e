package dev.loomweight.carriers;

import dev.loomweight.diagnosis.HeldThreads;
import dev.loomweight.fold.Analysis;
import dev.loomweight.pinning.PinAnalysis;
import dev.loomweight.pinning.PinOptions;
import dev.loomweight.pinning.Pins;
import dev.loomweight.report.Section;
import dev.loomweight.sample.CaptureInfo;
import dev.loomweight.sample.CarrierTimes;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.CpuSamplesLost;
import dev.loomweight.sample.CpuTimeSample;
import dev.loomweight.sample.DumpedThreads;
import dev.loomweight.sample.ExecutionSample;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.NativeMethodSample;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Repeated;
import dev.loomweight.sample.Sample;
import dev.loomweight.scheduler.Parallelism;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where the time of the carriers went: a table that adds up, from the kernel's figures, from looks at what the carriers had
 * mounted and from the pins of a recording; and what ran on them, by the JVM's samples.
 */
public final class CarrierAnalysis implements Analysis<CarrierAnalysis.Gathered> {

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

    /** What was gathered: the accumulator. */
    public static final class Gathered {
        private final Map<String, Of> processes = new TreeMap<>();
        private Pins pins;

        private Gathered(Pins pins) {
            this.pins = pins;
        }

        private Of of(Origin origin) {
            return processes.computeIfAbsent(origin.subject(), key -> new Of());
        }
    }

    /** Of one process. */
    private static final class Of {
        private final List<CarrierTimes> times = new ArrayList<>();
        private final SampledStacks samples = new SampledStacks();
        private final Parallelism parallelism = new Parallelism();
        private final LastDumps dumps = new LastDumps();
        private long pid;
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public Interest interest() {
        Interest collected = Interest.in(CarrierTimes.class).and(Parallelism.INTEREST);
        return recordings
                ? collected
                        .and(Interest.in(
                                CpuTimeSample.class,
                                CpuSamplesLost.class,
                                ExecutionSample.class,
                                NativeMethodSample.class,
                                Repeated.class,
                                CaptureInfo.class,
                                DumpedThreads.class))
                        .and(pins.interest())
                : collected;
    }

    @Override
    public Gathered empty() {
        return new Gathered(pins.empty());
    }

    @Override
    public void add(Gathered into, Origin origin, Sample sample) {
        switch (sample) {
            case CarrierTimes times -> into.of(origin).times.add(times);
            case DumpedThreads dump -> into.of(origin).dumps.add(dump);
            case CaptureInfo info
            when info.pid() > 0 -> into.of(origin).pid = Math.max(info.pid(), into.of(origin).pid);
            case Repeated(Sample ran, long count)
            when SampledStacks.takes(ran) -> into.of(origin).samples.add(ran, count);
            case Repeated other -> {}
            case Sample ran
            when SampledStacks.takes(ran) -> into.of(origin).samples.add(ran, 1);
            default -> {
                if (Parallelism.INTEREST.wants(sample.getClass())) {
                    into.of(origin).parallelism.add(sample);
                }
                pins.add(into.pins, origin, sample);
            }
        }
    }

    @Override
    public Gathered merge(Gathered left, Gathered right) {
        right.processes.forEach((subject, other) -> {
            Of own = left.processes.computeIfAbsent(subject, key -> new Of());
            own.times.addAll(other.times);
            own.samples.addAll(other.samples);
            own.parallelism.addAll(other.parallelism);
            own.dumps.addAll(other.dumps);
            own.pid = Math.max(own.pid, other.pid);
        });
        left.pins = pins.merge(left.pins, right.pins);
        return left;
    }

    private Parallelism parallelism(Of of) {
        return options.carriers() > 0 ? of.parallelism.stated(options.carriers()) : of.parallelism;
    }

    private CarrierHolds holds(Of of, CarrierStretches stretches) {
        HeldThreads threads = new HeldThreads(options.code(), options.own());
        of.dumps.all().forEach(threads::add);
        return CarrierHolds.of(stretches, parallelism(of).carriers(), threads, of.pid);
    }

    @Override
    public Section finish(Gathered all, Coverage coverage) {
        Map<String, CarrierStretches> stretches = new TreeMap<>();
        all.processes.forEach((subject, of) -> stretches.put(subject, CarrierStretches.of(of.times)));
        Map<String, CarrierPins> pinned = CarrierPins.of(pins, all.pins, coverage, stretches);
        List<CarrierProcess> processes = new ArrayList<>();
        all.processes.forEach((subject, of) -> processes.add(CarrierProcess.of(
                subject,
                stretches.getOrDefault(subject, CarrierStretches.NONE),
                pinned.getOrDefault(subject, CarrierPins.NOT_RECORDED),
                holds(of, stretches.getOrDefault(subject, CarrierStretches.NONE)),
                of.samples,
                parallelism(of),
                options.own())));
        return CarrierReport.of(processes, options, coverage);
    }
}
