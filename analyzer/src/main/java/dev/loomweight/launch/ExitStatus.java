package dev.loomweight.launch;

import java.util.Map;

/** Exit statuses of programs that a signal ended, as shells and the JVM give them: 128 and the number of the signal. */
public final class ExitStatus {

    /** After SIGKILL. */
    static final int KILLED = ofSignal(9);

    /** After Ctrl-C. */
    static final int INTERRUPTED = ofSignal(2);

    private static final int BASE = 128;

    private ExitStatus() {}

    static int ofSignal(int number) {
        return BASE + number;
    }

    /**
     * That of a signal by its name.
     *
     * @param name such as {@code TERM}; those that users send have the same number everywhere, and others give 128
     */
    public static int ofSignal(String name) {
        return ofSignal(Map.of("HUP", 1, "INT", 2, "TERM", 15).getOrDefault(name, 0));
    }
}
