package dev.loomweight.command;

import dev.loomweight.bytecode.ClassPath;
import dev.loomweight.capture.DataException;
import dev.loomweight.capture.HeldFolder;
import dev.loomweight.input.capture.GrowingCapture;
import dev.loomweight.input.recording.RepositoryFollower;
import dev.loomweight.kernel.option.Options;
import dev.loomweight.launch.ProcessState;
import dev.loomweight.live.LiveFigures;
import dev.loomweight.live.LiveState;
import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import dev.loomweight.sample.Sample;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** A capture that an agent or a run is writing: its process is not touched. */
final class WatchedCapture implements Watched {

    /** JFR writes every second; a process that is gone and has not written for this long was killed. */
    private static final Duration SILENCE = Duration.ofSeconds(5);

    private final Path folder;
    private final GrowingCapture capture;
    private final ClassPath classes;
    private final LiveState state;
    private final FollowedRecording figures;
    private final AtomicLong lastEventNanos;

    private WatchedCapture(
            Path folder,
            GrowingCapture capture,
            ClassPath classes,
            LiveState state,
            FollowedRecording figures,
            AtomicLong lastEventNanos) {
        this.folder = folder;
        this.capture = capture;
        this.classes = classes;
        this.state = state;
        this.figures = figures;
        this.lastEventNanos = lastEventNanos;
    }

    static WatchedCapture open(Path folder, Options given) {
        GrowingCapture capture = GrowingCapture.open(folder);
        try {
            return of(folder, capture, given);
        } catch (DataException e) {
            capture.close();
            throw e;
        }
    }

    private static WatchedCapture of(Path folder, GrowingCapture capture, Options given) {
        HeldFolder repository = capture.isRunning() ? capture.openRepository().orElse(null) : null;
        Instant start = repository == null
                ? null
                : RepositoryFollower.newestStart(repository).orElse(null);
        if (repository == null || start == null) {
            if (repository != null) {
                repository.close();
            }
            throw new DataException(folder
                    + (capture.isRunning() ? " has no recording in progress" : " is no longer in progress")
                    + "; use loomweight report " + folder);
        }
        ClassPath classes = ClassOptions.open(given, List.of(capture.classes()));
        LiveState state = new LiveState(ClassOptions.pins(given, classes, 0), given.get(WINDOW));
        state.add(capture.info());
        state.process(capture.info().pid());
        AtomicLong last = new AtomicLong(System.nanoTime());
        FollowedRecording figures = FollowedRecording.follow(
                repository, start, LiveState.INTEREST, state, sample -> take(state, sample, last));
        return new WatchedCapture(folder, capture, classes, state, figures, last);
    }

    private static void take(LiveState state, Sample sample, AtomicLong last) {
        last.set(System.nanoTime());
        state.add(sample);
    }

    @Override
    public String title() {
        CaptureInfo info = capture.info();
        return info.target() + ", capture " + folder.getFileName() + ", JDK " + info.jdk();
    }

    @Override
    public LiveFigures at(Instant time) {
        capture.newTexts().forEach(state::add);
        capture.newCarriers().forEach(state::add);
        return figures.at(time);
    }

    @Override
    public List<String> hints() {
        return figures.hints();
    }

    @Override
    public Optional<String> ended() {
        if (!capture.isRunning()) {
            return Optional.of("The capture has ended (" + capture.info().status() + "); these are its last figures.");
        }
        long pid = capture.info().pid();
        boolean there = pid > 0 && !ProcessState.read(pid).hasEnded();
        boolean silent = System.nanoTime() - lastEventNanos.get() > SILENCE.toNanos();
        return silent && !there
                ? Optional.of("Nothing was written for " + SILENCE.toSeconds()
                        + " s, and the process is gone; these are its last figures.")
                : Optional.empty();
    }

    @Override
    public WatchedLook look(WatchedLook.At at) {
        throw new DataException("the process of a capture is not touched; use loomweight "
                + (at == WatchedLook.At.HANG ? "hang" : "threads --weight") + " with its process, or with " + folder
                + " if it has dumps");
    }

    @Override
    public Path dump() {
        throw new DataException(folder + " is already a capture");
    }

    @Override
    public void close() {
        figures.close();
        capture.close();
        ClassOptions.close(classes);
    }
}
