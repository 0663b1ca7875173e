package dev.loomweight.command;

import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.DataException;
import dev.loomweight.capture.DumpRequest;
import dev.loomweight.input.capture.TemporaryFolder;
import dev.loomweight.kernel.option.Options;
import dev.loomweight.launch.LiveDumps;
import dev.loomweight.launch.LiveSnapshot;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Report;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin.Instrument;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** A closer look at the threads of a running JVM. It goes on by itself, on a thread of its own. */
public final class WatchedLook implements AutoCloseable {

    /** What is looked at. */
    public enum At {
        /** Whether it hangs, and why: two thread dumps, a second apart, and the answer of {@link Question#HANG}. */
        HANG,
        /**
         * What its threads weigh: a thread dump and a class histogram, which stops it for a collection, and the answer of
         * {@link Question#WEIGHT}.
         */
        WEIGHT
    }

    private static final DumpRequest DUMPS = DumpRequest.of(2, Duration.ofSeconds(1));

    private final At at;
    private final long pid;
    private final Options pins;
    private final LiveDumps dumps;
    private final Thread thread;
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile @Nullable Report report;
    private volatile List<DumpedThreads> threads = List.of();
    private volatile String problem = "";

    private WatchedLook(At at, long pid, Options pins) {
        this.at = at;
        this.pid = pid;
        this.pins = pins;
        this.dumps = new LiveDumps(pid, DUMPS, null, LiveDumps.MIN_FREE_BYTES);
        this.thread = Thread.ofPlatform().daemon().name("loomweight-look").unstarted(this::look);
    }

    /** Begins to look at a process; never waits for it. */
    static WatchedLook start(At at, long pid, Options pins) {
        WatchedLook look = new WatchedLook(at, pid, pins);
        look.thread.start();
        return look;
    }

    private void look() {
        try (TemporaryFolder folder = new TemporaryFolder()) {
            Path capture = folder.path().resolve(pid + ".lw");
            Question question = at == At.HANG ? Question.HANG : Question.WEIGHT;
            if (at == At.HANG) {
                dumps.take(capture, line -> problem = line);
                read(capture);
            } else {
                LiveSnapshot.weigh(pid, line -> problem = line, () -> folder.make(CaptureFolder::create, capture));
            }
            report = question.ask(pins.with(InputOptions.PATHS, List.of(capture)))
                    .report();
        } catch (DataException | IOException e) {
            problem = String.valueOf(e.getMessage());
        } catch (InterruptedException e) {
            problem = "stopped";
        } finally {
            over.countDown();
        }
    }

    private void read(Path capture) {
        List<DumpedThreads> found = new ArrayList<>();
        try (CommandInputs inputs = new CommandInputs(pins)) {
            inputs.open(List.of(capture), count -> {}).sources().stream()
                    .filter(source -> source.origin().instrument() == Instrument.THREAD_DUMP)
                    .forEach(source -> source.read(Interest.in(DumpedThreads.class), () -> (from, sample) -> {
                        if (sample instanceof DumpedThreads dump) {
                            found.add(dump);
                        }
                    }));
        }
        threads = List.copyOf(found);
    }

    /** What is looked at. */
    public At at() {
        return at;
    }

    /** The dumps of a hang; empty while there are none. */
    List<DumpedThreads> threads() {
        return threads;
    }

    /** The worst of what was found, in a sentence; empty where no hang was found, or there is no answer. */
    String verdict() {
        Report found = report;
        return found == null
                ? ""
                : found.sections().stream()
                        .flatMap(section -> section.findings().stream())
                        .filter(finding -> finding.severity() == Finding.Severity.PROBLEM)
                        .map(Finding::summary)
                        .findFirst()
                        .orElse("");
    }

    /** Whether there is an answer, or will be none. */
    public boolean isOver() {
        return over.getCount() == 0;
    }

    /** The answer; null while there is none. */
    public @Nullable Report report() {
        return report;
    }

    /** Why there is no answer, or what the target does not do meanwhile; empty where nothing is wrong. */
    public String problem() {
        return problem;
    }

    /** Stops it; a dump that the JVM is making is made. */
    @Override
    public void close() {
        dumps.stop();
        thread.interrupt();
    }
}
