package dev.loomweight.fleet;

import dev.loomweight.fleet.GroupSums.Counter;
import dev.loomweight.fleet.GroupSums.FaultCount;
import dev.loomweight.fleet.GroupSums.Hour;
import dev.loomweight.fold.Fold;
import dev.loomweight.fold.Fold.Folded;
import dev.loomweight.fold.Fold.Results;
import dev.loomweight.fold.OfFold;
import dev.loomweight.fold.Several;
import dev.loomweight.fold.State;
import dev.loomweight.input.folded.Chunk;
import dev.loomweight.input.folded.Copies.Held;
import dev.loomweight.kernel.faults.FaultFindings;
import dev.loomweight.kernel.subject.Analysis;
import dev.loomweight.memory.reconcile.Processes;
import dev.loomweight.memory.threadcost.site.SiteWeights;
import dev.loomweight.pins.carriers.FailedSubmits;
import dev.loomweight.pins.pinning.PinAnalysis;
import dev.loomweight.pins.pinning.PinCensus;
import dev.loomweight.pins.pinning.PinOptions;
import dev.loomweight.pins.pinning.PinReading;
import dev.loomweight.pins.scheduler.Parallelism;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Finding;
import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Coverage.OfEvent;
import dev.loomweight.sample.Coverage.OfSource;
import dev.loomweight.sample.EpochNanos;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.MachineEvents.RecordedJvm;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.PinEvents.Pin;
import dev.loomweight.sample.PinEvents.SubmitFailed;
import dev.loomweight.sample.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/**
 * Gathers one recording or capture, for {@link #sums}: its pins are explained at its end, and then only the figures of
 * each site are kept.
 */
public final class RecordingFold implements OfFold<Results> {

    private static final long NANOS_PER_HOUR = TimeUnit.HOURS.toNanos(1);
    private static final int PER_THOUSAND = 1000;

    /** Of the places at which the virtual threads of a process stand, the heaviest: each is a row of its service. */
    private static final int MAX_PLACES = 5;

    private final PinAnalysis pins;
    private final SiteWeights weights;
    private final PinOptions options;
    private final List<Analysis<?, ?>> others;
    private final Fold<Results> fold;

    /**
     * A fold.
     *
     * @param options which pins, and the class files that explain them
     * @param others who finds known faults besides those of libraries that pin
     */
    public RecordingFold(PinOptions options, List<Analysis<?, ?>> others) {
        this.options = options;
        this.pins = new PinAnalysis(options);
        this.weights = SiteWeights.overview(options.code(), options.own());
        this.others = List.copyOf(others);
        List<Fold<?>> folds =
                new ArrayList<>(List.of(pins.fold(), FailedSubmits.FOLD, Figures.FOLD, Processes.OF_VIRTUAL_THREADS));
        others.forEach(other -> folds.add(other.fold()));
        this.fold = new Several(folds);
    }

    @Override
    public Fold<Results> fold() {
        return fold;
    }

    /** What is gathered of one recording besides pins and refusals. */
    private static final class Figures implements State<Figures> {
        private static final Fold<Figures> FOLD = Fold.of(
                Interest.in(RecordedJvm.class, CaptureInfo.class)
                        .and(Parallelism.INTEREST)
                        .and(Peaks.INTEREST),
                Figures::new);

        private final Peaks peaks = new Peaks();
        private final TreeMap<String, Parallelism> pools = new TreeMap<>();
        private final TreeSet<String> jdks = new TreeSet<>();

        @Override
        public void add(Origin origin, Sample sample) {
            peaks.add(origin, sample);
            if (Parallelism.INTEREST.wants(sample.getClass())) {
                pools.computeIfAbsent(origin.subject(), key -> new Parallelism())
                        .add(sample);
            }
            if (sample instanceof RecordedJvm jvm) {
                String jdk = jvm.jdk();
                if (jdk != null) {
                    jdks.add(jdk);
                }
            } else if (sample instanceof CaptureInfo info && info.jdk().length() <= Labels.LONGEST) {
                jdks.add(info.jdk());
            }
        }

        @Override
        public void merge(Figures other) {
            peaks.merge(other.peaks);
            other.pools.forEach((subject, pool) ->
                    pools.computeIfAbsent(subject, key -> new Parallelism()).addAll(pool));
            jdks.addAll(other.jdks);
        }
    }

