package dev.loomweight.threads.waits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.loomweight.amount.Quantity;
import dev.loomweight.bytecode.ClassPath;
import dev.loomweight.bytecode.Code;
import dev.loomweight.capture.CaptureEnd;
import dev.loomweight.fold.ObservedDumps;
import dev.loomweight.fold.Samples;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.report.StackTree;
import dev.loomweight.report.Table;
import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.DumpedThread.Held;
import dev.loomweight.sample.Dumps.DumpedThread.Lock;
import dev.loomweight.sample.Dumps.DumpedThread.Locks;
import dev.loomweight.sample.Dumps.DumpedThread.Running;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.Sample;
import dev.loomweight.threads.waits.WaitAnalysis.OfProcess;
import dev.loomweight.threads.waits.WaitAnalysis.WaitReading;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The profile, of dumps with exactly the threads that a test is about. */
class WaitAnalysisTest {

    private static final Lock STOCK = new Lock("com.acme.Stock", "1a");
    private static final Lock LEDGER = new Lock("java.util.concurrent.locks.ReentrantLock$NonfairSync", "2b");

    private static final List<Frame> PARKED = List.of(
            frame("java.lang.VirtualThread", "park", 742),
            frame("java.util.concurrent.locks.LockSupport", "park", 221),
            frame("java.util.concurrent.locks.AbstractQueuedSynchronizer", "acquire", 790),
            frame("java.util.concurrent.locks.ReentrantLock$Sync", "lock", 154),
            frame("java.util.concurrent.locks.ReentrantLock", "lock", 323));

    private long ids = 1;

    @Test
    void locksAreRankedWithTheirHoldersAndSites() {
        List<DumpedThreads> dumps = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            List<DumpedThread> threads = new ArrayList<>();
            threads.add(holder(STOCK, i < 15 ? "reload" : "count"));
            for (int j = 0; j < 6; j++) {
                threads.add(entering(STOCK, "sell"));
            }
            threads.add(locking(LEDGER, "book"));
            threads.add(locking(LEDGER, "audit"));
            threads.add(sleeping());
            dumps.add(dump(i, threads));
        }
        Section section = section(dumps);
        Table locks = Samples.block(section, "locks", Table.class);

