package dev.loomweight.memory.growth;

import static dev.loomweight.memory.growth.GrowingProcess.MB;
import static dev.loomweight.memory.growth.GrowingProcess.category;
import static dev.loomweight.memory.growth.GrowingProcess.nmt;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.memory.Place;
import dev.loomweight.sample.JvmTexts.ClassHistogram;
import dev.loomweight.sample.ProcTexts.ProcStatus;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Places that NMT has as committed, where resident memory did not grow with them. */
class UntouchedMemoryTest {

    private final GrowingProcess app = new GrowingProcess();

    private static ProcStatus status(long resident) {
        return new ProcStatus(1, Map.of("VmRSS", resident * MB, "VmData", 500 * MB), 9);
    }

    private Map<Place, List<Long>> places() {
        return app.growth().orElseThrow().places().stream()
                .collect(Collectors.toMap(
                        Grown::place,
                        one -> one.course().values().stream()
                                .map(bytes -> bytes / MB)
                                .toList()));
    }

    /** What is mapped and not touched is taken from its place, and not given back: something else may be touched later. */
    @ParameterizedTest
    @CsvSource({"GC, GC", "Code, CODE", "Metaspace, METASPACE"})
    void committedAndNotTouched(String category, Place place) {
        app.snapshot(status(200), nmt(category(category, 0, 20)));
        app.snapshot(status(200), nmt(category(category, 0, 60)));
        app.snapshot(status(230), nmt(category(category, 0, 60)));

        assertThat(places())
                .containsEntry(place, List.of(20L, 20L, 20L))
                .containsEntry(Place.UNDIVIDED, List.of(180L, 180L, 210L));
    }

    /** What glibc has free is a place where resident memory is known; NMT has no figure of it. */
    @Test
    void committedMemoryHasNothingFreed() {
        app.snapshot(nmt(category("Java Heap", 0, 100)), histogram(30));
        app.snapshot(nmt(category("Code", 0, 10)), histogram(35));

        assertThat(places()).containsEntry(Place.UNDIVIDED, List.of(70L, -35L)).doesNotContainKey(Place.RETAINED);
    }

    private static ClassHistogram histogram(long megabytes) {
        return new ClassHistogram(List.of(new ClassHistogram.Line("[J", "", 10, megabytes * MB)), 10, megabytes * MB);
    }

    /** Without parts of memory, none of them is said to be 0. */
    @Test
    void liveObjectsAlone() {
        app.snapshot(histogram(20));
        app.snapshot(histogram(60));

        assertThat(places())
                .containsOnlyKeys(Place.HEAP, Place.SMALL_OBJECTS, Place.VIRTUAL_THREADS)
                .containsEntry(Place.HEAP, List.of(20L, 60L));
    }
}
