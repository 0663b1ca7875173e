package dev.loomweight.launch;

import dev.loomweight.capture.Cue;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** A target that behaves as its argument says. */
public final class FakeSample {

    private FakeSample() {}

    /** {@code well}, {@code few}, {@code die-early}, {@code die-late} or {@code hang}. */
    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        System.out.println("about to " + args[0]);
        if (args[0].equals("die-early")) {
            System.exit(7);
        }
        System.out.println(new Cue(Cue.Word.READY, "").line());
        in.readLine();
        if (args[0].equals("die-late")) {
            Runtime.getRuntime().halt(9);
        }
        if (args[0].equals("hang")) {
            in.readLine();
        }
        System.out.println(new Cue(Cue.Word.SETTLED, args[0].equals("few") ? "3 no more pids" : args[1]).line());
        // The end of input ends it too: the launcher is gone.
        in.readLine();
        System.exit(0);
    }
}
