package dev.loomweight.junit.spi;

import java.util.Objects;

/** What the recording says of one test. */
public final class Verdict {

    /** What is claimed. */
    public enum Subject {
        /** Of pins. */
        PINS,
        /** Of threads that a test leaves. */
        THREADS
    }

    private final Subject subject;
    private final String testId;
    private final boolean failed;
    private final String message;

    /**
     * On the pins of one test.
     *
     * @param testId {@link TestSpan#id()}
     * @param failed whether it fails, also because it could not be measured
     * @param message what is shown, in lines; of a test that does not fail it may be empty
     */
    public Verdict(String testId, boolean failed, String message) {
        this(Subject.PINS, testId, failed, message);
    }

    /**
     * On one test.
     *
     * @param subject what is claimed of it
     * @param testId {@link TestSpan#id()}
     * @param failed whether it fails, also because it could not be measured
     * @param message what is shown, in lines; of a test that does not fail it may be empty
     */
    public Verdict(Subject subject, String testId, boolean failed, String message) {
        this.subject = Objects.requireNonNull(subject);
        this.testId = Objects.requireNonNull(testId);
        this.failed = failed;
        this.message = Objects.requireNonNull(message);
    }

    /** {@return what is claimed of the test} */
    public Subject subject() {
        return subject;
    }

    /** {@return the {@link TestSpan#id()} of the test} */
    public String testId() {
        return testId;
    }

    /** {@return whether it fails, also because it could not be measured} */
    public boolean failed() {
        return failed;
    }

    /** {@return what is shown, in lines; of a test that does not fail it may be empty} */
    public String message() {
        return message;
    }
}
