package dev.loomweight.input.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.input.folded.Chunk;
import dev.loomweight.input.folded.FoldUnit;
import dev.loomweight.input.folded.UnitHead;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random folds of three JVMs, of which each has chunks 0 to 7, one after another. */
class IdentityTest {

    private static final int JVMS = 3;
    private static final int CHUNKS = 8;

    private static Chunk chunk(int jvm, int number) {
        // Each JVM has a clock of its own speed, so that no two chunks of two JVMs begin at one moment.
        return new Chunk(number * 1000L, 1_000_000_000L + jvm, 1000, 100 + number, true);
    }

    private static Found.OfFold fold(String name, List<Chunk> chunks) {
        UnitHead head = new UnitHead(
                List.of(name),
                0,
                Map.of(),
                UnitHead.Naming.RECORDING,
                List.of(name),
                false,
                false,
                0,
                List.of(),
                chunks,
                null,
                List.of(),
                List.of());
        return new Found.OfFold(new FoldUnit.Builder().build(head), null, name);
    }

    private static List<Found.OfFold> random(Random random) {
        List<Found.OfFold> all = new ArrayList<>();
        for (int i = 1 + random.nextInt(8); i > 0; i--) {
            int jvm = random.nextInt(JVMS);
            int from = random.nextInt(CHUNKS);
            int to = from + random.nextInt(CHUNKS - from);
            List<Chunk> chunks = new ArrayList<>();
            for (int number = from; number <= to; number++) {
                chunks.add(chunk(jvm, number));
            }
            all.add(fold("fold" + i, chunks));
        }
        return all;
    }

    private static List<Chunk> chunks(Found.OfFold fold) {
        return fold.unit().head().chunks();
    }

    private static Set<List<Chunk>> staying(Identity identity, List<Found.OfFold> all) {
        return all.stream()
                .filter(fold -> !identity.isLeftOut(fold))
                .map(IdentityTest::chunks)
                .collect(Collectors.toSet());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void whatIsLeftOutIsInOneThatStaysInAnyOrder(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 300; i++) {
            List<Found.OfFold> all = random(random);
            Identity identity = new Identity(List.copyOf(all), false);
            Set<List<Chunk>> staying = staying(identity, all);

            assertThat(all)
                    .allMatch(fold -> staying.stream().anyMatch(other -> other.containsAll(chunks(fold))))
                    .filteredOn(fold -> !identity.isLeftOut(fold))
                    .extracting(IdentityTest::chunks)
                    .doesNotHaveDuplicates();
            Collections.shuffle(all, random);
            assertThat(staying(new Identity(List.copyOf(all), false), all)).isEqualTo(staying);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {4, 5, 6})
    void foldsThatMeetAreOfOneJvmAndNoOthers(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 300; i++) {
            List<Found.OfFold> all = random(random);
            Identity identity = new Identity(List.copyOf(all), false);
            for (Found.OfFold one : all) {
                for (Found.OfFold other : all) {
                    boolean clock = chunks(one).getFirst().ticksPerSecond()
                            == chunks(other).getFirst().ticksPerSecond();
                    boolean meet = clock
                            && chunks(one).getFirst().startNanos()
                                    <= chunks(other).getLast().startNanos() + 1000
                            && chunks(other).getFirst().startNanos()
                                    <= chunks(one).getLast().startNanos() + 1000;
                    boolean same = identity.jvm(one) == identity.jvm(other);
                    assertThat(same).as("%s and %s", one, other).matches(is -> is ? clock : !meet);
                }
            }
        }
    }
}
