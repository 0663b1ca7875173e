package dev.loomweight.threadcost.weight;

import dev.loomweight.memory.reconcile.ObservedProcess;
import dev.loomweight.memory.reconcile.Processes;
import dev.loomweight.sample.CaptureInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The captures among processes, with their snapshots: what the analyses of weight read. */
public final class Captures {

    private final List<ObservedProcess> processes;

    private Captures(List<ObservedProcess> processes) {
        this.processes = processes;
    }

    /** The captures among these. */
    public static Captures of(Processes processes) {
        return new Captures(processes.together());
    }

    /** The manifest of every capture, by name. */
    Map<String, CaptureInfo> infos() {
        Map<String, CaptureInfo> infos = new TreeMap<>();
        for (ObservedProcess process : processes) {
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
        for (ObservedProcess process : processes) {
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
