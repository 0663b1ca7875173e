package dev.loomweight.memory.footprint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.amount.Quantity;
import dev.loomweight.sample.GroupTexts.ContainerLimit;
import dev.loomweight.sample.GroupTexts.ContainerMemory;
import dev.loomweight.sample.JvmTexts.HeapInfo;
import dev.loomweight.sample.MachineEvents.ContainerConfiguration;
import dev.loomweight.sample.MachineEvents.ContainerUsage;
import dev.loomweight.sample.MemoryEvents.ResidentSetSize;
import dev.loomweight.sample.ProcTexts.ProcStatus;
import dev.loomweight.sample.Sample;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FootprintTest {

    private static final long MB = 1 << 20;
    private static final Instant NOW = Instant.parse("2026-11-02T10:00:00Z");

    /** The figures of a JVM that lived: shared pages of its libraries were charged to another group. */
    private static final List<Sample> ALIVE = List.of(
            new ProcStatus(7, Map.of("VmRSS", 165 * MB), 3),
            new ContainerLimit(150 * MB, "/sys/fs/cgroup/memory/a/memory.limit_in_bytes"),
            new ContainerMemory(Map.of("usage", 148 * MB)));

    @Test
    void theKernelComparesTheChargeWithTheLimitNotWhatIsResident() {
        assertThat(of(ALIVE).headroom()).isEqualTo(Quantity.of(2 * MB));
        assertThat(of(ALIVE).used()).isEqualTo(Quantity.of(148 * MB));
    }

    @Test
    void whatTheKernelFreesBeforeItKillsIsHeadroom() {
        List<Sample> samples = new ArrayList<>(ALIVE.subList(0, 2));
        samples.add(new ContainerMemory(Map.of(
                "usage",
                148 * MB,
                "inactive_file",
                7 * MB,
                "total_inactive_file",
                30 * MB,
                "total_active_file",
                5 * MB,
                "slab_reclaimable",
                MB)));

        // Of version 1 the totals count, with the groups below.
        assertThat(of(samples).used()).isEqualTo(Quantity.of(112 * MB));
        assertThat(of(samples).headroom()).isEqualTo(Quantity.of(38 * MB));
        assertThat(of(samples).charged()).isEqualTo(Quantity.of(148 * MB));
    }

    @Test
    void residentMemoryCountsOnlyWhereNoChargeIsKnown() {
        assertThat(of(ALIVE.subList(0, 2)).used()).isEqualTo(Quantity.of(165 * MB));
        assertThat(of(ALIVE.subList(0, 2)).headroom()).isEqualTo(Quantity.of(0));
        assertThat(of(ALIVE.subList(1, 2)).headroom().isKnown()).isFalse();
        assertThat(of(ALIVE.subList(0, 1)).headroom().isKnown()).isFalse();
    }

    @Test
    void theChargeOfTheGroupWithTheLimitCounts() {
        List<Sample> samples = new ArrayList<>(ALIVE.subList(0, 2));
        samples.add(new ContainerMemory(Map.of("usage", 20 * MB, ContainerMemory.LIMITED_USAGE, 140 * MB)));

        assertThat(of(samples).headroom()).isEqualTo(Quantity.of(10 * MB));
    }

    @Test
    void aRecordingHasTheSameFiguresWithLessTrust() {
        List<Sample> samples = new ArrayList<>(List.of(
                new ResidentSetSize(NOW, 165 * MB, 170 * MB),
                new ContainerConfiguration(NOW, 150 * MB, 2),
                new ContainerUsage(NOW, 149 * MB, 0)));
        assertThat(of(samples).headroom()).isEqualTo(Quantity.of(MB));

        samples.addAll(ALIVE);
        assertThat(of(samples).headroom()).isEqualTo(Quantity.of(2 * MB));
    }

    @Test
    void withoutMappingsNoMoreOfAZHeapCountsThanIsCommitted() {
        List<Sample> samples = new ArrayList<>(List.of(
                new ProcStatus(7, Map.of("VmRSS", 940 * MB, "RssShmem", 900 * MB), 3),
                new HeapInfo("garbage-first heap", 300 * MB, 300 * MB, MB, 0, 0)));
        assertThat(resident(of(samples)).bytes()).isEqualTo(940 * MB);

        samples.set(1, new HeapInfo("ZHeap", 300 * MB, 300 * MB, MB, 0, 0));
        assertThat(resident(of(samples)).bytes()).isEqualTo(340 * MB);
        assertThat(resident(of(samples)).rssBytes()).isEqualTo(940 * MB);
    }

    @Test
    void inWhateverOrderAndPartsTheFiguresAreTheSame() {
        List<Sample> samples = new ArrayList<>(ALIVE);
        samples.add(new ProcStatus(7, Map.of("VmRSS", 200 * MB, "RssShmem", 90 * MB), 3));
        samples.add(new HeapInfo("ZHeap", 300 * MB, 30 * MB, MB, 0, 0));
        samples.add(new ContainerUsage(NOW, 149 * MB, 0));
        samples.add(new ContainerMemory(Map.of("usage", 149 * MB, "inactive_file", MB)));
        Footprint all = of(samples);
        Random random = new Random(7);
        for (int i = 0; i < 50; i++) {
            Collections.shuffle(samples, random);
            int at = random.nextInt(samples.size());
            Footprint parts = of(samples.subList(0, at)).merge(of(samples.subList(at, samples.size())));
            assertThat(parts.resident()).isEqualTo(all.resident());
            assertThat(parts.headroom()).isEqualTo(all.headroom());
            assertThat(parts.reclaimableBytes()).isEqualTo(all.reclaimableBytes());
        }
    }

    private static ResidentMemory resident(Footprint footprint) {
        return Objects.requireNonNull(footprint.resident());
    }

    private static Footprint of(List<Sample> samples) {
        Footprint footprint = new Footprint();
        samples.forEach(sample -> footprint.add(sample, null));
        return footprint;
    }
}
