package dev.loomweight.launch;

import dev.loomweight.capture.CaptureEnd;
import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.CaptureFolder.Part;
import dev.loomweight.capture.Cue;
import dev.loomweight.capture.DataException;
import dev.loomweight.capture.OrderlyEnd;
import dev.loomweight.capture.RecordingOptions;
import dev.loomweight.capture.RollingCapture;
import dev.loomweight.capture.SampleFigure;
import dev.loomweight.capture.Snapshots;
import dev.loomweight.capture.Unanswered;
import dev.loomweight.jvm.NmtStart;
import dev.loomweight.program.SampleRequest;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Runs a sample under capture: starts its JVM with NMT and a recording, takes a snapshot before and one after it has
 * started its threads, ends it. Whatever fails, no process is left running and what was captured is kept.
 */
public final class SampleRun {

    private static final long MAX_DUMPED_THREADS = 10_000;

    private final SampleRequest request;
    private final CaptureProgress progress;
    private final CaptureFolder folder;
    private final RollingCapture capture;
    private final List<Map<String, String>> figures = new ArrayList<>();
    private volatile String doing = "starting";

    private SampleRun(SampleRequest request, CaptureProgress progress) {
        this.request = request;
        this.progress = progress;
        this.folder = CaptureFolder.create(request.folder());
        this.capture = new RollingCapture(folder, 2, true, Map.of());
    }

    /**
     * How a run ended.
     *
     * @param ran how many threads slept at the last snapshot
     * @param asked how many were requested
     * @param shortfall why not all of them ran; empty if they did
     */
    public record ThreadsRun(long ran, long asked, String shortfall) {}

    /**
     * Runs a sample to its end.
     *
     * @param request what to run
     * @param progress gets every step
     * @throws DataException if the target cannot be started, dies before its last snapshot, or takes longer than its
     *     limit and is stopped; the capture stays
     * @throws InterruptedException if the calling thread is interrupted; the target is stopped, the capture stays
     */
    public static ThreadsRun run(SampleRequest request, CaptureProgress progress) throws InterruptedException {
        return new SampleRun(request, progress).run();
    }

    private ThreadsRun run() throws InterruptedException {
        List<String> command = command();
        capture.putAll(description(command));
        step("starting");
        return capture.capture(() -> doing, () -> run(command));
    }

    @SuppressWarnings("try") // The work is open as long as the block runs.
    private ThreadsRun run(List<String> command) throws InterruptedException {
        RecordRun.requireTime();
        Target target = Target.start(command, folder.resolve(CaptureFolder.OUTPUT));
        Runnable stop = () -> {
            interrupted();
            target.terminate();
        };
        // The program ends when the target has: it must not outlive it.
        try (OrderlyEnd.Entry work = OrderlyEnd.awaiting(stop)) {
            return run(target);
        }
    }

    private ThreadsRun run(Target target) throws InterruptedException {
        try {
            capture.put("pid", target.pid());
            ThreadsRun outcome = perform(target);
            capture.end(
                    outcome.shortfall().isEmpty()
                            ? CaptureEnd.COMPLETE
                            : CaptureEnd.fewerThreads(outcome.ran(), outcome.asked(), outcome.shortfall()));
            return outcome;
        } catch (InterruptedException e) {
            interrupted();
            throw e;
        } catch (DataException e) {
            // Whoever is interrupted waits for no answer, and says that of the target first. At the end of this program
            // the target was told to end.
            if (!Thread.interrupted() && !OrderlyEnd.isEnding()) {
                throw e;
            }
            interrupted();
            InterruptedException ended = new InterruptedException(e.getMessage());
            ended.initCause(e);
            throw ended;
        } finally {
            target.stop();
            folder.removeEmptyRepository();
        }
    }

    private ThreadsRun perform(Target target) throws InterruptedException {
        target.await(Cue.Word.READY, request.limit(), before -> {});
        try (Attached jvm = Attached.attach(target.pid())) {
            capture.putAll(JvmFacts.ask(jvm));
            step("measuring before");
            warmUp(new Snapshots(jvm, true));
            target.settle(request.settle());
            snapshot(jvm, "before");

            step(
                    request.threads().count() == 0
                            ? "running"
                            : String.format(
                                    Locale.ROOT,
                                    "starting %,d threads",
                                    request.threads().count()));
            target.say(Cue.Word.GO);
            ThreadsRun outcome = outcome(target.await(Cue.Word.SETTLED, request.limit(), this::hear));
            if (request.threads().count() > 0) {
                capture.put("threadsRan", outcome.ran());
            }

            step(
                    request.threads().count() == 0
                            ? "measuring after"
                            : String.format(Locale.ROOT, "measuring %,d sleepers", outcome.ran()));
            target.settle(request.settle());
            snapshot(jvm, "after");
            step("writing the recording");
            target.end();
            return outcome;
        }
    }

