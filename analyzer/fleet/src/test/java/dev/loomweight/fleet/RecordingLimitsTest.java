package dev.loomweight.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.classfiles.Archive;
import dev.loomweight.fleet.GroupSums.Counter;
import dev.loomweight.fleet.GroupSums.FaultCount;
import dev.loomweight.fold.Fold.Folded;
import dev.loomweight.fold.Fold.Results;
import dev.loomweight.fold.Samples;
import dev.loomweight.input.folded.Copies.Held;
import dev.loomweight.input.folded.Copies.Kind;
import dev.loomweight.kernel.faults.KnownFaults;
import dev.loomweight.kernel.subject.Analysis;
import dev.loomweight.memory.growth.LeakFaults;
import dev.loomweight.pins.pinning.PinOptions;
import dev.loomweight.sample.CaptureTexts.CarrierOptions;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Coverage.OfEvent;
import dev.loomweight.sample.Coverage.OfSource;
import dev.loomweight.sample.Coverage.State;
import dev.loomweight.sample.Events;
import dev.loomweight.sample.JvmTexts.ClassHistogram;
import dev.loomweight.sample.MachineEvents.ContainerConfiguration;
import dev.loomweight.sample.MachineEvents.ContainerUsage;
import dev.loomweight.sample.MachineEvents.RecordedJvm;
import dev.loomweight.sample.MemoryEvents.ResidentSetSize;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.PinEvents.Pin;
import dev.loomweight.sample.PinEvents.SubmitFailed;
import dev.loomweight.sample.Sample;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What one recording does not show, or shows only in part: it is not counted as if it did. */
class RecordingLimitsTest {

    private static final Instant START = Instant.parse("2026-11-02T10:30:00Z");
    private static final String NODE = "com.fasterxml.jackson.core.util.RecyclerPool$LockFreePoolBase$Node";

    /** Of a recording, or of the snapshots of a capture, each with one sample. */
    private static GroupSums sums(
            Coverage coverage, List<Analysis<?, ?>> others, boolean snapshots, Sample... samples) {
        RecordingFold fold = new RecordingFold(PinOptions.NONE, others);
        Results all = fold.fold().empty();
        for (int i = 0; i < samples.length; i++) {
            Origin.SnapshotId moment = new Origin.SnapshotId(i, "s" + i, START.plusSeconds(i));
            Origin origin = snapshots ? new Origin("shop", moment, "s" + i, Instrument.HISTOGRAM) : Samples.SHOP;
            fold.fold().add(all, origin, samples[i]);
        }
        Held held = new Held("shop.jfr", Kind.RECORDING, List.of());
        return fold.sums(new Folded<>(all, coverage), Labels.NONE, "shop.jfr", 1, held)
                .group(Labels.NONE);
    }

    private static GroupSums sums(Coverage coverage, Sample... samples) {
        return sums(coverage, List.of(), false, samples);
    }

    private static OfSource source(long unread, String note, OfEvent... events) {
        return new OfSource(Samples.SHOP, START, START.plusSeconds(100), 0, unread, List.of(events), List.of(note));
    }

    private static OfEvent event(String type, State state, @Nullable Long thresholdMillis, String... fields) {
        return Events.of(
                type,
                state,
                1,
                thresholdMillis == null ? null : Duration.ofMillis(thresholdMillis),
                true,
                0,
                0,
                64,
                List.of(fields));
    }

    private static Coverage pins(@Nullable Long thresholdMillis, String... fields) {
        return Coverage.of(source(0, "", event(Pin.EVENT, State.RECORDED, thresholdMillis, fields)));
    }

    /** The note of a file that was read is no reason why another was not. */
    @Test
    void noteOfTheDamagedFile() {
        Coverage coverage = new Coverage(List.of(source(0, "complete"), source(7, "ends early")));

        assertThat(sums(coverage).examples()).containsExactly("shop.jfr: ends early");
    }

