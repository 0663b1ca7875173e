package dev.loomweight.input.folded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.input.folded.Copies.Held;
import dev.loomweight.input.folded.Copies.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What several recordings have counts once, in whatever order they are compared. */
class CopiesTest {

    private static final int CHUNKS = 8;
    private static final List<Kind> KINDS = List.of(Kind.FOLD, Kind.CAPTURE, Kind.RECORDING);

    private static Chunk chunk(int number) {
        return new Chunk(number * 1000L, 1_000_000_000, 999, 100 + number, true);
    }

    /** Its first bytes, as they were before it was finished. */
    private static Chunk unfinished(int number, long bytes) {
        return new Chunk(number * 1000L, 1_000_000_000, 0, bytes, false);
    }

    private static Held held(String name, Kind kind, Chunk... chunks) {
        return new Held(name, kind, List.of(chunks));
    }

    /** Runs of chunks, as dumps of one recording have, and now and then any. */
    private static List<Held> random(Random random) {
        List<Held> all = new ArrayList<>();
        int count = 1 + random.nextInt(9);
        for (int i = 0; i < count; i++) {
            int from = random.nextInt(CHUNKS);
            int to = from + random.nextInt(CHUNKS - from);
            List<Chunk> chunks = new ArrayList<>();
            for (int j = from; j <= to; j++) {
                if (random.nextInt(9) > 0 || chunks.isEmpty()) {
                    chunks.add(chunk(j));
                }
            }
            all.add(new Held("n" + i, KINDS.get(random.nextInt(KINDS.size())), chunks));
        }
        return all;
    }

    private static long readers(List<Held> all, Copies copies, Chunk chunk) {
        return all.stream()
                .filter(held -> held.chunks().contains(chunk)
                        && !copies.isLeftOut(held.name())
                        && !copies.shared(held.name()).contains(chunk))
                .count();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void eachChunkIsReadOnceUnlessFoldsOverlap(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            List<Held> all = random(random);
            Copies copies = Copies.among(all);
            boolean overlap = all.stream().anyMatch(held -> copies.isTwice(held.name()));
            for (int j = 0; j < CHUNKS; j++) {
                Chunk chunk = chunk(j);
                if (all.stream().anyMatch(held -> held.chunks().contains(chunk))) {
                    assertThat(readers(all, copies, chunk))
                            .as("%s", all)
                            .isBetween(1L, overlap ? (long) all.size() : 1L);
                }
            }
            List<Held> shuffled = new ArrayList<>(all);
            Collections.shuffle(shuffled, random);
            Copies other = Copies.among(shuffled);
            assertThat(other.leftOut()).isEqualTo(copies.leftOut());
            all.forEach(held -> {
                assertThat(other.shared(held.name())).isEqualTo(copies.shared(held.name()));
                assertThat(other.within(held.name())).isEqualTo(copies.within(held.name()));
            });
            assertThat(all.stream()
                            .mapToLong(held -> copies.within(held.name()).size())
                            .sum())
                    .as("each is counted with one that stays: %s", all)
                    .isEqualTo(copies.leftOut().size());
        }
    }

    /** So that what is known of some before they are read saves reading them. */
    @ParameterizedTest
    @ValueSource(longs = {5, 6})
    void whatSomeHaveAllHave(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            List<Held> all = random(random);
            List<Held> some = all.subList(0, 1 + random.nextInt(all.size()));
            Copies of = Copies.among(some);

            assertThat(Copies.among(all).leftOut())
                    .as("%s of %s", some, all)
                    .containsAll(
                            some.stream().map(Held::name).filter(of::isCertain).toList());
        }
    }

    @Test
    void whatWasNotFinishedIsInWhatWas() {
        Copies copies = Copies.among(List.of(
                held("all", Kind.RECORDING, chunk(1), chunk(2)),
                held("early", Kind.RECORDING, chunk(1), unfinished(2, 50)),
                held("scrubbed", Kind.RECORDING, new Chunk(2000, 1_000_000_000, 999, 60, true))));

        assertThat(copies.leftOut()).containsExactly("early");
        assertThat(copies.shared("scrubbed")).isEmpty();

        Copies longer = Copies.among(List.of(
                held("long", Kind.RECORDING, chunk(1), chunk(2), unfinished(3, 50)),
                held("next", Kind.RECORDING, chunk(3), chunk(4))));
        assertThat(longer.leftOut()).isEmpty();
        assertThat(longer.shared("long")).containsExactly(unfinished(3, 50));
        assertThat(longer.shared("next")).isEmpty();
    }

    /** A capture has more than its recording. */
    @Test
    void aCaptureStaysWhereARecordingHasItsChunks() {
        Copies copies = Copies.among(List.of(
                held("capture", Kind.CAPTURE, chunk(1)), held("recording", Kind.RECORDING, chunk(1), chunk(2))));

        assertThat(copies.leftOut()).isEmpty();
        assertThat(copies.shared("recording")).containsExactly(chunk(1));
    }
}
