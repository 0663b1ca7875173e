package dev.loomweight.pins.carriers;

import static dev.loomweight.pins.carriers.CarrierMaker.START;
import static dev.loomweight.pins.carriers.CarrierMaker.UNKNOWN;
import static dev.loomweight.pins.carriers.CarrierMaker.carrier;
import static dev.loomweight.pins.carriers.CarrierMaker.findings;
import static dev.loomweight.pins.carriers.CarrierMaker.millis;
import static dev.loomweight.pins.carriers.CarrierMaker.nanos;
import static dev.loomweight.pins.carriers.CarrierMaker.pin;
import static dev.loomweight.pins.carriers.CarrierMaker.recorded;
import static dev.loomweight.pins.carriers.CarrierMaker.second;
import static dev.loomweight.pins.carriers.CarrierMaker.section;
import static dev.loomweight.pins.carriers.CarrierMaker.stopped;
import static dev.loomweight.pins.carriers.CarrierMaker.sums;
import static dev.loomweight.pins.carriers.CarrierMaker.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.longs;

import dev.loomweight.capture.CaptureEnd;
import dev.loomweight.fold.Samples;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import dev.loomweight.sample.CaptureTexts.CarrierTimes;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Coverage.State;
import dev.loomweight.sample.MachineEvents.CpuInformation;
import dev.loomweight.sample.MemoryEvents.GarbageCollection;
import dev.loomweight.sample.Sample;
import dev.loomweight.times.CarrierInterval;
import dev.loomweight.times.CarrierInterval.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The table that adds up, from times that are made by hand. */
class CarrierAnalysisTest {

    private static final String RUNNING = "Running Java or native code";
    private static final String WAITING = "Waiting for a processor";
    private static final String STOPPED = "Stopped by the JVM: GC, other safepoints";
    private static final String BLOCKED = "Blocked while mounted";
    private static final String OTHER = "other: native code, file I/O; the remainder";
    private static final String IDLE = "Idle, no virtual thread mounted";
    private static final String NO_CARRIER = "No carrier: the pool was smaller than its parallelism";

    /** Two carriers, 600 ms stopped: no look falls into that, and the one that does not run has nothing mounted. */
    @Test
    void whatTheJvmStoppedIsNeitherBlockedNorIdle() {
        Section section =
                section(recorded(), stopped(nanos(600), 0, 2, carrier(1, 300, 40, 8, 1, 0), carrier(2, 0, 0, 0, 0, 9)));

        assertThat(millis(table(section)))
                .containsEntry(RUNNING, 300L)
                .containsEntry(STOPPED, 1200L)
                .containsEntry(BLOCKED, 46L)
                .containsEntry(IDLE, 414L);
        assertThat(sums(table(section))).containsExactly(nanos(2000), nanos(2000));
        assertThat(findings(section)).containsExactly("carriersStopped");
    }

    /** Where no counter was read, the collections of the recording say it: 250 ms of one that reaches into the second. */
    @Test
    void pausesOfCollectionsStandForTheCounter() {
        Section section = section(
                recorded(),
                new GarbageCollection(START.minusMillis(50), 1, "SerialOld", "Allocation Failure", nanos(300)),
                stopped(UNKNOWN, 0, 1, carrier(1, 100, 0, 5, 0, 5)),
                pin(0, 250, "com.acme.Cart.add"),
                pin(500, 60, "com.acme.Cart.add"));

        assertThat(millis(table(section)))
                .containsEntry(STOPPED, 250L)
                .containsEntry(BLOCKED, 60L)
                .containsEntry(OTHER, 0L)
                .containsEntry(IDLE, 590L);
        assertThat(sums(table(section))).containsExactly(nanos(1000), nanos(1000));
    }

