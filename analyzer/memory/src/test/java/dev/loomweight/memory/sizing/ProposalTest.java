package dev.loomweight.memory.sizing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.capture.CaptureEnd;
import dev.loomweight.memory.reconcile.Processes;
import dev.loomweight.memory.sizing.Proposal.Flag;
import dev.loomweight.memory.sizing.Proposal.Need;
import dev.loomweight.memory.sizing.Proposal.Plan;
import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import dev.loomweight.sample.GroupTexts.ContainerLimit;
import dev.loomweight.sample.GroupTexts.ContainerMemory;
import dev.loomweight.sample.JvmTexts.HeapInfo;
import dev.loomweight.sample.JvmTexts.SystemMap;
import dev.loomweight.sample.MemoryEvents.DirectBuffers;
import dev.loomweight.sample.MemoryEvents.GarbageCollection;
import dev.loomweight.sample.MemoryEvents.HeapSummary;
import dev.loomweight.sample.MemoryEvents.HeapUsage;
import dev.loomweight.sample.MemoryEvents.MetaspaceSummary;
import dev.loomweight.sample.MemoryEvents.NativeMemory;
import dev.loomweight.sample.MemoryEvents.ResidentSetSize;
import dev.loomweight.sample.NmtTexts.Amount;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.NmtTexts.NmtMalloc;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.NmtTexts.NmtUsage;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.ProcTexts.ProcStatus;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.ThreadEvents.ThreadStatistics;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is proposed is not below a peak that anything recorded, whether or not a snapshot was taken then. */
class ProposalTest {

    private static final long MB = 1 << 20;
    private static final long HEAP_COMMITTED = 300;
    private static final Origin RECORDING = new Origin("app", null, "app.jfr", Instrument.JFR);

    private final Processes all = Processes.WITH_COLLECTIONS.empty();
    private int collections;

    /** In the snapshot 50 MB of the heap are touched, 30 of them in use; 44 MB are outside it, with 10 threads. */
    private void snapshot(boolean mapped) {
        snapshot(mapped, 94);
    }

    private void snapshot(boolean mapped, long peak) {
        List<Sample> samples = new ArrayList<>(List.of(
                new ProcStatus(7, Map.of("VmRSS", 94 * MB, "RssFile", 20 * MB, "VmHWM", peak * MB), 10),
                nmt(
                        category("Java Heap", 0, HEAP_COMMITTED),
                        category("Class", 0, 8),
                        category("Code", 0, 6),
                        category("Other", 10, 0)),
                new HeapInfo("garbage-first heap", 600 * MB, HEAP_COMMITTED * MB, 30 * MB, 0, 0)));
        if (mapped) {
            samples.add(new SystemMap(List.of(
                    mapping(1, "JAVAHEAP", HEAP_COMMITTED, 50, "-"),
                    mapping(2, "META", 8, 8, "-"),
                    mapping(3, "CODE", 6, 6, "-"),
                    mapping(4, "-", 64, 10, "-"),
                    mapping(5, "-", 20, 20, "/usr/lib/libjvm.so"))));
        }
        Origin origin = new Origin("app", new Origin.SnapshotId(0, "start", Instant.EPOCH), "texts", Instrument.NMT);
        samples.forEach(sample -> Processes.WITH_COLLECTIONS.add(all, origin, sample));
    }

    private static SystemMap.Mapping mapping(int at, String info, long size, long touched, String file) {
        long from = (1L << 40) + ((long) at << 32);
        return new SystemMap.Mapping(
                from, from + size * MB, size * MB, touched * MB, file.equals("-") ? "rw-p" : "r-xp", info, file);
    }

    private static NmtCategory category(String name, long malloc, long mapped) {
        Amount sum = Amount.of((malloc + mapped) * MB);
        return new NmtCategory(
                name,
                NmtUsage.of(sum, sum),
                Map.of(),
                null,
                new NmtMalloc(Amount.of(malloc * MB), 7, 0, -1, -1),
                NmtUsage.of(Amount.of(mapped * MB), Amount.of(mapped * MB)),
                null,
                null,
                List.of(),
                List.of());
    }

    private static NmtReport nmt(NmtCategory... categories) {
        Amount sum = Amount.of((HEAP_COMMITTED + 24) * MB);
        return new NmtReport(
                1,
                1,
                false,
                NmtUsage.of(sum, sum),
                null,
                null,
                List.of(categories),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of());
    }

    private void event(Sample sample) {
        Processes.WITH_COLLECTIONS.add(all, RECORDING, sample);
    }

    private static Instant second(long second) {
        return Instant.ofEpochSecond(second);
    }

    private void collection(long second, long before, long after) {
        collections++;
        event(new HeapSummary(second(second), 600 * MB, HEAP_COMMITTED * MB, before * MB, collections, false));
        event(new HeapSummary(second(second), 600 * MB, HEAP_COMMITTED * MB, after * MB, collections, true));
        event(new GarbageCollection(second(second), collections, "G1New", "G1 Evacuation Pause", 1));
    }

