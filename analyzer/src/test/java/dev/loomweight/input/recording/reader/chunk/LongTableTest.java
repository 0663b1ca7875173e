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
            LongMap<Integer> map = new LongMap<>();
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
}