    @ParameterizedTest
    @CsvSource({"RECORDED, 1", "SILENT, 1", "OFF, 0", "UNKNOWN, 0"})
    void whetherRefusalsWereOn(State state, long told) {
        GroupSums sums = sums(Coverage.of(source(0, "", event(SubmitFailed.EVENT, state, null))));

        assertThat(sums.get(Counter.SUBMITS_TOLD)).isEqualTo(told);
    }

    @Test
    void thresholdThatIsNotKnown() {
        assertThat(sums(pins(null, "pinnedReason")).get(Counter.THRESHOLD_NANOS))
                .isZero();
    }

    /** A container without a number of processors does not say how many carriers there are; one is enough. */
    @ParameterizedTest
    @CsvSource({"0, 0, 0", "1, 1, 100", "2, 1, 200"})
    void numberOfCarriers(long processors, long known, long carrierSeconds) {
        GroupSums sums = sums(pins(0L, "pinnedReason"), new ContainerConfiguration(START, 0, processors));

        assertThat(sums.get(Counter.CARRIERS_KNOWN)).isEqualTo(known);
        assertThat(sums.get(Counter.CARRIER_NANOS)).isEqualTo(carrierSeconds * 1_000_000_000L);
    }

    /** Where the kernel's charge was recorded, resident memory over the limit means nothing. */
    @Test
    void chargeThatIsKnown() {
        GroupSums sums = sums(
                pins(0L, "pinnedReason"),
                new ContainerConfiguration(START, 1000, 0),
                new ContainerUsage(START, 800, 0),
                new ResidentSetSize(START, 1500, 1500));

        assertThat(sums.get(Counter.CHARGE_UNKNOWN)).isZero();
        assertThat(sums.get(Counter.RESIDENT_OVER_LIMIT)).isZero();
        assertThat(sums.ofLimit().max()).isEqualTo(800);
    }

    /** The first pin of a JVM of JDK 21 to 23 may be missing, if there is a threshold and the recording began with the JVM. */
    @ParameterizedTest
    @CsvSource({"20, duration, 0, 1", "0, duration, 0, 0", "20, pinnedReason, 0, 0", "20, duration, 3600, 0"})
    void firstPinOfAJvm(long thresholdMillis, String field, long startedSecondsBefore, long missing) {
        RecordedJvm jvm = new RecordedJvm(
                START,
                7,
                START.minusSeconds(startedSecondsBefore).toEpochMilli(),
                "VM (21.0.8+9-LTS) for linux",
                CarrierOptions.of(null),
                false);

        assertThat(sums(pins(thresholdMillis, field), jvm).get(Counter.FIRST_MISSING))
                .isEqualTo(missing);
    }

    private static Analysis<?, ?> leaks(String version) {
        Archive jar = new Archive(
                Archive.Kind.JAR,
                "jackson-core-" + version + ".jar",
                "com.fasterxml.jackson.core",
                version,
                List.of(),
                "",
                "jackson-core-" + version + ".jar");
        Function<String, @Nullable Archive> jars = name -> version.isEmpty() || !name.equals(NODE) ? null : jar;
        return new LeakFaults(KnownFaults.own(), jars);
    }

    private static ClassHistogram nodes(long objects) {
        return new ClassHistogram(
                List.of(new ClassHistogram.Line(NODE, "", objects, 24 * objects)), objects, 24 * objects);
    }

    /** A fault that may be there counts apart from one that is. */
    @ParameterizedTest
    @CsvSource({"2.17.0, 1, 0", "'', 0, 1"})
    void knownFaults(String version, long certain, long possible) {
        GroupSums sums = sums(Coverage.NONE, List.of(leaks(version)), true, nodes(0), nodes(2000), nodes(5000));

        assertThat(sums.faults()).isEqualTo(Map.of("jackson-core-1260", new FaultCount(certain, possible)));
    }
}
