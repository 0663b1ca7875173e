package dev.loomweight.launch;

import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.Cue;
import dev.loomweight.capture.DataException;
import dev.loomweight.capture.Unanswered;
import dev.loomweight.report.Amounts;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The process of a sample: hears its cues, gives it its own, and keeps all else that it prints in a file.
 */
final class Target {

    private static final long SECONDS_TO_EXIT = 20;
    private static final long SECONDS_TO_BE_KILLED = 5;
    private static final Duration LOOK = Duration.ofMillis(100);

    private final Process process;
    private final Path output;
    private final Writer input;
    private final BlockingQueue<Optional<Cue>> cues = new LinkedBlockingQueue<>();
    private final Thread pump;
    private volatile String lastLine = "";

    private Target(Process process, Path output) {
        this.process = process;
        this.output = output;
        this.input = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
        this.pump = Thread.ofPlatform().daemon().name("target-output").unstarted(this::pumpOutput);
    }

    /**
     * Starts it.
     *
     * @param command the command line
     * @param output the file for what it prints
     * @throws DataException if it cannot be started
     */
    static Target start(List<String> command, Path output) {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        // Options from the environment would change what is measured, unseen.
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
        try {
            Target target = new Target(builder.start(), output);
            target.pump.start();
            return target;
        } catch (IOException e) {
            throw new DataException("cannot start " + command.get(0) + ": " + CaptureFolder.reason(e), e);
        }
    }

    long pid() {
        return process.pid();
    }

    /**
     * Waits for a cue from the sample.
     *
     * @param limit how long to wait
     * @param before takes the cues that come before it
     * @return the cue
     * @throws DataException if the process ends first, or does not say it in time; it runs on then
     * @throws Unanswered if it is stopped meanwhile, for longer than {@link AnswerTimeout#STOPPED}
     * @throws InterruptedException if the caller is interrupted, or the process by Ctrl-C
     */
    Cue await(Cue.Word word, Duration limit, Consumer<Cue> before) throws InterruptedException {
        long start = System.nanoTime();
        long running = start;
        while (true) {
            long left = limit.toNanos() - (System.nanoTime() - start);
            Optional<Cue> cue = cues.poll(Math.min(left, LOOK.toNanos()), TimeUnit.NANOSECONDS);
            if (cue == null && left > LOOK.toNanos()) {
                running = lookAtIt(running);
                continue;
            }
            if (cue == null) {
                throw new DataException("the target did not end within " + words(limit)
                        + " and was stopped; its output is in " + output);
            }
            if (cue.isEmpty()) {
                throw died();
            }
            if (cue.get().word() == word) {
                return cue.get();
            }
            before.accept(cue.get());
        }
    }

    /**
     * Lets it run for some time in which nothing is expected of it.
     *
     * @param time how long
     * @throws DataException if the process ends meanwhile
     * @throws InterruptedException as from {@link #await}
     */
    void settle(Duration time) throws InterruptedException {
        // A time of more than 292 years does not fit, and is as long as for ever.
        if (process.waitFor(TimeUnit.NANOSECONDS.convert(time), TimeUnit.NANOSECONDS)) {
            throw died();
        }
    }

    /** Gives when it ran last; throws where it has been stopped for too long. */
    private long lookAtIt(long ranNanos) {
        ProcessState state = ProcessState.read(process.pid());
        long now = System.nanoTime();
        if (!state.isStopped()) {
            return now;
        }
        Duration stopped = Duration.ofNanos(now - ranNanos);
        if (stopped.compareTo(AnswerTimeout.STOPPED) > 0) {
            throw AnswerTimeout.unanswered(process.pid(), "its next cue", stopped, state.words());
        }
        return ranNanos;
    }

    private static String words(Duration limit) {
        return Amounts.time(limit.toNanos());
    }

    /** Sends a cue to the sample. If the sample has ended, the next wait finds out. */
    void say(Cue.Word word) {
        try {
            input.write(new Cue(word, "").line() + "\n");
            input.flush();
        } catch (IOException e) {
            // The pipe is broken because the process ended; await() says how.
        }
    }

    /** Ends the sample in its own way, so that its recording is written; by force if it does not. */
    void end() throws InterruptedException {
        say(Cue.Word.END);
        if (!process.waitFor(SECONDS_TO_EXIT, TimeUnit.SECONDS)) {
            stop();
        }
        joinPump();
    }

    /**
     * Stops the sample from outside: politely, so that its recording is written, then by force. One that is stopped is
     * continued for that; one that is frozen ends as soon as it goes on, and is not waited for.
     */
    void stop() throws InterruptedException {
        terminate();
        if (!awaitEnd()) {
            boolean unused = process.destroyForcibly().waitFor(SECONDS_TO_BE_KILLED, TimeUnit.SECONDS);
        }
    }

    /** Asks it to end, and does not wait for that. */
    void terminate() {
        process.destroy();
        try {
            if (process.isAlive() && ProcessState.read(process.pid()).isStopped()) {
                KillCommand.send("CONT", process.pid());
            }
        } catch (IOException e) {
            // Without a shell it is ended by force.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean awaitEnd() throws InterruptedException {
        for (long left = Duration.ofSeconds(SECONDS_TO_EXIT).toMillis(); left > 0; left -= LOOK.toMillis()) {
            if (process.waitFor(LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
                return true;
            }
            if (ProcessState.read(process.pid()).isStopped()) {
                return false;
            }
        }
        return false;
    }

    /** A program that the sample has started may hold its output open for ever. */
    private void joinPump() throws InterruptedException {
        boolean unused = pump.join(Duration.ofSeconds(SECONDS_TO_BE_KILLED));
    }

    private DataException died() throws InterruptedException {
        // Its output has ended, and it may run on without.
        int status = process.waitFor(SECONDS_TO_EXIT, TimeUnit.SECONDS) ? process.exitValue() : -1;
        joinPump();
        if (status == ExitStatus.INTERRUPTED) {
            // A terminal sends Ctrl-C to the target too, and the target may be the first to act on it.
            throw new InterruptedException("the target was interrupted");
        }
        if (status < 0) {
            return new DataException("the target closed its output but did not end; its output is in " + output);
        }
        String said = lastLine.isEmpty() ? "" : " after saying \"" + lastLine + "\"";
        return new DataException("the target ended with exit status " + status + said + "; its output is in " + output);
    }

    private void pumpOutput() {
        try (BufferedReader reader =
                        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
                Writer file = Files.newBufferedWriter(output)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                Optional<Cue> cue = Cue.parse(line);
                if (cue.isPresent()) {
                    cues.add(cue);
                } else {
                    if (!line.isBlank()) {
                        lastLine = line.strip();
                    }
                    file.write(line + "\n");
                    file.flush();
                }
            }
        } catch (IOException e) {
            lastLine = "(its output could not be written: " + CaptureFolder.reason(e) + ")";
        } finally {
            cues.add(Optional.empty());
        }
    }
}
