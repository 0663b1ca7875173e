package dev.loomweight.memory.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.sample.MemoryEvents.GarbageCollection;
import dev.loomweight.sample.MemoryEvents.HeapSummary;
import dev.loomweight.sample.Sample;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The heap after collections of the old generation: collections as their number, which is their second, name and bytes. */
class GcHistoryTest {

    private static List<Sample> samples(String collections) {
        List<Sample> samples = new ArrayList<>();
        for (String one : collections.split(" ", -1)) {
            String[] parts = one.split(":", -1);
            long id = Long.parseLong(parts[0]);
            Instant time = Instant.ofEpochSecond(id);
            samples.add(new HeapSummary(time, 0, 0, 9999, id, false));
            samples.add(new HeapSummary(time, 0, 0, Long.parseLong(parts[2]), id, true));
            samples.add(new GarbageCollection(time, id, parts[1].replace('_', ' '), "", 0));
        }
        return samples;
    }

    private static String live(GcHistory collections) {
        return collections.live().entrySet().stream()
                .map(one -> one.getKey().getEpochSecond() + "=" + one.getValue())
                .collect(Collectors.joining(" "));
    }

    private static GcHistory of(List<Sample> samples) {
        GcHistory collections = new GcHistory();
        samples.forEach(collections::add);
        return collections;
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "1:G1Full:100 2:G1New:300 3:G1Full:120,                  1=100 3=120",
        // The young collections that follow a marking remove what is dead.
        "1:G1Old:200 2:G1New:150 3:G1New:180 4:G1Old:300 5:G1New:250, 1=150 4=250",
        "1:G1Old:200 2:G1New:250,                                1=200",
        "1:G1Old:200 2:G1Full:100 3:G1New:50,                    1=200 2=100",
        "1:G1Full:200 2:G1New:150,                               1=200",
        "1:ZGC_Major:200 2:ZGC_Minor:150 3:ZGC_Major:90,         1=200 3=90",
        "1:G1New:150 2:DefNew:100,                               ''",
        "1:SerialOld:1,                                          1=1",
    })
    void afterTheOldGeneration(String collections, String live) {
        List<Sample> samples = samples(collections);

        assertThat(live(of(samples))).isEqualTo(live);
        assertThat(live(of(samples.reversed()))).isEqualTo(live);
        GcHistory merged = of(samples.subList(0, 1));
        merged.merge(of(samples.subList(1, samples.size())));
        assertThat(live(merged)).isEqualTo(live);
    }

    /** Damage gives one collection two events: the same one counts in any order. */
    @Test
    void twoEventsOfOne() {
        Sample less = new HeapSummary(Instant.ofEpochSecond(5), 0, 0, 100, 1, true);
        Sample more = new HeapSummary(Instant.ofEpochSecond(3), 0, 0, 120, 1, true);
        Sample later = new HeapSummary(Instant.ofEpochSecond(4), 0, 0, 120, 1, true);
        Sample marked = new GarbageCollection(Instant.EPOCH, 1, "G1Old", "", 0);
        Sample full = new GarbageCollection(Instant.EPOCH, 1, "G1Full", "", 0);
        Sample young = new HeapSummary(Instant.ofEpochSecond(9), 0, 0, 50, 2, true);
        for (List<Sample> order : List.of(
                List.of(less, more, later, marked, full, young), List.of(young, full, marked, later, more, less))) {
            assertThat(live(of(order))).isEqualTo("4=120");
        }
    }
}
