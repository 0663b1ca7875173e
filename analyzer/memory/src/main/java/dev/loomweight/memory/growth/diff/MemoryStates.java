package dev.loomweight.memory.growth.diff;

import dev.loomweight.fold.Fold;
import dev.loomweight.fold.State;
import dev.loomweight.memory.footprint.Footprint;
import dev.loomweight.memory.footprint.ResidentMemory;
import dev.loomweight.memory.growth.ProcessGrowth;
import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.JvmTexts.ClassHistogram;
import dev.loomweight.sample.JvmTexts.HeapInfo;
import dev.loomweight.sample.MachineEvents.RecordedJvm;
import dev.loomweight.sample.MemoryEvents.ResidentSetSize;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.ProcTexts.ProcStatus;
import dev.loomweight.sample.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The accumulator of {@link MemoryComparison}: the moments of one input. A text alone is one moment. */
public final class MemoryStates implements State<MemoryStates> {

    /** The fold of what is compared. */
    static final Fold<MemoryStates> FOLD = Fold.of(
            Interest.in(CaptureInfo.class, NmtReport.class, ClassHistogram.class, ProcStatus.class, RecordedJvm.class)
                    .and(Footprint.OF_RESIDENT),
            MemoryStates::new);

    private static final int NO_MOMENT = -1;

    private final Map<Integer, MemoryState> byMoment = new TreeMap<>();
    private @Nullable CaptureInfo info;
    private @Nullable Recorded recorded;
    private long recordedPid = -1;

    /** The last resident memory of a recording. */
    private record Recorded(Origin origin, @Nullable ResidentMemory resident) {}

    @Override
    public void add(Origin origin, Sample sample) {
        if (sample instanceof CaptureInfo capture) {
            info = capture;
            return;
        }
        if (sample instanceof RecordedJvm jvm) {
            recordedPid = Math.max(recordedPid, jvm.pid());
            return;
        }
        if (sample instanceof ResidentSetSize event) {
            recorded = later(recorded, new Recorded(origin, ResidentMemory.in(event, null)));
            return;
        }
        Origin.SnapshotId moment = origin.moment();
        if (moment == null ? sample instanceof HeapInfo : moment.isUnfinished()) {
            // It has no figure that is compared (of a snapshot it says how others are to be read), or not all that
            // others have.
            return;
        }
        byMoment.computeIfAbsent(moment == null ? NO_MOMENT : moment.index(), index -> new MemoryState(origin))
                .add(sample);
    }

    @Override
    public void merge(MemoryStates other) {
        info = other.info == null ? info : other.info;
        recorded = later(recorded, other.recorded);
        recordedPid = Math.max(recordedPid, other.recordedPid);
        other.byMoment.forEach((index, state) -> byMoment.merge(index, state, MemoryState::merge));
    }

    private static @Nullable Recorded later(@Nullable Recorded left, @Nullable Recorded right) {
        if (left == null || right == null) {
            return left == null ? right : left;
        }
        ResidentMemory best = ResidentMemory.best(left.resident(), right.resident());
        boolean same = Objects.equals(left.resident(), right.resident());
        boolean first = same
                ? left.origin().file().compareTo(right.origin().file()) <= 0
                : Objects.equals(best, left.resident());
        return first ? left : right;
    }

    /**
     * The moments, the earliest first; empty where nothing of memory was in the input. What a recording has at its end
     * belongs to the last; a recording alone is one moment.
     */
    List<MemoryState> inOrder() {
        List<MemoryState> states = new ArrayList<>(byMoment.values());
        if (recorded != null) {
            if (states.isEmpty()) {
                states.add(new MemoryState(recorded.origin()));
            }
            states.getLast().add(recorded.resident());
        }
        states.forEach(state -> state.setInfo(info));
        return states;
    }

    /**
     * Whether both are of one process. A text alone that does not name its process is taken to be of the other's; recordings
     * that do not are of two runs.
     */
    boolean isOfProcessOf(MemoryStates other) {
        long one = pid();
        long another = other.pid();
        return (one > 0 && another > 0) ? one == another : (recorded == null || other.recorded == null);
    }

    private long pid() {
        List<MemoryState> states = inOrder();
        long known = states.isEmpty() ? -1 : states.getLast().pid();
        return known > 0 ? known : recordedPid;
    }

    /** How far resident memory moves by itself, in bytes; see {@link ProcessGrowth#variation}. */
    OptionalLong residentRange() {
        return ProcessGrowth.variation(inOrder().stream().map(MemoryState::residentBytes));
    }
}
