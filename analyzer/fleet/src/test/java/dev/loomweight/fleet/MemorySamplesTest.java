package dev.loomweight.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.capture.DataException;
import dev.loomweight.memory.Account;
import dev.loomweight.memory.TimeSlots;
import dev.loomweight.sample.MemoryEvents.HeapUsage;
import dev.loomweight.sample.MemoryEvents.ResidentSetSize;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.ProcTexts.ProcStatus;
import dev.loomweight.sample.Sample;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MemorySamplesTest {

    private static final Instant BEGAN = Instant.parse("2026-11-02T10:00:00Z");
    private static final Origin ORIGIN = new Origin("p", null, "a.jfr", Instrument.JFR);

    private MemorySamples.Slots folded(List<Sample> samples) {
        MemorySamples.Slots slots = MemorySamples.FOLD.empty();
        samples.forEach(sample -> slots.add(ORIGIN, sample));
        return slots;
    }

    private static List<Sample> made(Random random) {
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            samples.add(new ResidentSetSize(BEGAN.plusMillis(i * 1700L), 1 + random.nextInt(1 << 20), 1 << 20));
            if (i % 10 == 0) {
                samples.add(new HeapUsage(BEGAN.plusMillis(i * 1700L), 1 + random.nextInt(1 << 10), 1 << 10, -1));
            }
        }
        return samples;
    }

    @Test
    void partsInAnyOrderGiveTheSame() {
        Random random = new Random(5);
        List<Sample> samples = made(random);
        Map<Account, List<MemorySamples.At>> whole = folded(samples).samples();
        for (int i = 0; i < 20; i++) {
            Collections.shuffle(samples, random);
            int at = random.nextInt(samples.size());
            MemorySamples.Slots parts = MemorySamples.FOLD.merge(
                    folded(samples.subList(at, samples.size())), folded(samples.subList(0, at)));
            assertThat(MemorySamples.FOLD
                            .merge(parts, MemorySamples.FOLD.empty())
                            .samples())
                    .isEqualTo(whole);
        }
    }

    @Test
    void theHighestOfEachSlotStaysAndThereAreNotMoreThanTheSlots() {
        List<Sample> samples = made(new Random(6));
        List<MemorySamples.At> resident =
                Objects.requireNonNull(folded(samples).samples().get(Account.RESIDENT));
        assertThat(resident).hasSizeBetween(TimeSlots.MAX_SLOTS / 2, TimeSlots.MAX_SLOTS);
        assertThat(resident).isSortedAccordingTo((one, other) -> Long.compare(one.micros(), other.micros()));
        long highest = samples.stream()
                .filter(ResidentSetSize.class::isInstance)
                .mapToLong(sample -> ((ResidentSetSize) sample).residentBytes())
                .max()
                .orElseThrow();
        assertThat(resident.stream().mapToLong(MemorySamples.At::bytes).max()).hasValue(highest);
    }

    @Test
    void writtenAndReadTheyAreRowsOfATable() {
        Labels one = Labels.of(Map.of("service", "cart", Labels.RECORDING, "a.jfr"));
        SampleBytes.Writer writer = new SampleBytes.Writer();
        writer.add(one, folded(List.of(new ResidentSetSize(BEGAN, 7, 9))).samples());
        writer.add(one, MemorySamples.FOLD.empty().samples());
        writer.add(Labels.NONE, folded(List.of(new HeapUsage(BEGAN, 3, 4, 5))).samples());
        byte[] bytes = writer.toBytes();
        Iterator<FleetTable> read = SampleBytes.read(bytes);
        long micros = BEGAN.getEpochSecond() * 1_000_000;
        assertThat(read.next().rows())
                .containsExactly(Arrays.asList(one.values(), "cart", null, null, "a.jfr", "RSS", "kernel", micros, 7L));
        assertThat(read.next().rows()).extracting(row -> row.get(8)).containsExactly(4L, 3L);
        assertThat(read.hasNext()).isFalse();
        byte[] cut = Arrays.copyOf(bytes, bytes.length / 2);
        assertThatThrownBy(() -> SampleBytes.read(cut).forEachRemaining(table -> {}))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("samples of memory are damaged");
    }

    @Test
    void someOfSeveralRecordings() {
        SampleBytes.Writer writer = new SampleBytes.Writer();
        for (String name : List.of("a.jfr", "b.jfr", "c.jfr")) {
            writer.add(
                    Labels.of(Map.of(Labels.RECORDING, name)),
                    folded(List.of(new ResidentSetSize(BEGAN, 7, 9))).samples());
        }
        byte[] bytes = writer.toBytes();
        Iterator<FleetTable> some = SampleBytes.read(SampleBytes.only(bytes, name -> !name.equals("b.jfr")));
        assertThat(some.next().rows()).extracting(row -> row.get(4)).containsExactly("a.jfr");
        assertThat(some.next().rows()).extracting(row -> row.get(4)).containsExactly("c.jfr");
        assertThat(some.hasNext()).isFalse();
        assertThat(SampleBytes.only(bytes, name -> true)).isEqualTo(bytes);
        for (int length : new int[] {1, 3, 4, 5, bytes.length - 1}) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> SampleBytes.only(cut, name -> true))
                    .isInstanceOf(DataException.class)
                    .hasMessage("samples of memory are damaged: they end too early; fold the recordings again");
        }
    }

    /** Snapshots have the time at which they were taken; texts that are given alone have none. */
    @Test
    void snapshotsHaveTheirTime() {
        MemorySamples.Slots slots = MemorySamples.FOLD.empty();
        ProcStatus status = new ProcStatus(1, Map.of("VmRSS", 80L), 3);
        Origin.SnapshotId moment = new Origin.SnapshotId(1, "snapshot", BEGAN);
        slots.add(new Origin("p", moment, "status", Instrument.PROC), status);
        slots.add(new Origin("q", null, "status", Instrument.PROC), status);

        assertThat(slots.samples())
                .isEqualTo(Map.of(
                        Account.RESIDENT, List.of(new MemorySamples.At(BEGAN.getEpochSecond() * 1_000_000, 80))));
        assertThat(folded(List.of(new ResidentSetSize(BEGAN, 0, 9))).samples()).isEmpty();
        assertThat(folded(List.of(new ResidentSetSize(BEGAN, 1, 9))).samples()).hasSize(1);
    }
}
