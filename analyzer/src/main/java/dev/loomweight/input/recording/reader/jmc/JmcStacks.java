package dev.loomweight.input.recording.reader.jmc;

import dev.loomweight.input.recording.reader.Names;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.StackTrace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Turns Mission Control's stacks into ours, one object per distinct stack. Within a chunk, events with the same stack
 * share one of its objects.
 */
final class JmcStacks {

    private final IdentityHashMap<Object, StackTrace> ofChunk = new IdentityHashMap<>();
    private final Map<StackTrace, StackTrace> stacks = new HashMap<>();
    private final Map<Frame, Frame> frames = new HashMap<>();

    /** Lets go of the constants of the chunk before. */
    void startChunk() {
        ofChunk.clear();
    }

    /** The stack, or {@link StackTrace#NONE} for null. */
    StackTrace of(@Nullable Object recorded) {
        if (recorded == null) {
            return StackTrace.NONE;
        }
        return ofChunk.computeIfAbsent(recorded, key -> {
            StackTrace stack = decode(key);
            return Objects.requireNonNullElse(stacks.putIfAbsent(stack, stack), stack);
        });
    }

    private StackTrace decode(Object recorded) {
        Object[] from = (Object[]) JmcStructs.get(recorded, "frames");
        List<Frame> to = new ArrayList<>();
        for (Object frame : from == null ? new Object[0] : from) {
            Frame decoded = frame(frame);
            to.add(Objects.requireNonNullElse(frames.putIfAbsent(decoded, decoded), decoded));
        }
        return new StackTrace(to, Boolean.TRUE.equals(JmcStructs.get(recorded, "truncated")));
    }

    private static Frame frame(Object frame) {
        Object method = JmcStructs.get(frame, "method");
        return new Frame(
                method == null ? Names.UNKNOWN : Names.orUnknown(className(JmcStructs.get(method, "type"))),
                method == null ? Names.UNKNOWN : Names.orUnknown(JmcStructs.text(method, "name")),
                method == null ? Names.UNKNOWN : Names.orUnknown(JmcStructs.text(method, "descriptor")),
                (int) JmcStructs.number(frame, "lineNumber", -1),
                (int) JmcStructs.number(frame, "bytecodeIndex", -1),
                method == null ? 0 : (int) JmcStructs.number(method, "modifiers", 0),
                Names.orUnknown(JmcStructs.text(frame, "type")));
    }

    /** The name of a class in Java's notation, or null. */
    static @Nullable String className(@Nullable Object type) {
        String name = type == null ? null : JmcStructs.text(type, "name");
        return name == null ? null : name.replace('/', '.');
    }
}
