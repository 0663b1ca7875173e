package dev.loomweight.memory.threadcost.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.kernel.subject.Analysis;
import dev.loomweight.memory.sizing.Sizing;
import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Role;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Dumps.ThreadDump;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.JvmTexts.ClassHistogram;
import dev.loomweight.sample.JvmTexts.SystemMap;
import dev.loomweight.sample.MemoryEvents.DirectBuffers;
import dev.loomweight.sample.MemoryEvents.HeapUsage;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.ProcTexts.ProcStatus;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.StackEvents.RecordedStacks;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What threads cost, what they would cost, and what to set, by inputs of which every figure is known. */
class ThreadsAndSizesTest {

    private static final long MB = 1 << 20;

    @Test
    void aFrameMoreIsTheSlopeOverThreadsOfDifferentDepths() {
        Section section = section(new ProcessThreadCosts(), stacks(), platformDump());

        Table table = table(section, "threads1");
        assertThat(table.footnotes())
                .contains(
                        "One more frame adds 100 B (± 0 B) of resident stack, fitted over 10 threads of different depths.",
                        "The deepest platform thread, worker-9, has 90 frames; the mean of 9 is 50.");
        assertThat(table(section, "heaviest1").rows().get(0).cells())
                .containsExactly(Cell.text("worker-9"), Cell.bytes(MB), Cell.bytes(12_288 + 9_000));
    }

    /** A slope below zero, or within its error, is of other things than frames. */
    @ParameterizedTest
    @CsvSource({"-1000, 0", "100, 5000", "0, 0"})
    void aSlopeWithinItsErrorIsNotSaid(long bytesPerThread, long apart) {
        SystemMap map = stacks(i -> 40_960 + i * bytesPerThread + (i % 2 == 0 ? apart : -apart));

        assertThat(table(section(new ProcessThreadCosts(), map, platformDump()), "threads1")
                        .footnotes())
                .noneMatch(note -> note.contains("more frame"));
    }

    @Test
    void platformThreadsAsVirtualOnesLieInTheHeap() {
        ThreadDump dump =
                new ThreadDump(List.of(new ThreadDump.Stack(frames(10), false, null, false, 1001, List.of())));

        Table table = table(section(new WhatIf(), dump), "whatIf1");

        assertThat(table.rows())
                .singleElement()
                .satisfies(row -> assertThat(row.cells())
                        .containsExactly(
                                Cell.text("platform threads as virtual"),
                                Cell.count(1001),
                                Cell.count(10),
                                Cell.absent("the resident size of stacks was not captured"),
                                Cell.bytes(1001 * (440 + 1200 + 10 * 25)),
                                Cell.bytes(1001 * (880 + 1200 + 10 * 210))));
        assertThat(table.footnotes()).anyMatch(note -> note.startsWith("This is an estimate "));
    }

    @Test
    void theDepthsOfARecordingDoWhereThereIsNoDump() {
        Table table =
                table(section(new WhatIf(), new RecordedStacks(Instant.EPOCH, Collections.nCopies(17, 3))), "whatIf1");

        assertThat(table.rows().get(0).cells()).contains(Cell.count(17), Cell.count(3));
    }

    @Test
    void virtualThreadsAsPlatformOnesTakeStacks() {
        ThreadDump dump = new ThreadDump(List.of(new ThreadDump.Stack(frames(8), true, null, false, 101, List.of())));
        ClassHistogram histogram = new ClassHistogram(
                List.of(new ClassHistogram.Line("jdk.internal.vm.StackChunk", "", 101, 101 * 1000)), 101, 101 * 1000);

        Table table = table(section(new WhatIf(), dump, histogram), "whatIf1");

        assertThat(table.rows().get(0).cells())
                .containsExactly(
                        Cell.text("virtual threads as platform"),
                        Cell.count(101),
                        Cell.count(8),
                        Cell.bytes(101 * 1000),
                        // Chunks that small hold no frame; 3 pages and malloc, and nearly all started in the
                        // interpreter.
                        Cell.bytes(101 * ((12 + 7) << 10) + 100 * (64 << 10)),
                        Cell.bytes(101 * ((12 + 9 + 80) << 10)));
    }

    @Test
    void theHeapIsTheLimitLessAllElse() {
        Section section = section(new Sizing(256 * MB), process());

        Table table = table(section, "sizing1");
        long left = sum(table, Role.PLAIN, 2);
        long heap = sum(table, Role.TOTAL, 2);
        assertThat(heap).isEqualTo(left / MB * MB);
        assertThat(amount(table, "direct buffers"))
                .as("1.5 times the peak of 20 MB, by 8 MB")
                .isEqualTo(-32 * MB);
        assertThat(amount(table, "headroom")).isEqualTo(-Math.round(256 * MB * 0.1));
        assertThat(sum(table, Role.TOTAL, 1)).as("least").isEqualTo(sum(table, Role.PLAIN, 1) / MB * MB);
        assertThat(table(section, "sizingFlags1").rows())
                .extracting(row -> ((Cell.Text) row.cells().get(1)).value())
                .contains("1.5 times the 20 MB (highest use of direct buffers), rounded up to 8 MB");
        assertThat(section.blocks())
                .filteredOn(Note.class::isInstance)
                .singleElement()
                .satisfies(note -> assertThat(((Note) note).sentences().get(0))
                        .startsWith("-Xmx" + heap / MB + "m")
                        .contains("-XX:MaxDirectMemorySize=32m"));
        assertThat(section.findings()).isEmpty();
        assertThat(table.footnotes()).anyMatch(note -> note.startsWith("This is one workload"));
    }

