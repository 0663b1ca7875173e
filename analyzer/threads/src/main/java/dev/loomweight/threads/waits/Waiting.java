package dev.loomweight.threads.waits;

import dev.loomweight.kernel.stacks.StackLines;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What threads of a dump that are equal in it do.
 *
 * @param virtual whether they are virtual threads
 * @param kind what they do
 * @param lock the class of what they wait for; empty where it is not known
 * @param identity what identifies it; null where that is not known, or does not matter
 * @param stack their stack; without frames for those that run
 * @param frame the frame that waits: the innermost outside of the machinery of waiting
 */
record Waiting(
        boolean virtual, Doing kind, String lock, @Nullable String identity, StackLines stack, int frame) {

    // Millions of threads are looked up: a record's own hash is made of method handles.
    @Override
    public int hashCode() {
        return ((stack.hashCode() * 31 + kind.name().hashCode()) * 31 + lock.hashCode()) * 31
                + Objects.hashCode(identity);
    }

    @Override
    public boolean equals(@Nullable Object object) {
        return object instanceof Waiting other
                && virtual == other.virtual
                && kind == other.kind
                && frame == other.frame
                && lock.equals(other.lock)
                && Objects.equals(identity, other.identity)
                && stack.equals(other.stack);
    }
}