    /** A pause as long as the time of a carrier that runs in native code meanwhile takes nothing of what it ran. */
    @Test
    void whatRunsWhileTheJvmStandsStaysWhatItIs() {
        Table table = table(section(recorded(), stopped(nanos(900), 0, 1, carrier(1, 700, 100, 5, 5, 0))));

        assertThat(millis(table))
                .containsEntry(RUNNING, 700L)
                .containsEntry(WAITING, 100L)
                .containsEntry(STOPPED, 200L)
                .containsEntry(BLOCKED, 0L);
    }

    /** Two carriers: 300 + 100 ms run, 50 + 0 wait; of 1550 ms off the processor a quarter of the looks were mounted. */
    @Test
    void theKernelsFiguresTheLooksAndThePinsAddUp() {
        Section section = section(
                recorded(),
                second(0, 2, carrier(1, 300, 50, 4, 3, 3), carrier(2, 100, 0, 1, 0, 6)),
                pin(400, 200, "com.acme.Cart.add"));
        Table table = table(section);

        assertThat(millis(table))
                .containsEntry(RUNNING, 400L)
                .containsEntry(WAITING, 50L)
                .containsEntry(BLOCKED, 388L)
                .containsEntry(OTHER, 188L)
                .containsEntry(IDLE, 1163L)
                .containsEntry("All: 2 carriers x 1 s", 2000L);
        assertThat(millis(table).keySet()).anyMatch(row -> row.startsWith("pinned: com.acme.Cart.add ("));
        assertThat(sums(table)[0]).isEqualTo(sums(table)[1]);
    }

    @Test
    void pinsCountWithThePartThatLiesInTheTime() {
        Table table = table(section(
                recorded(),
                second(0, 1, carrier(1, 0, 0, 0, 9, 1)),
                pin(-300, 500, "com.acme.Cart.add"),
                pin(900, 5000, "com.acme.Cart.add")));

        assertThat(pinnedMillis(table)).isEqualTo(300);
    }

    /** The looks saw nothing blocked, but the pins say so: they are exact. */
    @Test
    void pinsAreTakenWhereTheLooksSayLess() {
        Section section =
                section(recorded(), second(0, 1, carrier(1, 100, 0, 1, 0, 9)), pin(0, 500, "com.acme.Cart.add"));
        Table table = table(section);

        assertThat(millis(table))
                .containsEntry(BLOCKED, 500L)
                .containsEntry(OTHER, 0L)
                .containsEntry(IDLE, 400L);
        assertThat(table.footnotes())
                .singleElement()
                .asString()
                .contains("500 ms")
                .contains("0 ms");
        assertThat(sums(table)[0]).isEqualTo(sums(table)[1]);
    }

    /** A carrier that ran all the time cannot have been pinned: it is said, and nothing exceeds the whole. */
    @Test
    void pinsBeyondWhatIsOffTheProcessorAreSaid() {
        Table table =
                table(section(recorded(), second(0, 1, carrier(1, 900, 0, 9, 1, 0)), pin(0, 700, "com.acme.Cart.add")));

        assertThat(pinnedMillis(table)).isEqualTo(100);
        assertThat(table.footnotes()).anyMatch(note -> note.startsWith("Pins cover 600 ms more"));
        assertThat(sums(table)[0]).isEqualTo(sums(table)[1]);
    }

    @Test
    void carriersThatDoNotExistHaveTheirLine() {
        Table table = table(section(recorded(), second(0, 3, carrier(1, 300, 0, 1, 1, 1))));

        assertThat(millis(table)).containsEntry(NO_CARRIER, 2000L).containsEntry("All: 3 carriers x 1 s", 3000L);
        assertThat(sums(table)[0]).isEqualTo(sums(table)[1]);
    }

    @Test
    void carriersThatWereAddedHaveTheirLine() {
        Table table = table(section(
                recorded(),
                second(
                        0,
                        1,
                        carrier(1, 0, 0, 0, 9, 0),
                        carrier(2, 500, 0, 0, 0, 0, 0),
                        carrier(3, 500, 0, 0, 0, 0, 9))));

        assertThat(millis(table))
                .containsEntry("All carriers, with those that were added", 2000L)
                .containsEntry("of which 1 carrier x 1 s", 1000L)
                .containsEntry("of which added while others were blocked", 1000L);
        assertThat(sums(table)[0]).isEqualTo(sums(table)[1]);
    }

