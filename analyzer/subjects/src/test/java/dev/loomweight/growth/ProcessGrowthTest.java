package dev.loomweight.growth;

import static dev.loomweight.growth.GrowingProcess.MB;
import static dev.loomweight.growth.GrowingProcess.nmt;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.memory.Place;
import dev.loomweight.sample.JvmTexts.ClassHistogram;
import dev.loomweight.sample.NmtTexts.Amount;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.NmtTexts.NmtMalloc;
import dev.loomweight.sample.NmtTexts.NmtUsage;
import dev.loomweight.sample.ProcTexts.ProcStatus;
import dev.loomweight.sample.Sample;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** In which place a process grew, by snapshots of which every figure is known, in MB. */
class ProcessGrowthTest {

    private final GrowingProcess app = new GrowingProcess();

    private void snapshot(Sample... samples) {
        app.snapshot(samples);
    }

    private Optional<ProcessGrowth> found() {
        return app.growth();
    }

    private ProcessGrowth growth() {
        return found().orElseThrow();
    }

    private List<Long> of(Place place) {
        return growth().places().stream()
                .filter(grown -> grown.place() == place)
                .findFirst()
                .map(grown -> grown.course().values().stream()
                        .map(bytes -> bytes / MB)
                        .toList())
                .orElse(List.of());
    }

    private static NmtCategory category(String name, long malloc, long mapped) {
        Amount all = new Amount((malloc + mapped) * MB, 0);
        return new NmtCategory(
                name,
                NmtUsage.of(all, all),
                Map.of(),
                null,
                new NmtMalloc(new Amount(malloc * MB, 0), 1, 0, -1, -1),
                NmtUsage.of(new Amount(mapped * MB, 0), new Amount(mapped * MB, 0)),
                null,
                null,
                List.of(),
                List.of());
    }

    private static ProcStatus status(long resident, long writable) {
        return new ProcStatus(1, Map.of("VmRSS", resident * MB, "VmData", writable * MB), 9);
    }

    private static ClassHistogram histogram(long instances, long megabytes) {
        return new ClassHistogram(
                List.of(new ClassHistogram.Line("[J", "", instances, megabytes * MB)), instances, megabytes * MB);
    }

    @Test
    void oneMomentIsNoGrowth() {
        snapshot(nmt(category("Code", 1, 10)));

        assertThat(found()).isEmpty();
    }

    @Test
    void committedMemoryWithoutResidentMemory() {
        snapshot(nmt(category("Code", 1, 10), category("Class", 2, 5)));
        snapshot(nmt(category("Code", 1, 40), category("Class", 2, 5)));
        ProcessGrowth growth = growth();

        assertThat(growth.source()).isEqualTo(ProcessGrowth.Source.COMMITTED);
        assertThat(growth.isOfSnapshots()).isTrue();
        assertThat(growth.total().values()).containsExactly(18 * MB, 48 * MB);
        assertThat(growth.noise()).isEqualTo(8 * MB);
        assertThat(growth.places().getFirst().place()).isEqualTo(Place.CODE);
        assertThat(growth.places().getFirst().trend()).isEqualTo(Course.Trend.GREW);
        assertThat(of(Place.CODE)).containsExactly(11L, 41L);
        assertThat(of(Place.METASPACE)).containsExactly(7L, 7L);
    }

    @Test
    void liveObjectsAlone() {
        snapshot(histogram(10, 20));
        snapshot(histogram(20, 60));
        ProcessGrowth growth = growth();

        assertThat(growth.source()).isEqualTo(ProcessGrowth.Source.OBJECTS);
        assertThat(growth.total().values()).containsExactly(20 * MB, 60 * MB);
        assertThat(of(Place.HEAP)).containsExactly(20L, 60L);
    }

    /** Two moments with resident memory are compared, and a third without it is left out. */
    @Test
    void theMomentsThatHaveTheBestFigures() {
        snapshot(status(100, 500));
        snapshot(nmt(category("Code", 0, 10)));
        snapshot(status(150, 500));

        assertThat(growth().source()).isEqualTo(ProcessGrowth.Source.RESIDENT);
        assertThat(growth().total().values()).containsExactly(100 * MB, 150 * MB);
        assertThat(of(Place.UNDIVIDED)).containsExactly(100L, 150L);
    }

    /** Resident memory of one moment and NMT's of another have nothing in common: live objects of both have. */
    @Test
    void figuresOfTwoKinds() {
        snapshot(status(100, 500), histogram(10, 20));
        snapshot(nmt(category("Code", 0, 10)));
        assertThat(found()).isEmpty();

        snapshot(nmt(category("Code", 0, 10)), histogram(10, 50));
        assertThat(growth().source()).isEqualTo(ProcessGrowth.Source.OBJECTS);
        assertThat(growth().total().values()).containsExactly(20 * MB, 50 * MB);
        assertThat(growth().places()).extracting(Grown::place).doesNotContain(Place.CODE, Place.UNDIVIDED);
        assertThat(of(Place.HEAP)).containsExactly(20L, 50L);
    }

    /** What the last moment lacks is not less than there was. */
    @Test
    void figuresThatTheLastMomentLacks() {
        snapshot(nmt(category("Code", 0, 10)), histogram(10, 20));
        snapshot(histogram(10, 50));

        assertThat(growth().source()).isEqualTo(ProcessGrowth.Source.OBJECTS);
        assertThat(growth().total().values()).containsExactly(20 * MB, 50 * MB);
    }

