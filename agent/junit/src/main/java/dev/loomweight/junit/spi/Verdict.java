package dev.loomweight.junit.spi;

import java.util.Objects;

/** What the recording says of one test. */
public final class Verdict {

    private final String testId;
    private final boolean failed;
    private final String message;

    /**
     * Of one test.
     *
     * @param testId {@link TestSpan#id()}
     * @param failed whether it fails, also because it could not be measured
     * @param message what is shown, in lines; of a test that does not fail it may be empty
     */
    public Verdict(String testId, boolean failed, String message) {
        this.testId = Objects.requireNonNull(testId);
        this.failed = failed;
        this.message = Objects.requireNonNull(message);
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
