package dev.loomweight.memory.growth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.sample.JvmTexts.HeapInfo;
import dev.loomweight.sample.MemoryEvents.HeapSummary;
import dev.loomweight.sample.ProcTexts.ProcStatus;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** When how much of a heap was in use, by its snapshots and its recording. */
class HeapUsesTest {

    private static Instant at(long second) {
        return Instant.ofEpochSecond(second);
    }

    private static HeapInfo heap(long used) {
        return new HeapInfo("garbage-first heap", 900, 900, used, 0, 0);
    }

    private static Map<Instant, Long> uses(GrowingProcess app) {
        Observations all = app.observations();
        return all.heapUses(all.processes().getFirst());
    }

    /** A moment without a time, or without the heap, has none. */
    @Test
    void ofSnapshots() {
        GrowingProcess app = new GrowingProcess()
                .snapshotAt(at(10), heap(300))
                .snapshotAt(null, heap(400))
                .snapshotAt(at(30), new ProcStatus(1, Map.of("VmRSS", 500L), 9))
                .snapshotAt(at(40), heap(200));

        assertThat(uses(app)).containsExactly(Map.entry(at(10), 300L), Map.entry(at(40), 200L));
    }

    /** Where both have the same second, the higher use counts: it was in use then. */
    @Test
    void ofSnapshotsAndARecording() {
        GrowingProcess app = new GrowingProcess()
                .snapshotAt(at(10), heap(300))
                .snapshotAt(at(20), heap(300))
                .loose(new HeapSummary(at(10), 900, 900, 200, 1, false))
                .loose(new HeapSummary(at(20), 900, 900, 450, 2, false))
                .loose(new HeapSummary(at(15), 900, 900, 70, 3, false));

        assertThat(uses(app)).containsExactly(Map.entry(at(10), 300L), Map.entry(at(15), 70L), Map.entry(at(20), 450L));
    }
}