    @Test
    void allPlacesAddUpToResidentMemory() {
        snapshot(status(200, 500), nmt(category("Other", 20, 0), category("Code", 1, 10)), histogram(10, 30));
        snapshot(status(260, 500), nmt(category("Other", 70, 0), category("Code", 1, 12)), histogram(20, 35));
        ProcessGrowth growth = growth();

        assertThat(growth.source()).isEqualTo(ProcessGrowth.Source.RESIDENT);
        assertThat(of(Place.DIRECT_BUFFERS)).containsExactly(20L, 70L);
        assertThat(of(Place.HEAP)).containsExactly(30L, 35L);
        for (int i = 0; i < 2; i++) {
            int moment = i;
            assertThat(growth.places().stream()
                            .mapToLong(grown -> grown.course().values().get(moment))
                            .sum())
                    .isEqualTo(growth.total().values().get(i));
        }
        assertThat(growth.places().stream().map(grown -> grown.course().change()))
                .isSortedAccordingTo(Comparator.reverseOrder());
    }

    /** Direct memory of 40 MB more is allocated; resident memory does not grow with it. */
    @Test
    void whatIsAllocatedAndNotTouchedIsNoGrowth() {
        snapshot(status(200, 500), nmt(category("Other", 20, 0)));
        snapshot(status(200, 540), nmt(category("Other", 60, 0)));

        assertThat(of(Place.DIRECT_BUFFERS)).containsExactly(20L, 20L);
        assertThat(of(Place.UNDIVIDED)).containsExactly(180L, 180L);
    }

    /** What is touched later is growth of where it was allocated, unless as much was mapped meanwhile. */
    @Test
    void whatIsTouchedLater() {
        snapshot(status(200, 500), nmt(category("Other", 20, 0)));
        snapshot(status(200, 540), nmt(category("Other", 60, 0)));
        snapshot(status(230, 540), nmt(category("Other", 60, 0)));

        assertThat(of(Place.DIRECT_BUFFERS)).containsExactly(20L, 20L, 50L);
        assertThat(of(Place.UNDIVIDED)).containsExactly(180L, 180L, 180L);
    }

    @Test
    void whatIsMappedMeanwhileIsNotWhatWasAllocated() {
        snapshot(status(200, 500), nmt(category("Other", 20, 0)));
        snapshot(status(200, 540), nmt(category("Other", 60, 0)));
        snapshot(status(230, 556), nmt(category("Other", 60, 0)));

        assertThat(of(Place.DIRECT_BUFFERS)).containsExactly(20L, 20L, 20L);
        assertThat(of(Place.UNDIVIDED)).containsExactly(180L, 180L, 210L);
    }

    /** No more is given back than was owed: 40 MB. */
    @Test
    void noMoreIsTouchedThanWasAllocated() {
        snapshot(status(200, 500), nmt(category("Other", 20, 0)));
        snapshot(status(200, 540), nmt(category("Other", 60, 0)));
        snapshot(status(260, 540), nmt(category("Other", 60, 0)));

        assertThat(of(Place.DIRECT_BUFFERS)).containsExactly(20L, 20L, 60L);
        assertThat(of(Place.UNDIVIDED)).containsExactly(180L, 180L, 200L);
    }

    /** Half of what is taken for noise, 4 MB, is no sign. */
    @Test
    void aSmallDifferenceIsNotMoved() {
        snapshot(status(200, 500), nmt(category("Other", 20, 0)));
        snapshot(status(200, 500), nmt(category("Other", 24, 0)));

        assertThat(of(Place.DIRECT_BUFFERS)).containsExactly(20L, 24L);
        assertThat(of(Place.UNDIVIDED)).containsExactly(180L, 176L);
    }

    /** The place whose malloc grew most owns what was not touched. */
    @Test
    void thePlaceThatAllocatedMost() {
        snapshot(status(200, 500), nmt(category("Other", 20, 0), category("Compiler", 20, 0)));
        snapshot(status(200, 540), nmt(category("Other", 30, 0), category("Compiler", 60, 0)));

        assertThat(of(Place.JVM_ARENAS)).containsExactly(20L, 20L);
        assertThat(of(Place.DIRECT_BUFFERS)).containsExactly(20L, 30L);
    }

    /** Without a histogram, the place of the figure says where it comes from; of an unknown place what is missing. */
    @Test
    void theGrowthOfAPlace() {
        snapshot(nmt(category("Code", 1, 10)));
        snapshot(nmt(category("Code", 1, 40)));
        Observations observations = app.observations();

        assertThat(observations.growthOf("code").amount()).isEqualTo(30 * MB);
        assertThat(observations.growthOf("code").missing()).isEmpty();
        assertThat(observations.growthOf("mappedFiles").amount()).isZero();
        assertThat(observations.growthOf("heap").missing()).contains("class histograms");
        assertThat(observations.hasDifferences()).isFalse();
        assertThat(observations.processes()).hasSize(1);
    }

    @Test
    void whatHistogramsSayOfTheHeap() {
        snapshot(nmt(category("Java Heap", 0, 100), category("Code", 1, 10)), histogram(10, 30));
        snapshot(nmt(category("Java Heap", 0, 120), category("Code", 1, 10)), histogram(20, 70));

        assertThat(of(Place.HEAP)).containsExactly(30L, 70L);
        assertThat(of(Place.HEAP_SPARE)).containsExactly(70L, 50L);
        assertThat(of(Place.HEAP_RESIDENT)).isEmpty();
        assertThat(of(Place.FOREIGN_ARENAS)).containsExactly(0L, 0L);
    }

    @Test
    void theHeapWithoutHistograms() {
        snapshot(nmt(category("Java Heap", 0, 100)));
        snapshot(nmt(category("Java Heap", 0, 120)));

        assertThat(of(Place.HEAP_RESIDENT)).containsExactly(100L, 120L);
        assertThat(of(Place.HEAP)).isEmpty();
    }
}
