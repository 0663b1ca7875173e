package dev.loomweight.memory.threadcost.bounds;

import java.util.ArrayList;
import java.util.List;

/** What the threads that came or went between moments weigh, from what all chunks take at each. */
final class Changes {

    private static final MeanBounds UNKNOWN = new MeanBounds(0, Double.POSITIVE_INFINITY);

    /** By what share what all take may change without anything that came or went. */
    private static final double DRIFT = 0.01;

    /** By what factor a thread that comes may weigh more or less than those that stand, of code that is compiled. */
    private static final double STEADINESS = 1.4;

    private Changes() {}

    /** Of code that is compiled: every pair of moments says what a thread of a site weighs whose number changed. */
    static List<MeanBounds> steady(List<DumpedMoment> moments) {
        List<MeanBounds> each = new ArrayList<>(unknown(moments.get(0)));
        for (int j = 1; j < moments.size(); j++) {
            for (int i = 0; i < j; i++) {
                List<MeanBounds> changed = changed(moments.get(i), moments.get(j));
                for (int site = 0; site < each.size(); site++) {
                    each.set(site, each.get(site).and(changed.get(site).widened(STEADINESS)));
                }
            }
        }
        return each;
    }

    /** Of code that is compiled meanwhile: those that came weigh this, and those that stood before what they did. */
    static List<MeanBounds> cohorts(List<DumpedMoment> moments) {
        List<MeanBounds> each = new ArrayList<>(ChunkBounds.of(moments.get(0)));
        for (int j = 1; j < moments.size(); j++) {
            DumpedMoment before = moments.get(j - 1);
            DumpedMoment now = moments.get(j);
            List<MeanBounds> changed = changed(before, now);
            for (int site = 0; site < each.size(); site++) {
                long stood = before.sites().get(site).threads();
                long came = now.sites().get(site).threads() - stood;
                each.set(site, came < 0 ? UNKNOWN : mean(stood, each.get(site), came, changed.get(site)));
            }
        }
        return each;
    }

    private static MeanBounds mean(long stood, MeanBounds old, long came, MeanBounds young) {
        if (stood == 0) {
            return young;
        }
        double least = stood * old.leastEach() * (1 - DRIFT);
        double most = stood * old.mostEach() * (1 + DRIFT);
        return came == 0
                ? new MeanBounds(least / stood, most / stood)
                : new MeanBounds(
                        (least + came * young.leastEach()) / (stood + came),
                        (most + came * young.mostEach()) / (stood + came));
    }

    private static List<MeanBounds> unknown(DumpedMoment moment) {
        return moment.sites().stream().map(site -> UNKNOWN).toList();
    }

    /** What each thread weighs that came or went between two moments; unknown for sites of which there is none. */
    private static List<MeanBounds> changed(DumpedMoment before, DumpedMoment now) {
        List<MeanBounds> frames = new ArrayList<>();
        List<Long> counts = new ArrayList<>();
        for (int i = 0; i < now.sites().size(); i++) {
            Standing was = before.sites().get(i);
            Standing is = now.sites().get(i);
            frames.add(ChunkSizes.ofAny(is.stacks().isEmpty() ? was : is));
            counts.add(is.threads() - was.threads());
        }
        double change = now.chunkBytes() - before.chunkBytes();
        double unsure = DRIFT * Math.max(now.chunkBytes(), before.chunkBytes()) + unlisted(before, now, frames);
        List<MeanBounds> narrowed = new Total(counts, change - unsure, change + unsure).narrow(frames);
        List<MeanBounds> changed = new ArrayList<>();
        for (int i = 0; i < frames.size(); i++) {
            changed.add(narrowed.isEmpty() || counts.get(i) == 0 ? UNKNOWN : narrowed.get(i));
        }
        return changed;
    }

    /** What the chunks may take that no thread of the dumps has, or that threads of the dumps do not have. */
    private static double unlisted(DumpedMoment before, DumpedMoment now, List<MeanBounds> frames) {
        double most = frames.stream().mapToDouble(MeanBounds::mostEach).max().orElse(0);
        long chunks = Math.abs(before.chunks() - before.threads()) + Math.abs(now.chunks() - now.threads());
        return chunks == 0 ? 0 : chunks * most;
    }
}
