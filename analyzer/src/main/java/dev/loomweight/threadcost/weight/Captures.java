package dev.loomweight.threadcost.weight;

import dev.loomweight.memory.reconcile.ObservedProcess;
import dev.loomweight.memory.reconcile.Processes;
import dev.loomweight.sample.CaptureInfo;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The accumulator of all analyses of weight: every capture with its snapshots. */
public final class Captures {

    private Processes processes = new Processes();

    void add(Origin origin, Sample sample) {
        processes.add(origin, sample);
    }

    Captures merge(Captures other) {
        processes = processes.merge(other.processes);
        return this;
    }

    /** The manifest of every capture, by name. */
    Map<String, CaptureInfo> infos() {
        Map<String, CaptureInfo> infos = new TreeMap<>();
        for (ObservedProcess process : processes.together()) {
            if (process.info() != null) {
                infos.put(process.name(), process.info());
            }
        }
        return infos;
    }

    /**
     * The captures that started a known number of threads between a first and a last snapshot; the others cannot be
     * divided by threads.
     */
    List<ThreadGrowth> costs() {
        List<ThreadGrowth> costs = new ArrayList<>();
        for (ObservedProcess process : processes.together()) {
            CaptureInfo info = process.info();
            List<ObservedProcess.TimedSnapshot> moments = process.moments();
            if (info != null && info.threadsRan() > 0 && moments.size() >= 2) {
                costs.add(new ThreadGrowth(
                        process.name(),
                        info,
                        moments.get(0).snapshot(),
                        moments.get(moments.size() - 1).snapshot()));
            }
        }
        return costs;
    }

    /** Every capture with a manifest, by name, with the memory that its threads added. */
    public List<RunFigures> runs() {
        Map<String, RunFigures> runs = new TreeMap<>();
        infos().forEach((name, info) -> runs.put(name, RunFigures.without(name, info)));
        costs().forEach(cost -> runs.put(cost.subject(), RunFigures.of(cost)));
        return List.copyOf(runs.values());
    }
}
