package dev.loomweight.analysis.weight;

import dev.loomweight.sample.CaptureInfo;
import dev.loomweight.sample.ClassHistogram;
import dev.loomweight.sample.ContainerLimit;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.NmtReport;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.ProcStatus;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.SmapsRollup;
import dev.loomweight.sample.SystemMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The accumulator of all analyses of weight: every capture with its snapshots. */
public final class Captures {

    static final Interest INTEREST = Interest.in(
            CaptureInfo.class,
            NmtReport.class,
            ClassHistogram.class,
            ProcStatus.class,
            SmapsRollup.class,
            SystemMap.class,
            ContainerLimit.class);

    private final Map<String, OfSubject> subjects = new TreeMap<>();

    /** One capture. */
    private static final class OfSubject {
        private @Nullable CaptureInfo info;
        private final Map<Integer, Snapshot> snapshots = new TreeMap<>();
    }

    void add(Origin origin, Sample sample) {
        if (!INTEREST.wants(sample.getClass())) {
            return;
        }
        OfSubject subject = subjects.computeIfAbsent(origin.subject(), name -> new OfSubject());
        Origin.Moment moment = origin.moment();
        if (sample instanceof CaptureInfo info) {
            subject.info = Snapshot.either(subject.info, info);
        } else if (moment != null) {
            subject.snapshots
                    .computeIfAbsent(moment.index(), index -> new Snapshot())
                    .add(sample);
        }
    }

    Captures merge(Captures other) {
        other.subjects.forEach((name, theirs) -> {
            OfSubject ours = subjects.computeIfAbsent(name, key -> new OfSubject());
            ours.info = Snapshot.either(ours.info, theirs.info);
            theirs.snapshots.forEach((index, snapshot) ->
                    ours.snapshots.computeIfAbsent(index, key -> new Snapshot()).merge(snapshot));
        });
        return this;
    }

    /** What the collectors knew of every capture, by its name. */
    Map<String, CaptureInfo> infos() {
        Map<String, CaptureInfo> infos = new TreeMap<>();
        subjects.forEach((name, subject) -> {
            if (subject.info != null) {
                infos.put(name, subject.info);
            }
        });
        return infos;
    }

    /**
     * The captures that started a known number of threads between a first and a last snapshot; the others cannot be
     * divided by threads.
     */
    List<ThreadCost> costs() {
        List<ThreadCost> costs = new ArrayList<>();
        subjects.forEach((name, subject) -> {
            List<Snapshot> snapshots = new ArrayList<>(subject.snapshots.values());
            CaptureInfo info = subject.info;
            if (info != null && info.threadsRan() > 0 && snapshots.size() >= 2) {
                costs.add(new ThreadCost(name, info, snapshots.get(0), snapshots.get(snapshots.size() - 1)));
            }
        });
        return costs;
    }

    /** Every capture of which the collector told anything, by name, with what its threads added. */
    public List<RunFigures> runs() {
        Map<String, RunFigures> runs = new TreeMap<>();
        infos().forEach((name, info) -> runs.put(name, RunFigures.without(name, info)));
        costs().forEach(cost -> runs.put(cost.subject(), RunFigures.of(cost)));
        return List.copyOf(runs.values());
    }
}
