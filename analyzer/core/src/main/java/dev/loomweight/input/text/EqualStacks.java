package dev.loomweight.input.text;

import dev.loomweight.jvm.JvmNames;
import dev.loomweight.sample.Dumps.ThreadDump;
import dev.loomweight.sample.Frame;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The threads of a text with equal stacks together: a million threads that wait alike take no more memory than one.
 */
final class EqualStacks {

    private static final int MOST_NAMES = 3;

    private final Map<Key, Sum> stacks = new LinkedHashMap<>();
    private final boolean isJson;

    private record Key(
            List<Frame> frames, boolean virtual, @Nullable String state, boolean onCarrier) {}

    private static final class Sum {
        private long count;
        private final List<String> names = new ArrayList<>();
    }

    /** @param isJson whether the dump is JSON, which before JDK 25 does not show what is virtual */
    EqualStacks(boolean isJson) {
        this.isJson = isJson;
    }

    boolean isEmpty() {
        return stacks.isEmpty();
    }

    void add(OpenThread thread) {
        // Of JSON of JDK 21, a thread without frames that is none of the JVM's own has not begun.
        boolean virtual = Boolean.TRUE.equals(thread.virtual)
                || thread.runsVirtual()
                || (isJson
                        && thread.state == null
                        && thread.virtual == null
                        && thread.frames.isEmpty()
                        && !JvmNames.isWithoutFrames(thread.name));
        Sum sum = stacks.computeIfAbsent(
                new Key(List.copyOf(thread.frames), virtual, thread.state, thread.carrier > 0), key -> new Sum());
        sum.count++;
        if (!thread.name.isEmpty() && sum.names.size() < MOST_NAMES && !sum.names.contains(thread.name)) {
            sum.names.add(thread.name);
        }
    }

    ThreadDump finish() {
        List<ThreadDump.Stack> all = new ArrayList<>();
        int deepest = stacks.keySet().stream()
                .mapToInt(key -> key.frames().size())
                .max()
                .orElse(0);
        stacks.forEach((key, sum) -> all.add(new ThreadDump.Stack(
                key.frames(),
                key.virtual(),
                key.state(),
                key.onCarrier(),
                sum.count,
                sum.names,
                extent(key, deepest))));
        return new ThreadDump(all);
    }

    /**
     * Whether outer frames are missing. A dump does not say so, nor where it stops; but no stack is deeper than that, and
     * the outermost frame of a complete one is a method in which threads begin.
     */
    private ThreadDump.Extent extent(Key key, int deepest) {
        if (key.frames().isEmpty()
                || key.frames().size() < deepest
                || OpenThread.beginsThread(key.frames(), key.virtual())) {
            return ThreadDump.Extent.COMPLETE;
        }
        return isJson && !key.virtual() && key.state() == null
                ? ThreadDump.Extent.TRUNCATED_OF_UNKNOWN_KIND
                : ThreadDump.Extent.TRUNCATED;
    }
}
