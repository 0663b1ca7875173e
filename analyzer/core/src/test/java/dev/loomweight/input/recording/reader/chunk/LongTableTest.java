package dev.loomweight.input.recording.reader.chunk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.longs;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LongTableTest {

    // Few distinct keys, so that many meet again; 0 and what differs in one end only among them.
    private static long key(Random random) {
        long small = random.nextInt(50);
        return random.nextBoolean() ? small : small << 48;
    }

    @Test
    void theTableKeepsTheFirstValueOfAKey() {
        qt().forAll(longs().all(), integers().between(0, 300)).checkAssert((seed, count) -> {
            Random random = new Random(seed);
            LongTable table = new LongTable();
            Map<Long, Long> expected = new HashMap<>();
            for (int i = 0; i < count; i++) {
                long key = key(random);
                table.putIfAbsent(key, i + 1L);
                expected.putIfAbsent(key, i + 1L);
            }
            for (int i = 0; i < 100; i++) {
                long key = key(random);
                assertThat(table.get(key)).isEqualTo(expected.getOrDefault(key, 0L));
            }
        });
    }

    @Test
    void theMapKeepsTheLastValueOfAKey() {
        qt().forAll(longs().all(), integers().between(0, 300)).checkAssert((seed, count) -> {
            Random random = new Random(seed);
            LongTable.OfObjects<Integer> map = new LongTable.OfObjects<>();
            Map<Long, Integer> expected = new HashMap<>();
            for (int i = 0; i < count; i++) {
                long key = key(random);
                map.put(key, i);
                expected.put(key, i);
            }
            for (int i = 0; i < 100; i++) {
                long key = key(random);
                assertThat(map.get(key)).isEqualTo(expected.get(key));
            }
        });
    }

    @Test
    void keysThatCrowdTogetherAreFoundSoonAllTheSame() {
        // What is above the bits that a small table asks for, of numbers that have nothing below: all in one slot.
        LongTable table = new LongTable();
        for (long i = 1; i <= 200_000; i++) {
            table.putIfAbsent(i << 44, i);
        }
        for (long i = 1; i <= 200_000; i++) {
            assertThat(table.get(i << 44)).isEqualTo(i);
        }
        assertThat(table.get(7)).isZero();
    }

    @Test
    void aTableThatIsClearedServesAgain() {
        LongTable table = new LongTable();
        for (long i = 0; i < 1000; i++) {
            table.putIfAbsent(i, i + 1);
        }
        table.clear();
        assertThat(table.get(1)).isZero();
        table.putIfAbsent(1, 9);
        assertThat(table.get(1)).isEqualTo(9);
        assertThat(table.get(2)).isZero();
    }
}
