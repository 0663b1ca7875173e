package dev.loomweight.input.recording.reader.chunk;

import dev.loomweight.input.recording.reader.RecordedNames;
import dev.loomweight.input.recording.reader.chunk.ClassDef.Primitive;
import dev.loomweight.sample.ThreadRef;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Which fields of a thread are where in its constant, and what they say. */
final class ThreadShape {

    /** The class of such constants. */
    static final String CLASS = "java.lang.Thread";

    private final Layout layout;
    private final Part[] parts;
    private final byte[] kinds;

    ThreadShape(Layout layout) {
        this.layout = layout;
        this.parts = new Part[layout.size()];
        this.kinds = new byte[parts.length];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = Part.of(layout, i);
            kinds[i] = parts[i].kind;
        }
    }

    /** A field of a thread. */
    private enum Part {
        JAVA_NAME("javaName", false, ChunkInput.NO_TEXT),
        OS_NAME("osName", false, ChunkInput.NO_TEXT),
        JAVA_THREAD_ID("javaThreadId", true, ChunkInput.SAME_NUMBER),
        OS_THREAD_ID("osThreadId", true, ChunkInput.ANY_NUMBER),
        VIRTUAL("virtual", true, ChunkInput.TRUE),
        OTHER("", false, ChunkInput.ANY_NUMBER);

        private final String field;
        private final boolean number;
        private final byte kind;

        Part(String field, boolean number, byte kind) {
            this.field = field;
            this.number = number;
            this.kind = kind;
        }

        /** What a field is; one that is no number where there should be one is skipped. */
        static Part of(Layout layout, int number) {
            for (Part part : values()) {
                if (part != OTHER && layout.number(part.field) == number) {
                    return part.number && !layout.isOneLong(number) ? OTHER : part;
                }
            }
            return OTHER;
        }
    }

    /** The class that the layout is of. */
    ClassDef type() {
        return layout.type();
    }

    /** Whether constants can be {@linkplain #passPlain plain}: they are written as every known JVM does. */
    boolean isUsual() {
        for (int i = 0; i < parts.length; i++) {
            if (parts[i].kind == ChunkInput.NO_TEXT ? !isText(i) : !layout.isOneLong(i)) {
                return false;
            }
        }
        return has("javaName") && has("osName") && has("javaThreadId") && has("virtual");
    }

    private boolean has(String field) {
        return layout.number(field) >= 0;
    }

    private boolean isText(int number) {
        ClassDef.Field field = layout.field(number);
        return !field.pooled() && !field.array() && field.type().primitive() == Primitive.STRING;
    }

    /**
     * Moves the input past a thread that is a virtual one without a name, numbered as its constant is: then its number is all
     * that there is to know. Most threads of a chunk are.
     *
     * @param in at the constant; {@link #isUsual} must hold
     * @param id the number of the constant
     * @return false, with the input where it was, for any other thread
     */
    boolean passPlain(ChunkInput in, long id) {
        return id > 0 && in.passPlain(kinds, id);
    }

    /** The thread that {@link #passPlain} tells of. */
    static ThreadRef plain(long id) {
        return RecordedNames.thread(null, null, id, 0, true);
    }

    /**
     * The thread without its name, which stays unread.
     *
     * @param in at the constant
     * @return null where it takes the name to know: one that is not virtual, or perhaps the JDK's
     */
    @Nullable
    ThreadRef readNameless(ChunkInput in) {
        long name = 0;
        long javaThreadId = 0;
        boolean virtual = false;
        for (int i = 0; i < parts.length; i++) {
            switch (parts[i]) {
                case JAVA_NAME -> {
                    name = in.position();
                    layout.skip(i).pass(in);
                }
                case JAVA_THREAD_ID -> javaThreadId = in.readLong();
                case VIRTUAL -> virtual = in.readLong() != 0;
                case OS_NAME, OS_THREAD_ID, OTHER -> layout.skip(i).pass(in);
            }
        }
        return virtual && !(name != 0 && mayBeOfJdk(in, name))
                ? RecordedNames.thread(null, null, javaThreadId, 0, true)
                : null;
    }

    /** Whether the name there may be one that the JDK gives, or is not written there. */
    private static boolean mayBeOfJdk(ChunkInput in, long name) {
        in.seek(name);
        int encoding = in.readByte();
        if (encoding != ChunkTexts.UTF8 && encoding != ChunkTexts.LATIN1) {
            return encoding != ChunkTexts.NULL && encoding != ChunkTexts.EMPTY;
        }
        int length = in.readInt();
        return length > 0 && in.readByte() == ThreadRef.FIRST_OF_JDK;
    }

    /**
     * The thread.
     *
     * @param in at the constant
     * @param text reads the text of a field that begins where the input is
     */
    ThreadRef read(ChunkInput in, Function<ClassDef.Field, @Nullable String> text) {
        String javaName = null;
        String osName = null;
        long javaThreadId = 0;
        long osThreadId = 0;
        boolean virtual = false;
        for (int i = 0; i < parts.length; i++) {
            switch (parts[i]) {
                case JAVA_NAME -> javaName = text.apply(layout.field(i));
                case OS_NAME -> osName = text.apply(layout.field(i));
                case JAVA_THREAD_ID -> javaThreadId = in.readLong();
                case OS_THREAD_ID -> osThreadId = in.readLong();
                case VIRTUAL -> virtual = in.readLong() != 0;
                case OTHER -> layout.skip(i).pass(in);
            }
        }
        return RecordedNames.thread(javaName, osName, javaThreadId, osThreadId, virtual);
    }
}
