package dev.loomweight.threads.waits;

import dev.loomweight.jvm.CodePlace;
import dev.loomweight.kernel.diagnosis.Owners;
import dev.loomweight.kernel.stacks.StackLines;
import dev.loomweight.sample.Frame;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Which frame of a stack people know as the place where it waits: the innermost of the application's own code. */
final class WaitPlaces {

    private final Owners owners;

    private record Key(StackLines stack, int from) {}

    private final Map<Key, CodePlace> known = new HashMap<>();

    /** @param owners whose code frames are */
    WaitPlaces(Owners owners) {
        this.owners = owners;
    }

    /**
     * The place.
     *
     * @param from the frame from which on outwards is looked
     * @return null for a stack without frames
     */
    @Nullable
    CodePlace of(StackLines stack, int from) {
        List<Frame> frames = stack.stack().frames();
        return frames.isEmpty()
                ? null
                : known.computeIfAbsent(
                        new Key(stack, from),
                        key -> frames.get(owners.placeIn(stack.stack(), from)).place());
    }

    /** The place as text, with its line; empty for a stack without frames. */
    String label(StackLines stack, int from) {
        return Objects.toString(of(stack, from), "");
    }

    /** The method; empty for a stack without frames. */
    String method(StackLines stack, int from) {
        return Objects.requireNonNullElse(CodePlace.methodOf(of(stack, from)), "");
    }
}
