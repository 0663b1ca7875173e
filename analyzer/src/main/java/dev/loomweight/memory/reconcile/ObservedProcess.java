package dev.loomweight.memory.reconcile;

import dev.loomweight.sample.CaptureInfo;
import dev.loomweight.sample.ObjectCount;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One process, as all files together tell of it.
 *
 * @param name what a report calls it
 * @param info what the collector knew, or null for files that are not of a capture
 * @param moments its snapshots in their order; one without time for loose files; empty for a recording alone
 * @param recorded what its recordings say
 * @param counts the classes that its recordings counted last, by name
 * @param recordedDepths the frames of each platform thread in the last recorded thread dump
 * @param contradictions why files that were given are left out or are doubtful, one sentence each
 * @param files the files that it is made of
 */
public record ObservedProcess(
        String name,
        @Nullable CaptureInfo info,
        List<Moment> moments,
        RecordedFigures recorded,
        Map<String, ObjectCount> counts,
        List<Integer> recordedDepths,
        List<String> contradictions,
        List<String> files) {

    public ObservedProcess {
        moments = List.copyOf(moments);
        counts = Map.copyOf(counts);
        recordedDepths = List.copyOf(recordedDepths);
        contradictions = List.copyOf(contradictions);
        files = List.copyOf(files);
    }

    /**
     * One snapshot.
     *
     * @param name what it stands for; empty for loose files
     * @param time when it was taken, or null where that is not known
     * @param snapshot what it holds
     */
    public record Moment(String name, @Nullable Instant time, Snapshot snapshot) {}

    /** The last snapshot; an empty one where there is none. */
    public Snapshot last() {
        return moments.isEmpty() ? new Snapshot() : moments.getLast().snapshot();
    }

    /** The last snapshot with what the recordings say of their end, in one account; null where neither is of memory. */
    public @Nullable Reconciliation reconciliation() {
        Snapshot last = last();
        return last.isOfMemory() || recorded.isOfMemory() ? Reconciliation.of(last, recorded) : null;
    }

    /** The account of one snapshot, without the recordings. */
    public static Reconciliation of(Snapshot snapshot) {
        return Reconciliation.of(snapshot, new RecordedFigures());
    }
}
