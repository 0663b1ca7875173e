package dev.loomweight.input.recording.reader.chunk;

import dev.loomweight.input.recording.reader.ThreadRefs;
import dev.loomweight.sample.ThreadRef;
import org.jspecify.annotations.Nullable;

/** The threads of one chunk, each decoded once. */
final class Threads {

    private final Constants constants;
    private final LongMap<ThreadRef> known = new LongMap<>();
    private @Nullable Fields fields;

    Threads(Constants constants) {
        this.constants = constants;
    }

    /** The thread of that number, or null for 0 and where the chunk does not hold it. */
    @Nullable
    ThreadRef get(ClassDef type, long id) {
        ThreadRef thread = known.get(id);
        if (thread == null) {
            long position = constants.position(type, id);
            if (position != 0) {
                thread = decode(type, position);
                known.put(id, thread);
            }
        }
        return thread;
    }

    private ThreadRef decode(ClassDef type, long position) {
        ChunkInput in = constants.input();
        Layout layout = constants.metadata().layout(type);
        if (fields == null) {
            fields = new Fields(in, layout);
        }
        fields.on(layout, position, Long.MAX_VALUE);
        return ThreadRefs.of(
                constants.string(fields, "javaName"),
                constants.string(fields, "osName"),
                fields.longValue("javaThreadId"),
                fields.longValue("osThreadId"),
                fields.longValue("virtual") != 0);
    }
}
