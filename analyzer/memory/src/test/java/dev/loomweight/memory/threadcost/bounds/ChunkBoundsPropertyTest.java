package dev.loomweight.memory.threadcost.bounds;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/** Whatever chunks sites have within what frames may take: the truth lies within the bounds. */
class ChunkBoundsPropertyTest {

    private static final int CASES = 200;

    /** A site whose threads came in groups, the first at the first moment. */
    private record Truth(int frames, List<Long> came, List<Double> each) {

        long threads(int moment) {
            return came.subList(0, moment + 1).stream()
                    .mapToLong(Long::longValue)
                    .sum();
        }

        double bytes(int moment) {
            double bytes = 0;
            for (int i = 0; i <= moment; i++) {
                bytes += came.get(i) * each.get(i);
            }
            return bytes;
        }

        Standing at(int moment) {
            return Sites.site(threads(moment), frames);
        }
    }

    @RepeatedTest(10)
    void theTruthIsWithinTheBounds(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        for (int i = 0; i < CASES; i++) {
            List<Truth> sites = sites(random, 1 + random.nextInt(8), 1);
            DumpedMoment moment = moment(sites, 0, 0);

            assertAllWithin(ChunkBounds.of(moment), sites, 0);
        }
    }

    @RepeatedTest(10)
    void chunksOfNoThreadDoNotExcludeIt(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        for (int i = 0; i < CASES; i++) {
            List<Truth> sites = sites(random, 1 + random.nextInt(8), 1);
            int others = random.nextInt(100);
            DumpedMoment known = moment(sites, 0, 0);
            double largest = sites.stream()
                    .mapToDouble(site -> any(site).mostEach())
                    .max()
                    .orElseThrow();
            long bytes = Math.round(others * random.nextDouble() * largest);

            assertAllWithin(
                    ChunkBounds.of(
                            new DumpedMoment(known.sites(), known.chunks() + others, known.chunkBytes() + bytes)),
                    sites,
                    0);
        }
    }

    @RepeatedTest(10)
    void whatComesDoesNotExcludeIt(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        for (int i = 0; i < CASES; i++) {
            List<Truth> sites = sites(random, 1 + random.nextInt(5), 4);
            List<DumpedMoment> moments = new ArrayList<>();
            for (int j = 0; j < 4; j++) {
                moments.add(moment(sites, j, 0));
            }
            List<MeanBounds> bounds = ChunkBounds.of(moments, false);
            List<MeanBounds> alone = ChunkBounds.of(moments.get(3));

            assertAllWithin(bounds, sites, 3);
            for (int site = 0; site < sites.size(); site++) {
                assertThat(bounds.get(site).leastEach())
                        .isGreaterThanOrEqualTo(alone.get(site).leastEach() * (1 - 1e-9));
                assertThat(bounds.get(site).mostEach())
                        .isLessThanOrEqualTo(alone.get(site).mostEach() * (1 + 1e-9));
            }
        }
    }

    @RepeatedTest(10)
    void whatIsSteadyIsWithinTheBounds(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        for (int i = 0; i < CASES; i++) {
            List<Truth> sites = new ArrayList<>();
            for (Truth site : sites(random, 1 + random.nextInt(5), 4)) {
                sites.add(new Truth(
                        site.frames,
                        site.came,
                        List.of(site.each.get(0), site.each.get(0), site.each.get(0), site.each.get(0))));
            }
            List<DumpedMoment> moments = new ArrayList<>();
            for (int j = 0; j < 4; j++) {
                moments.add(moment(sites, j, random.nextDouble() * 0.01));
            }
            // The last moment has the truth: what stands may have changed by 1 % before.
            moments.set(3, moment(sites, 3, 0));

            assertAllWithin(ChunkBounds.of(moments, true), sites, 3);
        }
    }

    private static void assertAllWithin(List<MeanBounds> bounds, List<Truth> sites, int moment) {
        for (int i = 0; i < sites.size(); i++) {
            Truth site = sites.get(i);
            double each = site.bytes(moment) / site.threads(moment);
            assertThat(bounds.get(i).contain(each))
                    .as("%s of %s, in %s", each, sites, bounds.get(i))
                    .isTrue();
        }
    }

    private static DumpedMoment moment(List<Truth> sites, int moment, double less) {
        long chunks = sites.stream().mapToLong(site -> site.threads(moment)).sum();
        double bytes = sites.stream().mapToDouble(site -> site.bytes(moment)).sum();
        return new DumpedMoment(
                sites.stream().map(site -> site.at(moment)).toList(), chunks, Math.round(bytes * (1 - less)));
    }

    private static List<Truth> sites(Random random, int count, int moments) {
        List<Truth> sites = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int frames = random.nextInt(300);
            MeanBounds any = ChunkSizes.ofAny(Sites.site(1, frames));
            List<Long> came = new ArrayList<>();
            List<Double> each = new ArrayList<>();
            for (int j = 0; j < moments; j++) {
                came.add((long) (j == 0 ? 1 : 0) + (random.nextBoolean() ? random.nextInt(1000) : 0));
                // In chunks of whole bytes, so that the sum is one.
                each.add((double)
                        Math.round(any.leastEach() + random.nextDouble() * (any.mostEach() - any.leastEach())));
            }
            sites.add(new Truth(frames, came, each));
        }
        return sites;
    }

    private static MeanBounds any(Truth site) {
        return ChunkSizes.ofAny(site.at(0));
    }
}
