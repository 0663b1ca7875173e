package dev.loomweight.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.sample.GroupTexts.ContainerLimit;
import dev.loomweight.sample.GroupTexts.ContainerMemory;
import dev.loomweight.sample.MachineEvents.ContainerConfiguration;
import dev.loomweight.sample.MachineEvents.ContainerUsage;
import dev.loomweight.sample.MemoryEvents.HeapUsage;
import dev.loomweight.sample.MemoryEvents.MetaspaceSummary;
import dev.loomweight.sample.MemoryEvents.NativeMemory;
import dev.loomweight.sample.MemoryEvents.ResidentSetSize;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.Origin.SnapshotId;
import dev.loomweight.sample.ProcTexts.ProcStatus;
import dev.loomweight.sample.Sample;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The highest amounts of memory of one recording or capture, and what its limit is compared with. */
class PeaksTest {

    private static final Instant AT = Instant.parse("2026-11-02T10:00:00Z");

    private static Origin origin(@Nullable SnapshotId moment) {
        return new Origin("p", moment, "p.jfr", moment == null ? Instrument.JFR : Instrument.PROC);
    }

    private static Peaks of(Sample... samples) {
        Peaks peaks = new Peaks();
        List.of(samples).forEach(sample -> peaks.add(origin(null), sample));
        return peaks;
    }

    private static Peaks at(int snapshot, Sample... samples) {
        Peaks peaks = new Peaks();
        SnapshotId moment = new SnapshotId(snapshot, "snapshot", AT.plusSeconds(snapshot));
        List.of(samples).forEach(sample -> peaks.add(origin(moment), sample));
        return peaks;
    }

    private static ResidentSetSize resident(long bytes) {
        return new ResidentSetSize(AT, bytes, bytes);
    }

    private static String kinds(Peaks peaks) {
        return peaks.bytes().entrySet().stream()
                .map(kind -> kind.getKey().category() + " " + kind.getValue())
                .collect(Collectors.joining("; "));
    }

    @Test
    void highestOfEachKind() {
        Peaks peaks = of(
                resident(70),
                resident(50),
                new HeapUsage(AT, 5, 9, -1),
                new HeapUsage(AT, 7, 8, -1),
                new MetaspaceSummary(AT, 3, 4, 5),
                new NativeMemory(AT, "Thread", 99, 11),
                new NativeMemory(AT, "Class", 99, 0));
        assertThat(kinds(peaks))
                .isEqualTo("Java heap, committed 9; Java heap, used 7; Metaspace, committed 4; RSS 70; Thread 11");
        assertThat(peaks.residentBytes()).isEqualTo(70);
        assertThat(peaks.isChargeKnown()).isFalse();
        assertThat(peaks.limitBytes()).isZero();
        assertThat(peaks.used()).hasValue(70);
        assertThat(new Peaks().bytes()).isEmpty();
        assertThat(new Peaks().used()).isEmpty();
        assertThat(new Peaks().residentBytes()).isZero();
    }

    /** Of resident memory, no more than the limit is charged; what events say that is charged counts as it is. */
    @Test
    void whatTheLimitIsComparedWith() {
        assertThat(of(resident(70), new ContainerConfiguration(AT, 80, 2)).used())
                .hasValue(70);
        assertThat(of(resident(70), new ContainerConfiguration(AT, 60, 2)).used())
                .hasValue(60);
        assertThat(of(resident(70), new ContainerConfiguration(AT, 60, 2)).limitBytes())
                .isEqualTo(60);
        assertThat(of(resident(70), new ContainerConfiguration(AT, -1, 2)).limitBytes())
                .isZero();
        Peaks charged = of(resident(70), new ContainerConfiguration(AT, 60, 2), new ContainerUsage(AT, 65, 0));
        assertThat(charged.used()).hasValue(65);
        assertThat(charged.isChargeKnown()).isTrue();
        assertThat(of(new ContainerConfiguration(AT, 60, 2)).used()).isEmpty();
    }

    /** Of snapshots, what the kernel can free is not used; the highest counts, and the lowest limit. */
    @Test
    void snapshotsOfACapture() {
        Peaks peaks = at(
                        0,
                        new ContainerMemory(Map.of("usage", 100L, "inactive_file", 30L)),
                        new ContainerLimit(200, "memory.max"),
                        new ProcStatus(1, Map.of("VmRSS", 80L), 3))
                .merge(at(
                        1,
                        new ContainerMemory(Map.of("usage", 90L, "inactive_file", 10L)),
                        new ContainerLimit(150, "memory.max"),
                        new ProcStatus(1, Map.of("VmRSS", 60L), 3)))
                .merge(of(new HeapUsage(AT, 5, 9, -1), resident(10), new ContainerConfiguration(AT, 300, 2)));
        assertThat(peaks.used()).hasValue(80);
        assertThat(peaks.isChargeKnown()).isTrue();
        assertThat(peaks.limitBytes()).isEqualTo(150);
        assertThat(peaks.residentBytes()).isEqualTo(80);
        assertThat(kinds(peaks)).isEqualTo("Java heap, committed 9; Java heap, used 5; RSS 80; container 100");
    }
}
