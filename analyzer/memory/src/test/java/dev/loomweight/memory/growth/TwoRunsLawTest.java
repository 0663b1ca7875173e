package dev.loomweight.memory.growth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.memory.Place;
import dev.loomweight.memory.growth.RandomRun.Leak;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Section;
import dev.loomweight.sample.MemoryEvents.ResidentSetSize;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The laws of two runs over random programs: chance, load and length are no growth, and a leak of a megabyte a second is found. */
class TwoRunsLawTest {

    private static final int PAIRS = Integer.getInteger("loomweight.pairs", 100);
    private static final double[] LENGTHS = {6, 7, 8, 10, 15, 20, 40, 80};
    private static final double[] LOADS = {1, 1, 1, 0.5, 0.8, 1.5, 2};

    private final Random random = new Random(Long.getLong("loomweight.seed", 57));

    private double any(double[] of) {
        return of[random.nextInt(of.length)];
    }

    private RandomRun run(long program, Leak leak, boolean grows) {
        return new RandomRun(program, random.nextLong(), any(LENGTHS) + random.nextDouble(), any(LOADS), leak, grows);
    }

    private static List<String> claims(RandomRun before, RandomRun after) {
        Section section = new GrowthComparison()
                .changes(
                        before.process("app", Instant.parse("2026-12-01T10:00:00.3Z"))
                                .observations(),
                        after.process("app", Instant.parse("2026-12-01T11:00:00.8Z"))
                                .observations());
        return section.findings().stream().map(Finding::id).toList();
    }

    /** Some runs of a side. */
    private List<RandomRun> runs(int number, long program, Leak leak, boolean grows) {
        return Stream.generate(() -> run(program, leak, grows)).limit(number).toList();
    }

    private static List<Observations> observed(List<RandomRun> runs) {
        return runs.stream()
                .map(run -> run.process("app", Instant.parse("2026-12-01T10:00:00.3Z"))
                        .observations())
                .toList();
    }

    private static List<String> claims(List<RandomRun> before, List<RandomRun> after) {
        return GrowthComparison.ofRuns(observed(before), observed(after)).findings().stream()
                .map(Finding::id)
                .toList();
    }

    @Test
    void severalRunsOfUnchangedProgramsHaveNoDifference() {
        List<String> claimed = new ArrayList<>();
        for (int i = 0; i < PAIRS; i++) {
            long program = random.nextLong();
            boolean grows = random.nextBoolean();
            claimed.addAll(claims(
                    runs(1 + random.nextInt(4), program, Leak.NONE, grows),
                    runs(2 + random.nextInt(3), program, Leak.NONE, grows)));
        }

        assertThat(claimed).hasSizeLessThanOrEqualTo(2 * PAIRS / 100);
    }

    @ParameterizedTest
    @CsvSource({
        "DIRECT_BUFFERS, growthOfDirectBuffers",
        "METASPACE, growthOfMetaspace",
        "HEAP, growthOfHeap",
        "PLATFORM_THREADS, growthOfPlatformThreads"
    })
    void aLeakOfAllRunsIsFound(Place place, String id) {
        List<String> missed = new ArrayList<>();
        List<String> others = new ArrayList<>();
        for (int i = 0; i < PAIRS; i++) {
            long program = random.nextLong();
            Leak leak = new Leak(place, any(new double[] {1, 2, 5, 10}));
            int number = 3 + random.nextInt(3);
            List<RandomRun> still = runs(number, program, Leak.NONE, false);
            List<RandomRun> leaking = runs(number, program, leak, false);
            boolean forth = random.nextBoolean();
            List<String> claims = forth ? claims(still, leaking) : claims(leaking, still);
            String expected = forth ? id : "lessG" + id.substring(1);
            if (claims.stream().noneMatch(claim -> claim.startsWith(expected))) {
                missed.add(still + " and " + leaking);
            }
            claims.stream().filter(claim -> !claim.startsWith(expected)).forEach(others::add);
        }

        assertThat(missed).hasSizeLessThanOrEqualTo(5 * PAIRS / 100);
        assertThat(others).hasSizeLessThanOrEqualTo(2);
    }

