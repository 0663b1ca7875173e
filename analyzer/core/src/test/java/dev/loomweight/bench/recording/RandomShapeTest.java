package dev.loomweight.bench.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a seed draws. */
class RandomShapeTest {

    private static final int SEEDS = 2_000;

    /** Names that the script gives to keys of a shape; the others are the same. */
    private static final Map<String, String> KEYS =
            Map.of("refused", "refusals", "pin_nanos", "pinNanos", "warm_up", "warmUp", "waited_pins", "waitedPins");

    private static Map<String, String> drawn(long seed, long bytes) {
        return RandomShape.of(seed, bytes).stream()
                .filter(line -> !line.startsWith("-"))
                .map(line -> line.split("=", 2))
                .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1]));
    }

    private static Shape shape(long seed, long bytes) {
        Stream<String> drawn = drawn(seed, bytes).entrySet().stream()
                .filter(entry -> !List.of("chunk_bytes", "frames").contains(entry.getKey()))
                .map(entry -> KEYS.getOrDefault(entry.getKey(), entry.getKey()) + "=" + entry.getValue());
        Stream<String> others = Stream.of("file=a.jfr", "bytes=" + bytes, "otherStacks=100", "seed=" + seed);
        return Shape.parse(Stream.concat(drawn, others).toArray(String[]::new));
    }

    @Test
    void theSameSeedDrawsTheSameAndAnotherDoesNot() {
        assertThat(RandomShape.of(7, 1 << 20)).isEqualTo(RandomShape.of(7, 1 << 20));
        assertThat(LongStream.range(0, SEEDS)
                        .mapToObj(seed -> RandomShape.of(seed, 1 << 20))
                        .distinct())
                .hasSize(SEEDS);
    }

    @ParameterizedTest
    @ValueSource(longs = {1 << 18, 100 << 20, 1 << 30})
    void everySeedIsAShapeWithinTheRanges(long bytes) {
        for (long seed = 0; seed < SEEDS; seed++) {
            Shape shape = shape(seed, bytes);
            assertThat(shape.pins()).isBetween(1, (int) (bytes / 1_200));
            assertThat(shape.pins()).isGreaterThanOrEqualTo((int) (bytes / 500_000));
            assertThat(shape.stacks()).isBetween(shape.sites(), 5_000);
            assertThat(shape.depth()).isBetween(24, 200);
            assertThat(shape.threads()).isBetween(0, (int) (bytes / 100));
            assertThat(shape.waits()).isBetween(0, 2 * shape.threads());
            assertThat(shape.waitedPins()).isBetween(0, shape.pins());
            assertThat(shape.stranded()).isBetween(0, shape.refusals());
            assertThat(shape.loaders()).isBetween(2, 24);
            assertThat(shape.load()).isNotEmpty();
            assertThat(shape.load().values()).allSatisfy(amount -> {
                assertThat(amount.weight()).isPositive();
                assertThat(amount.stacks()).isBetween(1, 13_000);
                assertThat(amount.depth()).isBetween(3, 160);
            });
        }
    }

    /** Where half of the seeds had one kind of anything, that would be a shape that somebody chose. */
    @Test
    void everyKindIsDrawn() {
        List<Shape> shapes = LongStream.range(0, SEEDS)
                .mapToObj(seed -> shape(seed, 100 << 20))
                .toList();
        for (Load load : Load.values()) {
            assertThat(shapes.stream().filter(shape -> shape.load().containsKey(load)))
                    .hasSizeBetween(SEEDS / 3, SEEDS * 2 / 3);
        }
        for (Events events : Events.values()) {
            assertThat(shapes.stream().filter(shape -> shape.events() == events))
                    .hasSizeBetween(SEEDS / 4, SEEDS / 2);
        }
        assertThat(shapes.stream().filter(shape -> shape.threads() == 0)).hasSizeBetween(SEEDS / 4, SEEDS / 2);
        assertThat(shapes.stream().filter(Shape::lives)).hasSizeBetween(SEEDS / 2, SEEDS * 3 / 4);
        assertThat(shapes.stream().filter(shape -> shape.waits() > 0)).hasSizeBetween(SEEDS / 5, SEEDS / 2);
        assertThat(shapes.stream().filter(shape -> shape.refusals() > 0)).hasSizeBetween(SEEDS / 6, SEEDS / 3);
        assertThat(shapes.stream().filter(shape -> shape.stranded() > 0)).hasSizeBetween(SEEDS / 12, SEEDS / 6);
        assertThat(shapes.stream().filter(shape -> shape.waitedPins() > 0)).hasSizeBetween(SEEDS / 4, SEEDS / 2);
    }

    @Test
    void aSeedHasOneCharacterInAllSizes() {
        Map<String, String> small = drawn(9, 10 << 20);
        Map<String, String> big = drawn(9, 100 << 20);
        assertThat(small.get("depth")).isEqualTo(big.get("depth"));
        assertThat(small.get("events")).isEqualTo(big.get("events"));
        assertThat(Double.parseDouble(big.get("pins")) / Double.parseDouble(small.get("pins")))
                .isBetween(9.9, 10.1);
    }
}
