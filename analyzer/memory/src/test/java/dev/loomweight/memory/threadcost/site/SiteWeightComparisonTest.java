package dev.loomweight.memory.threadcost.site;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.bytecode.ClassPath;
import dev.loomweight.bytecode.Code;
import dev.loomweight.capture.CaptureEnd;
import dev.loomweight.fold.FoldRun;
import dev.loomweight.input.SampleSink;
import dev.loomweight.input.Source;
import dev.loomweight.input.text.TextSource;
import dev.loomweight.kernel.subject.Comparison;
import dev.loomweight.kernel.subject.Subject;
import dev.loomweight.memory.reconcile.ObservedProcess;
import dev.loomweight.memory.reconcile.Processes;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Section;
import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import dev.loomweight.sample.CaptureTexts.ExperimentRun;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The threads at a line in two dumps: ids of threads are those of one process, and of no other. */
class SiteWeightComparisonTest {

    private static final Subject<Processes, Optional<ObservedProcess>> SITES =
            SiteWeightComparison.of(new Code(ClassPath.none()), List.of());

    private static final Comparison<Optional<ObservedProcess>> COMPARISON = Objects.requireNonNull(SITES.comparison());

    @TempDir
    private Path folder;

    /** So many threads with the ids from 100 on, at a moment of a process. */
    private List<Source> moment(int index, int threads) throws IOException {
        StringBuilder dump = new StringBuilder("4711\n2026-01-01T10:00:01Z\n25.0.3\n");
        for (int i = 0; i < threads; i++) {
            dump.append("""

                    #%d "" virtual WAITING 2026-01-01T10:00:01Z
                        at java.base/java.lang.VirtualThread.park(VirtualThread.java:738)
                        at java.base/java.util.concurrent.locks.LockSupport.park(LockSupport.java:369)
                        at com.acme.Shop.query(Shop.java:42)
                        at java.base/java.lang.VirtualThread.run(VirtualThread.java:456)
                    """.formatted(100 + i));
        }
        String histogram = """
                 num     #instances         #bytes  class name (module)
                -------------------------------------------------------
                   1:    %d    %d  jdk.internal.vm.StackChunk (java.base@25.0.3)
                Total    %d    %d
                """.formatted(threads, 10_000L * threads, threads, 10_000L * threads);
        return List.of(
                source(index, Files.writeString(folder.resolve(index + ".dump.txt"), dump)),
                source(index, Files.writeString(folder.resolve(index + ".histogram.txt"), histogram)));
    }

    private static Source source(int index, Path file) {
        Instant time = Instant.ofEpochSecond(1_800_000_000L + 60L * index);
        return new TextSource(
                file,
                new Origin("shop", new Origin.SnapshotId(index, "now", time), file.toString(), Instrument.THREAD_DUMP));
    }

    /**
     * The manifest of the capture that these moments are of.
     *
     * @param threadsAsked how many threads the target was to start, or 0
     * @param experiment whether it is a program of an experiment
     */
    private static Source manifest(long threadsAsked, boolean experiment) {
        CaptureInfo info = new CaptureInfo(
                "shop",
                "25.0.3",
                4711,
                Instant.EPOCH,
                List.of(),
                new CaptureInfo.Threads(threadsAsked == 0 ? null : "virtual", threadsAsked, threadsAsked, 0, 0),
                CaptureEnd.COMPLETE.status(),
                null,
                CaptureInfo.End.UNKNOWN);
        Origin origin = new Origin("shop", null, "capture.json", Instrument.CAPTURE);
        return new Source() {
            @Override
            public Origin origin() {
                return origin;
            }

            @Override
            public Coverage read(Interest interest, Supplier<? extends SampleSink> sinks) {
                SampleSink sink = sinks.get();
                sink.accept(origin, info);
                if (experiment && interest.wants(ExperimentRun.class)) {
                    sink.accept(
                            origin,
                            new ExperimentRun("limits", "pooling", "short", 1, 1, "25.0.3", "", "complete", List.of()));
                }
                return Coverage.of(Coverage.OfSource.text(origin, List.of()));
            }
        };
    }

    private static Optional<ObservedProcess> folded(List<Source> sources) {
        FoldRun run = FoldRun.read(List.of(SITES), sources);
        assertThat(run.problems()).isEmpty();
        return SITES.read(run.result(SITES));
    }

    private static Finding only(List<Finding> findings) {
        assertThat(findings).hasSize(1);
        return findings.getFirst();
    }

    @Test
    void withinACaptureThreadsAreKnownById() throws IOException {
        List<Source> both = new ArrayList<>(moment(0, 300));
        both.addAll(moment(1, 900));

        Finding leak = only(COMPARISON.within(folded(both)).findings());

        assertThat(leak.summary()).startsWith("600 more virtual threads wait at com.acme.Shop.query:42 since ");
        assertThat(leak.explanation())
                .contains("Of the 300 that were there at the moment before, 1 min earlier, none has ended.");
    }

    @Test
    void threadsOfTwoInputsThatHaveTheSameIdsNeedNotBeTheSame() throws IOException {
        Finding leak = only(COMPARISON
                .changes(folded(moment(0, 300)), folded(moment(1, 900)))
                .findings());

        assertThat(leak.summary()).startsWith("600 more virtual threads wait at com.acme.Shop.query:42 since ");
        assertThat(leak.explanation())
                .contains("There are 900 now, and there were 300")
                .doesNotContain("ended")
                .doesNotContain("seen for");
    }

    /** A program of the lab has as many threads as it was to start; of another program they are a leak. */
    @ParameterizedTest
    @CsvSource({"900, false, 0", "0, true, 0", "0, false, 1"})
    void threadsOfTheLabAreNoLeak(long asked, boolean experiment, int findings) throws IOException {
        List<Source> first = new ArrayList<>(moment(0, 300));
        first.add(manifest(asked, experiment));
        List<Source> last = new ArrayList<>(moment(1, 900));
        last.add(manifest(asked, experiment));
        List<Source> both = new ArrayList<>(moment(0, 300));
        both.addAll(last);

        assertThat(COMPARISON.within(folded(both)).findings()).hasSize(findings);
        assertThat(COMPARISON.changes(folded(first), folded(last)).findings()).hasSize(findings);
        Code code = new Code(ClassPath.none());
        assertThat(said(SiteWeights.asked(code, List.of()), both).findings()).hasSize(findings);
        assertThat(said(SiteWeights.overview(code, List.of()), both).findings()).hasSize(findings);
    }

    private static Section said(SiteWeights weights, List<Source> sources) {
        FoldRun run = FoldRun.read(List.of(weights), sources);
        WeightReading reading = weights.read(run.of(weights), run.coverage());
        assertThat(reading.processes()).hasSize(1);
        return weights.say(reading, run.coverage());
    }
}
