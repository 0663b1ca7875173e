package dev.loomweight.pins.pinning.diff;

import dev.loomweight.fold.Fold;
import dev.loomweight.fold.State;
import dev.loomweight.pins.pinning.PinReading;
import dev.loomweight.pins.scheduler.Parallelism;
import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import dev.loomweight.sample.CaptureTexts.CarrierOptions;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Coverage.OfSource;
import dev.loomweight.sample.Coverage.Span;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.JdkVersions;
import dev.loomweight.sample.MachineEvents.CollectorConfiguration;
import dev.loomweight.sample.MachineEvents.ContainerConfiguration;
import dev.loomweight.sample.MachineEvents.CpuInformation;
import dev.loomweight.sample.MachineEvents.HeapConfiguration;
import dev.loomweight.sample.MachineEvents.RecordedJvm;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.PinEvents.Pin;
import dev.loomweight.sample.Sample;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * How a program was measured, apart from what it did: its JVM and machine, and what was recorded.
 *
 * @param processes their ids, of those that are known
 * @param values of what is known: names, numbers, bytes and nanoseconds; several of several processes
 * @param recorded how long events were recorded, of all processes together; zero where no input has any
 * @param start when recording began; null where that is not known
 */
public record Measurement(
        Set<String> processes,
        Map<What, Set<String>> values,
        Duration recorded,
        @Nullable Instant start) {

    static final Fold<Gathered> FOLD = Fold.of(
            Parallelism.INTEREST.and(Interest.in(CollectorConfiguration.class, HeapConfiguration.class)),
            Gathered::new);

    /** What can differ, in the order of the sentence. */
    enum What {
        JDK("JDK", "Another JDK pins in other places, and records pins otherwise."),
        COLLECTOR("collector", "A pause of the collector lengthens the pins that it falls into."),
        HEAP("maximum heap", "A smaller heap is collected more often, and a collection lengthens pins."),
        PROCESSORS("processors", "With fewer processors, threads wait longer to go on, and pins last longer."),
        CARRIERS("carriers", "With fewer carriers, as many pins leave less for other virtual threads."),
        THRESHOLD("threshold", "Pins that are too short for one side are left out of both."),
        LENGTH(
                "length",
                "Pins are compared per second, so the length explains no difference, but for what happens once, such"
                        + " as class loading.");

        final String word;
        final String effect;

        What(String word, String effect) {
            this.word = word;
            this.effect = effect;
        }
    }

    static Measurement of(Gathered gathered, Coverage coverage) {
        Map<What, Set<String>> values = new EnumMap<>(What.class);
        Set<String> ids = new TreeSet<>();
        gathered.processes.values().forEach(process -> {
            ids.addAll(process.ids);
            process.addTo(values);
        });
        if (!coverage.of(Pin.EVENT).isEmpty()) {
            // As the comparison of pins has it, for which monitors decide whether others count.
            Duration threshold = PinReading.threshold(coverage, false);
            add(What.THRESHOLD, Long.toString(threshold.toNanos()), values);
        }
        Duration recorded = recorded(coverage);
        if (recorded.isPositive()) {
            add(What.LENGTH, Long.toString(recorded.toNanos()), values);
        }
        Instant start = coverage.sources().stream()
                .filter(source -> !source.events().isEmpty() && source.start() != null)
                .map(OfSource::start)
                .min(Instant::compareTo)
                .orElse(null);
        return new Measurement(ids, values, recorded, start);
    }

    private static void add(What what, String value, Map<What, Set<String>> to) {
        to.computeIfAbsent(what, any -> new TreeSet<>()).add(value);
    }

    private static Duration recorded(Coverage coverage) {
        Map<String, Long> nanos = new HashMap<>();
        coverage.sources()
                .forEach(source -> nanos.computeIfAbsent(
                        source.origin().subject(),
                        subject -> Span.nanos(Span.apart(coverage.ofProcess(subject).sources().stream()
                                .filter(of -> !of.events().isEmpty())
                                .flatMap(of -> of.spansOf(Pin.EVENT).stream())
                                .toList()))));
        return Duration.ofNanos(
                nanos.values().stream().mapToLong(Long::longValue).sum());
    }

    /** What is gathered, by process. */
    static final class Gathered implements State<Gathered> {

        private final Map<String, OfProcess> processes = new TreeMap<>();

        @Override
        public void add(Origin origin, Sample sample) {
            processes
                    .computeIfAbsent(origin.subject(), subject -> new OfProcess())
                    .add(sample);
        }

        @Override
        public void merge(Gathered other) {
            other.processes.forEach((subject, process) ->
                    processes.computeIfAbsent(subject, any -> new OfProcess()).addAll(process));
        }
    }

    private static final class OfProcess {

        private final TreeSet<String> ids = new TreeSet<>();
        private final TreeSet<String> jdks = new TreeSet<>(JdkVersions.ORDER.thenComparing(String::compareTo));
        private final TreeSet<String> collectors = new TreeSet<>();
        private final Parallelism parallelism = new Parallelism();
        private long heapBytes;
        private long asked;
        private long ofContainer;
        private long ofMachine;

        void add(Sample sample) {
            parallelism.add(sample);
            switch (sample) {
                case CaptureInfo info -> {
                    add(info.pid(), info.jdk());
                    asked = Math.max(
                            asked,
                            CarrierOptions.of(String.join(" ", info.command())).processors());
                }
                case RecordedJvm jvm -> {
                    add(jvm.pid(), jvm.jdk());
                    asked = Math.max(asked, jvm.carriers().processors());
                }
                case CollectorConfiguration collector -> collectors.add(collector.word());
                case HeapConfiguration heap -> heapBytes = Math.max(heapBytes, heap.maxBytes());
                case ContainerConfiguration container -> ofContainer = Math.max(ofContainer, container.effectiveCpus());
                case CpuInformation cpu -> ofMachine = Math.max(ofMachine, cpu.hardwareThreads());
                default -> {}
            }
        }

        private void add(long pid, @Nullable String jdk) {
            if (pid > 0) {
                ids.add(Long.toString(pid));
            }
            if (jdk != null && !jdk.isEmpty()) {
                jdks.add(JdkVersions.withoutBuild(jdk));
            }
        }

        void addAll(OfProcess other) {
            ids.addAll(other.ids);
            jdks.addAll(other.jdks);
            collectors.addAll(other.collectors);
            parallelism.addAll(other.parallelism);
            heapBytes = Math.max(heapBytes, other.heapBytes);
            asked = Math.max(asked, other.asked);
            ofContainer = Math.max(ofContainer, other.ofContainer);
            ofMachine = Math.max(ofMachine, other.ofMachine);
        }

        void addTo(Map<What, Set<String>> values) {
            jdks.forEach(jdk -> Measurement.add(What.JDK, jdk, values));
            collectors.forEach(collector -> Measurement.add(What.COLLECTOR, collector, values));
            if (heapBytes > 0) {
                Measurement.add(What.HEAP, Long.toString(heapBytes), values);
            }
            long processors = asked > 0 ? asked : ofContainer > 0 ? ofContainer : ofMachine;
            if (processors > 0) {
                Measurement.add(What.PROCESSORS, Long.toString(processors), values);
            }
            if (parallelism.carriers().isKnown()) {
                Measurement.add(
                        What.CARRIERS, Long.toString(parallelism.carriers().known()), values);
            }
        }
    }
}
