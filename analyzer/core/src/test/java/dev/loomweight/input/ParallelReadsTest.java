package dev.loomweight.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ParallelReadsTest {

    private static final long MB = 1 << 20;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8})
    void everySourceIsReadOnceByNoMoreThreadsThanThereMayBe(int processors) {
        long[] bytes = IntStream.range(0, 200).mapToLong(i -> (i % 7 + 1) * MB).toArray();
        bytes[100] = 1000 * MB;
        List<Integer> read = Collections.synchronizedList(new ArrayList<>());
        AtomicInteger threads = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        new ParallelReads(processors).run(bytes, (number, given) -> {
            most.accumulateAndGet(threads.addAndGet(given), Math::max);
            read.add(number);
            threads.addAndGet(-given);
        });

        assertThat(read)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, 200).boxed().toList());
        if (processors == 1) {
            assertThat(read).as("the largest is begun first").startsWith(100);
        }
        assertThat(most.get()).isBetween(1, processors);
    }

    @Test
    void smallOnesAreReadTogetherAndALargeOneOnSeveralThreads() throws InterruptedException {
        CountDownLatch together = new CountDownLatch(4);
        new ParallelReads(4).run(new long[] {5 * MB, 5 * MB, 5 * MB, 5 * MB}, (number, threads) -> {
            together.countDown();
            // Ends only if all four are read at a time.
            await(together);
            assertThat(threads).isOne();
        });
        List<Integer> alone = new ArrayList<>();
        new ParallelReads(4).run(new long[] {900 * MB}, (number, threads) -> alone.add(threads));

        assertThat(alone).containsExactly(4);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void theFirstFailureEndsTheReading() {
        ParallelReads reads = new ParallelReads(2);
        AtomicInteger begun = new AtomicInteger();
        long[] bytes = new long[1000];
        Arrays.fill(bytes, MB);

        assertThatThrownBy(() -> reads.run(bytes, (number, threads) -> {
                    if (begun.incrementAndGet() == 10) {
                        throw new IllegalStateException("the tenth");
                    }
                }))
                .hasMessage("the tenth");
        assertThat(reads.isStopped()).isTrue();
    }

    @Test
    void anInterruptEndsTheReadingAndIsKept() {
        AtomicInteger begun = new AtomicInteger();
        try {
            assertThatThrownBy(() -> new ParallelReads(1).run(new long[5], (number, threads) -> {
                        begun.incrementAndGet();
                        Thread.currentThread().interrupt();
                    }))
                    .isInstanceOf(CancellationException.class);
            assertThat(begun).hasValue(1);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }
}