    private Proposal proposal() {
        return Objects.requireNonNull(Proposal.of(all.together().getFirst(), 0));
    }

    private static long flag(Plan plan, String name) {
        return plan.flags().stream()
                .map(Flag::text)
                .filter(text -> text.startsWith(name))
                .mapToLong(text -> Long.parseLong(text.replaceAll("[^0-9]", "")) * MB)
                .findFirst()
                .orElse(Long.MAX_VALUE);
    }

    /** Peaks of random height in random sources: of the heap, all but what was in use and may be garbage is in the limit. */
    @Test
    void noProposalIsBelowARecordedPeak() {
        for (int seed = 0; seed < 2_000; seed++) {
            ProposalTest run = new ProposalTest();
            Random random = new Random(seed);
            run.snapshot(random.nextBoolean());
            long used = 30;
            long after = 0;
            long resident = 94;
            long direct = 0;
            long classes = 8;
            long code = 6;
            long threads = 10;
            for (int second = 1; second < 2 + random.nextInt(12); second++) {
                if (random.nextInt(3) > 0) {
                    long left = random.nextInt(60);
                    long before = left + random.nextInt(150);
                    run.collection(second, before, left);
                    used = Math.max(used, before);
                    after = Math.max(after, left);
                }
                if (random.nextInt(3) == 0) {
                    long peak = random.nextInt(600);
                    resident = Math.max(resident, peak);
                    run.event(new ResidentSetSize(second(second), 94 * MB, Math.max(94, peak) * MB));
                }
                if (random.nextInt(4) == 0) {
                    long buffers = random.nextInt(200);
                    direct = Math.max(direct, buffers);
                    run.event(new DirectBuffers(second(second), 1, buffers * MB, buffers * MB));
                }
                if (random.nextInt(4) == 0) {
                    long committed = random.nextInt(60);
                    classes = Math.max(classes, committed);
                    run.event(new MetaspaceSummary(second(second), committed * MB, committed * MB, 99 * MB));
                }
                if (random.nextInt(4) == 0) {
                    long committed = random.nextInt(120);
                    code = Math.max(code, committed);
                    run.event(new NativeMemory(second(second), "Code", 240 * MB, committed * MB));
                }
                if (random.nextInt(4) == 0) {
                    long peak = random.nextInt(3000);
                    threads = Math.max(threads, peak);
                    run.event(new ThreadStatistics(second(second), 9, peak));
                }
            }
            Proposal proposal = run.proposal();
            for (Plan plan : List.of(proposal.least(), proposal.comfortable())) {
                long heap = Math.max(Math.max(used, 50) * MB, plan.heapBytes());
                assertThat(plan.limitBytes() - plan.heapBytes() + heap)
                        .as("seed %d: %s of RSS", seed, plan)
                        .isGreaterThanOrEqualTo(resident * MB);
                assertThat(plan.heapBytes()).as("seed %d: %s", seed, plan).isGreaterThanOrEqualTo(after * MB);
                assertThat(flag(plan, "-Xmx")).isEqualTo(plan.heapBytes());
                assertThat(flag(plan, "-XX:MaxDirectMemorySize"))
                        .as("seed %d: %s", seed, plan)
                        .isGreaterThanOrEqualTo(direct * MB);
                assertThat(flag(plan, "-XX:MaxMetaspaceSize"))
                        .as("seed %d: %s", seed, plan)
                        .isGreaterThanOrEqualTo(classes * MB);
                assertThat(flag(plan, "-XX:ReservedCodeCacheSize"))
                        .as("seed %d: %s", seed, plan)
                        .isGreaterThanOrEqualTo(code * MB);
                // The kernel's part of a thread, and the pages that each touches.
                assertThat(plan.limitBytes() - plan.heapBytes())
                        .as("seed %d: %s of threads", seed, plan)
                        .isGreaterThanOrEqualTo(threads * (46 << 10) + (direct + classes) * MB);
            }
        }
    }

    /** What no row explains may have been direct buffers: the flag leaves room for them too. */
    @Test
    void aPeakThatNoSnapshotHas() {
        snapshot(true);
        event(new HeapUsage(second(9), 40 * MB, HEAP_COMMITTED * MB, 600 * MB));
        event(new ResidentSetSize(second(9), 94 * MB, 354 * MB));
        Plan least = proposal().least();

        // 50 MB of the heap and 44 MB outside it were known.
        assertThat(proposal().needs())
                .filteredOn(need -> need.name().equals("peak between the snapshots"))
                .singleElement()
                .extracting(Need::leastBytes)
                .isEqualTo(260 * MB);
        assertThat(flag(least, "-XX:MaxDirectMemorySize")).isGreaterThanOrEqualTo(270 * MB);
        assertThat(flag(least, "-Xmx")).isLessThan(100 * MB);
    }

