package dev.loomweight.input.recording.reader;

/** An event contradicts itself or the metadata: thrown by its view, caught by the reader, which continues after it. */
public final class DamagedEventException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** @param cause what went wrong while it was decoded */
    public DamagedEventException(Throwable cause) {
        super(cause.getMessage(), cause);
    }
}
