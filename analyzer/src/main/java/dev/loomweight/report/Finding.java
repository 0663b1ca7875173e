package dev.loomweight.report;

/**
 * Something that a reader should act on or know.
 *
 * @param id a stable key, lower camel case, such as {@code stackFiguresStale}
 * @param severity how much it matters
 * @param summary one sentence: what is so
 * @param explanation why it is so, or how it is known; may be empty
 * @param solution what to do; may be empty
 */
public record Finding(String id, Severity severity, String summary, String explanation, String solution) {

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