    @Test
    void withoutTheKernelsFiguresRunningAndWaitingAreOneLine() {
        Section section = section(recorded(), second(0, 1, carrier(1, UNKNOWN, UNKNOWN, 2, 3, 5)));
        Table table = table(section);

        assertThat(millis(table))
                .containsEntry("Running, or waiting for a processor", 200L)
                .containsEntry(BLOCKED, 300L)
                .containsEntry(IDLE, 500L)
                .doesNotContainKeys(RUNNING, WAITING);
        assertThat(sources(section)).anyMatch(source -> source.contains("scheduler statistics"));
    }

    @Test
    void withoutLooksBlockedAndIdleAreOneLine() {
        Section section =
                section(recorded(), second(0, 1, carrier(1, 200, 100, 0, 0, 0)), pin(0, 300, "com.acme.Cart.add"));
        Table table = table(section);

        assertThat(millis(table))
                .containsEntry(RUNNING, 200L)
                .containsEntry(WAITING, 100L)
                .containsEntry("Blocked while mounted, or idle", 400L);
        assertThat(pinnedMillis(table)).isEqualTo(300);
        assertThat(sources(section)).anyMatch(source -> source.contains("nobody looked"));
        assertThat(sums(table)[0]).isEqualTo(sums(table)[1]);
    }

    @Test
    void withNeitherNothingIsDivided() {
        Table table = table(section(Coverage.NONE, second(0, 1, carrier(1, UNKNOWN, UNKNOWN, 0, 0, 0))));

        assertThat(millis(table)).containsEntry("Unknown: running, waiting, blocked or idle", 1000L);
    }

    @Test
    void withoutRecordedPinsPinnedAndBlockedAreOneLine() {
        for (Coverage coverage : List.of(Coverage.NONE, recorded(State.OFF), recorded(State.UNKNOWN))) {
            Section section = section(coverage, second(0, 1, carrier(1, 0, 0, 0, 10, 0)));

            assertThat(millis(table(section)))
                    .containsEntry("Blocked while mounted: pinned, or in native code", 1000L)
                    .doesNotContainKeys(BLOCKED, OTHER);
            assertThat(sources(section))
                    .anyMatch(source -> source.contains("no recording with jdk.VirtualThreadPinned"));
            assertThat(findings(section)).containsExactly("carriersBlockedOrPinned");
        }
    }

    @Test
    void withoutParallelismTheWholeIsWhatWasSeen() {
        Section section = section(recorded(), second(0, UNKNOWN, carrier(1, 100, 0, 1, 0, 9)));

        assertThat(millis(table(section))).containsEntry("All: carriers, over 1 s", 1000L);
        assertThat(sources(section)).anyMatch(source -> source.contains("parallelism of the scheduler is not known"));
    }

    /** The JVM takes its options before the processors that it may use. */
    @Test
    void theOptionsOfACaptureSayHowManyCarriersThereAre() {
        CaptureInfo info = new CaptureInfo(
                "shop",
                "21",
                7,
                START,
                List.of("java", "-Djdk.virtualThreadScheduler.parallelism=3"),
                CaptureInfo.Threads.NONE,
                CaptureEnd.COMPLETE.status(),
                null,
                CaptureInfo.End.UNKNOWN);
        Section section = section(
                recorded(), second(0, UNKNOWN, carrier(1, 100, 0, 1, 0, 9)), new CpuInformation(START, 1), info);

        assertThat(millis(table(section))).containsEntry("All: 3 carriers x 1 s", 3000L);
    }

    /** Two collectors at once: each stretch counts once. */
    @Test
    void overlappingStretchesAreCountedOnce() {
        CarrierTimes times = second(0, 1, carrier(1, 500, 0, 5, 0, 5));
        Section section = section(recorded(), times, times, second(1, 1, carrier(1, 500, 0, 5, 0, 5)));

        assertThat(millis(table(section))).containsEntry("All: 1 carrier x 2 s", 2000L);
        assertThat(sources(section)).anyMatch(source -> source.contains("watched twice"));
    }

