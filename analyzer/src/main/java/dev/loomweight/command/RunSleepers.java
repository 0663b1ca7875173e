package dev.loomweight.command;

import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.DataException;
import dev.loomweight.capture.Progress;
import dev.loomweight.capture.SampleRequest;
import dev.loomweight.capture.SampleRun;
import dev.loomweight.command.SleepersRequest.Kind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Runs {@code sleepers} once per kind of thread and keeps what was captured. */
public final class RunSleepers {

    private static final String MAIN = "dev.loomweight.samples.Sleepers";

    /** What the JVM and the sample need of the heap without any sleeper, with room to collect. */
    private static final long HEAP_BASE_BYTES = 256L << 20;

    /** A virtual sleeper without frames, rounded up from the 2.3 KB that JDK 25 needs. */
    private static final long HEAP_BYTES_PER_THREAD = 2560;

    /** An interpreted frame in a stack chunk, rounded up from 136 B. */
    private static final long HEAP_BYTES_PER_FRAME = 160;

    private static final long HEAP_STEP_BYTES = 64L << 20;

    private final SleepersRequest request;
    private final Progress progress;

    private RunSleepers(SleepersRequest request, Progress progress) {
        this.request = request;
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
        return new RunSleepers(request, progress).run();
    }

    private Outcome run() throws InterruptedException {
        TargetJdk jdk = TargetJdk.at(request.jdk());
        List<Path> classPath = SamplesJar.classPath();
        CaptureFolder.create(request.folder());
        List<String> failures = new ArrayList<>();
        for (Kind kind : request.kinds()) {
            Path capture = request.folder().resolve(kind.word() + ".lw");
            SampleRequest sample = new SampleRequest(
                    "sleepers",
                    kind.word(),
                    MAIN,
                    classPath,
                    List.of(kind.word(), Integer.toString(request.threads()), Integer.toString(request.depth())),
                    jdk.java(),
                    jvmOptions(kind),
                    request.settle(),
                    request.threads(),
                    request.depth(),
                    capture);
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

    /**
     * The heap is fixed and resident from the start, so that resident memory moves only by what lies outside, and the
     * histogram tells what lies inside. The number of compiler threads is fixed too: one more would be a stack more.
     */
    private List<String> jvmOptions(Kind kind) {
        long heap = HEAP_BASE_BYTES;
        if (kind == Kind.VIRTUAL) {
            heap += request.threads() * (HEAP_BYTES_PER_THREAD + HEAP_BYTES_PER_FRAME * request.depth());
        }
        long rounded = (heap + HEAP_STEP_BYTES - 1) / HEAP_STEP_BYTES * HEAP_STEP_BYTES;
        List<String> options = new ArrayList<>(List.of(
                "-Xms" + rounded,
                "-Xmx" + rounded,
                "-XX:+AlwaysPreTouch",
                "-XX:-UseDynamicNumberOfCompilerThreads",
                // Inlined into each other, the frames that were asked for would be fewer than asked for.
                "-XX:CompileCommand=quiet",
                "-XX:CompileCommand=dontinline," + MAIN + "::descend"));
        if (request.stackSizeBytes() != null) {
            options.add("-Xss" + request.stackSizeBytes());
        }
        if (request.gc() != null) {
            options.add(request.gc().flag());
        }
        return options;
    }
}
