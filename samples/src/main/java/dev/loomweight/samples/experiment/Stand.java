package dev.loomweight.samples.experiment;

import dev.loomweight.capture.Cue;
import dev.loomweight.capture.SampleFigure;
import dev.loomweight.capture.SampleFigure.Unit;
import dev.loomweight.samples.Launcher;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.ref.Reference;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The protocol of an experiment with its launcher: it starts on a cue, reports progress and figures, keeps its threads
 * until the launcher has taken a snapshot, and ends on a cue. All cues are {@link Cue}s, a line each.
 */
public final class Stand {

    /** What the lines of a process begin with that say a {@link SampleFigure}: {@link #relay}. */
    static final String FIGURE = "figure ";

    private static final long BETWEEN_WORDS_NANOS = 500_000_000;

    private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    private final AtomicLong lastWord = new AtomicLong(System.nanoTime());

    private Stand() {}

    /** What an experiment does. */
    @FunctionalInterface
    public interface Program {

        /**
         * Runs to its end.
         *
         * @param stand takes what is measured
         * @return what must stay reachable until the launcher has looked, or null
         * @throws Exception if it could not measure; the process then fails, and says why
         */
        @Nullable
        Object run(Stand stand) throws Exception;
    }

    /**
     * Runs an experiment, and ends this process with it.
     *
     * @param threads how many threads it leaves alive to be looked at, or 0
     * @throws Exception what the program throws
     */
    public static void play(long threads, Program program) throws Exception {
        Stand stand = new Stand();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        stand.say(new Cue(Cue.Word.READY, ""));
        Launcher.hear(in, Cue.Word.GO);
        endWithTheLauncher(in);
        Object held;
        try {
            held = program.run(stand);
        } catch (Throwable e) {
            e.printStackTrace(System.out);
            System.out.println("failed: " + root(e));
            // Threads of the experiment would keep the process alive.
            System.exit(1);
            return;
        }
        try {
            stand.say(new Cue(Cue.Word.SETTLED, Long.toString(threads)));
            Thread.currentThread().join();
        } finally {
            Reference.reachabilityFence(held);
        }
    }

    /** Says that a length of time was measured. */
    public void nanos(String key, long nanos) {
        say(new SampleFigure(key, Unit.NANOS, Long.toString(nanos)).cue());
    }

    /** Says that an amount of memory was measured. */
    public void bytes(String key, long bytes) {
        say(new SampleFigure(key, Unit.BYTES, Long.toString(bytes)).cue());
    }

    /** Says that things were counted. */
    public void count(String key, long count) {
        say(new SampleFigure(key, Unit.COUNT, Long.toString(count)).cue());
    }

    /** Says what was seen, in words. */
    public void words(String key, String words) {
        say(new SampleFigure(key, Unit.WORDS, words).cue());
    }

    /** Says that something could not be measured, and why. */
    public void absent(String key, String why) {
        say(new SampleFigure(key, Unit.ABSENT, why.lines().findFirst().orElse("")).cue());
    }

    /**
     * Says what a process measured, until it ends: its lines {@code figure KEY UNIT VALUE}, as those of {@link SampleFigure}.
     * Other lines go to standard output.
     *
     * @throws IOException if the process fails
     */
    void relay(Child child) throws IOException {
        for (Optional<String> line = child.line(); line.isPresent(); line = child.line()) {
            String words = line.get();
            Optional<SampleFigure> figure =
                    words.startsWith(FIGURE) ? SampleFigure.parse(words.substring(FIGURE.length())) : Optional.empty();
            figure.ifPresentOrElse(measured -> say(measured.cue()), () -> System.out.println(words));
        }
        if (child.status() != 0) {
            throw child.failed();
        }
    }

    /** Says what is being done now, in a few words. */
    public void doing(String what) {
        say(new Cue(Cue.Word.DOING, what));
    }

    /**
     * Says what is being done, at most twice a second.
     *
     * @param what a few words
     * @param done how many of it are done
     * @param of how many there are
     * @param began when it began, by {@link System#nanoTime}
     */
    public void doing(String what, long done, long of, long began) {
        long now = System.nanoTime();
        long last = lastWord.get();
        // Without a lock: threads that are measured call this.
        if (done == 0 || now - last < BETWEEN_WORDS_NANOS || !lastWord.compareAndSet(last, now)) {
            return;
        }
        double left = (now - began) / 1e9 / done * (of - done);
        say(new Cue(Cue.Word.DOING, String.format(Locale.ROOT, "%s: %,d of %,d, %.0f s left", what, done, of, left)));
    }

    private static Throwable root(Throwable e) {
        Throwable cause = e.getCause();
        return cause == null ? e : root(cause);
    }

    private void say(Cue cue) {
        out.println(cue.line());
    }

    /** A launcher that is gone ends this process too, whatever it is doing; so does one that has seen enough. */
    private static void endWithTheLauncher(BufferedReader in) {
        Thread.ofPlatform().daemon().name("stand").start(() -> {
            try {
                Launcher.hear(in, Cue.Word.END);
            } catch (IOException e) {
                // The pipe is broken: the other process has ended.
            }
            System.exit(0);
        });
    }
}
