package dev.loomweight.fold;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SelectionTest {

    @Test
    void selectionFindsWhatSortingDoes() {
        Random random = new Random(1);
        for (int size = 1; size < 300; size++) {
            long[] values = random.longs(size, 0, 1 + random.nextInt(2 * size)).toArray();
            long[] sorted = values.clone();
            Arrays.sort(sorted);
            int rank = random.nextInt(size);

            assertThat(Selection.select(values, rank)).isEqualTo(sorted[rank]);
        }
    }

    @Test
    void ofSortedAndOfEqualValues() {
        assertThat(Selection.select(new long[] {1, 2, 3, 4, 5}, 3)).isEqualTo(4);
        assertThat(Selection.select(new long[] {5, 4, 3, 2, 1}, 0)).isEqualTo(1);
        assertThat(Selection.select(new long[] {7, 7, 7, 7}, 2)).isEqualTo(7);
    }
}
