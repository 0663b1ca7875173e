package dev.loomweight.pins.carriers;

import static dev.loomweight.pins.carriers.CarrierMaker.START;
import static dev.loomweight.pins.carriers.CarrierMaker.carrier;
import static dev.loomweight.pins.carriers.CarrierMaker.findings;
import static dev.loomweight.pins.carriers.CarrierMaker.pin;
import static dev.loomweight.pins.carriers.CarrierMaker.recorded;
import static dev.loomweight.pins.carriers.CarrierMaker.second;
import static dev.loomweight.pins.carriers.CarrierMaker.section;
import static dev.loomweight.pins.carriers.CarrierMaker.standing;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.fold.Samples;
import dev.loomweight.pins.pinning.PinAnalysis;
import dev.loomweight.pins.pinning.PinOptions;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Report;
import dev.loomweight.report.ReportSummary;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import dev.loomweight.sample.CaptureTexts.CaptureInfo.End;
import dev.loomweight.sample.CaptureTexts.CaptureInfo.Threads;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.DumpedThread.Lock;
import dev.loomweight.sample.Dumps.DumpedThread.Locks;
import dev.loomweight.sample.Dumps.DumpedThread.Running;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Dumps.DumpedThreads.Kind;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.GroupTexts.KillCount;
import dev.loomweight.sample.GroupTexts.ThreadLimit;
import dev.loomweight.sample.Sample;
import dev.loomweight.times.CarrierInterval.Row;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of carriers that stand still, and what is not said of others, from times and dumps made by hand. */
class CarrierHoldsTest {

    private static final String ASK = "loomweight hang PID";
    private static final String MOVE = "Move such calls to platform threads";

    @Test
    void carriersThatHaveNotRunAreAskedForAHang() {
        Section section = section(recorded(), seconds(4, 2, standing(1, 0, 0), standing(2, 0, 0)));
        Finding found = section.findings().getFirst();

        assertThat(findings(section)).containsExactly("carriersBlocked");
        assertThat(found.summary())
                .startsWith("2 of 2 carriers have not run for 4 s, up to the end; carriers were blocked")
                .endsWith(" at least), which no recorded pin covers.");
        assertThat(found.explanation())
                .contains("pins that have not ended are in no recording", "No other virtual thread could run.");
        assertThat(found.solution())
                .startsWith("Ask whether these threads hang: " + ASK)
                .doesNotContain("platform threads");
    }

    @Test
    void aDumpShowsTheApplicationsFrameAndWhatIsReady() {
        Section section = section(
                recorded(),
                with(
                        seconds(4, 2, standing(1, 0, 0), standing(2, 0, 0)),
                        print(),
                        json(
                                thread(31, "RUNNABLE", 0, null, "com.acme.Late.run:1"),
                                thread(21, "WAITING", 11, null, parked("com.acme.Cart.add:12")),
                                thread(22, "WAITING", 12, null, parked("com.acme.Cart.add:12")))));
        Table held = Samples.block(section, "held", Table.class);

        assertThat(held.rows()).hasSize(1);
        assertThat(texts(held))
                .containsExactly(
                        "com.acme.Cart.add:12", "2", "java.util.concurrent.locks.LockSupport.park", "", "t21, t22");
        assertThat(section.findings().getFirst().summary())
                .contains("up to the end: at com.acme.Cart.add:12 (2 carriers); carriers were blocked");
        assertThat(section.findings().getFirst().explanation())
                .contains("At least 1 virtual thread was ready to run and had no carrier.");
    }

    /** HotSpot wakes a thread that waits for a monitor now and then; one that computes or calls runs by itself. */
    @Test
    void oneThatHasRunALittleStandsStillOnlyIfItWaitsForAMonitor() {
        List<Sample> times = seconds(4, 2, standing(1, 60, 21), standing(2, 60, 22));
        DumpedThread enters = thread(21, "BLOCKED", 11, new Lock("java.lang.Object", "1f"), "com.acme.Cart.add:12");
        DumpedThread calls = thread(22, "RUNNABLE", 12, null, "com.acme.Native.call:7");

        Section section = section(recorded(), with(times, print(), json(enters, calls)));

        assertThat(texts(Samples.block(section, "held", Table.class)))
                .containsExactly("com.acme.Cart.add:12", "1", "com.acme.Cart.add", "waits to enter a monitor", "t21");
        assertThat(section.findings().getFirst().summary()).contains("1 of 2 carriers has hardly run for 4 s");
        assertThat(section(recorded(), with(times, print(), json(calls)))
                        .findings()
                        .getFirst()
                        .solution())
                .as("a call of it has ended, and of the other nothing is known")
                .startsWith(MOVE);
        assertThat(section(recorded(), with(times)).findings().getFirst().solution())
                .as("nothing is known of them")
                .startsWith("First ask whether these threads hang: " + ASK);
    }

