package dev.loomweight.memory.growth;

import static dev.loomweight.memory.growth.GrowingProcess.MB;
import static dev.loomweight.memory.growth.GrowingProcess.category;
import static dev.loomweight.memory.growth.GrowingProcess.nmt;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.memory.reconcile.MemoryMoment;
import dev.loomweight.sample.JvmTexts.HeapInfo;
import dev.loomweight.sample.ProcTexts.ProcStatus;
import dev.loomweight.sample.Sample;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How much of the heap was touched, by what was in use. Moments are a minute apart, and each is {@code
 * used/committed/resident/outside} in MB: of the heap, of the heap, of the process, and of all that is not the heap.
 */
class TouchedHeapTest {

    private static final List<NavigableMap<Instant, Long>> NOTHING = List.of(new TreeMap<>(), new TreeMap<>());

    private static List<String> fields(String moment) {
        return List.of(moment.split("/", -1));
    }

    private static List<MemoryMoment> moments(String all, boolean timed) {
        GrowingProcess app = new GrowingProcess();
        int second = 0;
        for (String moment : all.split(" ", -1)) {
            List<String> fields = fields(moment);
            List<Sample> samples = new ArrayList<>();
            if (!fields.get(0).equals("-")) {
                long used = Long.parseLong(fields.get(0)) * MB;
                samples.add(new HeapInfo("garbage-first heap", 900 * MB, 900 * MB, used, 0, 0));
            }
            long committed = Long.parseLong(fields.get(1));
            samples.add(nmt(committed == 0 ? category("Other", 1, 0) : category("Java Heap", 0, committed)));
            if (!fields.get(2).equals("-")) {
                samples.add(new ProcStatus(1, Map.of("VmRSS", Long.parseLong(fields.get(2)) * MB), 9));
            }
            app.snapshotAt(timed ? Instant.ofEpochSecond(second) : null, samples.toArray(new Sample[0]));
            second += 60;
        }
        return app.observations().processes().getFirst().moments();
    }

    private static String heap(String all, boolean timed, @Nullable Long first, TouchedHeap.Uses uses) {
        List<Long> outside = Arrays.stream(all.split(" ", -1))
                .map(moment -> Long.parseLong(fields(moment).get(3)) * MB)
                .toList();
        long[] bytes = new TouchedHeap(moments(all, timed), uses).bytes(first == null ? -1 : first * MB, outside::get);
        return Arrays.stream(bytes).mapToObj(one -> Long.toString(one / MB)).collect(Collectors.joining(" "));
    }

    /** Pages of dead objects stay. Where use rises and resident memory does not, they were touched before. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # moments                                  | first | heap
            10/100/50/0 30/100/70/0                    |       | 10 30
            10/100/50/0 30/100/50/0                    |       | 30 30
            10/100/50/0 30/100/55/0                    |       | 25 30
            10/100/50/0 30/100/60/10                   |       | 30 30
            10/100/50/0 30/100/40/0                    |       | 30 30
            10/100/50/0 30/100/90/0                    |       | 10 30
            # No more than is committed, where that is known.
            10/15/50/0 30/100/50/0                     |       | 15 30
            10/0/50/0 30/0/50/0                        |       | 30 30
            30/20/50/0 30/100/50/0                     |       | 20 30
            # What is in use later is no less, unless it is no longer committed.
            30/100/50/0 10/100/50/0                    |       | 30 30
            30/100/50/0 10/20/50/0                     |       | 30 20
            # From one moment to the one before.
            10/100/50/0 20/100/50/0 40/100/50/0        |       | 40 40 40
            10/100/50/0 20/100/60/0 40/100/60/0        |       | 30 40 40
            # What was resident at first is known.
            10/100/50/0 30/100/50/0                    | 25    | 25 30
            10/100/50/0 30/100/50/0                    | 0     | 10 30
            # Where a moment lacks its use: what is left, as far as it was committed.
            -/100/50/20 30/100/60/20                   |       | 30 40
            30/100/50/20 -/100/60/20                   |       | 30 40
            -/100/50/60 30/20/50/20                    |       | 0 20
            -/0/50/20 30/100/50/20                     |       | 0 30
            -/100/-/20 -/100/-/20                      |       | 0 0
            """)
    void ofOneProcess(String moments, @Nullable Long first, String heap) {
        assertThat(heap(moments, true, first, TouchedHeap.Uses.NONE)).isEqualTo(heap);
    }

    /** What one process touched, another has not. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            30/100/50/0 10/100/50/0 |    | 30 10
            10/100/50/0 30/100/50/0 |    | 10 30
            10/100/50/0 30/100/50/0 | 90 | 10 30
            30/20/50/0 30/25/50/0   |    | 20 25
            """)
    void ofTwoProcesses(String moments, @Nullable Long first, String heap) {
        assertThat(heap(moments, true, first, new TouchedHeap.Uses(NOTHING, false)))
                .isEqualTo(heap);
    }

    private static NavigableMap<Instant, Long> recorded(long second, long megabytes) {
        return new TreeMap<>(Map.of(Instant.ofEpochSecond(second), megabytes * MB));
    }

    /** A use belongs to the first moment that is not before it. */
    @ParameterizedTest
    @CsvSource({"-9, 70 70", "0, 70 70", "1, 10 70", "60, 10 70", "61, 10 30"})
    void usesBetweenTheMoments(long second, String heap) {
        TouchedHeap.Uses uses = new TouchedHeap.Uses(List.of(recorded(second, 70)), true);

        assertThat(heap("10/100/50/0 30/100/50/0", true, 0L, uses)).isEqualTo(heap);
        assertThat(heap("10/100/50/0 30/100/50/0", false, 0L, uses))
                .as("of moments without a time nothing is between them")
                .isEqualTo("10 30");
    }

    @Test
    void usesOfTwoProcesses() {
        TouchedHeap.Uses uses = new TouchedHeap.Uses(List.of(recorded(0, 50), recorded(0, 60)), false);

        assertThat(heap("10/100/50/0 30/100/50/0", true, 0L, uses)).isEqualTo("50 60");
    }
}
