package dev.loomweight.experiment.weight;

import static dev.loomweight.experiment.weight.SnapshotSamples.histogram;
import static dev.loomweight.experiment.weight.SnapshotSamples.info;
import static dev.loomweight.experiment.weight.SnapshotSamples.map;
import static dev.loomweight.experiment.weight.SnapshotSamples.nmt;
import static dev.loomweight.experiment.weight.SnapshotSamples.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.memory.reconcile.Processes;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.ProcTexts.SmapsRollup;
import dev.loomweight.sample.Sample;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ThreadWeightsTest {

    private static final int THREADS = 41;
    private static final List<String> PRE_TOUCHED = List.of("java", "-XX:+AlwaysPreTouch");

    private final ThreadWeights analysis = new ThreadWeights();
    private final Processes all = analysis.fold().empty();

    @Test
    void everyPartOfAPlatformThreadIsTheGrowthBetweenTheSnapshots() {
        addPlatform(PRE_TOUCHED);

        Section section = finish();

        assertThat(row(section, "costPerThread", "platform"))
                .containsExactly(
                        Cell.text("platform"),
                        Cell.count(THREADS),
                        Cell.bytes(1 << 20),
                        Cell.bytes(24_576),
                        Cell.bytes(30_120));
        assertThat(parts(section, "reserved")).containsExactly(Cell.bytes((long) THREADS << 20), Cell.bytes(1 << 20));
        assertThat(parts(section, "of which guard pages, never resident"))
                .containsExactly(Cell.bytes(THREADS * 16_384L), Cell.bytes(16_384));
        assertThat(parts(section, "of which resident"))
                .containsExactly(Cell.bytes(THREADS * 8_192L), Cell.bytes(8_192));
        assertThat(parts(section, "Thread objects")).containsExactly(Cell.bytes(THREADS * 120L), Cell.bytes(120));
        assertThat(parts(section, "live heap")).containsExactly(Cell.bytes(THREADS * 120L), Cell.bytes(120));
        assertThat(parts(section, "thread stacks")).containsExactly(Cell.bytes(THREADS * 8_192L), Cell.bytes(8_192));
        assertThat(parts(section, "the JVM's malloc, for threads"))
                .containsExactly(Cell.bytes(THREADS * 3_864L), Cell.bytes(3_864));
        assertThat(parts(section, "the JVM's malloc, JFR's own"))
                .containsExactly(Cell.bytes(THREADS * 256L), Cell.bytes(256));
        assertThat(parts(section, "growth of resident memory"))
                .containsExactly(Cell.bytes(THREADS * 30_000L), Cell.bytes(30_000));
        assertThat(parts(section, "page tables (kernel)"))
                .containsExactly(Cell.bytes(THREADS * 2_048L), Cell.bytes(2_048));
        assertThat(parts(section, "memory cost")).containsExactly(Cell.bytes(THREADS * 30_120L), Cell.bytes(30_120));
    }

    @Test
    void withoutAPreTouchedHeapLiveObjectsAreInResidentMemoryAlready() {
        addPlatform(List.of("java"));

        assertThat(parts(finish(), "memory cost")).containsExactly(Cell.bytes(THREADS * 30_000L), Cell.bytes(30_000));
    }

    @Test
    void withoutSystemMapTheResidentStackIsCommittedLessTheGuards() {
        addPlatform(PRE_TOUCHED);
        Processes withoutMap = analysis.fold().empty();
        add(withoutMap, "old", 0, info("platform", THREADS, THREADS, PRE_TOUCHED), nmt(7, 7 * 24_576, 0, 0));
        add(withoutMap, "old", 1, nmt(7 + THREADS, (7 + THREADS) * 24_576L, 0, 0));

        Section section = analysis.finish(withoutMap, Coverage.NONE);

        assertThat(parts(section, "of which resident"))
                .containsExactly(Cell.bytes(THREADS * 8_192L), Cell.bytes(8_192));
        assertThat(table(section, "parts").footnotes())
                .contains(
                        "Resident stack is committed stack (NMT) minus the guard pages, since the mappings are missing in the snapshots.");
        assertThat(parts(section, "live heap").get(0))
                .isEqualTo(Cell.absent("the class histogram is missing in a snapshot"));
    }

    @Test
    void stacksThatTheInterpreterTouchedInAdvanceAreCounted() {
        add(all, "platform", 0, info("platform", 50, 50, PRE_TOUCHED), nmt(7, 7, 0, 0), map(1 << 28, 7, 90_112, 0, 0));
        add(all, "platform", 1, nmt(57, 7, 0, 0), map(1 << 28, 7 + 13, 90_112, 37, 12_288));

        assertThat(table(finish(), "parts").footnotes())
                .anyMatch(note -> note.startsWith("13 of the 50 stacks have 80 KB or more resident"));
    }

    @Test
    void theHeapOfVirtualThreadsIsToldByWhatItsClassesAreFor() {
        addVirtual();

        Section section = finish();

        assertThat(parts(section, "stack chunks")).containsExactly(Cell.bytes(THREADS * 1_880L), Cell.bytes(1_880));
        assertThat(parts(section, "virtual threads")).containsExactly(Cell.bytes(THREADS * 168L), Cell.bytes(168));
        assertThat(parts(section, "continuations")).containsExactly(Cell.bytes(THREADS * 72L), Cell.bytes(72));
        assertThat(parts(section, "sleep timers")).containsExactly(Cell.bytes(THREADS * 96L), Cell.bytes(96));
        assertThat(parts(section, "other objects")).containsExactly(Cell.bytes(THREADS * 64L), Cell.bytes(64));
        assertThat(parts(section, "live heap")).containsExactly(Cell.bytes(THREADS * 2_280L), Cell.bytes(2_280));
    }

    @Test
    void threeSentencesThatANewcomerCanRepeat() {
        addPlatform(PRE_TOUCHED);
        addVirtual();

        Note note = (Note) finish().blocks().get(1);

        assertThat(note.sentences())
                .containsExactly(
                        "41 sleeping platform threads took 1.18 MB of memory here, 29.4 KB each,"
                                + " and reserved 41 MB of address space for their stacks.",
                        "41 sleeping virtual threads took 99.7 KB, 2.43 KB each, 91.3 KB of which are in the Java heap"
                                + " with their stacks: a platform thread takes 12 times as much.",
                        "The often quoted \"8096 MB\" for 4,000 platform threads is address space, reserved with 2 MB per"
                                + " stack. Here 41 threads reserved 41 MB, 1 MB per stack. Of that, 328 KB (0.8 %) is"
                                + " resident, and only resident memory counts against a container's limit.");
    }

    @Test
    void fewerThreadsThanAskedForAreAProblemAndTheFiguresAreOfThose() {
        add(all, "platform", 0, info("platform", 100, THREADS, PRE_TOUCHED), nmt(7, 7, 0, 0));
        add(all, "platform", 1, nmt(7 + THREADS, 7, 0, 0));

        Section section = finish();

        assertThat(section.findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Finding.Severity.PROBLEM);
            assertThat(finding.summary()).startsWith("Only 41 of 100 platform threads were asleep");
        });
        assertThat(parts(section, "reserved").get(1)).isEqualTo(Cell.bytes(1 << 20));
    }

    @Test
    void hugePagesAreWarnedOf() {
        addPlatform(PRE_TOUCHED);
        add(all, "platform", 0, new SmapsRollup(Map.of("Rss", 400_000_000L, "AnonHugePages", 0L)));
        add(all, "platform", 1, new SmapsRollup(Map.of("Rss", 480_000_000L, "AnonHugePages", 60_000_000L)));

        assertThat(finish().findings()).extracting(Finding::id).containsExactly("hugePages");
    }

    @Test
    void aCaptureWithOneSnapshotSaysNothing() {
        add(all, "platform", 0, info("platform", THREADS, THREADS, PRE_TOUCHED), nmt(7, 7, 0, 0));

        assertThat(finish().isEmpty()).isTrue();
    }

    private void addPlatform(List<String> command) {
        add(
                all,
                "platform",
                0,
                info("platform", THREADS, THREADS, command),
                nmt(7, 7 * 24_576, 501, 3),
                histogram(Map.of("java.lang.Thread", 840L, "[B", 5_000L)),
                status(300_000_001, 90_000),
                map(300_000_001, 7, 4_096, 0, 0));
        add(
                all,
                "platform",
                1,
                nmt(7 + THREADS, (7 + THREADS) * 24_576L, 501 + THREADS * 3_864L, 3 + THREADS * 256L),
                histogram(Map.of("java.lang.Thread", 840 + THREADS * 120L, "[B", 5_000L)),
                status(300_000_001 + THREADS * 30_000L, 90_000 + THREADS * 2_048L),
                map(300_000_001 + THREADS * 30_000L, 7, 4_096, THREADS, 8_192));
    }

    private void addVirtual() {
        add(
                all,
                "virtual",
                0,
                info("virtual", THREADS, THREADS, PRE_TOUCHED),
                nmt(7, 7 * 24_576, 501, 3),
                histogram(Map.of("[B", 5_000L)),
                status(300_000_001, 90_000));
        add(
                all,
                "virtual",
                1,
                nmt(9, 9 * 24_576, 501, 3),
                histogram(Map.of(
                        "[B", 5_000L + THREADS * 64L,
                        "jdk.internal.vm.StackChunk", THREADS * 1_880L,
                        "java.lang.VirtualThread", THREADS * 168L,
                        "java.lang.VirtualThread$VThreadContinuation", THREADS * 48L,
                        "java.lang.VirtualThread$VThreadContinuation$1", THREADS * 24L,
                        "java.util.concurrent.ScheduledThreadPoolExecutor$ScheduledFutureTask", THREADS * 72L,
                        "java.util.concurrent.Executors$RunnableAdapter", THREADS * 24L,
                        "[Ljdk.internal.vm.FillerElement;", 249_872L)),
                status(300_000_001 + THREADS * 210L, 90_000));
    }

    private void add(Processes into, String subject, int index, Sample... samples) {
        Origin.SnapshotId moment = new Origin.SnapshotId(index, index == 0 ? "before" : "after", Instant.EPOCH);
        for (Sample sample : samples) {
            analysis.fold().add(into, new Origin(subject, moment, "file", Instrument.NMT), sample);
        }
    }

    private Section finish() {
        return analysis.finish(all, Coverage.NONE);
    }

    private static Table table(Section section, String id) {
        return section.blocks().stream()
                .filter(block -> block.id().equals(id))
                .map(Table.class::cast)
                .findFirst()
                .orElseThrow();
    }

    private static List<Cell> row(Section section, String table, String first) {
        return table(section, table).rows().stream()
                .map(Table.Row::cells)
                .filter(cells -> cells.get(0).equals(Cell.text(first)))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no row " + first));
    }

    /** The amount and the amount per thread of a part, of the only capture. */
    private static List<Cell> parts(Section section, String part) {
        return row(section, "parts", part).subList(1, 3);
    }
}