    @Test
    void aDumpOfBeforeShowsNothing() {
        List<Sample> times = new ArrayList<>(seconds(1, 2, carrier(1, 500, 0, 5, 5, 0), carrier(2, 500, 0, 5, 5, 0)));
        for (int at = 5; at < 9; at++) {
            times.add(second(at, 2, standing(1, 0, 0), standing(2, 0, 0)));
        }
        Section section = section(
                recorded(), with(times, print(), json(thread(21, "WAITING", 11, null, parked("com.acme.Old.run:3")))));

        assertThat(section.findings().getFirst().summary())
                .contains("2 of 2 carriers have not run for 4 s")
                .doesNotContain("Old");
    }

    @Test
    void callsThatEndAreToBeMoved() {
        Section section = section(recorded(), seconds(4, 2, carrier(1, 2, 0, 0, 10, 0), carrier(2, 2, 0, 0, 10, 0)));

        assertThat(findings(section)).containsExactly("carriersBlocked");
        assertThat(section.findings().getFirst().solution()).startsWith(MOVE);
        assertThat(section.blocks()).noneMatch(block -> block.id().equals("held"));
    }

    @Test
    void whatIsTooShortToKnowIsAskedFirst() {
        Section section = section(recorded(), seconds(2, 2, standing(1, 0, 0), standing(2, 0, 0)));

        assertThat(section.findings().getFirst().solution()).startsWith("First ask whether these threads hang: " + ASK);
        assertThat(section.blocks()).noneMatch(block -> block.id().equals("held"));
    }

    @Test
    void aRecordedPinThatCoversItIsNoHang() {
        Section section = section(
                recorded(),
                with(
                        seconds(4, 1, standing(1, 0, 0)),
                        pin(0, 3990, "com.acme.Cart.add"),
                        second(4, 1, carrier(1, 400, 0, 4, 2, 4))));

        assertThat(findings(section)).containsExactly("carriersPinned");
        assertThat(section.blocks()).noneMatch(block -> block.id().equals("held"));
    }

    @Test
    void carriersThatComputeOrAreIdleDoNotStandStill() {
        for (Row one : List.of(carrier(1, 990, 0, 10, 0, 0), carrier(1, 0, 0, 0, 0, 10), carrier(1, 1, 0, 0, 0, 10))) {
            Section section = section(recorded(), seconds(6, 1, one));

            assertThat(section.toString()).doesNotContain("loomweight hang");
        }
    }

    @Test
    void oneOfManyIsSaidAndIsNoProblemByItself() {
        Section section = section(
                recorded(),
                seconds(
                        4,
                        4,
                        standing(1, 0, 0),
                        carrier(2, 500, 0, 5, 0, 5),
                        carrier(3, 500, 0, 5, 0, 5),
                        carrier(4, 500, 0, 5, 0, 5)));
        Finding found = section.findings().getFirst();

        assertThat(found.severity()).isEqualTo(Finding.Severity.WARNING);
        assertThat(found.summary()).contains("1 of 4 carriers has not run for 4 s");
        assertThat(found.explanation()).doesNotContain("No other virtual thread could run");
    }

    @Test
    void withoutARecordingItIsSaidToo() {
        Section section = section(Coverage.NONE, seconds(4, 1, standing(1, 0, 0)));

        assertThat(findings(section)).containsExactly("carriersBlockedOrPinned");
        assertThat(section.findings().getFirst().solution()).startsWith("Ask whether these threads hang: " + ASK);
    }

