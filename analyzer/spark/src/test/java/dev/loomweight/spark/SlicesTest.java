package dev.loomweight.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SlicesTest {

    private static Recording recording(int number, long bytes) {
        String uri = "s3a://bucket/" + number + ".jfr";
        return new Recording(
                uri, uri, new ArrayList<>(List.of(new Recording.Part(number + ".jfr", uri, bytes))), new TreeMap<>());
    }

    private static List<Recording> recordings(int number, long bytes) {
        return IntStream.range(0, number).mapToObj(i -> recording(i, bytes)).toList();
    }

    @Test
    void everyRecordingIsInOneTaskAndNoTaskIsEmpty() {
        List<Recording> all = recordings(1050, 4000);
        List<List<Recording>> slices = Slices.of(all, 2);
        assertThat(slices).hasSize(8).noneMatch(List::isEmpty);
        assertThat(slices.stream().flatMap(List::stream)).containsExactlyInAnyOrderElementsOf(all);
    }

    @Test
    void theTasksDoNotDependOnTheOrderOfTheListing() {
        List<Recording> all = new ArrayList<>(recordings(100, 4000));
        all.add(recording(100, 1 << 30));
        List<Recording> shuffled = new ArrayList<>(all);
        Collections.shuffle(shuffled, new Random(3));
        assertThat(Slices.of(shuffled, 3)).isEqualTo(Slices.of(all, 3));
    }

    @Test
    void aLargeRecordingIsATaskAloneAndTheOthersAreSharedEvenly() {
        List<Recording> all = new ArrayList<>(recordings(70, 1 << 20));
        all.add(recording(70, 1 << 30));
        List<List<Recording>> slices = Slices.of(all, 2);
        assertThat(slices).hasSize(8);
        assertThat(slices.getFirst()).containsExactly(recording(70, 1 << 30));
        assertThat(slices.subList(1, 8)).allMatch(slice -> slice.size() == 10);
    }

    @Test
    void aTaskHasBoundedBytesAndRecordings() {
        assertThat(Slices.of(recordings(1000, 64L << 20), 2))
                .allMatch(slice -> slice.stream().mapToLong(Recording::bytes).sum() <= Slices.BYTES_PER_TASK);
        assertThat(Slices.of(recordings(10_000, 100), 1)).allMatch(slice -> slice.size() <= 264);
    }

    @Test
    void fewRecordingsAreATaskEach() {
        assertThat(Slices.of(recordings(3, 100), 16)).hasSize(3);
    }
}
