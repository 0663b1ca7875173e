package dev.loomweight.junit;

/** A test that fails by its pins, or because they could not be measured. */
public final class PinsError extends AssertionError {

    private static final long serialVersionUID = 1;

    /** @param message what is shown, in lines */
    PinsError(String message) {
        super(message);
        // Of the gate's own stack nothing is of interest.
        setStackTrace(new StackTraceElement[0]);
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
