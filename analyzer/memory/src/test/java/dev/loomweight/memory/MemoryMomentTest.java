package dev.loomweight.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.capture.CaptureEnd;
import dev.loomweight.memory.parts.MemoryParts;
import dev.loomweight.memory.reconcile.Processes;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Role;
import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.GroupTexts.ContainerLimit;
import dev.loomweight.sample.GroupTexts.ContainerMemory;
import dev.loomweight.sample.JvmTexts.HeapInfo;
import dev.loomweight.sample.JvmTexts.NativeHeap;
import dev.loomweight.sample.JvmTexts.ProcessId;
import dev.loomweight.sample.JvmTexts.SystemMap;
import dev.loomweight.sample.NmtTexts.Amount;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.NmtTexts.NmtMalloc;
import dev.loomweight.sample.NmtTexts.NmtMessage;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.NmtTexts.NmtUsage;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.ProcTexts.ProcStatus;
import dev.loomweight.sample.ProcTexts.ResidentPages;
import dev.loomweight.sample.ProcTexts.Smaps;
import dev.loomweight.sample.Sample;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The table of parts, by inputs of which every figure is known. Odd amounts, so that each can only come from its place. */
class MemoryMomentTest {

    private static final long HEAP = 0x10_0000_0000L;
    private static final long STACK = 0x7f00_0000_0000L;
    private static final long MB = 1 << 20;

    private final MemoryParts analysis = new MemoryParts();
    private final Processes all = analysis.fold().empty();

    @Test
    void everyMappingIsOfItsOwnerAndTheSumIsTheWhole() {
        add("app", nmt(1 * MB, 3 * MB));
        add("app", mappings(7 * MB, 40_960, 9 * MB));
        add("app", new NativeHeap(2, 5 * MB, 2 * MB, 2 * MB, 1));

        Table table = table("memory1");

        assertThat(resident(table, "Java heap")).isEqualTo(7 * MB);
        assertThat(resident(table, "thread stacks")).isEqualTo(40_960);
        assertThat(resident(table, "malloc of the JVM")).isEqualTo(1 * MB);
        assertThat(resident(table, "direct buffers and Unsafe")).isEqualTo(3 * MB);
        // glibc holds 5 live, of which NMT knows 4; of the 9 resident it kept up to 2; the rest has no owner.
        assertThat(resident(table, "malloc of native code, not in NMT")).isEqualTo(1 * MB);
        assertThat(resident(table, "freed, retained by glibc")).isEqualTo(2 * MB);
        assertThat(resident(table, "unaccounted for")).isEqualTo(2 * MB);
        assertThat(resident(table, "mapped files")).isEqualTo(12_288);
        assertThat(resident(table, "/data/index")).isEqualTo(12_288);
        assertThat(resident(table, "libraries and the JDK's files")).isEqualTo(8_192 + 4_096);
        assertThat(sum(table)).isEqualTo(resident(table, "resident memory (RSS)"));
    }

    @Test
    void whatWasAskedForAndNeverTouchedIsNotResident() {
        add("app", nmt(1 * MB, 30 * MB));
        add("app", mappings(7 * MB, 40_960, 9 * MB));

        Table table = table("memory1");

        // 31 are allocated and 9 resident: of the 30 at least 8 are touched, and of the 1 it is not known.
        assertThat(resident(table, "direct buffers and Unsafe")).isEqualTo(8 * MB);
        assertThat(cell(table, "malloc of the JVM")).isInstanceOf(Cell.Absent.class);
        assertThat(resident(table, "malloc above, not divided")).isEqualTo(1 * MB);
        assertThat(sum(table)).isEqualTo(resident(table, "resident memory (RSS)"));
        assertThat(table.footnotes())
                .anyMatch(note -> note.contains("22 MB of malloc were allocated and never touched"));
    }

