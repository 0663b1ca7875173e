package dev.loomweight.input.recording.reader.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How long a chunk may be to be read as a whole, by the heap and the processors; in MB. */
class OneWindowTest {

    private static final int MB = 1 << 20;

    @ParameterizedTest
    @CsvSource({
        // The chunks of JFR's defaults fit in any heap.
        "96, 2, 24",
        "128, 64, 24",
        "512, 2, 32",
        "6000, 2, 256",
        "6000, 16, 46",
        "60000, 16, 256",
    })
    void allProcessorsTogetherTakeAnEighthOfTheHeap(long heap, int threads, int longest) {
        assertThat(ChunkWindows.oneWindow(heap * MB, threads) / MB).isEqualTo(longest);
    }

    @ParameterizedTest
    @CsvSource({
        // In a small heap fewer threads read large chunks, as long as the heap has room for one of them.
        "123, 2, 20, 2, 24",
        "123, 2, 25, 2, 25",
        "123, 2, 52, 1, 52",
        // Chunks of maxchunksize=64m with -Xmx128m, of which 123 MB can be used.
        "123, 2, 65, 1, 65",
        "123, 2, 70, 2, 24",
        "512, 8, 64, 4, 64",
        "6000, 2, 300, 2, 256",
    })
    void largeChunksHaveFewerThreadsInASmallHeap(long heap, int threads, long longest, int reading, int oneWindow) {
        ChunkWindows.Share share = ChunkWindows.Share.of(heap * MB, threads, longest * MB);
        assertThat(share.threads()).isEqualTo(reading);
        assertThat(share.oneWindow() / MB).isEqualTo(oneWindow);
    }
}
