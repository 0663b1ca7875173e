package dev.loomweight.memory.growth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.memory.Account;
import dev.loomweight.memory.growth.MemoryLines.Line;
import dev.loomweight.memory.growth.MemoryOverTime.OverTimeReading;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Series;
import dev.loomweight.report.Table;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.JvmTexts.HeapInfo;
import dev.loomweight.sample.MachineEvents.ContainerUsage;
import dev.loomweight.sample.MemoryEvents.DirectBuffers;
import dev.loomweight.sample.MemoryEvents.HeapUsage;
import dev.loomweight.sample.MemoryEvents.MetaspaceSummary;
import dev.loomweight.sample.MemoryEvents.NativeMemory;
import dev.loomweight.sample.MemoryEvents.NativeMemoryTotal;
import dev.loomweight.sample.MemoryEvents.ResidentSetSize;
import dev.loomweight.sample.NmtTexts.Amount;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.NmtTexts.NmtUsage;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.ProcTexts.ProcStatus;
import dev.loomweight.sample.ProcTexts.Smaps;
import dev.loomweight.sample.ProcTexts.SmapsRollup;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.ThreadEvents.ThreadStatistics;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MemoryLinesTest {

    @Test
    void anHourOfSamplesKeepsItsPeakInBoundedMemory() {
        MemoryLines lines = new MemoryLines();
        for (int second = 0; second < 100_000; second++) {
            lines.add("shop", Account.RESIDENT, at(second), second == 77_777 ? 1_000_000 : second);
        }
        MemoryLines.Line line =
                lines.bySubject().values().iterator().next().values().iterator().next();

        assertThat(line.values()).hasSizeLessThanOrEqualTo(4096).containsValue(1_000_000L);
        assertThat(line.peak()).isEqualTo(1_000_000);
        assertThat(line.first()).isZero();
        assertThat(line.last()).isEqualTo(99_999);
    }

    /** One snapshot, or a recording of one moment: nothing changed, and nothing stayed as it was. */
    @Test
    void oneMomentIsNotComparedWithItself() {
        MemoryLines lines = new MemoryLines();
        lines.add("shop", Account.RESIDENT, at(1), 1_000_000);
        assertThat(tables(lines)).isEmpty();

        lines.add("shop", Account.NMT_TOTAL, at(1), 2_000_000);
        lines.add("shop", Account.NMT_TOTAL, at(2), 2_000_000);
        assertThat(tables(lines))
                .singleElement()
                .satisfies(table -> assertThat(table.footnotes()).containsExactly("Unchanged: NMT total."));
    }

    @Test
    void whatMovedIsOrderedByGrowthAndTheUsedHeapIsLast() {
        MemoryLines lines = new MemoryLines();
        add(lines, Account.HEAP_USED, 1, 900);
        add(lines, Account.NMT_TOTAL, 100, 90);
        add(lines, Account.RESIDENT, 100, 150);
        // Where the growth is the same, the higher peak comes first, and then the name.
        add(lines, Account.CONTAINER, 10, 60);
        add(lines, Account.nmt("Code"), 10, 60);
        // A peak in between is a movement too.
        add(lines, Account.nmt("GC"), 50, 70, 50);
        add(lines, Account.nmt("Symbol"), 50, 50);
        add(lines, Account.nmt("Arguments"), 50, 50, 50);
        add(lines, Account.nmt("Zero"), 0, 0);
        add(lines, Account.nmt("Once"), 5);
        add(lines, MemoryLines.THREADS, 3, 9);
        OverTimeReading reading = read(lines);

        assertThat(reading.moved())
                .containsExactly(
                        Account.RESIDENT,
                        first(Account.CONTAINER, Account.nmt("Code")),
                        last(Account.CONTAINER, Account.nmt("Code")),
                        Account.nmt("GC"),
                        Account.NMT_TOTAL,
                        Account.HEAP_USED);
        assertThat(reading.unchanged()).containsExactly(Account.nmt("Arguments"), Account.nmt("Symbol"));
        assertThat(reading.totals())
                .containsExactly(Account.RESIDENT, Account.NMT_TOTAL, Account.HEAP_USED, Account.CONTAINER);
        assertThat(reading.compared()).isTrue();
    }

    @Test
    void theEightCategoriesWithTheHighestPeaksAreShown() {
        MemoryLines lines = new MemoryLines();
        for (int i = 0; i < 9; i++) {
            add(lines, Account.nmt("c" + i), 10, i == 8 ? 1_000 : 100 - i, 1);
        }
        add(lines, MemoryLines.THREADS, 5_000);

        assertThat(read(lines).categories())
                .extracting(Account::category)
                .containsExactly("c8", "c0", "c1", "c2", "c3", "c4", "c5", "c6");
    }

    /** A recording alone has stale thread stacks; a text of NMT corrects them. */
    @Test
    void stacksAreStaleWithoutAText() {
        MemoryLines lines = new MemoryLines();
        add(lines, Account.nmt("Code"), 1);
        assertThat(read(lines).stale()).isFalse();

        add(lines, Account.nmt(NmtCategory.THREAD_STACK), 7);
        assertThat(read(lines).stale()).isTrue();
        assertThat(read(lines).categories()).contains(Account.nmt(NmtCategory.THREAD_STACK));

        add(lines, Account.STACKS, 8);
        assertThat(read(lines).stale()).isFalse();
        assertThat(read(lines).categories()).containsExactlyInAnyOrder(Account.nmt("Code"), Account.STACKS);
        assertThat(read(lines).compared()).as("one moment").isFalse();
    }

    private static final Origin RECORDING = new Origin("shop", null, "shop.jfr", Instrument.JFR);

    private static Origin snapshot(int index, @Nullable Instant time) {
        return new Origin("shop", new Origin.SnapshotId(index, "s" + index, time), "s.txt", Instrument.NMT);
    }

    private static Origin snapshot(int index) {
        return snapshot(index, at(index));
    }

    /** The values of an account as {@code second=value}. */
    private static String values(MemoryLines lines, Account account) {
        return lines.values("shop").getOrDefault(account, new TreeMap<>()).entrySet().stream()
                .map(one -> one.getKey().getEpochSecond() + "=" + one.getValue())
                .collect(Collectors.joining(" "));
    }

    private static NmtReport nmt(long threads, long stacks, long code) {
        return new NmtReport(
                1,
                1,
                false,
                NmtUsage.of(Amount.of(9_999), Amount.of(9_999)),
                null,
                null,
                List.of(
                        category(NmtCategory.THREAD, threads, NmtUsage.of(Amount.of(stacks), Amount.of(stacks))),
                        category("Code", code, null)),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of());
    }

    private static NmtCategory category(String name, long bytes, @Nullable NmtUsage stack) {
        NmtUsage usage = NmtUsage.of(Amount.of(bytes), Amount.of(bytes));
        return new NmtCategory(name, usage, Map.of(), stack, null, null, null, null, List.of(), List.of());
    }

    private static ProcStatus status(long resident) {
        return new ProcStatus(1, Map.of("VmRSS", resident), 9);
    }

    /** A heap that is mapped three times: its pages count once. */
    private static Smaps heapInThreeViews(long bytes) {
        String file = "/memfd:java_heap (deleted)";
        return new Smaps(LongStream.of(0x4_0000_0000L, 0x8_0000_0000L, 0x10_0000_0000L)
                .mapToObj(
                        from -> new Smaps.Mapping(from, from + bytes, "rw-s", file, bytes, 0, 0, 0, bytes / 3, file, 0))
                .toList());
    }

    /** Each event is of the accounts that it has; what is committed of metaspace, NMT counts. */
    @Test
    void eventsOfARecording() {
        MemoryLines lines = new MemoryLines();
        for (Sample sample : List.of(
                new ThreadStatistics(at(1), 12, 99),
                new ResidentSetSize(at(2), 700, 900),
                new NativeMemory(at(3), "Code", 60, 50),
                new NativeMemory(at(3), NmtCategory.THREAD, 60, 40),
                new NativeMemoryTotal(at(4), 990, 890),
                new HeapUsage(at(5), 30, 40, 50),
                new MetaspaceSummary(at(6), 7, 8, 9),
                new DirectBuffers(at(7), 1, 5, 6),
                new ContainerUsage(at(8), 1_000, 0),
                new HeapInfo("garbage-first heap", 9, 9, 9, 0, 0))) {
            lines.add(RECORDING, sample);
        }

        assertThat(lines.values("shop").keySet())
                .containsExactlyInAnyOrder(
                        MemoryLines.THREADS,
                        Account.RESIDENT,
                        Account.nmt("Code"),
                        Account.nmt(NmtCategory.THREAD),
                        Account.NMT_TOTAL,
                        Account.HEAP_USED,
                        Account.HEAP_COMMITTED,
                        Account.METASPACE_USED,
                        Account.DIRECT,
                        Account.CONTAINER);
        assertThat(values(lines, MemoryLines.THREADS)).isEqualTo("1=12");
        assertThat(values(lines, Account.RESIDENT)).isEqualTo("2=700");
        assertThat(values(lines, Account.nmt("Code"))).isEqualTo("3=50");
        assertThat(values(lines, Account.nmt(NmtCategory.THREAD))).isEqualTo("3=40");
        assertThat(values(lines, Account.NMT_TOTAL)).isEqualTo("4=890");
        assertThat(values(lines, Account.METASPACE_USED)).isEqualTo("6=7");
        assertThat(lines.values("another")).isEmpty();
    }

    /** The total of a text has other stacks than that of a recording. */
    @Test
    void aTextOfNmtHasItsStacksApartAndNoTotal() {
        MemoryLines lines = new MemoryLines();
        lines.add(snapshot(3), nmt(100, 70, 50));
        lines.add(snapshot(4, null), nmt(500, 70, 50));
        lines.add(RECORDING, nmt(600, 70, 50));

        assertThat(values(lines, Account.nmt(NmtCategory.THREAD))).isEqualTo("3=30");
        assertThat(values(lines, Account.STACKS)).isEqualTo("3=70");
        assertThat(values(lines, Account.nmt("Code"))).isEqualTo("3=50");
        assertThat(values(lines, Account.NMT_TOTAL)).isEmpty();
    }

    @Test
    void residentMemoryIsOfTheMostTrustedTextOfASnapshot() {
        MemoryLines lines = new MemoryLines();
        lines.add(snapshot(1), status(500));
        lines.add(snapshot(1), new SmapsRollup(Map.of("Rss", 510L)));
        lines.add(snapshot(2, null), status(600));
        lines.add(RECORDING, status(700));
        lines.add(RECORDING, new ResidentSetSize(at(9), 800, 0));

        assertThat(values(lines, Account.RESIDENT)).isEqualTo("1=510 9=800");
    }

    /** Where a recording's figures count the heap three times, they are of another figure than the snapshots'. */
    @Test
    void eventsThatCountMemorySeveralTimesAreLeftOut() {
        MemoryLines lines = new MemoryLines();
        lines.add(RECORDING, new ResidentSetSize(at(9), 2_400, 0));
        lines.add(RECORDING, new DirectBuffers(at(9), 1, 5, 6));
        assertThat(values(lines, Account.RESIDENT)).isEqualTo("9=2400");

        lines.add(snapshot(1), heapInThreeViews(900));
        assertThat(values(lines, Account.RESIDENT)).isEqualTo("1=900");
        assertThat(values(lines, Account.DIRECT)).isEqualTo("9=5");
    }

    @Test
    void mergedPartsAreTheSameAsOne() {
        MemoryLines left = new MemoryLines();
        left.add(snapshot(1), status(500));
        left.add(RECORDING, new DirectBuffers(at(3), 1, 5, 6));
        MemoryLines right = new MemoryLines();
        right.add(snapshot(2), status(600));
        right.add(RECORDING, new DirectBuffers(at(3), 1, 7, 8));
        right.add(RECORDING, new DirectBuffers(at(4), 1, 2, 8));
        right.add(RECORDING, new ThreadStatistics(at(4), 3, 3));
        left.merge(right);

        assertThat(values(left, Account.RESIDENT)).isEqualTo("1=500 2=600");
        assertThat(values(left, Account.DIRECT)).isEqualTo("3=7 4=2");
        assertThat(values(left, MemoryLines.THREADS)).isEqualTo("4=3");
    }

    /** Such as {@code 3:20}: seconds and values. */
    private static Line line(String values) {
        Line line = new Line();
        for (String one : values.split(" ", -1)) {
            if (!one.isEmpty()) {
                String[] parts = one.split(":", -1);
                line.add(at(Integer.parseInt(parts[0])), Long.parseLong(parts[1]));
            }
        }
        return line;
    }

    @ParameterizedTest(name = "{0} and {1}: {2}, first {3}, last {4}, peak {5}")
    @CsvSource({
        "1:5 2:9 3:7, '',      1=5 2=9 3=7, 5, 7, 9",
        "3:7 2:9 1:5, '',      1=5 2=9 3=7, 5, 7, 9",
        "1:5,         3:7 2:9, 1=5 2=9 3=7, 5, 7, 9",
        "2:9,         3:7 1:5, 1=5 2=9 3=7, 5, 7, 9",
        // Of several values at one time the highest counts, in any order.
        "1:5 1:8 1:2, '',      1=8,         8, 8, 8",
        "1:5,         1:8,     1=8,         8, 8, 8",
        "1:8,         1:5,     1=8,         8, 8, 8",
        "-1:5 0:4,    '',      -1=5 0=4,    5, 4, 5",
    })
    void theEndsAndThePeakOfALine(String left, String right, String values, long first, long last, long peak) {
        Line line = line(left);
        line.merge(line(right));

        assertThat(text(line)).isEqualTo(values);
        assertThat(line.first()).isEqualTo(first);
        assertThat(line.last()).isEqualTo(last);
        assertThat(line.peak()).isEqualTo(peak);
        assertThat(line.isOfSeveralMoments()).isEqualTo(values.contains(" "));
    }

    @Test
    void aLineWithoutValuesHasNoPeak() {
        assertThat(line("").peak()).isZero();
        assertThat(line("").isOfSeveralMoments()).isFalse();
    }

    private static String text(Line line) {
        return line.values().entrySet().stream()
                .map(one -> one.getKey().getEpochSecond() + "=" + one.getValue())
                .collect(Collectors.joining(" "));
    }

    /** Values of one second each, from a second on, as high as their second. */
    private static Line seconds(int from, int to) {
        Line line = new Line();
        IntStream.range(from, to).forEach(second -> line.add(at(second), second));
        return line;
    }

    /** With more than 512 slots of time, two become one: the higher value at the earlier time. */
    @ParameterizedTest(name = "{0} to {1} s: {2} slots of {3} s")
    @CsvSource({
        "0,  512,  512, 1",
        "0,  513,  257, 2",
        "1,  513,  512, 1",
        "1,  514,  257, 2",
        "0,  1024, 512, 2",
        "0,  1025, 257, 4",
        "-4, 510,  257, 2"
    })
    void slotsOfTime(int from, int to, int slots, int seconds) {
        Line line = seconds(from, to);

        assertThat(line.values()).hasSize(slots);
        assertThat(line.values().firstKey()).isEqualTo(at(Math.floorDiv(from, seconds) * seconds));
        line.values()
                .forEach((time, highest) ->
                        assertThat(highest).isEqualTo(Math.min(to - 1, time.getEpochSecond() + seconds - 1)));
        assertThat(line.first()).isEqualTo(from);
        assertThat(line.last()).isEqualTo(to - 1);
    }

    /** Lines of different slots are merged in the wider ones, whichever has them. */
    @ParameterizedTest(name = "{0} to {1} s and {2} to {3} s")
    @CsvSource({
        "0, 1025, 1025, 1030",
        "0, 5,    5,    1030",
        "0, 600,  600,  601",
        "0, 1,    1,    600",
        "0, 300,  300,  600",
        "0, 512,  100,  512",
        "-9, 700, 700,  5000",
        "0, 4000, 4000, 4001",
    })
    void mergedLinesAreTheSameAsOne(int from, int to, int from2, int to2) {
        Line left = seconds(from, to);
        left.merge(seconds(from2, to2));
        Line right = seconds(from2, to2);
        right.merge(seconds(from, to));

        assertThat(left.values()).isEqualTo(seconds(from, to2).values()).hasSizeLessThanOrEqualTo(512);
        assertThat(right.values()).isEqualTo(left.values());
        assertThat(left.first()).isEqualTo(right.first()).isEqualTo(from);
        assertThat(left.last()).isEqualTo(right.last()).isEqualTo(to2 - 1);
    }

    @Test
    void theSectionOnMemoryOverTime() {
        MemoryOverTime analysis = new MemoryOverTime();

        assertThat(analysis.id()).isEqualTo("recordedMemory");
        assertThat(analysis.fold()).isSameAs(MemoryLines.FOLD);
        assertThat(analysis.finish(new MemoryLines(), Coverage.NONE).id()).isEqualTo("recordedMemory");
    }

    /** Totals, the largest categories and the threads are a chart each; what is not known has none. */
    @Test
    void aChartForEachKindOfLine() {
        MemoryLines lines = new MemoryLines();
        add(lines, Account.RESIDENT, 100, 150);
        assertThat(charts(lines)).containsExactly("overTime1: shop over time, LINES, resident memory 100 150");

        add(lines, Account.nmt("Code"), 10);
        add(lines, Account.nmt("GC"), 30, 5);
        add(lines, MemoryLines.THREADS, 3, 9);
        lines.add("work", Account.nmt("Code"), at(1), 7);
        assertThat(charts(lines))
                .containsExactly(
                        "overTime1: shop over time, LINES, resident memory 100 150",
                        "categoriesOverTime1: shop, largest NMT categories over time, PARTS, GC 30 5, Code 10",
                        "threadsOverTime1: shop, platform threads over time, LINES, platform threads 3 9",
                        "categoriesOverTime2: work, largest NMT categories over time, PARTS, Code 7");
    }

    private static List<String> charts(MemoryLines lines) {
        return new MemoryOverTime()
                .finish(lines, Coverage.NONE).blocks().stream()
                        .filter(Series.class::isInstance)
                        .map(Series.class::cast)
                        .map(one -> one.id() + ": " + one.title() + ", " + one.form() + ", "
                                + one.lines().stream()
                                        .map(MemoryLinesTest::text)
                                        .collect(Collectors.joining(", ")))
                        .toList();
    }

    private static String text(Series.Line line) {
        return line.name()
                + line.points().stream()
                        .map(point -> " " + (long) point.value().number().orElseThrow())
                        .collect(Collectors.joining());
    }

    @Test
    void aRowForEachFigureThatMoved() {
        MemoryLines lines = new MemoryLines();
        add(lines, Account.RESIDENT, 100, 170, 150);
        add(lines, Account.nmt(NmtCategory.THREAD_STACK), 10, 8);
        add(lines, Account.HEAP_USED, 10, 20);
        add(lines, Account.nmt("GC"), 5, 5);

        assertThat(tables(lines)).singleElement().satisfies(table -> {
            assertThat(table.id()).isEqualTo("recorded1");
            assertThat(table.rows())
                    .containsExactly(
                            row("resident memory", 100, 150, 50, 170),
                            row("Thread Stack (JFR, stale)", 10, 8, -2, 10),
                            row("heap in use", 10, 20, 10, 20));
            assertThat(table.footnotes())
                    .containsExactly(
                            "The heap in use includes garbage: its difference is no growth.", "Unchanged: GC.");
        });
        assertThat(findings(lines)).containsExactly("stackFiguresStale");

        add(lines, Account.STACKS, 12);
        assertThat(tables(lines).getFirst().footnotes())
                .contains("The stacks from NMT's text are exact at the snapshots; those from JFR are stale.");
        assertThat(findings(lines)).isEmpty();
    }

    private static Table.Row row(String label, long first, long last, long growth, long peak) {
        return Table.Row.of(
                Cell.text(label), Cell.bytes(first), Cell.bytes(last), Cell.bytes(growth), Cell.bytes(peak));
    }

    private static List<String> findings(MemoryLines lines) {
        return new MemoryOverTime()
                .finish(lines, Coverage.NONE).findings().stream()
                        .map(Finding::id)
                        .toList();
    }

    private static Account first(Account left, Account right) {
        return left.label().compareTo(right.label()) < 0 ? left : right;
    }

    private static Account last(Account left, Account right) {
        return first(left, right).equals(left) ? right : left;
    }

    private static void add(MemoryLines lines, Account account, long... values) {
        for (int i = 0; i < values.length; i++) {
            lines.add("shop", account, at(i), values[i]);
        }
    }

    private static OverTimeReading read(MemoryLines lines) {
        return new MemoryOverTime().read(lines, Coverage.NONE).getFirst();
    }

    private static List<Table> tables(MemoryLines lines) {
        return new MemoryOverTime()
                .finish(lines, Coverage.NONE).blocks().stream()
                        .filter(Table.class::isInstance)
                        .map(Table.class::cast)
                        .toList();
    }

    private static Instant at(int second) {
        return Instant.ofEpochSecond(second);
    }
}