    /** Both figures and the difference, wherever a reader looks: in the finding, the first sentence and the table. */
    @Test
    void whatIsNotInTheTextOfNmtIsSaid() {
        NmtReport whole = nmt(1 * MB, 3 * MB);
        List<NmtCategory> left =
                whole.categories().subList(1, whole.categories().size());
        add(
                "app",
                new NmtReport(
                        7,
                        1,
                        false,
                        whole.total(),
                        null,
                        null,
                        left,
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of()));

        assertThat(section().findings())
                .singleElement()
                .satisfies(finding -> assertThat(finding.summary())
                        .isEqualTo(
                                "NMT's text of app does not add up: its total is 37 MB committed, but its categories add up"
                                        + " to 5 MB, 32 MB less; its total is 69 MB reserved, but its categories add up to 5 MB,"
                                        + " 64 MB less."));
        assertThat(section().blocks().getFirst().toString())
                .contains("app: 5 MB committed of a total of 37 MB (32 MB are not in the text); the largest parts");
        Table table = table("memory1");
        assertThat(resident(table, "not in the text of NMT", 2)).isEqualTo(32 * MB);
        assertThat(resident(table, "total", 2)).isEqualTo(37 * MB);
    }

    /** Without the line of what is mapped, that is no malloc. */
    @Test
    void whatNoLineOfACategoryHasIsNoMalloc() {
        NmtCategory gc = new NmtCategory(
                "GC",
                usage(9 * MB, 8 * MB),
                Map.of(),
                null,
                new NmtMalloc(Amount.of(MB), 1, 0, -1, -1),
                null,
                null,
                null,
                List.of(),
                List.of("(mmap: reserved=8"));
        add(
                "app",
                new NmtReport(
                        7,
                        1,
                        false,
                        usage(9 * MB, 8 * MB),
                        null,
                        null,
                        List.of(gc),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of()));

        assertThat(section().findings())
                .singleElement()
                .satisfies(finding -> assertThat(finding.summary())
                        .contains("GC has 8 MB committed, but its lines add up to 1 MB, 7 MB less"));
        assertThat(resident(table("memory1"), "malloc of the JVM", 2)).isEqualTo(MB);
        assertThat(resident(table("memory1"), "not in the text of NMT", 2)).isEqualTo(7 * MB);
    }

    /** The kernel's own sum: file = inactive_file + active_file + shmem; of each, a part is mapped. */
    @ParameterizedTest
    @CsvSource({
        "file, inactive_file, active_file, shmem, file_mapped",
        "total_cache, total_inactive_file, total_active_file, total_shmem, total_mapped_file"
    })
    void tmpfsIsNoPageCache(String file, String inactive, String active, String shmem, String mapped) {
        add("app", mappings(7 * MB, 40_960, 9 * MB));
        add("app", new ProcStatus(7, Map.of("VmRSS", 20 * MB, "RssShmem", 3 * MB), 1));
        add("app", new ContainerLimit(300 * MB, "/x/memory.max"));
        add(
                "app",
                new ContainerMemory(Map.of(
                        "usage", 260 * MB, file, 220 * MB, inactive, 8 * MB, active, 9 * MB, shmem, 203 * MB, mapped,
                        5 * MB)));

        Table table = table("memory1");

        assertThat(resident(table, "unmapped page cache")).isEqualTo(15 * MB);
        assertThat(resident(table, "tmpfs and shared memory, unmapped")).isEqualTo(200 * MB);
        Table limit = table("limit1");
        assertThat(resident(limit, "of which the kernel frees before it kills", 1))
                .isEqualTo(17 * MB);
        assertThat(resident(limit, "headroom before the OOM kill", 1)).isEqualTo(57 * MB);
        assertThat(limit.footnotes()).anyMatch(note -> note.contains("for tmpfs (/dev/shm, emptyDir"));
    }

    /** The heap of ZGC without generations is shared memory that RSS counts three times. */
    @Test
    void sharedMemoryThatIsMappedIsNotOutside() {
        add("app", mappings(7 * MB, 40_960, 9 * MB));
        add("app", new ProcStatus(7, Map.of("VmRSS", 20 * MB, "RssShmem", 18 * MB), 1));
        add(
                "app",
                new ContainerMemory(Map.of(
                        "usage",
                        60 * MB,
                        "file",
                        12 * MB,
                        "inactive_file",
                        5 * MB,
                        "active_file",
                        MB,
                        "shmem",
                        6 * MB,
                        "file_mapped",
                        7 * MB)));

        Table table = table("memory1");

        assertThat(resident(table, "unmapped page cache")).isEqualTo(5 * MB);
        assertThat(table.toString()).doesNotContain("tmpfs");
    }