        assertThat(texts(locks, "lock")).containsExactly("com.acme.Stock", "java.util.concurrent.locks.ReentrantLock");
        assertThat(texts(locks, "site")).containsExactly("com.acme.Shop.sell:7", "com.acme.Shop.audit:7");
        assertThat(cell(locks, 0, "ofContention")).isEqualTo(new Cell.Ratio(0.75));
        assertThat(cell(locks, 0, "ofThreads")).isEqualTo(new Cell.Ratio(0.6));
        assertThat(cell(locks, 1, "ofThreads")).isEqualTo(new Cell.Ratio(0.2));
        assertThat(texts(locks, "holder").getFirst()).isEqualTo("com.acme.Shop.reload");
        assertThat(cell(locks, 1, "holder")).isInstanceOf(Cell.Absent.class);
        Table holders = Samples.block(section, "holders", Table.class);
        assertThat(cell(holders, 0, "dumps")).isEqualTo(Cell.count(15));
        assertThat(cell(holders, 0, "share")).isEqualTo(new Cell.Ratio(0.75));
        assertThat(Samples.block(section, "stacks", StackTree.class).roots())
                .extracting(StackTree.Node::label, StackTree.Node::count)
                .containsExactly(
                        tuple("com.acme.Stock (monitor)", 120L),
                        tuple("java.util.concurrent.locks.ReentrantLock (lock)", 40L));
        assertThat(section.findings()).extracting(Finding::id).containsExactly("lockContended", "lockContended");
        assertThat(section.findings().getFirst().explanation())
                .contains(
                        "In 15 of these 20 com.acme.Shop.reload held the monitor of com.acme.Stock, and slept at com.acme.Shop.reload:7")
                .doesNotContain("no holder was seen");
    }

    /** The same lock at another place in time, in other dumps, is one by its identity. */
    @Test
    void manySmallLocksOfAClassAreOneRow() {
        List<DumpedThreads> dumps = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            List<DumpedThread> threads = new ArrayList<>();
            threads.add(entering(new Lock("com.acme.Order", Integer.toHexString(100 + i)), "pay"));
            threads.add(entering(new Lock("com.acme.Order", "ff"), "pay"));
            dumps.add(dump(i, threads));
        }
        Table locks = Samples.block(section(dumps), "locks", Table.class);

        assertThat(texts(locks, "lock")).containsExactlyInAnyOrder("com.acme.Order@ff", "com.acme.Order (40 of them)");
    }

    @Test
    void whatCanBeChanceIsNoFinding() {
        List<DumpedThreads> few = new ArrayList<>();
        List<DumpedThreads> rare = new ArrayList<>();
        List<DumpedThreads> bursts = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            DumpedThread waits = entering(STOCK, "sell");
            if (i < 9) {
                few.add(dump(i, List.of(waits)));
            }
            rare.add(dump(i, List.of(i == 3 ? waits : sleeping(), sleeping(), sleeping())));
            bursts.add(dump(i, i >= 18 ? Collections.nCopies(10, waits) : Collections.nCopies(10, sleeping())));
        }

        assertThat(section(few).findings()).isEmpty();
        assertThat(Samples.block(section(few), "headline", Note.class).sentences())
                .anyMatch(sentence -> sentence.contains("no error with fewer than 10 dumps"));
        assertThat(section(rare).findings()).isEmpty();
        // 10 % of 200 threads, which would be significant if they were independent; two dumps are not.
        assertThat(section(bursts).findings()).isEmpty();
    }

    @Test
    void waitingForWorkIsNoContention() {
        List<DumpedThreads> dumps = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            dumps.add(dump(i, Collections.nCopies(9, taking())));
        }
        Section section = section(dumps);

        assertThat(section.findings()).isEmpty();
        assertThat(section.blocks()).noneMatch(block -> block.id().equals("locks"));
        assertThat(Samples.block(section, "headline", Note.class).sentences().getFirst())
                .isEqualTo("No virtual thread waited for a lock, a semaphore or a pool in 20 dumps.");
        Table other = Samples.block(section, "elsewhere", Table.class);
        assertThat(texts(other, "doing")).containsExactly("condition, queue");
        assertThat(texts(other, "site")).containsExactly("com.acme.Shop.pack:7");
    }

    /** A thread that waits to enter again what it has waited on still lists it as its own. */
    @Test
    void whoWaitsDoesNotHold() {
        List<DumpedThreads> dumps = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            DumpedThread again = thread("BLOCKED", stack("sell"), STOCK, null, List.of(new Held(0, STOCK)));
            dumps.add(dump(i, List.of(again, entering(STOCK, "sell"))));
        }
        Section section = section(dumps);

        assertThat(cell(Samples.block(section, "locks", Table.class), 0, "holder"))
                .isInstanceOf(Cell.Absent.class);
        assertThat(section.findings().getFirst().explanation())
                .contains("Who had the monitor of com.acme.Stock is not in the dumps.");
    }

    @Test
    void dumpsOfAnAlarmAreNoSample() {
        WaitAnalysis analysis = analysis();
        WaitAnalysis.Samples all = analysis.fold().empty();
        for (int i = 0; i < 12; i++) {
            boolean alarm = i % 3 == 0;
            all.add(
                    new Origin(
                            "shop",
                            null,
                            "dumps/00" + i + (alarm ? "-9s-alarm.json.gz" : "-9s-sampled.json.gz"),
                            Instrument.THREAD_DUMP),
                    dump(i, List.of(alarm ? entering(STOCK, "sell") : sleeping())));
        }
        Section section = analysis.finish(all, Coverage.NONE);

        assertThat(Samples.block(section, "headline", Note.class).sentences())
                .anyMatch(sentence -> sentence.startsWith("8 dumps") && sentence.contains("4 other dumps not counted"));
        assertThat(section.blocks()).noneMatch(block -> block.id().equals("locks"));
    }

    /** Dumps of a capture of "shop", of which none has a budget, and one of "till", which has one. */
    @ParameterizedTest(name = "{0} dumps: asked {1}, overview {2}")
    @CsvSource({"9, till shop, '', 0, 2", "10, till shop, shop, 0, 1", "0, till, '', 0, 1"})
    void anOverviewIsOfProcessesWithEnoughSamples(
            int dumps, String asked, String overview, int leftOutOfAsked, int leftOutOfOverview) {
        WaitAnalysis.Samples all = analysis().fold().empty();
        for (int i = 0; i < dumps; i++) {
            all.add(origin("shop", i), dump(i, List.of(sleeping())));
        }
        all.add(origin("till", 0), dump(0, List.of(sleeping())));

        WaitReading answer = analysis().read(all, Coverage.NONE);
        WaitReading part =
                WaitAnalysis.overview(new Code(ClassPath.none()), List.of()).read(all, Coverage.NONE);
        assertThat(answer.processes()).extracting(OfProcess::subject).containsExactlyInAnyOrder(asked.split(" ", -1));
        assertThat(answer.leftOut()).isEqualTo(leftOutOfAsked);
        assertThat(part.processes())
                .extracting(OfProcess::subject)
                .containsExactly(overview.isEmpty() ? new String[0] : new String[] {overview});
        assertThat(part.leftOut()).isEqualTo(leftOutOfOverview);
    }

    @Test
    void eachProcessHasItsProfilesAndItsHighestBudget() {
        WaitAnalysis.Samples all = analysis().fold().empty();
        all.add(origin("shop", 0), dump(0, List.of(sleeping(), entering(STOCK, "sell"))));
        all.add(origin("till", 0), dump(0, List.of(sleeping())));
        for (double budget : new double[] {0.01, 0.05, 0.02, 0}) {
            all.add(origin("shop", 0), captured(budget));
        }

        List<OfProcess> processes = analysis().read(all, Coverage.NONE).processes();
        assertThat(processes)
                .extracting(
                        OfProcess::subject,
                        process -> process.sampling().budget(),
                        process -> process.virtual().threads().value(),
                        process -> process.virtual().locks().size(),
                        process -> process.platform().isEmpty())
                .containsExactly(tuple("shop", 0.05, 2.0, 1, true), tuple("till", 0.0, 1.0, 0, true));
    }

    /** Where dumps are few because of what they cost, that is said, and what to do; a number that was asked for needs no reason. */
    @ParameterizedTest
    @CsvSource({"sampled, true", "periodic, false"})
    void fewDumpsWithinABudgetSayWhy(String taken, boolean why) {
        WaitAnalysis analysis = analysis();
        WaitAnalysis.Samples all = analysis.fold().empty();
        for (int i = 0; i < 3; i++) {
            all.add(
                    new Origin("shop", null, "dumps/00" + i + "-9s-" + taken + ".json.gz", Instrument.THREAD_DUMP),
                    dump(i, List.of(entering(STOCK, "sell"))));
        }
        String said = analysis.finish(all, Coverage.NONE).toString();

        assertThat(said).contains("3 dumps");
        assertThat(said.contains("Each took 2 ms (median)") && said.contains("--dump-budget"))
                .isEqualTo(why);
    }

    private static Origin origin(String subject, int number) {
        return new Origin(subject, null, "dumps/" + number + "-sampled.json.gz", Instrument.THREAD_DUMP);
    }

    private static CaptureInfo captured(double budget) {
        return new CaptureInfo(
                "shop",
                "25",
                7,
                Instant.EPOCH,
                List.of(),
                CaptureInfo.Threads.NONE,
                CaptureEnd.COMPLETE.status(),
                null,
                CaptureInfo.End.UNKNOWN,
                budget);
    }

    /** As for all analyses, with dumps alone, of which streams of all kinds have few. */
    @Test
    void splittingAndOrderMakeNoDifference() {
        for (long seed = 0; seed < 60; seed++) {
            Random random = new Random(seed);
            List<Sample> samples = new ArrayList<>();
            for (int i = 0; i < 25; i++) {
                samples.add(ObservedDumps.threads(random));
            }
            Section whole = folded(List.of(samples));
            int at = random.nextInt(samples.size());
            List<List<Sample>> parts =
                    new ArrayList<>(List.of(samples.subList(at, samples.size()), samples.subList(0, at)));
            assertThat(folded(parts)).as("seed %d", seed).isEqualTo(whole);
            Collections.shuffle(samples, random);
            assertThat(folded(List.of(samples))).as("seed %d", seed).isEqualTo(whole);
        }
    }

    private static Section folded(List<List<Sample>> parts) {
        WaitAnalysis analysis = analysis();
        WaitAnalysis.Samples all = parts.stream()
                .map(part -> {
                    WaitAnalysis.Samples into = analysis.fold().empty();
                    part.forEach(sample -> into.add(Samples.SHOP, sample));
                    return into;
                })
                .reduce(analysis.fold()::merge)
                .orElseThrow();
        return analysis.finish(all, Coverage.NONE);
    }

    private static WaitAnalysis analysis() {
        return WaitAnalysis.asked(new Code(ClassPath.none()), List.of());
    }

    private static Section section(List<DumpedThreads> dumps) {
        return Samples.section(analysis(), Coverage.NONE, dumps.toArray(Sample[]::new));
    }

    private static List<String> texts(Table table, String column) {
        return table.rows().stream()
                .map(row -> row.cells().get(index(table, column)))
                .map(cell -> cell instanceof Cell.Text text ? text.value() : "")
                .toList();
    }

    private static Cell cell(Table table, int row, String column) {
        return table.rows().get(row).cells().get(index(table, column));
    }

    private static int index(Table table, String column) {
        return table.columns().stream().map(Table.Column::id).toList().indexOf(column);
    }

    private static DumpedThreads dump(int second, List<DumpedThread> threads) {
        return new DumpedThreads(
                DumpedThreads.Kind.JSON,
                Instant.EPOCH.plusSeconds(second),
                Quantity.of(2_000_000),
                Quantity.of(0),
                "25.0.3+9-LTS",
                threads);
    }

    private DumpedThread entering(Lock monitor, String method) {
        return thread("BLOCKED", stack(method), monitor, null, List.of());
    }

    private DumpedThread locking(Lock lock, String method) {
        List<Frame> frames = new ArrayList<>(PARKED);
        frames.addAll(stack(method));
        return thread("WAITING", frames, null, lock, List.of());
    }

    private DumpedThread sleeping() {
        return thread("TIMED_WAITING", asleep("rest"), null, null, List.of());
    }

    private DumpedThread holder(Lock monitor, String method) {
        return thread("TIMED_WAITING", asleep(method), null, null, List.of(new Held(3, monitor)));
    }

    private DumpedThread taking() {
        List<Frame> frames = new ArrayList<>(PARKED.subList(0, 2));
        frames.add(frame("java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject", "await", 1790));
        frames.add(frame("java.util.concurrent.LinkedBlockingQueue", "take", 431));
        frames.addAll(stack("pack"));
        Lock condition = new Lock("java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject", "3c");
        return thread("WAITING", frames, null, condition, List.of());
    }

    private static List<Frame> asleep(String method) {
        List<Frame> frames = new ArrayList<>(List.of(
                frame("java.lang.VirtualThread", "parkNanos", 773),
                frame("java.lang.VirtualThread", "sleepNanos", 953),
                frame("java.lang.Thread", "sleep", 509)));
        frames.addAll(stack(method));
        return frames;
    }

    private static List<Frame> stack(String method) {
        return List.of(frame("com.acme.Shop", method, 7), frame("java.lang.VirtualThread", "run", 460));
    }

    private static Frame frame(String className, String method, int line) {
        return new Frame(className, method, "", line, -1, 0, "");
    }

    private DumpedThread thread(
            String state, List<Frame> frames, @Nullable Lock monitor, @Nullable Lock parkBlocker, List<Held> monitors) {
        return new DumpedThread(
                ids++,
                "",
                true,
                state,
                Running.NONE,
                frames,
                new Locks(monitor, null, parkBlocker, 0, monitors, List.of(), null));
    }
}
