package dev.loomweight.memory.ending;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The signals after which a shell gives their number and 128 as the exit status, as far as they say why a process ended. */
enum Signal {
    SIGHUP(1, true),
    SIGINT(2, true),
    SIGQUIT(3, false),
    SIGILL(4, false),
    SIGABRT(6, false),
    SIGBUS(7, false),
    SIGFPE(8, false),
    SIGSEGV(11, false),
    SIGTERM(15, true);

    private static final int BASE = 128;

    private final int number;
    private final boolean asks;

    Signal(int number, boolean asks) {
        this.number = number;
        this.asks = asks;
    }

    /** Whether it asks a process to end; a crash raises the others. */
    boolean asks() {
        return asks;
    }

    /** That of an exit status; null where the status is of none of these. */
    static @Nullable Signal of(int status) {
        return Arrays.stream(values())
                .filter(signal -> BASE + signal.number == status)
                .findFirst()
                .orElse(null);
    }
}
