package dev.loomweight.samples.memory;

import dev.loomweight.capture.Cue;
import dev.loomweight.samples.Launcher;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.ref.Reference;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;

/** The cues between a sample and its launcher: it acts when told to, holds what it made, and ends when told to. */
final class Stage {

    private Stage() {}

    /**
     * Plays a sample to its end, and this process with it.
     *
     * @param act makes what is to be seen, and returns what holds it
     * @throws Exception what the act throws
     */
    static void play(Callable<?> act) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        out.println(new Cue(Cue.Word.READY, "").line());
        Launcher.hear(in, Cue.Word.GO);
        Object held = act.call();
        try {
            // The launcher counts threads that run; this sample is none, and is all there.
            out.println(new Cue(Cue.Word.SETTLED, "0").line());
            Launcher.hear(in, Cue.Word.END);
        } finally {
            Reference.reachabilityFence(held);
        }
        System.exit(0);
    }
}
