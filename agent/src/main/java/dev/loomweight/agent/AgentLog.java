package dev.loomweight.agent;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The agent's lines in the application's log. They wait until the application has had time to set its logging up:
 * the first to log decides which log manager is used. Safe for several threads.
 */
final class AgentLog {

    private static final String NAME = "dev.loomweight.agent";
    private static final int MAX_WAITING_LINES = 200;

    private final Deque<String> waiting = new ArrayDeque<>();
    private boolean open;

    /** Logs a line, now or when the log is open. */
    void say(String line) {
        synchronized (this) {
            if (!open) {
                if (waiting.size() < MAX_WAITING_LINES) {
                    waiting.add(line);
                }
                return;
            }
        }
        try {
            System.getLogger(NAME).log(System.Logger.Level.WARNING, line);
        } catch (RuntimeException | Error e) {
            // The application's logging is broken, or not yet what it will be.
            Agent.warn(line);
        }
    }

    /** From now on lines are logged at once. */
    void open() {
        Deque<String> lines;
        synchronized (this) {
            open = true;
            lines = new ArrayDeque<>(waiting);
            waiting.clear();
        }
        lines.forEach(this::say);
    }
}