    /**
     * The figures of the recording.
     *
     * @param folded what was gathered of it, and what it could show
     * @param labels what it is of
     * @param name what messages call it
     * @param bytes the size of its files
     * @param held what it is known by
     */
    public FleetSums sums(Folded<Results> folded, Labels labels, String name, long bytes, Held held) {
        FleetSums sums = new FleetSums();
        GroupSums group = sums.group(labels);
        held.chunks().forEach(chunk -> group.chunks().put(chunk, held.kind()));
        group.count(Counter.RECORDINGS, 1);
        group.count(Counter.BYTES, bytes);
        new OfRecording(folded.all(), folded.coverage(), group, name).addAll();
        return sums;
    }

    /**
     * The figures of a recording of which nothing could be read.
     *
     * @param labels what it is of
     * @param name what messages call it
     * @param bytes the size of its files
     * @param reason why, as a message for the user
     */
    public static FleetSums unread(Labels labels, String name, long bytes, String reason) {
        FleetSums sums = new FleetSums();
        GroupSums group = sums.group(labels);
        group.count(Counter.RECORDINGS, 1);
        group.count(Counter.BYTES, bytes);
        group.count(Counter.UNREADABLE, 1);
        group.example(example(name, reason));
        return sums;
    }

    private static String example(String name, String reason) {
        String words = reason.contains(name) ? reason : name + ": " + reason;
        return words.length() <= Labels.LONGEST * 2 ? words : words.substring(0, Labels.LONGEST * 2);
    }

    /** One recording, on its way into the sums. */
    private final class OfRecording {
        private final Results all;
        private final Figures figures;
        private final Coverage coverage;
        private final GroupSums group;
        private final String name;

        OfRecording(Results all, Coverage coverage, GroupSums group, String name) {
            this.all = all;
            this.figures = all.of(Figures.FOLD);
            this.coverage = coverage;
            this.group = group;
            this.name = name;
        }

        void addAll() {
            boolean told = coverage();
            PinCensus census = pins.census(all.of(pins), coverage);
            long recorded = told ? census.recorded().toNanos() : 0;
            group.jdks().addAll(figures.jdks);
            if (told && PinReading.threshold(coverage, false).isPositive() && census.firstCut()) {
                group.count(Counter.FIRST_MISSING, 1);
            }
            census.sites().forEach(this::site);
            faults(census.faults());
            pool(census, recorded);
            group.count(Counter.FAILED_SUBMITS, all.of(FailedSubmits.FOLD).count());
            memory();
            hour(recorded, census.total().nanos());
        }

        /** Whether pins were recorded, or would have been. */
        private boolean coverage() {
            List<OfSource> recordings = coverage.sources().stream()
                    .filter(source -> !source.events().isEmpty())
                    .toList();
            boolean unread = coverage.sources().stream().anyMatch(OfSource::isUnreadRecording);
            boolean damaged = coverage.sources().stream().anyMatch(source -> source.unreadBytes() > 0);
            if (recordings.isEmpty()) {
                group.count(unread ? Counter.UNREADABLE : Counter.NO_RECORDING, 1);
            } else if (damaged) {
                group.count(Counter.DAMAGED, 1);
            } else if (!group.chunks().keySet().stream().allMatch(Chunk::finished)) {
                group.count(Counter.CUT, 1);
            }
            coverage.sources().stream()
                    .filter(source -> source.unreadBytes() > 0)
                    .flatMap(source -> source.notes().stream())
                    .limit(1)
                    .forEach(note -> group.example(example(name, note)));
            if (recordings.stream().anyMatch(source -> source.lostBytes() > 0)) {
                group.count(Counter.LOST, 1);
            }
            recordings.forEach(source -> {
                if (source.start() != null && source.end() != null) {
                    group.count(Counter.FIRST_NANOS, EpochNanos.of(source.start()));
                    group.count(Counter.LAST_NANOS, EpochNanos.of(source.end()));
                    if (source.start().isBefore(FleetView.EARLIEST)) {
                        group.example(example(
                                name,
                                "it begins at " + Amounts.instant(source.start()) + " by its clock, which cannot be."));
                    }
                }
            });
            if (coverage.of(SubmitFailed.EVENT).stream()
                    .anyMatch(event -> event.state().isOn())) {
                group.count(Counter.SUBMITS_TOLD, 1);
            }
            return pinning();
        }

