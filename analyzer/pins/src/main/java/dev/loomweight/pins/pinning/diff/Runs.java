package dev.loomweight.pins.pinning.diff;

import dev.loomweight.fold.Sum;
import dev.loomweight.pins.pinning.PinCensus;
import dev.loomweight.pins.pinning.PinCensus.Site;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The runs of one side of a comparison, where the user names them one by one.
 *
 * @param processes the names of those of each run; no process is in two of them. Empty for one run, of whatever processes
 * @param work how much each run did, in units such as requests, above 0; empty where that is not known
 */
public record Runs(List<Set<String>> processes, List<Double> work) {

    /** One run, of whatever processes. */
    public static final Runs ONE = new Runs(List.of(), List.of());

    /** @throws IllegalArgumentException if the work is that of more runs, or of fewer */
    public Runs {
        processes = List.copyOf(processes);
        work = List.copyOf(work);
        if (!work.isEmpty() && work.size() != Math.max(1, processes.size())) {
            throw new IllegalArgumentException(work.size() + " amounts of work for " + processes.size() + " runs");
        }
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
        return runs.size() > 1 ? new Runs(new ArrayList<>(runs.values()), List.of()) : ONE;
    }

    /** The same runs, which did so much each. */
    public Runs doing(List<Double> units) {
        return new Runs(processes, units);
    }

    /**
     * How much later runs may have of what adds up, in units of what earlier ones have: 1 for as many runs that are not longer,
     * since who does the same work in less time has no more, or where it is not known how long they were.
     */
    public static double scale(PinCensus before, Runs earlier, PinCensus after, Runs later) {
        double runs = (double) later.count() / earlier.count();
        double was = before.recorded().toNanos();
        double is = after.recorded().toNanos();
        return was > 0 && is > 0 ? Math.max(runs, is / was) : runs;
    }

    /** What all runs did together; 0 where that is not known. */
    double allWork() {
        return work.stream().mapToDouble(Double::doubleValue).sum();
    }

    /** How many there are, 1 or more. */
    public int count() {
        return Math.max(1, processes.size());
    }

    /** The pins of a site in each of several runs; empty for one. */
    public List<Sum> sums(Site site) {
        return processes.stream()
                .map(run -> run.stream()
                        .map(process -> site.byProcess().getOrDefault(process, Sum.NONE))
                        .reduce(Sum.NONE, Sum::plus))
                .toList();
    }

    /** The work of a run, or where that is not known, how long pins were recorded, in nanoseconds; 0 where neither is. */
    double amount(PinCensus census, int run) {
        return !work.isEmpty()
                ? work.get(run)
                : census.recorded(processes.get(run)).toNanos();
    }

    /** Whether no more than one of several runs has pins of a site. */
    boolean isOfOne(Site site) {
        return processes.size() > 1
                && sums(site).stream().filter(sum -> sum.count() > 0).count() <= 1;
    }
}
