package dev.loomweight.memory.growth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.memory.Place;
import dev.loomweight.sample.JvmTexts.ClassHistogram;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What grew in a process of which there are class histograms and nothing else. */
class LiveObjectsAloneTest {

    private static ClassHistogram histogram(String className, long instances, long bytes) {
        return new ClassHistogram(List.of(new ClassHistogram.Line(className, "", instances, bytes)), instances, bytes);
    }

    private static List<Place> places(ClassHistogram... histograms) {
        GrowingProcess app = new GrowingProcess();
        for (ClassHistogram one : histograms) {
            app.snapshot(one);
        }
        return app.growth().orElseThrow().places().stream().map(Grown::place).toList();
    }

    /** Of places outside the heap nothing is known, which is not that they did not grow. */
    @Test
    void placesOfTheHeap() {
        assertThat(places(histogram("[J", 10, 20_000), histogram("[J", 20, 60_000)))
                .containsExactly(Place.HEAP, Place.SMALL_OBJECTS, Place.VIRTUAL_THREADS);
    }

    /** The objects of arenas say that there are more of them, and not how large they are. */
    @Test
    void arenasWithoutTheirMemory() {
        String arena = "jdk.internal.foreign.ConfinedSession";

        assertThat(places(histogram(arena, 10, 400), histogram(arena, 20, 800)))
                .containsExactly(Place.SMALL_OBJECTS, Place.HEAP, Place.VIRTUAL_THREADS);
    }
}
