package dev.loomweight.mcp;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The revisions of the Model Context Protocol that are spoken, the oldest first. All but the last begin with
 * {@code initialize}; since {@link #V2026_07_28} each request names its revision itself.
 */
enum ProtocolVersion {
    /** The first. */
    V2024_11_05("2024-11-05"),
    /** Tools have annotations. */
    V2025_03_26("2025-03-26"),
    /** Answers are structured, tools have titles, and there are no batches any more. */
    V2025_06_18("2025-06-18"),
    /** An error whose request is unknown has no id. */
    V2025_11_25("2025-11-25"),
    /** Without {@code initialize}. */
    V2026_07_28("2026-07-28");

    private final String word;

    ProtocolVersion(String word) {
        this.word = word;
    }

    /** The revision of a name. */
    static Optional<ProtocolVersion> of(String word) {
        return Arrays.stream(values()).filter(known -> known.word.equals(word)).findFirst();
    }

    /** The names of all, the newest first. */
    static List<String> words() {
        return Arrays.stream(values()).map(known -> known.word).toList().reversed();
    }

    /** The newest that begins with {@code initialize}. */
    static ProtocolVersion newestOfSessions() {
        return V2025_11_25;
    }

    /** Whether it begins with {@code initialize}. */
    boolean hasSessions() {
        return this != V2026_07_28;
    }

    /** Whether several messages may come in one array. */
    boolean hasBatches() {
        return compareTo(V2025_06_18) < 0;
    }

    /** Whether tools have annotations. */
    boolean hasAnnotations() {
        return compareTo(V2025_03_26) >= 0;
    }

    /** Whether tools have titles, and their answers objects in addition to the text. */
    boolean isStructured() {
        return compareTo(V2025_06_18) >= 0;
    }

    /** Whether an error whose request is unknown has no id; otherwise the id is null. */
    boolean mayOmitIds() {
        return compareTo(V2025_11_25) >= 0;
    }

    /** Its name: the day on which it was fixed. */
    @Override
    public String toString() {
        return word;
    }
}
