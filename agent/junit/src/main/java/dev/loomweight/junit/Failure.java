package dev.loomweight.junit;

import dev.loomweight.junit.spi.TestSpan;
import dev.loomweight.junit.spi.Verdict;

/** Why a test fails that had passed. */
final class Failure {

    private final TestSpan test;
    private final Verdict.Subject subject;
    private final String message;

    /**
     * Of one test.
     *
     * @param message what is shown, in lines
     */
    Failure(TestSpan test, Verdict.Subject subject, String message) {
        this.test = test;
        this.subject = subject;
        this.message = message;
    }

    /** {@return the test} */
    TestSpan test() {
        return test;
    }

    /** {@return what is claimed of it} */
    Verdict.Subject subject() {
        return subject;
    }

    /** {@return what is shown, in lines} */
    String message() {
        return message;
    }

    /**
     * What the name of a test ends with that fails so. With its bare name, Surefire would take the failure and the success
     * before it for two attempts of one flaky test when it reruns failures, and pass.
     */
    String suffix() {
        return subject == Verdict.Subject.PINS ? " [pins]" : " [threads]";
    }

    /** {@return what a test fails with} */
    AssertionError error() {
        return error(message);
    }

    /** {@return the same, with another text} */
    AssertionError error(String text) {
        String words = (test.isInvocation() ? "in " + test.displayName() + ": " : "") + text;
        return subject == Verdict.Subject.PINS ? new PinsError(words) : new ThreadsLeftError(words);
    }
}
