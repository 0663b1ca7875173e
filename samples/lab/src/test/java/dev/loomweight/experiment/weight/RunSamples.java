package dev.loomweight.experiment.weight;

import dev.loomweight.capture.CaptureEnd;
import dev.loomweight.memory.reconcile.Processes;
import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Runs of a sweep whose figures follow a law that the test knows. */
public final class RunSamples {

    /** What a platform thread adds to NMT's committed stacks; odd. */
    public static final long STACK_COMMITTED = 24_577;

    private RunSamples() {}

    /** Adds a run that grew resident memory and live heap by so many bytes a thread, and by so many once. */
    public static void add(
            Processes into, String kind, int number, int of, long threads, int depth, long each, long once) {
        String subject = kind + " " + number;
        Origin.SnapshotId before = new Origin.SnapshotId(0, "before", Instant.EPOCH);
        Origin.SnapshotId after = new Origin.SnapshotId(1, "after", Instant.EPOCH.plusSeconds(3));
        into.add(
                new Origin(subject, null, "capture.json", Instrument.CAPTURE),
                info(kind, number, of, threads, threads, depth, CaptureEnd.COMPLETE.status()));
        Origin first = new Origin(subject, before, "nmt.txt", Instrument.NMT);
        Origin last = new Origin(subject, after, "nmt.txt", Instrument.NMT);
        into.add(first, SnapshotSamples.nmt(3, 3 * STACK_COMMITTED, 0, 0));
        into.add(last, SnapshotSamples.nmt(3 + (int) threads, (3 + threads) * STACK_COMMITTED, 0, 0));
        into.add(first, SnapshotSamples.status(300_000_001, 0));
        into.add(last, SnapshotSamples.status(300_000_001 + threads * each + once, 0));
        into.add(first, SnapshotSamples.histogram(Map.of("[B", 5_000L)));
        into.add(last, SnapshotSamples.histogram(Map.of("[B", 5_000L + threads * 101)));
    }

    /** Adds a run that has nothing but what its collector said. */
    public static void addFailed(Processes into, String kind, int number, int of, int depth, String status) {
        into.add(
                new Origin(kind + " " + number, null, "capture.json", Instrument.CAPTURE),
                info(kind, number, of, 1_000, 0, depth, status));
    }

    private static CaptureInfo info(String kind, int number, int of, long asked, long ran, int depth, String status) {
        CaptureInfo.@Nullable Run run = of > 0 ? new CaptureInfo.Run(number, of, 1) : null;
        return new CaptureInfo(
                "sleepers",
                "25.0.3+9-LTS",
                77,
                Instant.EPOCH,
                List.of("java", "-XX:+AlwaysPreTouch"),
                new CaptureInfo.Threads(kind, asked, ran, depth, 1 << 20),
                status,
                run,
                CaptureInfo.End.UNKNOWN);
    }
}
