package dev.loomweight.bytecode;

import org.jspecify.annotations.Nullable;

/** Where an object on a stack comes from: a {@link Value} of one of its frames, followed outwards as far as it goes. */
sealed interface ObjectOrigin {

    /**
     * What a frame was called with and nothing shows from where, made, or was given.
     *
     * @param frame the frame, from 0, the innermost
     */
    record Of(int frame, Value value) implements ObjectOrigin {}

    /**
     * What a frame has read from a field.
     *
     * @param frame the frame
     * @param base the object that the field is of; null for a static field
     */
    record Field(int frame, Value.Read read, @Nullable ObjectOrigin base) implements ObjectOrigin {}
}
