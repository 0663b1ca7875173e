package dev.loomweight.experiment.weight;

import dev.loomweight.memory.reconcile.MemoryMoment;
import dev.loomweight.memory.reconcile.ObservedProcess;
import dev.loomweight.memory.reconcile.Processes;
import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The captures among processes: what the analyses of weight read.
 *
 * @param infos the manifest of every capture, by name
 * @param costs the captures that started a known number of threads between a first and a last snapshot; the others cannot
 *     be divided by threads
 */
public record Captures(Map<String, CaptureInfo> infos, List<ThreadGrowth> costs) {

    /** The captures among these. */
    public static Captures of(Processes processes) {
        Map<String, CaptureInfo> infos = new TreeMap<>();
        List<ThreadGrowth> costs = new ArrayList<>();
        for (ObservedProcess process : processes.together()) {
            CaptureInfo info = process.info();
            List<MemoryMoment> moments = process.moments();
            if (info != null) {
                infos.put(process.name(), info);
                if (info.threadsRan() > 0 && moments.size() >= 2) {
                    costs.add(new ThreadGrowth(
                            process.name(),
                            info,
                            moments.getFirst().snapshot(),
                            moments.getLast().snapshot()));
                }
            }
        }
        return new Captures(infos, costs);
    }

    /** Every capture with a manifest, by name, with the memory that its threads added. */
    public List<RunFigures> runs() {
        Map<String, RunFigures> runs = new TreeMap<>();
        infos.forEach((name, info) -> runs.put(name, RunFigures.without(name, info)));
        costs.forEach(cost -> runs.put(cost.subject(), RunFigures.of(cost)));
        return List.copyOf(runs.values());
    }
}