    /** What one run of several does alone, all may do at times. */
    @Test
    void aLeakOfOneRunIsNoDifference() {
        List<String> claimed = new ArrayList<>();
        for (int i = 0; i < PAIRS; i++) {
            long program = random.nextLong();
            List<RandomRun> some = new ArrayList<>(runs(2, program, Leak.NONE, false));
            some.add(run(program, new Leak(Place.DIRECT_BUFFERS, 5), false));
            claimed.addAll(claims(runs(3, program, Leak.NONE, false), some));
        }

        assertThat(claimed).hasSizeLessThanOrEqualTo(2 * PAIRS / 100);
    }

    /** One value is no growth, whatever other runs have. */
    @Test
    void oneValueOfASideIsNoGrowth() {
        GrowingProcess one =
                new GrowingProcess("one").loose(new ResidentSetSize(Instant.parse("2026-12-01T10:00:00Z"), 1 << 30, 0));
        List<RandomRun> others = runs(3, 1, new Leak(Place.DIRECT_BUFFERS, 5), false);
        Section section = GrowthComparison.ofRuns(List.of(one.observations()), observed(others));

        assertThat(section.isEmpty()).isTrue();
    }

    /** Also where both leak: as much a request, and under another load more a second. */
    @Test
    void unchangedProgramsHaveNoDifference() {
        List<String> claimed = new ArrayList<>();
        for (int i = 0; i < PAIRS; i++) {
            long program = random.nextLong();
            boolean grows = random.nextBoolean();
            claimed.addAll(claims(run(program, Leak.NONE, grows), run(program, Leak.NONE, grows)));
        }

        assertThat(claimed).hasSizeLessThanOrEqualTo(2 * PAIRS / 100);
    }

    @ParameterizedTest
    @CsvSource({
        "DIRECT_BUFFERS, growthOfDirectBuffers",
        "METASPACE, growthOfMetaspace",
        "HEAP, growthOfHeap",
        "PLATFORM_THREADS, growthOfPlatformThreads"
    })
    void aLeakIsFoundWhereItIs(Place place, String id) {
        int planted = 0;
        List<String> missed = new ArrayList<>();
        List<String> others = new ArrayList<>();
        for (int i = 0; i < PAIRS; i++) {
            long program = random.nextLong();
            Leak leak = new Leak(place, any(new double[] {1, 2, 5, 10}));
            boolean forth = random.nextBoolean();
            RandomRun still = run(program, Leak.NONE, false);
            RandomRun leaking = run(program, leak, false);
            List<String> claims = forth ? claims(still, leaking) : claims(leaking, still);
            String expected = forth ? id : "lessG" + id.substring(1);
            boolean visible = leaking.ledToMoreThan(still);
            planted += visible ? 1 : 0;
            if (visible && claims.stream().noneMatch(claim -> claim.startsWith(expected))) {
                missed.add(still + " and " + leaking);
            }
            claims.stream().filter(claim -> !claim.startsWith(expected)).forEach(others::add);
        }

        assertThat(planted).isGreaterThan(2 * PAIRS / 3);
        assertThat(missed).hasSizeLessThanOrEqualTo(5 * PAIRS / 100);
        assertThat(others).hasSizeLessThanOrEqualTo(2);
    }

    /** What two runs have before and after a part that both have is nothing that they differ in. */
    @Test
    void aRunIsItsOwnEqualAtAnyLength() {
        for (double length : LENGTHS) {
            long program = random.nextLong();
            Leak leak = new Leak(Place.DIRECT_BUFFERS, 5);
            assertThat(claims(
                            new RandomRun(program, 1, length, 1, leak, true),
                            new RandomRun(program, 1, length * 3, 1, leak, true)))
                    .as("%s s", Duration.ofSeconds((long) length))
                    .isEmpty();
        }
    }
}
