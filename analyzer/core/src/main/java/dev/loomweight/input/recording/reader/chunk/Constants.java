package dev.loomweight.input.recording.reader.chunk;

import dev.loomweight.input.recording.reader.chunk.ChunkTexts.ByteKeys;
import dev.loomweight.input.recording.reader.chunk.ClassDef.Primitive;
import dev.loomweight.input.recording.reader.chunk.Layout.Fields;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadRef;
import org.jspecify.annotations.Nullable;

/** The constants of one chunk, each decoded on request; threads and stacks once. */
final class Constants {

    /** What is kept from chunk to chunk by one thread. */
    static final class Kept {
        private final ChunkTexts.Cache texts = new ChunkTexts.Cache();
        private final StackTable stacks;
        // By the bytes that one JVM writes them as, which its next chunk repeats.
        private final ConstantPools.Tables tables = new ConstantPools.Tables();
        private ByteKeys<StackTrace> written = new ByteKeys<>();
        private int jvm;

        /** @param stacks those of all threads that read the recording */
        Kept(StackTable stacks) {
            this.stacks = stacks;
        }

        ConstantPools.Tables tables() {
            return tables;
        }

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
    private final ConstantPools pools;
    private final ChunkInput in;
    private final ChunkTexts.Cache texts;
    private final Runnable search;
    private final Runnable places;
    private final LongTable.OfObjects<ThreadRef> threads = new LongTable.OfObjects<>();
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
     * @param places finds where the threads are of which the pools know the number alone
     */
    Constants(Metadata metadata, ConstantPools pools, ChunkInput in, Kept kept, Runnable search, Runnable places) {
        this.metadata = metadata;
        this.pools = pools;
        this.in = in;
        this.texts = kept.texts;
        this.search = search;
        this.places = places;
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
        return ConstantPools.position(place(type, id));
    }

    /** The place of a constant, as {@link ConstantPools} knows it, or 0 for null and where it is missing. */
    long place(ClassDef type, long id) {
        long place = pools.place(type, id);
        if (place == 0 && pools.isPlainThread(type, id)) {
            places.run();
            place = pools.place(type, id);
        }
        // Mostly 0 is null, but an enumeration of the JVM can begin with it.
        if (place == 0 && id != 0) {
            search.run();
            place = pools.place(type, id);
            if (place == 0) {
                missing++;
            }
        }
        return place;
    }

    /** A thread, or null where there is none. */
    @Nullable
    ThreadRef thread(ClassDef type, long id) {
        ThreadRef thread = threads.get(id);
        if (thread == null) {
            if (pools.isPlainThread(type, id)) {
                return ThreadShape.plain(id);
            }
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

    /** The same without the name of a virtual thread that is not the JDK's, which stays unread. */
    @Nullable
    ThreadRef oneOfMany(ClassDef type, long id) {
        ThreadRef known = threads.get(id);
        if (known == null) {
            if (pools.isPlainThread(type, id)) {
                return ThreadShape.plain(id);
            }
            long position = position(type, id);
            ThreadRef light = position == 0 ? null : decodeNameless(type, position);
            if (light != null || position == 0) {
                return light;
            }
            known = thread(type, id);
        }
        return known == null ? null : known.asOneOfMany();
    }

    private @Nullable ThreadRef decodeNameless(ClassDef type, long position) {
        ThreadShape shape = threadShape(type);
        in.seek(position);
        return shape.readNameless(in);
    }

    private ThreadRef decodeThread(ClassDef type, long position) {
        ThreadShape shape = threadShape(type);
        in.seek(position);
        return shape.read(in, this::text);
    }

    private ThreadShape threadShape(ClassDef type) {
        ThreadShape shape = threadShape;
        if (shape == null || shape.type() != type) {
            shape = new ThreadShape(metadata.layout(type));
            threadShape = shape;
        }
        return shape;
    }

    /** The string of the field that begins here, a constant or not. */
    private @Nullable String text(ClassDef.Field field) {
        return field.pooled() ? string(field.type(), in.readLong()) : string(field.type(), in);
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
            ClassDef.Field only = at.fields().getFirst();
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
        int number = of.layout().number(field);
        if (number < 0) {
            return null;
        }
        ClassDef.Field definition = of.layout().field(number);
        return definition.pooled()
                ? string(definition.type(), of.longValue(number))
                : string(definition.type(), of.at(number));
    }

    /** The string that is written here, a constant or not. */
    @Nullable
    String string(ClassDef type, ChunkInput from) {
        long position = from.position();
        if (from.readByte() == ChunkTexts.CONSTANT) {
            return string(type, from.readLong());
        }
        from.seek(position);
        return texts.read(from);
    }
}
