package dev.loomweight.launch;

import java.io.IOException;

/** Sends signals: by a shell, since Java can send SIGTERM and SIGKILL alone, and a small image has no program kill. */
final class KillCommand {

    private KillCommand() {}

    /**
     * Sends one.
     *
     * @param name the signal's name, such as {@code TERM}
     * @throws IOException if there is no shell
     * @throws InterruptedException if the calling thread is interrupted
     */
    static void send(String name, long pid) throws IOException, InterruptedException {
        new ProcessBuilder("/bin/sh", "-c", "kill -" + name + " " + pid)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }
}
