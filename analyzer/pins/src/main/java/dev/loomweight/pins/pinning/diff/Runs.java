package dev.loomweight.pins.pinning.diff;

import dev.loomweight.fold.Sum;
import dev.loomweight.pins.pinning.PinCensus;
import dev.loomweight.pins.pinning.PinCensus.Site;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The runs of one side of a comparison, where the user names them one by one.
 *
 * @param processes the names of those of each run; no process is in two of them
 */
public record Runs(List<Set<String>> processes) {

    /** One run, of whatever processes. */
    public static final Runs ONE = new Runs(List.of());

    public Runs {
        processes = List.copyOf(processes);
    }

    /**
     * Those of some processes.
     *
     * @param runOf the number of the run that each process is of
     */
    public static Runs of(Map<String, Integer> runOf) {
        Map<Integer, Set<String>> runs = new TreeMap<>();
        runOf.forEach((process, run) ->
                runs.computeIfAbsent(run, any -> new TreeSet<>()).add(process));
        return runs.size() > 1 ? new Runs(new ArrayList<>(runs.values())) : ONE;
    }

    /** How many there are, 1 or more. */
    int count() {
        return Math.max(1, processes.size());
    }

    /** The pins of a site in each run. */
    List<Sum> sums(Site site) {
        return processes.stream()
                .map(run -> run.stream()
                        .map(process -> site.byProcess().getOrDefault(process, Sum.NONE))
                        .reduce(Sum.NONE, Sum::plus))
                .toList();
    }

    /** How long pins were recorded in a run, in nanoseconds; 0 where that is not known. */
    double nanos(PinCensus census, int run) {
        return processes.get(run).stream()
                .mapToDouble(process -> {
                    Duration recorded = census.recordedBy().get(process);
                    return recorded == null ? 0 : recorded.toNanos();
                })
                .sum();
    }

    /** Whether no more than one of several runs has pins of a site. */
    boolean isOfOne(Site site) {
        return processes.size() > 1
                && sums(site).stream().filter(sum -> sum.count() > 0).count() <= 1;
    }
}
