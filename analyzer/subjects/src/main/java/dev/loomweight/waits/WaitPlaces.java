package dev.loomweight.waits;

import dev.loomweight.diagnosis.Owners;
import dev.loomweight.sample.Frame;
import dev.loomweight.stacks.StackLines;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Which frame of a stack people know as the place where it waits: the innermost of the application's own code. */
final class WaitPlaces {

    private final Owners owners;

    private record Key(StackLines stack, int from) {}

    private final Map<Key, Integer> known = new HashMap<>();

    /** @param owners whose code frames are */
    WaitPlaces(Owners owners) {
        this.owners = owners;
    }

    /**
     * The place.
     *
     * @param stack the stack; with frames
     * @param from the frame from which on outwards is looked
     * @return its index
     */
    int of(StackLines stack, int from) {
        return known.computeIfAbsent(
                new Key(stack, from), key -> owners.placeIn(key.stack().stack(), key.from()));
    }

    /** The frame with its line; empty for a stack without frames. */
    String label(StackLines stack, int from) {
        List<Frame> frames = stack.stack().frames();
        return frames.isEmpty() ? "" : frames.get(of(stack, from)).label();
    }

    /** The method; empty for a stack without frames. */
    String method(StackLines stack, int from) {
        List<Frame> frames = stack.stack().frames();
        return frames.isEmpty() ? "" : frames.get(of(stack, from)).method();
    }
}
