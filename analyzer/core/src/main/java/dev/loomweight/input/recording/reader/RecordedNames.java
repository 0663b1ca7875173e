package dev.loomweight.input.recording.reader;

import dev.loomweight.sample.ThreadRef;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Names, texts and threads, the same from every reader. */
public final class RecordedNames {

    /** Stands for a name that is not recorded. */
    public static final String UNKNOWN = "?";

    private RecordedNames() {}

    /** The name, or {@link #UNKNOWN} for null. */
    public static String orUnknown(@Nullable String name) {
        return name == null ? UNKNOWN : name;
    }

    /** A value of a field as text: a structure with a name is that name. Null for null. */
    public static @Nullable String text(@Nullable Object value) {
        Object named =
                value instanceof Map<?, ?> structure && structure.containsKey("name") ? structure.get("name") : value;
        return named == null ? null : named.toString();
    }

    /**
     * A thread: the one way in which every reader makes it of what is recorded of it.
     *
     * @param javaName its name in Java, or null
     * @param osName its name at the operating system, or null
     * @param javaThreadId its identifier in Java; not positive for a thread that is not of Java
     * @param osThreadId its identifier at the operating system; that of a virtual thread means nothing
     * @param virtual whether it is a virtual thread
     */
    public static ThreadRef thread(
            @Nullable String javaName, @Nullable String osName, long javaThreadId, long osThreadId, boolean virtual) {
        String name = javaName == null ? osName : javaName;
        return new ThreadRef(
                Math.max(javaThreadId, 0), name == null ? "" : name, virtual ? 0 : Math.max(osThreadId, 0), virtual);
    }
}
