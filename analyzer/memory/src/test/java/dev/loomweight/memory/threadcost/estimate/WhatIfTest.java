package dev.loomweight.memory.threadcost.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.memory.reconcile.ObjectHeaders;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Dumps.ThreadDump;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.JvmTexts.ClassHistogram;
import dev.loomweight.sample.JvmTexts.SystemMap;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.StackEvents.RecordedStacks;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The estimate of each kind of thread, from what was captured of the other kind, against what was measured. */
class WhatIfTest {

    private static final long MB = 1 << 20;

    /** What was measured of both kinds at one depth, per thread. */
    record Run(
            String name,
            int depth,
            int threads,
            int platformFrames,
            long stackBytes,
            int touched,
            long platformBytes,
            int virtualFrames,
            long chunkBytes,
            long virtualHeapBytes) {

        /** Whether its frames are larger than those that are expected where nothing is known of their size. */
        boolean isWide() {
            return name.contains("wide");
        }

        @Override
        public String toString() {
            return name + ", depth " + depth;
        }
    }

    private record Range(long least, long most) {
        double width() {
            return (double) most / least;
        }
    }

    static Stream<Run> runs() throws IOException {
        try (var in = Objects.requireNonNull(WhatIfTest.class.getResourceAsStream("/threadcost/sleepers.csv"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#") && !line.startsWith("series,"))
                    .map(line -> line.split(",", -1))
                    .map(cells -> new Run(
                            cells[0] + ", JDK " + cells[1],
                            Integer.parseInt(cells[2]),
                            Integer.parseInt(cells[3]),
                            (int) Double.parseDouble(cells[4]),
                            Long.parseLong(cells[5]),
                            Integer.parseInt(cells[6]),
                            Long.parseLong(cells[7]),
                            (int) Double.parseDouble(cells[8]),
                            Long.parseLong(cells[9]),
                            Long.parseLong(cells[10])));
        }
    }

    @ParameterizedTest
    @MethodSource("runs")
    void virtualThreadsAsPlatformThreads(Run run) {
        long all = run.threads * run.platformBytes;
        Range byFrames = estimate(dump(run, true));
        Range range = estimate(dump(run, true), chunks(run));

        assertThat(all).as("by the frames").isBetween(byFrames.least, byFrames.most);
        assertThat(all).as("by the stack chunks too").isBetween(range.least, range.most);
        assertThat(range.width()).isLessThanOrEqualTo(byFrames.width() + 0.001);
        StackModel.Range site =
                StackModel.asPlatform(run.threads, run.virtualFrames, (double) run.chunkBytes, (double) run.chunkBytes);
        assertThat(all).as("of a site").isBetween(site.least(), site.most());
        if (run.threads == 4000) {
            // Of a thousand, most or few can start in the interpreter.
            assertThat(range.width()).isLessThan(2.25);
        }
    }

    @ParameterizedTest
    @MethodSource("runs")
    void platformThreadsAsVirtualThreads(Run run) {
        long all = run.threads * run.virtualHeapBytes;
        Range recorded =
                estimate(new RecordedStacks(Instant.EPOCH, Collections.nCopies(run.threads, run.platformFrames)));
        Range byFrames = estimate(dump(run, false));
        Range range = estimate(dump(run, false), stacks(run));

        assertThat(all).as("by the stacks too").isBetween(range.least, range.most);
        StackModel.Range site = StackModel.asVirtual(run.threads, run.platformFrames, run.stackBytes);
        assertThat(all).as("of a site").isBetween(site.least(), site.most());
        if (run.isWide()) {
            return;
        }
        assertThat(all).as("by a recording").isBetween(recorded.least, recorded.most);
        assertThat(all).as("by the frames").isBetween(byFrames.least, byFrames.most);
        assertThat(range.width()).isLessThanOrEqualTo(byFrames.width() + 0.001);
        if (run.depth == 5) {
            assertThat(range.width()).isLessThanOrEqualTo(2.4);
        }
    }

    /** Methods with many variables: 190 bytes a frame were seen in a service. */
    @ParameterizedTest
    @ValueSource(ints = {20, 60, 200})
    void wideFramesAreInTheRange(int frames) {
        Run run = new Run("", frames, 1000, frames, 0, 0, 0, frames, 0, 0);
        Range range = estimate(dump(run, false));

        assertThat(1000L * (660 + 1200 + 190 * frames)).isBetween(range.least, range.most);
    }

    /** Figures of somebody else's runs, of 4,000 threads each. */
    @Test
    void runsOfOthers() {
        Run shallow = new Run("", 5, 4000, 11, 12_288, 0, 0, 12, 1915, 0);
        Run deep = new Run("", 100, 4000, 105, 20_480, 0, 0, 106, 5077, 0);

        assertThat(88 * MB)
                .isBetween(
                        estimate(dump(shallow, true), chunks(shallow)).least,
                        estimate(dump(shallow, true), chunks(shallow)).most);
        assertThat(66 * MB)
                .isBetween(
                        estimate(dump(deep, false), stacks(deep)).least,
                        estimate(dump(deep, false), stacks(deep)).most);
    }

    @Test
    void truncatedStacksMakeTheEstimateALowerBound() {
        ThreadDump.Stack deep =
                new ThreadDump.Stack(frames(1024), true, "WAITING", false, 100, List.of(), ThreadDump.Extent.TRUNCATED);

        assertThat(table(new ThreadDump(List.of(deep))).footnotes())
                .anyMatch(note -> note.startsWith("The stacks of 100 threads are truncated in the dump"));
    }

    private static ThreadDump dump(Run run, boolean virtual) {
        List<Frame> frames = frames(virtual ? run.virtualFrames : run.platformFrames);
        return new ThreadDump(
                List.of(new ThreadDump.Stack(frames, virtual, null, false, run.threads, List.of("sleeper-1"))));
    }

    private static List<Frame> frames(int depth) {
        return Collections.nCopies(depth, new Frame("com.acme.Sleepers", "descend", "", 12, -1, 0, ""));
    }

    private static ClassHistogram chunks(Run run) {
        long bytes = run.threads * run.chunkBytes;
        return new ClassHistogram(
                List.of(new ClassHistogram.Line("jdk.internal.vm.StackChunk", "", run.threads, bytes)),
                run.threads,
                bytes);
    }

    private static SystemMap stacks(Run run) {
        List<SystemMap.Mapping> mappings = new ArrayList<>();
        for (int i = 0; i < run.threads; i++) {
            long from = 0x7f0000000000L + 2 * MB * i;
            long resident = i < run.touched ? 90_112 : run.stackBytes;
            mappings.add(new SystemMap.Mapping(
                    from, from + MB, MB, resident, "rw-p", "STACK-" + (100 + i) + "-sleeper-" + i, "-"));
        }
        return new SystemMap(mappings);
    }

    private static Range estimate(Sample... samples) {
        List<Cell> cells = table(samples).rows().getFirst().cells();
        return new Range(((Cell.Bytes) cells.get(4)).value(), ((Cell.Bytes) cells.get(5)).value());
    }

    private static Table table(Sample... samples) {
        WhatIf analysis = new WhatIf();
        var all = analysis.fold().empty();
        for (Sample sample : samples) {
            analysis.fold().add(all, new Origin("shop", null, "shop", Instrument.NMT), sample);
        }
        Section section = analysis.finish(all, Coverage.NONE);
        return (Table) section.blocks().getFirst();
    }

    /** 40 bytes of the objects next to the stack chunk, by class histograms of 4,000 threads on 25.0.3. */
    @Test
    void compactHeadersMakeAVirtualThreadSmaller() {
        StackModel.PerFrame frame = new StackModel.PerFrame(25, 150, false);
        StackModel.Range usual = StackModel.virtual(4000, 10, frame, ObjectHeaders.USUAL);
        StackModel.Range compact = StackModel.virtual(4000, 10, frame, ObjectHeaders.COMPACT);

        assertThat(usual.least() - compact.least()).isEqualTo(40 * 4000);
        assertThat(usual.most() - compact.most()).isEqualTo(40 * 4000);
        assertThat(StackModel.virtual(4000, 10, frame, ObjectHeaders.UNKNOWN)).isEqualTo(usual);
    }
}
