package dev.loomweight.capture;

/**
 * The data or the target is at fault, not the way the program was called: exit status 1.
 *
 * <p>The message is one line that starts in lower case and says what is wrong, with which file or process, and what to
 * do.
 */
public class DataException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public DataException(String message) {
        super(message);
    }

    public DataException(String message, Throwable cause) {
        super(message, cause);
    }
}
