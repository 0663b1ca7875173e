package dev.loomweight.capture;

import java.io.IOException;

/** Signals to processes of the tests. */
final class SentSignal {

    private SentSignal() {}

    /** Sends one, such as {@code STOP}. */
    static void send(String name, long pid) throws IOException, InterruptedException {
        new ProcessBuilder("sh", "-c", "kill -" + name + " " + pid).start().waitFor();
    }
}
