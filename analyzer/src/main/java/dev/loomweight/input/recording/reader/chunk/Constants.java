package dev.loomweight.input.recording.reader.chunk;

import dev.loomweight.input.recording.reader.ThreadRefs;
import dev.loomweight.input.recording.reader.chunk.ClassDef.Primitive;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadRef;
import org.jspecify.annotations.Nullable;

/** The constants of one chunk, each decoded on request; threads and stacks once. */
final class Constants {

    /** What is kept from chunk to chunk by one thread. */
    static final class Kept {
        private final TextCache texts = new TextCache();
        private final StackTable stacks = new StackTable();
        // By the bytes that one JVM writes them as, which its next chunk repeats.
        private ByteKeys<StackTrace> written = new ByteKeys<>();
        private int jvm;

        /** What was kept, for a chunk of a JVM: numbers of one mean nothing to another. */
        Kept of(int number) {
            if (number != jvm) {
                jvm = number;
                written = new ByteKeys<>();
            }
            return this;
        }
    }

    // A JVM's lead to a symbol at most: a string that refers to itself, which only damage can make, ends here.
    private static final int DEEPEST = 16;

    private final Metadata metadata;
    private final Pools pools;
    private final ChunkInput in;
    private final TextCache texts;
    private final Runnable search;
    private final LongMap<ThreadRef> threads = new LongMap<>();
    private @Nullable ThreadShape threadShape;
    private final Stacks stacks;
    private long missing;
    // How many strings are being read, each of which led to the next.
    private int depth;

    /**
     * @param metadata of the chunk
     * @param pools the positions of its constants
     * @param in the chunk, for this object alone
     * @param kept what earlier chunks gave
     * @param search looks for checkpoints outside the chain; called when a constant is missing
     */
    Constants(Metadata metadata, Pools pools, ChunkInput in, Kept kept, Runnable search) {
        this.metadata = metadata;
        this.pools = pools;
        this.in = in;
        this.texts = kept.texts;
        this.search = search;
        this.stacks = new Stacks(this, kept.stacks, kept.written);
    }

    /** How many references led to a constant that the chunk does not hold. */
    long missing() {
        return missing;
    }

    Metadata metadata() {
        return metadata;
    }

    /** The chunk, to read constants from. */
    ChunkInput input() {
        return in;
    }

    /** The position of a constant, or 0 for null and where it is missing. */
    long position(ClassDef type, long id) {
        long position = pools.position(type, id);
        // Mostly 0 is null, but an enumeration of the JVM can begin with it.
        if (position == 0 && id != 0) {
            search.run();
            position = pools.position(type, id);
            if (position == 0) {
                missing++;
            }
        }
        return position;
    }

    /** A thread, or null where there is none. */
    @Nullable
    ThreadRef thread(ClassDef type, long id) {
        ThreadRef thread = threads.get(id);
        if (thread == null) {
            long position = position(type, id);
            if (position != 0) {
                thread = decodeThread(type, position);
                // Virtual threads without a name are met once or twice, and a chunk can have a hundred thousand.
                if (!thread.virtual() || !thread.name().isEmpty()) {
                    threads.put(id, thread);
                }
            }
        }
        return thread;
    }

    private ThreadRef decodeThread(ClassDef type, long position) {
        ThreadShape shape = threadShape;
        if (shape == null || shape.type != type) {
            shape = new ThreadShape(metadata.layout(type), in);
            threadShape = shape;
        }
        Fields fields = shape.fields;
        fields.on(fields.layout(), position, Long.MAX_VALUE);
        String javaName = text(fields, shape.javaName);
        return ThreadRefs.of(
                javaName,
                javaName == null ? text(fields, shape.osName) : null,
                number(fields, shape.javaThreadId),
                number(fields, shape.osThreadId),
                number(fields, shape.virtual) != 0);
    }

    /** Which fields of a thread are where. */
    private static final class ThreadShape {
        final ClassDef type;
        final Fields fields;
        final int javaName;
        final int osName;
        final int javaThreadId;
        final int osThreadId;
        final int virtual;

        ThreadShape(Layout layout, ChunkInput in) {
            type = layout.type();
            fields = new Fields(in, layout);
            javaName = layout.number("javaName");
            osName = layout.number("osName");
            javaThreadId = layout.number("javaThreadId");
            osThreadId = layout.number("osThreadId");
            virtual = layout.number("virtual");
        }
    }

    /** The integer in a field; 0 where there is no such field, or it is no single integer. */
    private static long number(Fields of, int number) {
        return number < 0 || !of.layout().isOneLong(number) ? 0 : of.longValue(number);
    }

    /** A stack; {@link StackTrace#NONE} where there is none. */
    StackTrace stack(ClassDef type, long id) {
        return stacks.get(type, id);
    }

    /** The string of a constant that is a string, or an object around one; null where there is none. */
    @Nullable
    String string(ClassDef type, long id) {
        long position = position(type, id);
        if (position == 0) {
            return null;
        }
        if (depth >= DEEPEST) {
            throw new IndexOutOfBoundsException("a string that refers to itself");
        }
        long back = in.position();
        in.seek(position);
        depth++;
        try {
            return stringHere(type);
        } finally {
            depth--;
            in.seek(back);
        }
    }

    private @Nullable String stringHere(ClassDef type) {
        ClassDef at = type;
        while (at.primitive() == null && at.fields().size() == 1) {
            FieldDef only = at.fields().getFirst();
            if (only.pooled()) {
                return string(only.type(), in.readLong());
            }
            at = only.type();
        }
        return at.primitive() == Primitive.STRING ? string(at, in) : null;
    }

    /** The string in a field, a constant or not; null where there is no such field, or it holds none. */
    @Nullable
    String string(Fields of, String field) {
        return text(of, of.layout().number(field));
    }

    private @Nullable String text(Fields of, int number) {
        if (number < 0) {
            return null;
        }
        FieldDef definition = of.layout().field(number);
        return definition.pooled()
                ? string(definition.type(), of.longValue(number))
                : string(definition.type(), of.at(number));
    }

    /** The string that is written here, a constant or not. */
    @Nullable
    String string(ClassDef type, ChunkInput from) {
        long position = from.position();
        if (from.readByte() == Texts.CONSTANT) {
            return string(type, from.readLong());
        }
        from.seek(position);
        return texts.read(from);
    }
}
