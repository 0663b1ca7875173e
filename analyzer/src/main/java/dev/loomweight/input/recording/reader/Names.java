package dev.loomweight.input.recording.reader;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Names and texts, the same from every reader. */
public final class Names {

    /** Stands for a name that is not recorded. */
    public static final String UNKNOWN = "?";

    private Names() {}

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
}
