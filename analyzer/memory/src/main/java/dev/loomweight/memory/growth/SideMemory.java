package dev.loomweight.memory.growth;

import dev.loomweight.memory.Place;
import dev.loomweight.report.Amounts;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The memory of one side of a comparison.
 *
 * @param runs its runs, one or more
 */
record SideMemory(List<RunMemory> runs) {

    SideMemory {
        runs = List.copyOf(runs);
    }

    /** The name of the one run, or how many there are. */
    String name() {
        return runs.size() == 1 ? runs.getFirst().name() : Amounts.count(runs.size()) + " runs";
    }

    /** What any of them has. */
    Set<Place> places() {
        Set<Place> places = new TreeSet<>();
        runs.forEach(run -> places.addAll(run.courses().keySet()));
        return places;
    }

    /** From when on the memory of all is known, in seconds. */
    double first() {
        return runs.stream().mapToDouble(RunMemory::first).max().orElseThrow();
    }

    /** Until when it is. */
    double last() {
        return runs.stream().mapToDouble(RunMemory::last).min().orElseThrow();
    }

    /** Whether NMT was on in all of them. */
    boolean tracked() {
        return runs.stream().allMatch(RunMemory::tracked);
    }

    /** Whether the times are since the JVM began. */
    boolean sinceStart() {
        return runs.getFirst().sinceStart();
    }

    /** Whether the times of all runs have one beginning. */
    static boolean isSinceOne(SideMemory before, SideMemory after) {
        return Stream.concat(before.runs.stream(), after.runs.stream())
                        .map(RunMemory::sinceStart)
                        .distinct()
                        .count()
                == 1;
    }

    /** How far the heap after collections ever fell in one of them, in bytes. */
    long heapFalls() {
        return runs.stream().mapToLong(RunMemory::heapFalls).max().orElse(0);
    }

    /** How much of the heap may not have been touched at a time in one of them, in bytes. */
    long untouchedAt(double seconds) {
        return runs.stream().mapToLong(run -> run.untouchedAt(seconds)).max().orElse(0);
    }
}