    /** Without a recording nothing says whose the peak was: the heap has room for it too, as far as it was committed. */
    @Test
    void aPeakThatTheKernelAloneKnows() {
        snapshot(true, 194);

        assertThat(flag(proposal().least(), "-Xmx")).isGreaterThanOrEqualTo(130 * MB);
        assertThat(proposal().caveats()).anyMatch(one -> one.contains("The use of the heap was not recorded"));
    }

    /** In use when no collection followed, in MB: garbage if many collections have shown as much to be garbage. */
    @ParameterizedTest(name = "{0} collections of {1} MB, {2} MB in use at the end: at least {3} MB")
    @CsvSource({"0, 0, 200, 200", "3, 220, 200, 200", "5, 220, 40, 40", "6, 220, 200, 20", "6, 150, 200, 200"})
    void whatMayHaveBeenLive(int number, long before, long atEnd, long least) {
        snapshot(true);
        for (int i = 0; i < number; i++) {
            collection(i + 1, before, 20);
        }
        event(new HeapUsage(second(60), atEnd * MB, HEAP_COMMITTED * MB, 600 * MB));

        assertThat(proposal().least().heapBytes()).isGreaterThanOrEqualTo(least * MB);
        assertThat(proposal().least().heapBytes() < 100 * MB).isEqualTo(least < 100);
    }

    /** The group of a container is charged for tmpfs and for other processes too; without a limit, it is anybody's. */
    @ParameterizedTest
    @CsvSource({"500, 74", "-1, 0"})
    void whatTheGroupIsChargedForBesidesTheProcess(long limit, long others) {
        snapshot(true);
        Origin origin = new Origin("app", new Origin.SnapshotId(0, "start", Instant.EPOCH), "texts", Instrument.NMT);
        Processes.WITH_COLLECTIONS.add(all, origin, new ContainerLimit(limit < 0 ? -1 : limit * MB, "memory.max"));
        Processes.WITH_COLLECTIONS.add(
                all,
                origin,
                new ContainerMemory(
                        Map.of("usage", 200 * MB, "inactive_file", 32 * MB, "active_file", 0L, "shmem", 70 * MB)));

        Proposal proposal = proposal();

        assertThat(proposal.needs().stream()
                        .filter(need -> need.name().equals("others in the control group"))
                        .mapToLong(Need::leastBytes)
                        .sum())
                .isCloseTo(others * MB, Offset.offset(MB));
        if (limit > 0) {
            assertThat(proposal.least().limitBytes()).isGreaterThanOrEqualTo(168 * MB);
        }
    }

    /** From JDK 27 on no environment selects Serial. */
    @ParameterizedTest
    @CsvSource({"25.0.3, true", "26.0.1, true", "27+36, false", "unknown, true"})
    void whySomeCollectorIsAmongTheFlags(String jdk, boolean serial) {
        snapshot(true);
        collection(1, 40, 20);
        Processes.WITH_COLLECTIONS.add(
                all,
                RECORDING,
                new CaptureInfo(
                        "app",
                        jdk,
                        7,
                        Instant.EPOCH,
                        List.of(),
                        CaptureInfo.Threads.NONE,
                        CaptureEnd.COMPLETE.status(),
                        null,
                        CaptureInfo.End.UNKNOWN));

        assertThat(proposal().least().flags())
                .filteredOn(flag -> flag.text().equals("-XX:+UseG1GC"))
                .singleElement()
                .satisfies(flag -> assertThat(flag.formula().contains("Serial")).isEqualTo(serial));
    }

    /** Reserve is what the rows and the live objects leave of a limit; unknown where the process needed more than it had. */
    @Test
    void theReserveIsWhatWasNotMeasured() {
        snapshot(true);
        collection(1, 40, 20);
        Proposal proposal = proposal();

        for (Plan plan : List.of(proposal.least(), proposal.comfortable())) {
            assertThat(proposal.reserveBytes(plan).orElseThrow())
                    .isEqualTo(plan.limitBytes()
                            - proposal.live().bytes()
                            - proposal.needs().stream()
                                    .mapToLong(Need::leastBytes)
                                    .sum())
                    .isBetween(plan.headroomBytes(), plan.limitBytes());
        }
    }

    @Test
    void threadsThatNoSnapshotHas() {
        snapshot(true);
        event(new ThreadStatistics(second(3), 12, 2_010));

        assertThat(proposal().needs())
                .filteredOn(need -> need.name().equals("threads at their peak"))
                .singleElement()
                .satisfies(need -> {
                    assertThat(need.leastBytes()).isEqualTo(2_000 * (58L << 10));
                    assertThat(need.basis())
                            .isEqualTo("there were 2,010 Java threads at once, and at most 10 in a snapshot");
                });
    }
}