    @Test
    void whatTheKernelJoinedIsNoOwnersWithoutItsPages() {
        add("app", nmt(1 * MB, 0));
        // The stack of 1 MB and 3 MB above it are one mapping, with 2 of 4 MB resident.
        add("app", new Smaps(List.of(mapping(STACK, 4 * MB, "rw-p", "", 2 * MB))));

        Table table = table("memory1");

        assertThat(cell(table, "thread stacks")).isInstanceOf(Cell.Absent.class);
        // At least 1 MB is not in the stack; the other may be.
        assertThat(resident(table, "joined by the kernel: stacks, malloc")).isEqualTo(1 * MB);
        assertThat(resident(table, "malloc of the JVM")).isEqualTo(1 * MB);
        assertThat(sum(table)).isEqualTo(2 * MB);
    }

    @Test
    void thePagesDivideWhatTheKernelJoined() {
        add("app", nmt(1 * MB, 0));
        add("app", new Smaps(List.of(mapping(STACK, 4 * MB, "rw-p", "", 2 * MB))));
        add(
                "app",
                new ResidentPages(
                        List.of(new ResidentPages.Range(STACK, STACK + MB)),
                        List.of(new ResidentPages.Range(STACK + 4096, STACK + 12_288))));

        Table table = table("memory1");

        assertThat(resident(table, "thread stacks")).isEqualTo(8_192);
        assertThat(sum(table)).isEqualTo(2 * MB);
    }

    @Test
    void whatWasTouchedBetweenTheTwoIsBookedOnce() {
        add(
                "app",
                nmt(
                        1 * MB,
                        0,
                        List.of(
                                region(STACK, MB, "Thread Stack", List.of()),
                                region(STACK + MB, MB, "GC", List.of()))));
        add("app", new Smaps(List.of(mapping(STACK, 2 * MB, "rw-p", "", 5 * 4096))));
        add(
                "app",
                new ResidentPages(
                        List.of(
                                new ResidentPages.Range(STACK, STACK + MB),
                                new ResidentPages.Range(STACK + MB, STACK + 2 * MB)),
                        List.of(
                                new ResidentPages.Range(STACK, STACK + 4096),
                                new ResidentPages.Range(STACK + MB, STACK + MB + 8192))));

        Table table = table("memory1");

        assertThat(resident(table, "thread stacks") + resident(table, "GC structures"))
                .isEqualTo(5 * 4096);
        assertThat(sum(table)).isEqualTo(5 * 4096);
    }

    @Test
    void aMappingWithMoreRoomThanItsOwnerHasIsNotAllItsOwn() {
        add("app", nmt(1 * MB, 0, List.of()));
        // NMT knows 1 MB of stacks, and System.map calls all 33 MB of the mapping a stack.
        add("app", new Smaps(List.of(mapping(STACK, 33 * MB, "rw-p", "", 32 * MB))));
        add(
                "app",
                new SystemMap(List.of(
                        new SystemMap.Mapping(STACK, STACK + 33 * MB, 33 * MB, 32 * MB, "rw-p", "STACK-8-main", "-"))));

        Table table = table("memory1");

        assertThat(cell(table, "thread stacks")).isInstanceOf(Cell.Absent.class);
        assertThat(resident(table, "joined by the kernel: stacks, malloc")).isEqualTo(32 * MB);
    }

    @Test
    void withoutNmtAllMallocIsOneRowAndNmtIsTheNextStep() {
        add("app", new NmtMessage(-1, NmtMessage.Kind.OFF, "Native memory tracking is not enabled"));
        add("app", mappings(7 * MB, 40_960, 60 * MB));
        add("app", new NativeHeap(2, 50 * MB, 2 * MB, 2 * MB, 1));
        add("app", new HeapInfo("garbage-first heap", 64 * MB, 32 * MB, 2 * MB, HEAP, HEAP + 64 * MB));

        Table table = table("memory1");

        assertThat(resident(table, "malloc (JVM and native code; NMT is off)")).isEqualTo(50 * MB);
        assertThat(resident(table, "stacks, metaspace, code, GC, freed malloc (not divided; NMT is off)"))
                .isEqualTo(10 * MB + 40_960);
        assertThat(sum(table)).isEqualTo(resident(table, "resident memory (RSS)"));
        assertThat(findings()).containsExactly("anyMalloc");
        assertThat(table.footnotes())
                .filteredOn(note -> note.contains("-XX:NativeMemoryTracking=summary"))
                .hasSize(1);
    }

