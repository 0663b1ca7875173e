package dev.loomweight.samples;

import dev.loomweight.capture.Cue;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.Optional;

/** What a sample hears of its launcher, on standard input. */
public final class Launcher {

    private Launcher() {}

    /**
     * Waits for a word. A launcher that is gone ends this process too.
     *
     * @param in standard input
     * @param word the word; others are passed over
     * @throws IOException if the input cannot be read
     */
    public static void hear(BufferedReader in, Cue.Word word) throws IOException {
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (Cue.parse(line).map(Cue::word).equals(Optional.of(word))) {
                return;
            }
        }
        System.exit(1);
    }
}