    @Test
    void throttlingIsAnUpperBoundAndNeverMoreThanTheWait() {
        CarrierTimes times = new CarrierTimes(
                START,
                START.plusSeconds(1),
                List.of(carrier(1, 100, 800, 9, 0, 1), carrier(2, 100, 800, 9, 0, 1)),
                new CarrierInterval.Pool(2, 2, 2, 5),
                nanos(300),
                0,
                nanos(2));
        Section section = section(recorded(), times);

        assertThat(millis(table(section))).containsEntry("throttled by the control group, at most", 600L);
        assertThat(findings(section)).first().isEqualTo("carriersThrottled");
        assertThat(section.findings().getFirst().summary()).contains("80 %", "300 ms");
    }

    @Test
    void whatWasNotWatchedSaysSo() {
        Section section = section(recorded(), pin(0, 1, "com.acme.Cart.add"));

        assertThat(section.blocks()).isEmpty();
        assertThat(section.findings()).isEmpty();
    }

    @Test
    void healthyCarriersHaveNoFinding() {
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            samples.add(second(i, 2, carrier(1, 300, 20, 1, 0, 1), carrier(2, 200, 20, 0, 0, 2)));
        }
        samples.add(pin(0, 100, "com.acme.Cart.add"));
        Section section = section(recorded(), samples.toArray(Sample[]::new));

        assertThat(section.findings()).isEmpty();
        Note headline = Samples.block(section, "headline", Note.class);
        assertThat(headline.sentences())
                .containsExactly(
                        "2 carriers in 10 s: 25 % running, 2 % waiting for a processor, 0.5 % pinned, 0 % blocked"
                                + " without a recorded pin, 72.5 % idle.");
    }

    /** Whatever the figures are: no part is negative, none exceeds the whole, and the parts add up to it. */
    @Test
    void theTableAlwaysAddsUp() {
        qt().withExamples(400).forAll(longs().all()).check(seed -> addsUp(new Random(seed)));
    }

    private static boolean addsUp(Random random) {
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i <= random.nextInt(4); i++) {
            Row[] carriers = new Row[random.nextInt(4)];
            for (int j = 0; j < carriers.length; j++) {
                boolean kernel = random.nextInt(4) > 0;
                carriers[j] = carrier(
                        j,
                        random.nextInt(1100),
                        kernel ? random.nextInt(900) : UNKNOWN,
                        kernel ? random.nextInt(900) : UNKNOWN,
                        random.nextInt(3),
                        random.nextInt(3),
                        random.nextInt(3));
            }
            samples.add(second(i, random.nextInt(5) == 0 ? UNKNOWN : 1 + random.nextInt(3), carriers));
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            samples.add(pin(random.nextInt(4000) - 500, random.nextInt(2500), "com.acme.Cart.add"));
        }
        Coverage coverage = random.nextInt(3) == 0 ? Coverage.NONE : recorded();
        Table table = table(section(coverage, samples.toArray(Sample[]::new)));
        long[] sums = sums(table);
        boolean within = table.rows().stream().allMatch(row -> {
            long nanos = ((Cell.Nanos) row.cells().get(1)).value();
            double share = ((Cell.Ratio) row.cells().get(2)).value();
            return nanos >= 0 && nanos <= sums[1] && share >= 0 && share <= 1;
        });
        // Rounding to nanoseconds, once a line.
        return within && Math.abs(sums[0] - sums[1]) <= 5;
    }

    private static long pinnedMillis(Table table) {
        Map<String, Long> rows = millis(table);
        return rows.entrySet().stream()
                .filter(row -> row.getKey().startsWith("pinned: "))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    private static List<String> sources(Section section) {
        return Samples.block(section, "sources", Note.class).sentences();
    }
}
