package dev.loomweight.launch;

import dev.loomweight.capture.DataException;

/** The user's program was not started: the exit status is that of shells, so that scripts take it as they would without us. */
public final class NotStarted extends DataException {

    /** There is no such program. */
    static final int MISSING = 127;

    /** It is there, and cannot be run. */
    static final int NOT_EXECUTABLE = 126;

    private static final long serialVersionUID = 1L;

    private final int status;

    /** @param message one line that starts in lower case */
    NotStarted(String message, int status) {
        super(message);
        this.status = status;
    }

    /** The exit status, 126 or 127. */
    public int status() {
        return status;
    }
}
