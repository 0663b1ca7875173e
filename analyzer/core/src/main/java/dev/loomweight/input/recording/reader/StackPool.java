package dev.loomweight.input.recording.reader;

import dev.loomweight.sample.Frame;
import dev.loomweight.sample.StackTrace;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One {@link StackTrace} per distinct stack, for libraries that have a type of their own. Within a chunk, events with
 * the same stack share one of the library's objects, so most events cost one look-up by identity; across chunks, equal
 * content finds the same object. For one thread.
 *
 * @param <R> the library's type of a stack
 */
public final class StackPool<R> {

    // The keys keep the constants of chunks that were read alive: forget them now and then.
    private static final int MAX_RECORDED = 50_000;

    private final Function<R, StackTrace> conversion;
    private final IdentityHashMap<R, StackTrace> recorded = new IdentityHashMap<>();
    private final Map<StackTrace, StackTrace> stacks = new HashMap<>();
    private final Map<Frame, Frame> frames = new HashMap<>();

    /** @param conversion makes a stack of one of the library's */
    public StackPool(Function<R, StackTrace> conversion) {
        this.conversion = conversion;
    }

    /** The stack, or {@link StackTrace#NONE} for null. */
    public StackTrace get(@Nullable R key) {
        if (key == null) {
            return StackTrace.NONE;
        }
        StackTrace known = recorded.get(key);
        if (known != null) {
            return known;
        }
        if (recorded.size() >= MAX_RECORDED) {
            recorded.clear();
        }
        StackTrace stack = conversion.apply(key);
        StackTrace shared = stacks.get(stack);
        if (shared == null) {
            List<Frame> same = stack.frames().stream()
                    .map(frame -> frames.computeIfAbsent(frame, one -> one))
                    .toList();
            shared = new StackTrace(same, stack.truncated());
            stacks.put(shared, shared);
        }
        recorded.put(key, shared);
        return shared;
    }

    /** Releases the library's objects, and with them the constants of their chunk. */
    public void forgetRecorded() {
        recorded.clear();
    }
}
