package dev.loomweight.input.recording.reader;

import org.jspecify.annotations.Nullable;

/** The one way in which every reader names what is recorded without a name. */
public final class Names {

    /** What stands for a name that is not recorded. */
    public static final String UNKNOWN = "?";

    private Names() {}

    /** The name, or {@link #UNKNOWN} for null. */
    public static String orUnknown(@Nullable String name) {
        return name == null ? UNKNOWN : name;
    }
}
