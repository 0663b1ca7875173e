package dev.loomweight.threads.waits;

import dev.loomweight.kernel.stacks.StackLines;
import org.jspecify.annotations.Nullable;

/**
 * Who has a lock for which others wait, at the moment of a dump.
 *
 * @param virtual whether it is a virtual thread
 * @param doing what it does meanwhile
 * @param stack its stack
 * @param frame the frame that holds a monitor; -1 where that is not known
 * @param waits the frame of its own wait, or 0
 */
record Holding(boolean virtual, Doing doing, StackLines stack, int frame, int waits) {

    /**
     * A lock.
     *
     * @param kind monitor or lock
     * @param lock its class
     * @param identity what identifies it in all dumps; null where names are of one dump, and the place of those who wait has to
     *     identify it
     * @param stack the stack of one that waits for it; none where there is an identity
     * @param frame the frame of that stack that waits
     */
    record Held(Doing kind, String lock, @Nullable String identity, StackLines stack, int frame) {}

    /** A text that differs where two do, for orders. */
    String key() {
        return virtual + " " + doing + " " + frame + " " + waits + " " + stack;
    }

    /** The first of two, where a dump shows a lock with two owners: it looks at one thread after the other. */
    static Holding first(@Nullable Holding one, Holding other) {
        return one == null || other.key().compareTo(one.key()) < 0 ? other : one;
    }
}