    /**
     * Takes one snapshot that is thrown away: the first answer to each command makes the JVM load, allocate and touch
     * what it keeps, and that would count as growth.
     */
    private void warmUp(Snapshots snapshots) {
        Path folderOfWarmUp = folder.createSnapshot(0, 0, "warm-up");
        snapshots.take(folderOfWarmUp, parts());
        for (Part part : Part.values()) {
            folderOfWarmUp.resolve(part.fileName()).toFile().delete();
        }
        folderOfWarmUp.toFile().delete();
        requireAnswers(snapshots.unanswered());
    }

    private void snapshot(Attached jvm, String name) {
        Path unused = capture.snapshot(jvm, name, parts());
        requireAnswers(capture.unanswered());
    }

    /** A sample is run for its figures: without them, it has failed. */
    private static void requireAnswers(@Nullable Unanswered unanswered) {
        if (unanswered != null) {
            throw unanswered;
        }
    }

    /** Figures are saved as they come, so that they are kept if the sample dies later. */
    private void hear(Cue cue) {
        switch (cue.word()) {
            case DOING -> progress.step(cue.rest());
            case FIGURE ->
                SampleFigure.parse(cue.rest()).ifPresent(figure -> {
                    figures.add(figure.keys());
                    capture.put("figures", List.copyOf(figures));
                });
            default -> {}
        }
    }

    /** All parts but a heap dump, without the stacks of very many threads: those of a million are a gigabyte. */
    private Set<Part> parts() {
        Set<Part> parts = Part.usualWithout(request.jsonThreads() ? Part.THREADS : Part.THREADS_JSON);
        if (request.threads().count() > MAX_DUMPED_THREADS) {
            parts.removeAll(EnumSet.of(Part.THREADS, Part.THREADS_JSON));
        }
        return parts;
    }

    private List<String> command() {
        List<String> command = new ArrayList<>();
        SampleRequest.Jvm jvm = request.jvm();
        command.add(jvm.java().toString());
        command.add(NmtStart.DETAIL);
        command.addAll(RecordingOptions.flags(folder));
        // The listener is there from the start, so that it is not counted as growth.
        command.add("-XX:+StartAttachListener");
        command.addAll(jvm.options());
        command.add("-cp");
        command.add(jvm.classPath().stream()
                .map(path -> path.toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator)));
        command.add(jvm.mainClass());
        command.addAll(jvm.arguments());
        return command;
    }

    private Map<String, Object> description(List<String> command) {
        Map<String, Object> keys = new LinkedHashMap<>();
        keys.put("target", request.sample());
        if (request.threads().kind() != null) {
            keys.put("kind", request.threads().kind());
        }
        keys.put("command", command);
        keys.putAll(JvmFacts.classes(
                request.jvm().classPath().stream().map(Path::toString).toList(),
                home(request.jvm().java()),
                new JavaCommand(List.of(), List.of(), request.jvm().mainClass())));
        if (request.threads().count() > 0) {
            keys.put("threadsAsked", request.threads().count());
            keys.put("depth", request.threads().depth());
        }
        keys.put("settleSeconds", request.settle().toMillis() / 1000.0);
        keys.put("stackDepthRecorded", RecordingOptions.STACK_DEPTH);
        keys.putAll(request.known());
        return keys;
    }

    private static @Nullable Path home(Path java) {
        Path bin = java.toAbsolutePath().getParent();
        return bin == null ? null : bin.getParent();
    }

    private ThreadsRun outcome(Cue settled) {
        String[] words = settled.rest().split(" ", 2);
        long ran = Long.parseLong(words[0]);
        return new ThreadsRun(
                ran, request.threads().count(), ran < request.threads().count() && words.length > 1 ? words[1] : "");
    }

    /** Reports the interrupt once; the target may get Ctrl-C before or after this program. */
    private void interrupted() {
        if (capture.end(CaptureEnd.interrupted(doing))) {
            progress.interrupted("interrupted; what was captured so far is in " + folder.path());
        }
    }

    private void step(String what) {
        doing = what;
        progress.step(what);
    }
}
