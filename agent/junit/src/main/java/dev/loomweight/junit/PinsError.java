package dev.loomweight.junit;

/** A test that fails by its pins, or because they could not be measured. */
public final class PinsError extends AssertionError {

    private static final long serialVersionUID = 1;

    /**
     * Of one test.
     *
     * @param message what is shown, in lines
     * @param className binary name of the test's class
     * @param method the test's method, or what stands for it
     */
    PinsError(String message, String className, String method) {
        super(message);
        // Of the gate's own stack nothing is of interest; the test is what a tool offers to open.
        setStackTrace(new StackTraceElement[0]);
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
