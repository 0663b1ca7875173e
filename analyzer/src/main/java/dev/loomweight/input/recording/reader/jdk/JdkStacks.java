package dev.loomweight.input.recording.reader.jdk;

import dev.loomweight.input.recording.reader.Names;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.StackTrace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import org.jspecify.annotations.Nullable;

/**
 * Turns the JDK's stacks into ours, one object per distinct stack. Within a chunk, events with the same stack share one
 * {@link RecordedStackTrace}, so most events cost one look-up by identity; across chunks equal content finds the same
 * object.
 */
final class JdkStacks {

    // Chunks that are done keep their constants alive through the keys: forget them now and then.
    private static final int MOST_KNOWN = 50_000;

    private final IdentityHashMap<RecordedStackTrace, StackTrace> known = new IdentityHashMap<>();
    private final Map<StackTrace, StackTrace> stacks = new HashMap<>();
    private final Map<Frame, Frame> frames = new HashMap<>();

    /** The stack, or {@link StackTrace#NONE} for null. */
    StackTrace of(@Nullable RecordedStackTrace recorded) {
        if (recorded == null) {
            return StackTrace.NONE;
        }
        StackTrace stack = known.get(recorded);
        if (stack == null) {
            if (known.size() >= MOST_KNOWN) {
                known.clear();
            }
            stack = decode(recorded);
            StackTrace same = stacks.putIfAbsent(stack, stack);
            stack = same == null ? stack : same;
            known.put(recorded, stack);
        }
        return stack;
    }

    /** Lets go of the JDK's own stacks, and with them of their chunks; of ours where they have become too many. */
    void forgetRecorded() {
        known.clear();
        if (stacks.size() >= MOST_KNOWN) {
            stacks.clear();
            frames.clear();
        }
    }

    private StackTrace decode(RecordedStackTrace recorded) {
        List<RecordedFrame> from = recorded.getFrames();
        List<Frame> to = new ArrayList<>(from.size());
        for (RecordedFrame frame : from) {
            Frame decoded = decode(frame);
            Frame same = frames.putIfAbsent(decoded, decoded);
            to.add(same == null ? decoded : same);
        }
        return new StackTrace(to, recorded.isTruncated());
    }

    private static Frame decode(RecordedFrame frame) {
        RecordedMethod method = frame.getMethod();
        String type = frame.getType();
        return new Frame(
                method == null ? Names.UNKNOWN : className(method.getType()),
                method == null ? Names.UNKNOWN : Names.orUnknown(method.getName()),
                method == null ? Names.UNKNOWN : Names.orUnknown(method.getDescriptor()),
                frame.getLineNumber(),
                frame.getBytecodeIndex(),
                method == null ? 0 : method.getModifiers(),
                Names.orUnknown(type));
    }

    private static String className(@Nullable RecordedClass type) {
        return type == null ? Names.UNKNOWN : Names.orUnknown(type.getName());
    }
}
