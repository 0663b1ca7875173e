package dev.loomweight.input.recording.reader.jmc;

import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Mission Control's log. Its classes tell {@code java.util.logging} of every field that they do not know, which would
 * reach standard error by the handler that every JVM begins with.
 */
public final class JmcLog {

    // A logger that nobody holds forgets its level.
    private static final Logger ALL = Logger.getLogger("org.openjdk.jmc");

    private JmcLog() {}

    /**
     * Switches it off, for the packages of Mission Control alone, unless somebody gave it a level: what matters of it is
     * in what its parser returns or throws.
     */
    public static void silence() {
        if (ALL.getLevel() == null) {
            ALL.setLevel(Level.OFF);
        }
    }
}
