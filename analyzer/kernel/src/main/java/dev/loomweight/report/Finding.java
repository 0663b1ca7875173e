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
 * @param topic what it is about
 */
public record Finding(
        String id,
        Severity severity,
        String summary,
        String explanation,
        String solution,
        @Nullable Place place,
        Topic topic) {

    /** A finding on the program. */
    public Finding(
            String id, Severity severity, String summary, String explanation, String solution, @Nullable Place place) {
        this(id, severity, summary, explanation, solution, place, Topic.PROGRAM);
    }

    /** A finding that concerns no code. */
    public Finding(String id, Severity severity, String summary, String explanation, String solution) {
        this(id, severity, summary, explanation, solution, null);
    }

    /** The same as a finding on the inputs, which people read after those on the program. */
    public Finding ofInputs() {
        return new Finding(id, severity, summary, explanation, solution, place, Topic.INPUTS);
    }

    /** The same as a finding on an input that is a refusal: where nothing else is an answer, it is the error. */
    public Finding ofRefusal() {
        return new Finding(id, severity, summary, explanation, solution, place, Topic.REFUSAL);
    }

    /** The same as a finding on what a row of the section's table for a first screen shows as well. */
    public Finding ofRow() {
        return new Finding(id, severity, summary, explanation, solution, place, Topic.ROW);
    }

    /** The same as a finding on how the program was when it was last seen, or how it ended. */
    public Finding atEnd() {
        return new Finding(id, severity, summary, explanation, solution, place, Topic.END);
    }

    /** The same as a finding on what still grows: more of it may come. */
    public Finding ofGrowth() {
        return new Finding(id, severity, summary, explanation, solution, place, Topic.GROWTH);
    }

    /** Whether it is about the program that was observed. */
    public boolean isOfProgram() {
        return topic != Topic.INPUTS && topic != Topic.REFUSAL;
    }

    /** What a finding is about. */
    public enum Topic {
        /** The program that was observed. */
        PROGRAM,
        /** The program as it was last seen, or how it ended: of problems, what people read first. */
        END,
        /** The program, as a row of the section's {@link Section#worst} shows it, too. */
        ROW,
        /** The program, in which something still grows: of remarks, what people read first. */
        GROWTH,
        /** The inputs: what is not in them, or cannot be read. */
        INPUTS,
        /** The inputs: what refused to answer when they were taken. */
        REFUSAL
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
