package dev.loomweight.bytecode;

import java.util.List;

/**
 * The monitors of one thread of a dump, by the class files and lines of its frames. Candidates: see {@link LineMonitor}.
 *
 * @param held those that it may hold, the innermost frame first, within a frame in the order in which they were taken;
 *     without those that it waits on in {@link Object#wait()}, which it has released
 * @param entering those that it may be about to enter, if it is blocked at all: a dump of JDK 21 does not show whether it
 *     is or runs
 * @param waiting those on which it may be in {@link Object#wait()}; empty for a thread that does not wait
 * @param undecided the frames of which no class file shows anything, 0 for the innermost; without native methods
 */
public record LineMonitors(
        List<LineMonitor> held, List<LineMonitor> entering, List<LineMonitor> waiting, List<Integer> undecided) {

    public LineMonitors {
        held = List.copyOf(held);
        entering = List.copyOf(entering);
        waiting = List.copyOf(waiting);
        undecided = List.copyOf(undecided);
    }
}