    /** Carriers that stand still at the end come before windows in which all were pinned, and no pin of these is denied. */
    @Test
    void aReportBeginsWithThem() {
        List<Sample> samples = new ArrayList<>(seconds(3, 2, carrier(1, 500, 0, 5, 1, 4), carrier(2, 500, 0, 5, 1, 4)));
        for (int at = 3; at < 73; at++) {
            samples.add(second(at, 2, standing(1, 0, 0), standing(2, 0, 0)));
        }
        samples.add(pin(500, 20, "com.acme.Cart.add"));
        samples.add(pin(510, 20, "com.acme.Cart.add"));
        Section pins = Samples.section(
                new PinAnalysis(
                        new PinOptions(PinOptions.NONE.code(), PinOptions.NONE.own(), PinOptions.Filter.ALL, 2)),
                recorded(),
                samples.toArray(Sample[]::new));
        Section carriers = section(recorded(), samples);

        ReportSummary summary = ReportSummary.of(new Report("report", "", List.of(pins, carriers)));

        assertThat(summary.findings().stream().map(placed -> placed.what().id()))
                .startsWith("carriersBlocked", "carriersStarved");
        assertThat(summary.sections()).first().isEqualTo(carriers);
        assertThat(summary.verdict().getFirst())
                .startsWith("2 of 2 carriers have not run for 1 min 10 s, up to the end; carriers were blocked")
                .endsWith(", which no recorded pin covers.");
        assertThat(summary.toString()).doesNotContain("no pin is recorded");
    }

    @ParameterizedTest(name = "ended {0}, with dumps {1}: {2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "false | true  | Ask whether these threads hang: loomweight hang 4711 shows who waits for whom.",
                "false | false | Ask whether these threads hang: loomweight hang 4711 shows who waits for whom, and where they stand.",
                "true  | true  | Ask whether these threads hang: loomweight hang CAPTURE shows who waits for whom.",
                "true  | false | Take thread dumps when they stand so again (--dumps sampled): loomweight hang CAPTURE shows who waits for whom, and where they stand.",
            })
    void aProcessThatHasEndedIsNotAsked(boolean ended, boolean dumped, String advice) {
        List<Sample> samples = new ArrayList<>(seconds(4, 2, standing(1, 0, 0), standing(2, 0, 0)));
        End end = ended
                ? new End(null, START.plusSeconds(4), 0, false, KillCount.NONE, ThreadLimit.NONE, null, List.of())
                : End.UNKNOWN;
        samples.add(new CaptureInfo("Shop", "", 4711, START, List.of(), Threads.NONE, "complete", null, end));
        if (dumped) {
            samples.add(print());
            samples.add(json(
                    thread(21, "WAITING", 11, null, parked("com.acme.Cart.add:12")),
                    thread(22, "WAITING", 12, null, parked("com.acme.Cart.add:12"))));
        }
        Section section = section(recorded(), samples);

        assertThat(section.findings().getFirst().solution()).isEqualTo(advice);
        assertThat(section.toString().contains("4711")).isEqualTo(!ended);
    }

    private static Section section(Coverage coverage, List<Sample> samples) {
        return CarrierMaker.section(coverage, samples.toArray(Sample[]::new));
    }

    private static List<Sample> seconds(int count, long parallelism, Row... carriers) {
        List<Sample> seconds = new ArrayList<>();
        for (int at = 0; at < count; at++) {
            seconds.add(second(at, parallelism, carriers));
        }
        return seconds;
    }

    private static List<Sample> with(List<Sample> times, Sample... more) {
        List<Sample> all = new ArrayList<>(times);
        all.addAll(Arrays.asList(more));
        return all;
    }

    private static DumpedThreads print() {
        return new DumpedThreads(
                Kind.PRINT,
                START.plusSeconds(3),
                "25",
                List.of(carrying(11, "ForkJoinPool-1-worker-1", 21), carrying(12, "ForkJoinPool-1-worker-2", 22)));
    }

    private static DumpedThread carrying(long id, String name, long thread) {
        return new DumpedThread(id, name, false, null, Running.carrying(thread), List.of(), Locks.NONE);
    }

    private static DumpedThreads json(DumpedThread... threads) {
        return new DumpedThreads(Kind.JSON, START.plusSeconds(3), "25", List.of(threads));
    }

    private static DumpedThread thread(
            long id, String state, long carrier, @Nullable Lock blockedOn, String... frames) {
        List<Frame> all = Samples.stack(frames).frames();
        return new DumpedThread(
                id,
                "t" + id,
                true,
                state,
                Running.on(carrier),
                all,
                new Locks(blockedOn, null, null, 0, List.of(), List.of(), null));
    }

    private static String[] parked(String by) {
        return new String[] {
            "java.lang.VirtualThread.parkOnCarrierThread", "java.util.concurrent.locks.LockSupport.park", by
        };
    }

    private static List<String> texts(Table table) {
        return table.rows().getFirst().cells().stream()
                .map(cell ->
                        cell instanceof Cell.Count count ? Long.toString(count.value()) : ((Cell.Text) cell).value())
                .toList();
    }
}
