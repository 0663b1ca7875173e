package dev.loomweight.bytecode;

/**
 * A monitor that a thread of a dump may hold, enter or wait on. A dump has lines and no bytecode indexes, so this is one of
 * a set of candidates.
 *
 * @param depth the frame, 0 for the innermost
 * @param monitor the monitor as the source names it
 * @param object what is locked, as far as code names it, to compare it between frames and threads:
 *     {@code com.acme.Cart.LOCK}, {@code com.acme.Cart.class}, {@code this.lock of com.acme.Cart},
 *     {@code item in com.acme.Cart.add} for a local
 * @param one whether an equal {@code object} is the same object in all threads: a class literal, a static final field, a
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
