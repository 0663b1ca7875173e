package dev.loomweight.report;

import org.jspecify.annotations.Nullable;

/**
 * Something that the user should act on or know.
 *
 * @param id a stable key, lower camel case, such as {@code stackFiguresStale}
 * @param severity how much it matters
 * @param summary one sentence: what was found
 * @param explanation the cause or the evidence; may be empty
 * @param solution what to do; may be empty
 * @param place the code that it concerns, or null
 */
public record Finding(
        String id,
        Severity severity,
        String summary,
        String explanation,
        String solution,
        @Nullable Place place) {

    /** A finding that concerns no code. */
    public Finding(String id, Severity severity, String summary, String explanation, String solution) {
        this(id, severity, summary, explanation, solution, null);
    }

    /** How much a finding matters, the least first. */
    public enum Severity {
        /** Good to know. */
        INFO,
        /** The figures are misleading, or a cost can be avoided. */
        WARNING,
        /** Something is broken or lost. */
        PROBLEM
    }
}