    /** The first block of malloc may lie right behind the heap, and the kernel makes one mapping of both. */
    @Test
    void withoutNmtMallocIsKnownWhereItIsJoinedToTheHeap() {
        add("app", new NmtMessage(-1, NmtMessage.Kind.OFF, "Native memory tracking is not enabled"));
        add(
                "app",
                new Smaps(List.of(
                        mapping(HEAP, 64 * MB + 128 * 1024, "rw-p", "", 2 * MB),
                        mapping(0x5000_0000L, 64 * MB, "rw-p", "[heap]", 60 * MB))));
        add("app", new NativeHeap(2, 50 * MB, 2 * MB, 2 * MB, 1));
        add("app", new HeapInfo("garbage-first heap", 64 * MB, 32 * MB, 2 * MB, HEAP, HEAP + 64 * MB));

        Table table = table("memory1");

        assertThat(resident(table, "malloc (JVM and native code; NMT is off)")).isEqualTo(50 * MB);
        assertThat(resident(table, "joined by the kernel: heap, malloc")).isEqualTo(128 * 1024);
        assertThat(sum(table)).isEqualTo(resident(table, "resident memory (RSS)"));
    }

    @Test
    void withoutAddressesPartsAreOneRowAndTooMuchIsAFinding() {
        add("app", nmt(1 * MB, 0, List.of()));
        add("app", mappings(7 * MB, 40_960, 200 * MB));
        add("app", new HeapInfo("garbage-first heap", 64 * MB, 32 * MB, 2 * MB, HEAP, HEAP + 64 * MB));

        Table table = table("memory1");

        // The JVM mapped 1 MB of stacks, of which it asked the kernel, and nothing else that is not the heap.
        long stacks = 1 * MB - 16_384;
        assertThat(resident(table, "thread stacks")).isEqualTo(stacks);
        assertThat(resident(table, "unaccounted for")).isEqualTo(200 * MB + 40_960 - 1 * MB - stacks);
        assertThat(findings()).containsExactly("unexplainedMemory");
        assertThat(section().findings().getFirst().solution())
                .contains("VM.native_memory detail")
                .doesNotContain("smaps", "loomweight memory");
    }

    @Test
    void anotherMallocIsARowOfItsOwn() {
        add("app", nmt(1 * MB, 3 * MB));
        List<Smaps.Mapping> all =
                new ArrayList<>(mappings(7 * MB, 40_960, 90 * MB).mappings());
        all.add(mapping(0x7e20_0000_0000L, MB, "r-xp", "/opt/lib/libjemalloc.so.2", 4_096));
        add("app", new Smaps(all));
        add("app", new NativeHeap(1, 0, 0, 0, 0));

        Table table = table("memory1");

        assertThat(resident(table, "malloc of the JVM")).isEqualTo(1 * MB);
        assertThat(resident(table, "libjemalloc.so.2: native code, freed")).isEqualTo(86 * MB);
        assertThat(table.rows()).extracting(row -> row.cells().get(0)).doesNotContain(Cell.text("unaccounted for"));
        assertThat(findings()).containsExactly("otherAllocator");
    }

    @Test
    void moreThanIsResidentIsNotDividedWithoutMappings() {
        add("app", nmt(1 * MB, 3 * MB));
        add("app", new HeapInfo("garbage-first heap", 64 * MB, 32 * MB, 30 * MB, 0, 0));
        add("app", new ProcStatus(7, Map.of("VmRSS", 20 * MB, "RssFile", 4 * MB), 3));

        Table table = table("memory1");

        assertThat(cell(table, "Java heap")).isInstanceOf(Cell.Absent.class);
        assertThat(resident(table, "heap, malloc, direct buffers (not divided)"))
                .isEqualTo(16 * MB - (MB - 16_384));
        assertThat(sum(table)).isEqualTo(20 * MB);
        assertThat(table.rows())
                .filteredOn(row -> row.cells().get(5) instanceof Cell.Ratio)
                .allSatisfy(row ->
                        assertThat(((Cell.Ratio) row.cells().get(5)).value()).isBetween(0.0, 1.0));
    }

