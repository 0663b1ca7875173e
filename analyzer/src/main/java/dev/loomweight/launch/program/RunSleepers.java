package dev.loomweight.launch.program;

import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.DataException;
import dev.loomweight.launch.Progress;
import dev.loomweight.launch.SampleRequest;
import dev.loomweight.launch.SampleRun;
import dev.loomweight.launch.TargetJdk;
import dev.loomweight.launch.program.SleepersRequest.Kind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Runs {@code sleepers} once per kind of thread and keeps what was captured. */
public final class RunSleepers {

    private final SleepersRequest request;
    private final String prefix;
    private final Function<Kind, Map<String, ?>> series;
    private final Progress progress;

    private RunSleepers(
            SleepersRequest request, String prefix, Function<Kind, Map<String, ?>> series, Progress progress) {
        this.request = request;
        this.prefix = prefix;
        this.series = series;
        this.progress = progress;
    }

    /**
     * What came of it.
     *
     * @param folder where the captures are
     * @param failure what went wrong, in one line, or null; what was captured before is in the folder
     */
    public record Outcome(Path folder, @Nullable String failure) {}

    /**
     * Runs the sample.
     *
     * @param request what to run
     * @param progress is told of every step
     * @return where the captures are, and what went wrong if anything did
     * @throws DataException if nothing could be started
     * @throws InterruptedException if the user interrupts; what was captured stays
     */
    public static Outcome run(SleepersRequest request, Progress progress) throws InterruptedException {
        TargetJdk jdk = TargetJdk.at(request.jdk());
        List<Path> classPath = SamplesJar.classPath();
        CaptureFolder.create(request.folder());
        return new RunSleepers(request, "", kind -> Map.of(), progress).run(jdk, classPath);
    }

    /**
     * Runs the sample beside others.
     *
     * @param request what to run; its folder is there
     * @param prefix what the names of its captures begin with
     * @param series the place of each among the others, as {@code capture.json} tells it
     */
    static Outcome beside(
            SleepersRequest request, String prefix, Function<Kind, Map<String, ?>> series, Progress progress)
            throws InterruptedException {
        return new RunSleepers(request, prefix, series, progress)
                .run(TargetJdk.at(request.jdk()), SamplesJar.classPath());
    }

    private Outcome run(TargetJdk jdk, List<Path> classPath) throws InterruptedException {
        List<String> failures = new ArrayList<>();
        for (Kind kind : request.kinds()) {
            Path capture = request.folder().resolve(prefix + kind.word() + ".lw");
            SampleRequest sample = new SleepersTarget(settings(kind), jdk, request.settle(), capture)
                    .request(classPath, series.apply(kind));
            try {
                SampleRun.Outcome outcome =
                        SampleRun.run(sample, new Named(kind.word() + ", JDK " + jdk.version(), progress));
                shortfall(kind, outcome, capture).ifPresent(failures::add);
            } catch (DataException e) {
                failures.add(kind.word() + ": " + e.getMessage());
                if (!Files.exists(capture.resolve(CaptureFolder.MANIFEST))) {
                    throw e;
                }
            }
        }
        return new Outcome(request.folder(), failures.isEmpty() ? null : String.join("; ", failures));
    }

    /** Says of which target each step is. */
    private record Named(String target, Progress progress) implements Progress {

        @Override
        public void step(String what) {
            progress.step(target + ": " + what);
        }

        @Override
        public void interrupted(String what) {
            progress.interrupted(what);
        }
    }

    private static Optional<String> shortfall(Kind kind, SampleRun.Outcome outcome, Path capture) {
        if (outcome.shortfall().isEmpty()) {
            return Optional.empty();
        }
        return Optional.of("only " + outcome.ran() + " of " + outcome.asked() + " " + kind.word()
                + " threads could run (" + outcome.shortfall() + "); the report is of those, its capture is " + capture
                + "; ask for fewer with --threads, or raise the limit");
    }

    private SleepersSettings settings(Kind kind) {
        return new SleepersSettings(
                kind,
                request.threads(),
                request.depth(),
                request.stackSizeBytes(),
                request.gc(),
                request.inlining(),
                request.jdk());
    }
}
