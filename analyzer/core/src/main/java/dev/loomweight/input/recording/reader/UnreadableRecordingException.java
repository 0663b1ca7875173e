package dev.loomweight.input.recording.reader;

import java.io.IOException;

/** A recording that is not damaged and has something that its reader does not know. Thrown before the first event. */
public final class UnreadableRecordingException extends IOException {

    private static final long serialVersionUID = 1;

    /** @param message what is not known, as the end of a sentence */
    public UnreadableRecordingException(String message) {
        super(message);
    }
}