    @Test
    void withoutMappingsTheHeapIsWhatTheRestLeaves() {
        add("app", nmt(1 * MB, 3 * MB));
        add("app", new HeapInfo("garbage-first heap", 64 * MB, 32 * MB, 2 * MB, 0, 0));
        add("app", new ProcStatus(7, Map.of("VmRSS", 20 * MB, "RssFile", 4 * MB), 3));

        Table table = table("memory1");

        assertThat(resident(table, "thread stacks"))
                .as("the guard pages left out")
                .isEqualTo(MB - 16_384);
        assertThat(resident(table, "Java heap")).isEqualTo(20 * MB - 4 * MB - 4 * MB - (MB - 16_384));
        assertThat(sum(table)).isEqualTo(20 * MB);
        assertThat(table.footnotes()).anyMatch(note -> note.contains("Resident is taken as committed"));
    }

    @Test
    void theLimitStandsAtTheTopAndIsWarnedOf() {
        add("app", new ProcStatus(7, Map.of("VmRSS", 95 * MB), 3));
        add("app", new ContainerLimit(100 * MB, "/x/memory.max"));

        Table table = table("limit1");

        assertThat(table.rows())
                .filteredOn(row -> row.cells().get(0).equals(Cell.text("headroom before the OOM kill")))
                .singleElement()
                .satisfies(row -> assertThat(row.cells().get(1)).isEqualTo(Cell.bytes(5 * MB)));
        assertThat(findings()).contains("nearLimit");
    }

    @Test
    void partsOfAnotherProcessAreLeftOutOfACaptureAndThatIsSaid() {
        Origin.SnapshotId now = new Origin.SnapshotId(0, "now", Instant.EPOCH);
        analysis.fold()
                .add(
                        all,
                        new Origin("app", null, "app.lw/capture.json", Instrument.CAPTURE),
                        new CaptureInfo(
                                "app",
                                "25",
                                7,
                                Instant.EPOCH,
                                List.of(),
                                CaptureInfo.Threads.NONE,
                                CaptureEnd.COMPLETE.status(),
                                null,
                                CaptureInfo.End.UNKNOWN));
        analysis.fold().add(all, new Origin("app", now, "app.lw/status", Instrument.PROC), status(7, 50 * MB));
        analysis.fold().add(all, new Origin("app", now, "app.lw/smaps", Instrument.PROC), mappings(1, 1, 1));
        analysis.fold().add(all, new Origin("app", now, "app.lw/smaps", Instrument.PROC), new ProcessId(8));

        assertThat(resident(table("limit1"), "resident memory (RSS)", 1)).isEqualTo(50 * MB);
        assertThat(section().findings())
                .filteredOn(finding -> finding.id().equals("contradictoryInputs"))
                .singleElement()
                .satisfies(finding -> assertThat(finding.summary())
                        .isEqualTo("app.lw/smaps is from process 8, the rest of app from process 7; it is left out."));
    }

    @Test
    void looseTextsOfOneProcessAreOneAndThoseOfAnotherAreNot() {
        add("nmt.txt", nmt(1 * MB, 3 * MB));
        add("status", status(7, 20 * MB));
        add("other", status(8, 30 * MB));

        assertThat(section().blocks())
                .filteredOn(block -> block.id().startsWith("limit"))
                .extracting(block -> ((Table) block).title())
                .containsExactly("process 7: resident memory", "other: resident memory");
    }

    @Test
    void aTextThatIsOlderThanTheRecordingIsDoubted() {
        add("a.lw", status(7, 20 * MB));
        Origin text = new Origin("a.lw", null, "a.lw", Instrument.NMT);
        Origin recording = new Origin("a.lw", null, "a.lw", Instrument.JFR);
        Instant begin = Instant.parse("2026-03-01T12:00:00Z");
        Coverage coverage = new Coverage(List.of(
                new Coverage.OfSource(text, begin.minusSeconds(7200), null, 0, 0, List.of(), List.of()),
                new Coverage.OfSource(recording, begin, begin.plusSeconds(60), 0, 0, List.of(), List.of())));

        assertThat(analysis.finish(all, coverage).findings())
                .extracting(Finding::summary)
                .contains("a.lw is from 2026-03-01T10:00:00Z, before the recording began at 2026-03-01T12:00:00Z;"
                        + " it may be from an earlier run.");
    }

    private void add(String subject, Sample sample) {
        analysis.fold().add(all, new Origin(subject, null, subject, Instrument.NMT), sample);
    }

    private Section section() {
        return analysis.finish(all, Coverage.NONE);
    }

    private List<String> findings() {
        return section().findings().stream().map(Finding::id).toList();
    }

    private Table table(String id) {
        return section().blocks().stream()
                .filter(block -> block.id().equals(id))
                .map(Table.class::cast)
                .findFirst()
                .orElseThrow();
    }

