package dev.loomweight.bench.recording;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A chunk with pins of virtual threads, all written by hand: the types that a reader of pins needs and no others. Stacks
 * are numbered from 1: each has a frame of its own, on frames that all share.
 */
public final class PinChunk implements AutoCloseable {

    /** Numbers of types. */
    public static final int INT = 6;

    /** Its number. */
    public static final int LONG = 7;

    /** Its number. */
    public static final int STRING = 10;

    /** Its number. */
    public static final int THREAD = 11;

    /** Its number. */
    public static final int STACK = 18;

    /** The event type {@code jdk.VirtualThreadPinned}. */
    public static final int PIN = 100;

    /** The event type {@code jdk.ActiveSetting}. */
    public static final int SETTING = 101;

    private static final int GROUP = 12;
    private static final int CLASS = 13;
    private static final int SYMBOL = 14;
    private static final int METHOD = 15;
    private static final int FRAME_TYPE = 16;
    private static final int FRAME = 17;
    /** The annotation of a moment. */
    public static final int TIMESTAMP = 20;

    private static final int TIMESPAN = 21;
    private static final int LABEL = 22;

    private final ChunkWriter out;
    private final FieldBytes fields = new FieldBytes();

    /** Begins a chunk with these types at the end of a file, which is made if it is not there. */
    public PinChunk(Path file) throws IOException {
        this(file, metadata());
    }

    /** Begins a chunk with other types; these are to have the numbers of {@link #metadata}. */
    public PinChunk(Path file, MetadataText types) throws IOException {
        out = new ChunkWriter(file);
        out.metadata(types.event());
    }

    /** The chunk, to write other events and checkpoints. */
    public ChunkWriter writer() {
        return out;
    }

    /** The types, to add others to. */
    public static MetadataText metadata() {
        MetadataText types = new MetadataText();
        String[] primitives = {"boolean", "byte", "char", "short", "int", "long", "float", "double", "java.lang.String"
        };
        for (int i = 0; i < primitives.length; i++) {
            types.type(i + 2L, primitives[i], "");
        }
        types.type(THREAD, "java.lang.Thread", "")
                .also(thread -> thread.field("osName", STRING))
                .also(thread -> thread.field("osThreadId", LONG))
                .also(thread -> thread.field("javaName", STRING))
                .also(thread -> thread.field("javaThreadId", LONG))
                .also(thread -> thread.constant("group", GROUP))
                .also(thread -> thread.field("virtual", 2));
        types.type(GROUP, "jdk.types.ThreadGroup", "")
                .also(group -> group.constant("parent", GROUP))
                .also(group -> group.field("name", STRING));
        types.type(CLASS, "java.lang.Class", "")
                .also(type -> type.constant("name", SYMBOL))
                .also(type -> type.field("modifiers", INT));
        types.type(SYMBOL, "jdk.types.Symbol", "").also(symbol -> symbol.field("string", STRING));
        types.type(METHOD, "jdk.types.Method", "")
                .also(method -> method.constant("type", CLASS))
                .also(method -> method.constant("name", SYMBOL))
                .also(method -> method.constant("descriptor", SYMBOL))
                .also(method -> method.field("modifiers", INT))
                .also(method -> method.field("hidden", 2));
        types.type(FRAME_TYPE, "jdk.types.FrameType", "").also(type -> type.field("description", STRING));
        types.type(FRAME, "jdk.types.StackFrame", "")
                .also(frame -> frame.constant("method", METHOD))
                .also(frame -> frame.field("lineNumber", INT))
                .also(frame -> frame.field("bytecodeIndex", INT))
                .also(frame -> frame.constant("type", FRAME_TYPE));
        types.type(STACK, "jdk.types.StackTrace", "")
                .also(stack -> stack.field("truncated", 2))
                .also(stack -> stack.array("frames", FRAME));
        for (String annotation : new String[] {"Timestamp", "Timespan", "Label"}) {
            types.type(
                            annotation.equals("Timestamp")
                                    ? TIMESTAMP
                                    : annotation.equals("Timespan") ? TIMESPAN : LABEL,
                            "jdk.jfr." + annotation,
                            "java.lang.annotation.Annotation")
                    .field("value", STRING);
        }
        event(types, PIN, "jdk.VirtualThreadPinned")
                .also(event -> event.field("duration", LONG).annotated(TIMESPAN, "TICKS"))
                .also(event -> event.constant("eventThread", THREAD))
                .also(event -> event.constant("stackTrace", STACK));
        event(types, SETTING, "jdk.ActiveSetting")
                .also(event -> event.field("id", LONG))
                .also(event -> event.field("name", STRING))
                .also(event -> event.field("value", STRING));
        return types;
    }

    /** Adds an event type whose first field is when it began. */
    public static MetadataText.Element event(MetadataText types, long id, String name) {
        return types.type(id, name, "jdk.jfr.Event")
                .annotated(LABEL, name)
                .also(event -> event.field("startTime", LONG).annotated(TIMESTAMP, "TICKS"));
    }

    /** Writes that pins are on, from 0 ms, with stacks. */
    public void settings() throws IOException {
        String[][] settings = {{"enabled", "true"}, {"threshold", "0 ns"}, {"stackTrace", "true"}};
        for (String[] setting : settings) {
            out.event(
                    SETTING,
                    fields.clear()
                            .number(ChunkWriter.START)
                            .number(PIN)
                            .text(setting[0])
                            .text(setting[1]));
        }
    }

    /** Writes a checkpoint with the stacks from 1 up to a number, and all that they lead to. */
    public void stacks(int count) throws IOException {
        FieldBytes pools = new FieldBytes().number(6);
        pools.number(FRAME_TYPE).number(1).number(1).text("JIT compiled");
        pools.number(CLASS).number(1).number(1).number(1).number(0);
        pools.number(GROUP).number(1).number(1).number(0).text("VirtualThreads");
        pools.number(SYMBOL).number(count + 3L);
        pools.number(1).text("com/acme/Shop").number(2).text("run").number(3).text("()V");
        for (int i = 1; i <= count; i++) {
            pools.number(i + 3L).text("site" + i);
        }
        pools.number(METHOD).number(count + 1L).number(1);
        pools.number(1).number(2).number(3).number(1).octet(0);
        for (int i = 1; i <= count; i++) {
            pools.number(i + 1L).number(1).number(i + 3L).number(3).number(1).octet(0);
        }
        pools.number(STACK).number(count);
        for (int i = 1; i <= count; i++) {
            pools.number(i).octet(0).number(2);
            pools.number(i + 1L).number(i).number(4).number(1);
            pools.number(1).number(9).number(7).number(1);
        }
        out.checkpoint(pools);
    }

    /** Writes a checkpoint with some virtual threads, numbered from {@code first} on; the number is positive. */
    public void threads(long first, int count) throws IOException {
        FieldBytes pools = fields.clear().number(1).number(THREAD).number(count);
        for (long id = first; id < first + count; id++) {
            pools.number(id)
                    .octet(0)
                    .number(0)
                    .text("worker-" + id)
                    .number(id)
                    .number(1)
                    .octet(1);
        }
        out.checkpoint(pools);
    }

    /**
     * Writes a pin.
     *
     * @param start in nanoseconds from the chunk's beginning
     * @param nanos how long it lasted, in nanoseconds
     * @param thread the number of its thread
     * @param stack the number of its stack
     */
    public void pin(long start, long nanos, long thread, long stack) throws IOException {
        out.event(
                PIN,
                fields.clear()
                        .number(ChunkWriter.START + start)
                        .number(nanos)
                        .number(thread)
                        .number(stack));
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