    @Test
    void theFloorOfABoundIsNamed() {
        Table flags = table(
                section(
                        new Sizing(),
                        new HeapUsage(Instant.EPOCH, 30 * MB, 40 * MB, 128 * MB),
                        new DirectBuffers(Instant.EPOCH, 3, 100 << 10, 128 * MB),
                        new ProcStatus(7, Map.of("VmRSS", 50 * MB), 9)),
                "sizingFlags1");

        assertThat(flags.rows())
                .extracting(row -> row.cells())
                .contains(List.of(
                        Cell.text("-XX:MaxDirectMemorySize=16m"),
                        Cell.text("the floor of 16 MB, since 1.5 times the 100 KB (highest use of direct buffers) is"
                                + " less")));
    }

    @Test
    void aLimitTooLowIsAProblemOnlyOfMeasuredObjects() {
        ClassHistogram histogram =
                new ClassHistogram(List.of(new ClassHistogram.Line("[B", "", 1, 30 * MB)), 1, 30 * MB);
        Sample[] measured =
                Stream.concat(Stream.of(process()), Stream.of(histogram)).toArray(Sample[]::new);

        assertThat(section(new Sizing(32 * MB), process()).findings())
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.id()).isEqualTo("limitTooSmall");
                    assertThat(finding.severity()).isEqualTo(Finding.Severity.WARNING);
                    assertThat(finding.summary()).contains("which has up to 30 MB of live objects");
                    assertThat(finding.explanation()).contains("so the limit may suffice");
                });
        assertThat(section(new Sizing(32 * MB), measured).findings())
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.severity()).isEqualTo(Finding.Severity.PROBLEM);
                    assertThat(finding.summary()).contains("has 30 MB of live objects, more than it can hold");
                });
        assertThat(section(new Sizing(80 * MB), measured).findings()).isEmpty();
    }

    @Test
    void withoutALimitTheLeastIsProposed() {
        Table table = table(section(new Sizing(), process()), "sizing1");

        assertThat(table.rows().get(0).cells().get(0)).isEqualTo(Cell.text("limit"));
        assertThat(sum(table, Role.TOTAL, 1)).as("least").isGreaterThanOrEqualTo(30 * MB / 4 * 5);
        assertThat(sum(table, Role.TOTAL, 2)).as("comfortable").isGreaterThanOrEqualTo(2 * 30 * MB);
        assertThat(table.footnotes()).anyMatch(note -> note.contains("known to be 30 MB at most"));
    }

    private static long sum(Table table, Role role, int column) {
        return table.rows().stream()
                .filter(row -> row.role() == role)
                .mapToLong(row -> ((Cell.Bytes) row.cells().get(column)).value())
                .sum();
    }

    /** A heap of 30 MB in use, 20 MB of direct buffers at the peak, 50 MB resident. */
    private static Sample[] process() {
        return new Sample[] {
            new HeapUsage(Instant.EPOCH, 30 * MB, 40 * MB, 128 * MB),
            new DirectBuffers(Instant.EPOCH, 3, 20 * MB, 128 * MB),
            new DirectBuffers(Instant.EPOCH.plusSeconds(1), 2, 10 * MB, 128 * MB),
            new ProcStatus(7, Map.of("VmRSS", 50 * MB), 9)
        };
    }

    private static SystemMap stacks() {
        return stacks(i -> 12_288 + i * 1_000L);
    }

    private static SystemMap stacks(IntToLongFunction resident) {
        List<SystemMap.Mapping> mappings = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            long from = 0x7f0000000000L + 2 * MB * i;
            mappings.add(new SystemMap.Mapping(
                    from, from + MB, MB, resident.applyAsLong(i), "rw-p", "STACK-" + (100 + i) + "-worker-" + i, "-"));
        }
        return new SystemMap(mappings);
    }

    private static ThreadDump platformDump() {
        List<ThreadDump.Stack> stacks = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            stacks.add(new ThreadDump.Stack(frames(i * 10), false, null, false, 1, List.of("worker-" + i)));
        }
        return new ThreadDump(stacks);
    }

    private static List<Frame> frames(int depth) {
        return Collections.nCopies(depth, new Frame("com.acme.Cart", "add", "", 12, -1, 0, ""));
    }

    private static Section section(Analysis<?, ?> analysis, Sample... samples) {
        return fold(analysis, samples);
    }

    private static <A> Section fold(Analysis<A, ?> analysis, Sample... samples) {
        A all = analysis.fold().empty();
        for (Sample sample : samples) {
            analysis.fold().add(all, new Origin("shop", null, "shop", Instrument.NMT), sample);
        }
        return analysis.finish(all, Coverage.NONE);
    }

    private static Table table(Section section, String id) {
        return section.blocks().stream()
                .filter((Block block) -> block.id().equals(id))
                .map(Table.class::cast)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no table " + id + " in " + section));
    }

    private static long amount(Table table, String row) {
        return table.rows().stream()
                .filter(each -> each.cells().get(0).equals(Cell.text(row)))
                .map(each -> ((Cell.Bytes) each.cells().get(2)).value())
                .findFirst()
                .orElseThrow(() -> new AssertionError("no row " + row));
    }
}