    private static long resident(Table table, String part) {
        return resident(table, part, 4);
    }

    private static long resident(Table table, String part, int column) {
        return table.rows().stream()
                .filter(row -> row.cells().get(0).equals(Cell.text(part)))
                .map(row -> row.cells().get(column))
                .map(cell -> ((Cell.Bytes) cell).value())
                .findFirst()
                .orElseThrow(() -> new AssertionError("no row " + part));
    }

    private static Cell cell(Table table, String part) {
        return table.rows().stream()
                .filter(row -> row.cells().get(0).equals(Cell.text(part)))
                .map(row -> row.cells().get(4))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no row " + part));
    }

    private static long sum(Table table) {
        return table.rows().stream()
                .filter(row -> row.role() == Role.PLAIN && row.cells().get(4) instanceof Cell.Bytes)
                .mapToLong(row -> ((Cell.Bytes) row.cells().get(4)).value())
                .sum();
    }

    private static ProcStatus status(long pid, long resident) {
        return new ProcStatus(pid, Map.of("VmRSS", resident), 3);
    }

    /** A heap and a stack that NMT knows, anonymous memory, a file and a library with its data. */
    private static Smaps mappings(long heap, long stack, long anonymous) {
        return new Smaps(List.of(
                mapping(HEAP, 32 * MB, "rw-p", "", heap),
                mapping(0x5000_0000L, 64 * MB, "rw-p", "[heap]", anonymous - 4096),
                mapping(0x6000_0000L, 64 * MB, "rw-p", "", 4096),
                mapping(0x7e00_0000_0000L, MB, "rw-s", "/data/index", 12_288),
                mapping(0x7e10_0000_0000L, MB, "r-xp", "/usr/lib/libc.so.6", 8_192),
                mapping(0x7e10_0010_0000L, MB, "rw-p", "/usr/lib/libc.so.6", 4_096),
                mapping(STACK, MB, "rw-p", "", stack)));
    }

    private static Smaps.Mapping mapping(long from, long size, String protection, String name, long resident) {
        return new Smaps.Mapping(from, from + size, protection, name, resident, 0, 0, 0);
    }

    /** A heap of 64 MB, one stack of 1 MB, and malloc of the JVM and of Unsafe. */
    private static NmtReport nmt(long malloc, long unsafe) {
        return nmt(
                malloc,
                unsafe,
                List.of(
                        region(HEAP, 64 * MB, "Java Heap", List.of()),
                        region(
                                STACK,
                                MB,
                                "Thread Stack",
                                List.of(new NmtReport.Part(
                                        STACK, STACK + 16_384, 16_384, List.of("create_stack_guard_pages()+0x5d"))))));
    }

    private static NmtReport nmt(long malloc, long unsafe, List<NmtReport.Region> regions) {
        List<NmtCategory> categories = List.of(
                category("Java Heap", usage(64 * MB, 32 * MB), null, 0),
                new NmtCategory(
                        "Thread",
                        usage(MB, MB),
                        Map.of("threads", new NmtCategory.Count(1, 0)),
                        usage(MB, MB),
                        null,
                        null,
                        null,
                        null,
                        List.of(),
                        List.of()),
                category("Internal", null, "Internal", malloc),
                category("Other", null, "Other", unsafe));
        return new NmtReport(
                7,
                1,
                false,
                usage(65 * MB + malloc + unsafe, 33 * MB + malloc + unsafe),
                null,
                null,
                categories,
                regions,
                List.of(),
                List.of(),
                List.of(),
                List.of());
    }

    private static NmtReport.Region region(long from, long size, String category, List<NmtReport.Part> parts) {
        return new NmtReport.Region(from, from + size, size, false, category, List.of(), parts);
    }

    private static NmtCategory category(
            String name, @Nullable NmtUsage mmap, @Nullable String malloc, long mallocBytes) {
        return new NmtCategory(
                name,
                mmap == null ? usage(mallocBytes, mallocBytes) : mmap,
                Map.of(),
                null,
                malloc == null ? null : new NmtMalloc(Amount.of(mallocBytes), 1, 0, -1, -1),
                mmap,
                null,
                null,
                List.of(),
                List.of());
    }

    private static NmtUsage usage(long reserved, long committed) {
        return NmtUsage.of(Amount.of(reserved), Amount.of(committed));
    }
}
