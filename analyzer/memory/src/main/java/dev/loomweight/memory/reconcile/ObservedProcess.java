package dev.loomweight.memory.reconcile;

import dev.loomweight.amount.Quantity;
import dev.loomweight.jvm.NmtStart;
import dev.loomweight.memory.footprint.ResidentMemory;
import dev.loomweight.memory.footprint.ResidentPeak;
import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import dev.loomweight.sample.JvmTexts.Crash;
import dev.loomweight.sample.JvmTexts.NativeHeap;
import dev.loomweight.sample.JvmTexts.SystemMap;
import dev.loomweight.sample.MemoryEvents.ObjectCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One process, with all that its files have.
 *
 * @param name its name in reports
 * @param info the capture's manifest, or null for files that are not part of a capture
 * @param ofLab whether it is a program of the lab, started to weigh its threads or to judge a claim: that they are many, and
 *     what they take, is what was asked for
 * @param moments its snapshots in their order; one without time for loose files; empty for a recording alone
 * @param undivided a snapshot after these, unfinished when the process ended, so that its parts cannot be compared with
 *     theirs; null where there is none of memory
 * @param recorded the figures of its recordings
 * @param counts the last object counts of its recordings, by class name
 * @param recordedDepths the frames of each platform thread in the last recorded thread dump
 * @param reports what the kernel and the runtimes of containers report of its end
 * @param files its files
 */
public record ObservedProcess(
        String name,
        @Nullable CaptureInfo info,
        boolean ofLab,
        List<MemoryMoment> moments,
        @Nullable MemoryMoment undivided,
        RecordedFigures recorded,
        Map<String, ObjectCount> counts,
        List<Integer> recordedDepths,
        EndReports reports,
        ProcessFiles files) {

    /**
     * The files that a process has.
     *
     * @param names what messages call them
     * @param contradictions why some are left out or contradict each other, one sentence each
     */
    public record ProcessFiles(List<String> names, List<String> contradictions) {}

    /** From this share of the limit on, a process that was killed was probably killed for it. */
    private static final double NEAR = 0.9;

    public ObservedProcess {
        moments = List.copyOf(moments);
        counts = Map.copyOf(counts);
        recordedDepths = List.copyOf(recordedDepths);
    }

    /** The highest RSS with its source; null where no input has a peak, and one snapshot alone does not show any. */
    @Nullable
    public ResidentMemory peak() {
        return held().counted(measured());
    }

    /** The highest resident memory that anything recorded, each page once, in bytes. */
    public Quantity residentPeakBytes() {
        ResidentMemory highest = held().once(measured());
        return Quantity.ofNullable(highest == null ? null : highest.bytes(), "");
    }

    private ResidentPeak held() {
        ResidentPeak peak = new ResidentPeak().merge(recorded.residentPeak());
        moments.stream()
                .flatMap(moment -> Stream.ofNullable(moment.snapshot().status()))
                .forEach(peak::add);
        return peak;
    }

    private List<ResidentMemory> measured() {
        return moments.stream()
                .flatMap(moment -> Stream.ofNullable(moment.snapshot().resident()))
                .toList();
    }

    /** How the process ended, as far as its capture, and what others report, have it. */
    public CaptureInfo.End end() {
        return info == null ? CaptureInfo.End.UNKNOWN : reports.complete(info.end(), info.pid());
    }

    /** Whether the kernel killed it for lack of memory, as its count or what others report shows. */
    public boolean wasKilledForMemory() {
        return info != null && (end().wasKilledForMemory() || reports.showKillForMemory(info.pid(), end()));
    }

    /** Why its JVM crashed, or null where it did not, or that is not known. */
    public @Nullable Crash crash() {
        return last().crash();
    }

    /**
     * Whether the kernel killed it for lack of memory, or probably did: something killed it when its limit was near, and no
     * count shows that the kernel did not.
     */
    public boolean wasKilledAtLimit() {
        return wasKilledForMemory() || (end().wasKilled() && !end().wasKilledByAnother() && isNearLimit());
    }

    private boolean isNearLimit() {
        MemoryMoment last = newest();
        return last != null && last.footprint().chargedShare().orElse(0) >= NEAR;
    }

    /** Whether its capture has no end, and its limit was near when it was last seen: it may have ended with its collector. */
    public boolean isUnendedAtLimit() {
        return info != null && info.isRunning() && !end().isSeen() && isNearLimit();
    }

    /**
     * Whether its JDK may have System.native_heap_info. A collector asks each JVM at least once: where no snapshot of a capture
     * has it, the JDK does not.
     */
    public static boolean mayHaveNativeHeap(List<MemoryMoment> snapshots) {
        return snapshots.stream().allMatch(one -> one.name().isEmpty())
                || snapshots.stream().anyMatch(one -> one.snapshot().has(NativeHeap.class));
    }

    /**
     * What would divide the memory of a snapshot further, each as advice to go on with; empty where nothing would.
     *
     * @param nativeHeap whether the JDK may have System.native_heap_info
     */
    public static List<String> dividing(Snapshot snapshot, boolean nativeHeap) {
        List<String> steps = new ArrayList<>();
        NmtDigest nmt = snapshot.nmt();
        if (nmt == null) {
            steps.add(NmtStart.START_SUMMARY);
        } else if (nmt.regions().isEmpty() && !snapshot.has(SystemMap.class)) {
            steps.add(NmtStart.START_DETAIL + " (loomweight run --nmt detail)");
        }
        if (snapshot.residentByPart() == null) {
            steps.add("take /proc/PID/smaps with the snapshots");
        }
        if (nativeHeap && !snapshot.mallocLive().isKnown()) {
            steps.add("take System.native_heap_info (JDK 21 and later) with the snapshots");
        }
        return steps;
    }

    /** The last snapshot; an empty one where there is none. */
    public Snapshot last() {
        return moments.isEmpty() ? new Snapshot() : moments.getLast().snapshot();
    }

    /** The last moment together with the end of the recordings; null where neither has figures of memory. */
    public @Nullable MemoryMoment whole() {
        MemoryMoment last = moments.isEmpty() ? MemoryMoment.of(new Snapshot()) : moments.getLast();
        return last.snapshot().isOfMemory() || recorded.isOfMemory() ? last.with(recorded) : null;
    }

    /** The same, of a moment of which only the sum is known, if that is newer. */
    public @Nullable MemoryMoment newest() {
        return undivided == null ? whole() : undivided.with(recorded);
    }
}
