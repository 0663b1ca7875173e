package dev.loomweight.mcp;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** What the client gets, a line each. Safe for threads. */
final class Outgoing {

    private final OutputStream out;
    private final Runnable whenGone;
    private boolean gone;

    /**
     * Lines to a stream.
     *
     * @param out flushed after each line, and not closed
     * @param whenGone called once, when a line cannot be written: the client has closed its end
     */
    Outgoing(OutputStream out, Runnable whenGone) {
        this.out = out;
        this.whenGone = whenGone;
    }

    /** Writes a message. */
    void send(JsonElement message) {
        byte[] line = (JsonText.line(message) + "\n").getBytes(StandardCharsets.US_ASCII);
        boolean failed = false;
        synchronized (this) {
            if (!gone) {
                try {
                    out.write(line);
                    out.flush();
                } catch (IOException e) {
                    gone = true;
                    failed = true;
                }
            }
        }
        if (failed) {
            whenGone.run();
        }
    }

    /** Writes a notification. */
    void notify(String method, JsonObject params) {
        JsonObject message = Reply.message();
        message.addProperty("method", method);
        message.add("params", params);
        send(message);
    }
}
