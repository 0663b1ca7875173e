package dev.loomweight.launch;

import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.DataException;
import dev.loomweight.launch.group.MemoryGroup;
import dev.loomweight.launch.printed.PrintedErrors;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs a command under capture and under a memory limit, with flags that override its own: what happens in a container of
 * that size. Where no control group can be made, it runs with the flags alone, and its resident memory is watched.
 */
public final class LimitedRun {

    private LimitedRun() {}

    /**
     * What to run.
     *
     * @param words the words of the command, at least one
     * @param capture what to capture
     * @param limitBytes the limit, in bytes
     * @param flags options of the JVM that override those of the command
     * @param longest how long it may run, or null for any time
     */
    public record Request(
            List<String> words,
            CaptureRequest capture,
            long limitBytes,
            List<String> flags,
            @Nullable Duration longest) {

        public Request {
            words = List.copyOf(words);
            flags = List.copyOf(flags);
        }
    }

    /**
     * How it ended.
     *
     * @param run how the command ended
     * @param enforced whether the kernel enforced the limit
     * @param limitedBy what enforced it, or why nothing did
     * @param refused what the JVM printed when it refused to start with its options; empty if it did not
     * @param outOfMemory the first OutOfMemoryError that the JVM reported or the command printed; empty if there is none
     * @param peakChargedBytes the highest charge of the group, in bytes; -1 where it is not known
     */
    public record Outcome(
            CommandRun.CommandResult run,
            boolean enforced,
            String limitedBy,
            String refused,
            String outOfMemory,
            long peakChargedBytes) {}

    /**
     * Runs it.
     *
     * @param started takes the run once it has been started, for signals
     * @throws DataException if the capture cannot be made or the command cannot be started
     * @throws InterruptedException if the calling thread is interrupted
     */
    public static Outcome run(Request request, Consumer<CommandRun> started) throws InterruptedException {
        Path folder = request.capture().folder().toAbsolutePath();
        Path output = folder.resolve(CaptureFolder.OUTPUT);
        List<String> flags = new ArrayList<>(request.flags());
        // With a command for it, the JVM also reports an error that the application catches.
        flags.add("-XX:OnOutOfMemoryError=:");
        try (MemoryGroup group = MemoryGroup.of(request.limitBytes())) {
            CommandRun run = CommandRun.start(
                    request.words(),
                    request.capture(),
                    // The first run has said all that there is to say.
                    step -> {},
                    new Confinement(group.prefix(), flags, output, request.longest()));
            started.accept(run);
            CommandRun.CommandResult result = run.await();
            return new Outcome(
                    result,
                    group.isEnforced(),
                    group.words(),
                    PrintedErrors.refusal(output),
                    outOfMemory(output),
                    group.peakBytes());
        }
    }

    /** The first such error in an output; empty if there is none. */
    static String outOfMemory(Path output) {
        return PrintedErrors.of(output).found().stream()
                .findFirst()
                .map(error -> error.message().isEmpty() ? "OutOfMemoryError" : "OutOfMemoryError: " + error.message())
                .orElse("");
    }
}
