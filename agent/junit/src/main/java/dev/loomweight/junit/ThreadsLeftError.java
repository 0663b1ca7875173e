package dev.loomweight.junit;

/** A test that fails by the threads that it left. */
public final class ThreadsLeftError extends AssertionError {

    private static final long serialVersionUID = 1;

    /** @param message what is shown, in lines */
    ThreadsLeftError(String message) {
        super(message);
        // Of the gate's own stack nothing is of interest.
        setStackTrace(new StackTraceElement[0]);
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