        private boolean pinning() {
            List<OfEvent> events = coverage.of(Pin.EVENT);
            if (events.isEmpty()) {
                return false;
            }
            boolean told = events.stream().anyMatch(event -> event.state().isOn());
            if (told) {
                group.count(Counter.TOLD, 1);
                events.stream()
                        .map(OfEvent::threshold)
                        .filter(threshold -> threshold != null)
                        .forEach(threshold -> group.count(Counter.THRESHOLD_NANOS, threshold.toNanos()));
                if (events.stream()
                        .anyMatch(event -> event.state() == Coverage.State.RECORDED
                                && !event.ofStacks().stacks())) {
                    group.count(Counter.WITHOUT_STACKS, 1);
                }
            } else if (events.stream().anyMatch(event -> event.state() == Coverage.State.OFF)) {
                group.count(Counter.PINS_OFF, 1);
            } else if (events.stream().anyMatch(event -> event.state() == Coverage.State.UNSTATED)) {
                group.count(Counter.PINS_UNSTATED, 1);
            } else {
                group.count(Counter.PINS_UNKNOWN, 1);
            }
            return told;
        }

        private void site(PinCensus.Site site) {
            boolean told = !site.stacks().isEmpty() && site.key().isInCode();
            group.site(
                    site.key(),
                    new SiteSums(
                            site.sum(),
                            group.sites().containsKey(site.key()) ? 0 : 1,
                            site.own(),
                            new TreeSet<>(site.causeIds()),
                            new TreeSet<>(List.of(site.cause())),
                            told ? site.words().solution() : ""));
        }

        /** Each fault once: as what it is in one place, it is in the recording. */
        private void faults(List<Finding> ofPins) {
            List<Finding> found = new ArrayList<>(ofPins);
            others.forEach(other -> found.addAll(findings(other, all, coverage)));
            Map<String, Boolean> certain = new TreeMap<>();
            FaultFindings.said(found).forEach(said -> certain.merge(said.fault(), said.certain(), Boolean::logicalOr));
            certain.forEach((id, is) -> group.fault(id, is ? new FaultCount(1, 0) : new FaultCount(0, 1)));
        }

        private void pool(PinCensus census, long recorded) {
            group.count(Counter.RECORDED_NANOS, recorded);
            long carriers = options.carriers() > 0
                    ? options.carriers()
                    : figures.pools.values().stream()
                            .mapToLong(pool -> pool.carriers().orElse(0))
                            .sum();
            if (carriers > 0 && recorded > 0) {
                group.count(Counter.CARRIERS_KNOWN, 1);
                group.count(Counter.CARRIER_NANOS, product(recorded, carriers));
                group.count(Counter.PINNED_OF_KNOWN_NANOS, census.total().nanos());
                for (PinCensus.CarrierUse process : census.processes()) {
                    group.count(Counter.STARVATION_WINDOWS, process.least().count());
                    group.count(Counter.STARVED_NANOS, process.least().nanos());
                }
            }
        }

        private void memory() {
            figures.peaks.bytes().forEach((kind, bytes) -> group.memory(kind).add(bytes));
            weights.read(all.of(Processes.OF_VIRTUAL_THREADS), coverage)
                    .heaviest(MAX_PLACES)
                    .forEach((place, bytes) -> group.memory(place).add(bytes));
            long limit = figures.peaks.limitBytes();
            if (limit > 0) {
                group.limit(limit, 1);
                if (figures.peaks.used().isPresent()) {
                    group.ofLimit().add(ofLimit());
                    if (!figures.peaks.isChargeKnown()) {
                        group.count(Counter.CHARGE_UNKNOWN, 1);
                        group.count(Counter.RESIDENT_OVER_LIMIT, figures.peaks.residentBytes() > limit ? 1 : 0);
                    }
                }
            }
        }

        /** The share of the limit, in thousandths, rounded down: only what reaches it has all; 0 where it is not known. */
        private long ofLimit() {
            long limit = figures.peaks.limitBytes();
            return limit == 0 ? 0 : (long) ((double) figures.peaks.used().orElse(0) / limit * PER_THOUSAND);
        }

        private void hour(long recorded, long pinned) {
            long first = group.get(Counter.FIRST_NANOS);
            if (first != Counter.FIRST_NANOS.nothing()) {
                group.hour(
                        Math.floorDiv(first, NANOS_PER_HOUR),
                        new Hour(recorded, pinned, figures.peaks.residentBytes(), ofLimit()));
            }
        }
    }

    private static <A> List<Finding> findings(Analysis<A, ?> of, Results all, Coverage coverage) {
        return of.finish(all.of(of), coverage).findings();
    }

    private static long product(long nanos, long carriers) {
        return nanos > Long.MAX_VALUE / carriers ? Long.MAX_VALUE : nanos * carriers;
    }
}
