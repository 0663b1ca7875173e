package dev.loomweight.report;

import org.jspecify.annotations.Nullable;

/**
 * Something that a reader should act on or know.
 *
 * @param id a stable key, lower camel case, such as {@code stackFiguresStale}
 * @param severity how much it matters
 * @param summary one sentence: what is so
 * @param explanation why it is so, or how it is known; may be empty
 * @param solution what to do; may be empty
 * @param place the code that it is about, or null where it is about none
 */
public record Finding(
        String id,
        Severity severity,
        String summary,
        String explanation,
        String solution,
        @Nullable Place place) {

    /** A finding that is about no piece of code. */
    public Finding(String id, Severity severity, String summary, String explanation, String solution) {
        this(id, severity, summary, explanation, solution, null);
    }

    /** How much a finding matters, the least first. */
    public enum Severity {
        /** Good to know. */
        INFO,
        /** The figures mean something else than they seem to, or a cost can be avoided. */
        WARNING,
        /** Something is broken or lost. */
        PROBLEM
    }
}
