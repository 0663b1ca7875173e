package dev.loomweight.input.recording.reader;

/** An event that contradicts itself or the metadata: thrown by its view, taken by the reader, which goes on behind it. */
public final class DamagedEventException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** @param cause what was contradicted */
    public DamagedEventException(RuntimeException cause) {
        super(cause.getMessage(), cause);
    }
}
