package dev.loomweight.memory.threadcost.bounds;

import static dev.loomweight.memory.threadcost.bounds.Sites.site;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loomweight.sample.Dumps.ThreadDump;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Bounds of constructed sites. A site of 10 frames may take 370 to 2,900 bytes, one of 100 frames 1,000 to 20,900. */
class ChunkBoundsTest {

    private static final Offset<Double> ROUNDING = within(0.01);

    @Test
    void theOnlySiteHasTheTotal() {
        assertBounds(bounds(List.of(site(50, 10)), 50, 50_000).get(0), 1000, 1000);
    }

    @Test
    void aSiteHasWhatTheOthersCannotHave() {
        List<MeanBounds> bounds = bounds(List.of(site(100, 100), site(100, 10)), 200, 1_000_000);

        assertBounds(bounds.get(0), 10_000 - 2900, 10_000 - 370);
        assertBounds(bounds.get(1), 370, 2900);
    }

    @Test
    void aSmallTotalBoundsEach() {
        List<MeanBounds> bounds = bounds(List.of(site(100, 100), site(100, 10)), 200, 150_000);

        assertBounds(bounds.get(0), 1000, 1500 - 370);
        assertBounds(bounds.get(1), 370, 500);
    }

    @Test
    void whereFramesAreMissingOnlyTheTotalIsAnUpperBound() {
        Standing truncated = new Standing(10, List.of(Sites.stack(10, ThreadDump.Extent.TRUNCATED)));
        List<MeanBounds> bounds = bounds(List.of(truncated, site(10, 10)), 20, 200_000);

        assertBounds(bounds.get(0), 20_000 - 2900, 20_000 - 370);
        assertBounds(bounds.get(1), 370, 2900);
    }

    @Test
    void threadsThatWaitedDeeperBeforeMayHaveALargerChunk() {
        Standing deeper = new Standing(10, site(10, 10).stacks(), 100, List.of());

        assertBounds(bounds(List.of(deeper, site(10, 100)), 20, 200_000).get(0), 370, 19_000);
    }

    @Test
    void framesOfOtherSizesThanAnyMeasuredSayLess() {
        List<Standing> sites = List.of(site(10, 10), site(10, 10));

        assertThat(bounds(sites, 20, 100_000)).allSatisfy(one -> assertBounds(one, 370, 10_000 - 370));
        assertThat(bounds(sites, 20, 4_000)).allSatisfy(one -> assertBounds(one, 0, 400));
    }

    @Test
    void chunksOfNoThreadMayTakeAnything() {
        List<Standing> sites = List.of(site(10, 100));

        // Ten more, each of at most what the largest is.
        assertBounds(bounds(sites, 20, 200_000).get(0), 1000, 20_000);
        assertBounds(bounds(sites, 20, 400_000).get(0), 40_000 - 20_900, 20_900);
    }

    @Test
    void threadsWithoutAChunkWouldHaveOneOfAnySize() {
        List<MeanBounds> bounds = bounds(List.of(site(10, 100)), 9, 90_000);

        assertBounds(bounds.get(0), 9000, 9000 + 2090);
    }

    @Test
    void chunksThatWereAllSeenAreKnown() {
        assertBounds(
                bounds(List.of(site(2, 10, 700L, 900L), site(2, 10)), 4, 4_000).get(0), 800, 800);
    }

    @Test
    void theMoreChunksWereSeenTheLessMayBeOfAnySize() {
        MeanBounds before = new MeanBounds(0, Double.MAX_VALUE);
        for (int seen : new int[] {1, 4, 16, 64}) {
            Long[] sizes = java.util.Collections.nCopies(seen, 1500L).toArray(Long[]::new);
            MeanBounds now = bounds(List.of(site(1000, 10, sizes), site(1000, 100)), 2000, 9_000_000)
                    .get(0);

            assertThat(now.contain(1500)).isTrue();
            assertThat(now.mostEach() - now.leastEach()).isLessThan(before.mostEach() - before.leastEach());
            before = now;
        }
        assertThat(before.factor()).isLessThan(1.2);
    }

    @Test
    void whatGrewIsWhatCameWeighs() {
        List<DumpedMoment> moments = List.of(
                new DumpedMoment(List.of(site(100, 100), site(100, 10)), 200, 1_000_000),
                new DumpedMoment(List.of(site(100, 100), site(1100, 10)), 1200, 3_000_000));

        MeanBounds warm = ChunkBounds.of(moments, true).get(1);
        // 2,000 bytes each of 1,000 that came, but for 1 % of what all take; those that stood may differ.
        assertBounds(warm, 1970 / 1.4, Math.min(2030 * 1.4, (3_000_000 - 100 * 1000) / 1100.0));
        MeanBounds cold = ChunkBounds.of(moments, false).get(1);
        // What the deep site had at first, it has.
        assertBounds(cold, (3_000_000 - 1.01 * 963_000) / 1100, (3_000_000 - 0.99 * 710_000) / 1100);
    }

    @Test
    void whatIsNotSteadyIsNotTakenAsSteady() {
        DumpedMoment first = new DumpedMoment(List.of(site(100, 100), site(100, 10)), 200, 1_000_000);
        DumpedMoment grown = new DumpedMoment(List.of(site(200, 100), site(100, 10)), 300, 1_300_000);
        DumpedMoment shrunk = new DumpedMoment(List.of(site(100, 100), site(100, 10)), 200, 500_000);

        assertThat(ChunkBounds.of(List.of(first, grown, shrunk), true)).isEqualTo(ChunkBounds.of(shrunk));
        // Who went is not known, so that neither is who stands.
        assertThat(ChunkBounds.of(List.of(first, grown, shrunk), false).get(0))
                .isEqualTo(ChunkBounds.of(shrunk).get(0));
    }

    private static void assertBounds(MeanBounds bounds, double least, double most) {
        assertThat(bounds.leastEach()).isCloseTo(least, ROUNDING);
        assertThat(bounds.mostEach()).isCloseTo(most, ROUNDING);
    }

    private static List<MeanBounds> bounds(List<Standing> sites, long chunks, long chunkBytes) {
        return ChunkBounds.of(new DumpedMoment(sites, chunks, chunkBytes));
    }
}
