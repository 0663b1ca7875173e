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

    /**
     * A monitor that a thread of a dump may hold, enter or wait on. A dump has lines and no bytecode indexes, so this
     * is one of a set of candidates.
     *
     * @param depth the frame, 0 for the innermost
     * @param monitor the monitor as the source names it
     * @param object what is locked, as far as code names it, to compare it between frames and threads:
     *     {@code com.acme.Cart.LOCK}, {@code com.acme.Cart.class}, {@code this.lock of com.acme.Cart},
     *     {@code item in com.acme.Cart.add} for a local
     * @param one whether an equal {@code object} is the same object in all threads: a class literal, a static final
     * field, a
     *     string. Otherwise an equal one can be another object of the same class
     * @param certain whether it is so for every instruction that the frame can stand at; else for some of them
     */
    public record LineMonitor(int depth, Monitor monitor, String object, boolean one, boolean certain) {

        LineMonitor at(int frame) {
            return new LineMonitor(frame, monitor, object, one, certain);
        }

        LineMonitor possible() {
            return new LineMonitor(depth, monitor, object, one, false);
        }

        boolean isOf(LineMonitor other) {
            return object.equals(other.object);
        }
    }
}
