package dev.loomweight.pins.pinning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.pins.scheduler.FullWindows;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.sample.CaptureTexts.CarrierOptions;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Coverage.OfEvent;
import dev.loomweight.sample.Coverage.OfSource;
import dev.loomweight.sample.Coverage.Span;
import dev.loomweight.sample.Coverage.State;
import dev.loomweight.sample.EpochNanos;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.MachineEvents.RecordedJvm;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.PinEvents.Pin;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadEvents.MonitorWait;
import dev.loomweight.sample.ThreadEvents.ThreadStart;
import dev.loomweight.sample.ThreadRef;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Windows of starvation from samples to sentences: in recordings of any length, and with waits beside pins. */
class StarvedWindowsTest {

    private static final Origin SHOP = new Origin("shop", null, "shop.jfr", Instrument.JFR);
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final StackTrace HELD = stack(
            frame("java.lang.Thread", "sleep", 0),
            frame("com.acme.Cart", "add", 0x20),
            frame("com.acme.Shop", "main", 0));
    private static final StackTrace OTHER =
            stack(frame("java.lang.Thread", "sleep", 0), frame("com.acme.Bill", "print", 0x20));
    private static final StackTrace WAIT = stack(
            frame("java.lang.Object", "wait0", 0x100),
            frame("java.lang.Object", "wait", 0),
            frame("com.acme.Queue", "take", 0));

    @ParameterizedTest
    @CsvSource({"PT0.2S, 3000000", "PT1M, 3000001", "PT1H, 40000000", "PT6H, 100000000", "P7D, 100000000", "P7D, 1"})
    void windowsAreAsLongAsTheyWereHoweverLongTheRecordingIs(Duration length, long nanos) {
        int windows = 20;
        List<Sample> samples = new ArrayList<>(
                List.of(jvm("-Djdk.virtualThreadScheduler.parallelism=2"), carrier(-2, 1), carrier(-1, 2)));
        long apart = length.toNanos() / windows;
        for (int i = 0; i < windows; i++) {
            // Both begin and end within steps of any size.
            samples.add(pin(i * apart + 777_777, nanos + 1234));
            samples.add(pin(i * apart + 777_777 + 1234, nanos + 77));
        }
        PinCensus census = census(samples);

        assertThat(census.processes()).singleElement().satisfies(process -> {
            assertThat(process.least()).isEqualTo(new PinCensus.CarrierUse.Windows(windows, windows * nanos));
            assertThat(process.most()).isEqualTo(process.least());
            assertThat(process.by()).containsExactly("com.acme.Cart.add");
        });
        assertThat(headline(samples)).anyMatch(sentence -> sentence.contains("up to 2 were pinned at once"));
    }

    @Test
    void aPoolAtItsMaximumIsStarvedByWaits() {
        List<Sample> samples = List.of(
                jvm("-Djdk.virtualThreadScheduler.parallelism=2 -Djdk.virtualThreadScheduler.maxPoolSize=2"),
                await(0, 300),
                await(49, 251));

        assertThat(census(samples).processes().getFirst())
                .returns(new PinCensus.CarrierUse.Windows(1, 251_000_000), PinCensus.CarrierUse::least)
                .returns(new PinCensus.CarrierUse.Windows(1, 251_000_000), PinCensus.CarrierUse::most)
                .returns(0L, PinCensus.CarrierUse::undecidedNanos);
        assertThat(finding(samples).summary())
                .isEqualTo(
                        "All carriers (2) were pinned at once, so that no other virtual thread could run: once, for 251 ms.");
        assertThat(finding(samples).explanation())
                .isEqualTo("Of the time that threads were pinned in these windows, 100 % is from com.acme.Queue.take.");
        assertThat(headline(samples))
                .anyMatch(sentence -> sentence.contains("up to 2 were pinned at once"))
                .anyMatch(sentence -> sentence.contains("at its maximum (maxPoolSize=2)"));
    }

    @Test
    void betweenParallelismAndMaximumItIsUndecided() {
        List<Sample> samples = List.of(
                jvm("-Djdk.virtualThreadScheduler.parallelism=2 -Djdk.virtualThreadScheduler.maxPoolSize=3"),
                await(0, 300),
                pin(100_000_000, 100_000_000),
                await(150, 20));

        assertThat(finding(samples).summary())
                .isEqualTo(
                        "All carriers (3) were pinned at once, so that no other virtual thread could run: once, for 20 ms.");
        assertThat(headline(samples))
                .anyMatch(sentence -> sentence.contains("up to maxPoolSize=3 in all"))
                .anyMatch(sentence -> sentence.startsWith("For another 80 ms, pins and these waits together held"));
    }

    @Test
    void aMaximumThatIsNotKnownIsSaidToBeUnknown() {
        List<Sample> samples = List.of(
                new RecordedJvm(START, 1, 0, "21", new CarrierOptions(2, 0, CarrierOptions.UNKNOWN), false),
                await(0, 300),
                await(100, 100));

        assertThat(census(samples).processes().getFirst())
                .returns(new PinCensus.CarrierUse.Windows(0, 0), PinCensus.CarrierUse::most)
                .returns(100_000_000L, PinCensus.CarrierUse::undecidedNanos);
        assertThat(headline(samples))
                .anyMatch(sentence -> sentence.contains("a maximum that the recording does not have"))
                .anyMatch(sentence -> sentence.startsWith("For another 100 ms, pins and these waits together held"));
    }

    /** The pool may have 256 carriers, and nothing says how many it had. */
    @Test
    void whereThePoolCanGrowItIsNotSaidThatNoThreadCouldRun() {
        List<Sample> samples = List.of(
                jvm("-Djdk.virtualThreadScheduler.parallelism=2"),
                await(0, 100),
                pin(110_000_000, 200_000_000),
                pin(110_000_000, 200_000_000));

        Finding finding = finding(samples);
        assertThat(finding.id()).isEqualTo("carriersPossiblyStarved");
        assertThat(finding.severity()).isEqualTo(Finding.Severity.WARNING);
        assertThat(finding.summary())
                .isEqualTo(
                        "As many carriers were pinned at once as the scheduler runs (2), so that other virtual threads may"
                                + " have waited: at most once, for 200 ms.");
        assertThat(finding.explanation())
                .startsWith("Whether others could run meanwhile is not known: the JVM can add carriers, for"
                        + " Object.wait and file access, and nothing recorded shows that it had not.");
        assertThat(census(samples).processes().getFirst())
                .returns(new PinCensus.CarrierUse.Windows(0, 0), PinCensus.CarrierUse::least)
                .returns(new PinCensus.CarrierUse.Windows(1, 200_000_000), PinCensus.CarrierUse::most);
        assertThat(headline(samples))
                .anyMatch(sentence -> sentence.contains("at most 80.6 % of the time of 2 or more carriers"));
    }

    /** A wait that begins while two carriers are pinned is of a third thread, which ran until then. */
    @Test
    void whereOthersRanMeanwhileThereIsNoWindow() {
        List<Sample> samples = List.of(
                jvm("-Djdk.virtualThreadScheduler.parallelism=2"),
                pin(0, 2_000_000_000L),
                pin(0, 2_000_000_000L),
                await(100, 300),
                await(500, 1000));

        assertThat(section(samples).findings())
                .noneMatch(finding -> finding.id().startsWith("carriers"));
        assertThat(census(samples).processes().getFirst())
                .returns(new PinCensus.CarrierUse.Windows(0, 0), PinCensus.CarrierUse::most);
        assertThat(headline(samples))
                .anyMatch(sentence ->
                        sentence.startsWith("For 2 s, at least as many carriers were pinned as the scheduler"
                                + " runs at once (2), but the JVM had added carriers: other virtual threads ran, as 4 pins and waits"
                                + " show that began or ended meanwhile; the longest time without one was 1 s."))
                .anyMatch(sentence -> sentence.contains("up to 3 were pinned at once"));
    }

    /** The pool had three carriers from the first wait on, and all of them are held at the end. */
    @Test
    void allCarriersAreThoseThatThereWereAtTheTime() {
        List<Sample> samples = List.of(
                jvm("-Djdk.virtualThreadScheduler.parallelism=2"),
                carrier(0, 1),
                carrier(0, 2),
                pin(10_000_000, 90_000_000),
                pin(10_000_000, 90_000_000),
                carrier(200_000_000, 3),
                pin(300_000_000, 500_000_000),
                pin(300_000_000, 300_000_000),
                await(400, 100));

        assertThat(finding(samples))
                .returns("carriersStarved", Finding::id)
                .returns(Finding.Severity.PROBLEM, Finding::severity)
                .returns(
                        "All carriers (2 to 3) were pinned at once, so that no other virtual thread could run: 2 times,"
                                + " 190 ms in total, the longest 100 ms.",
                        Finding::summary);
        // 600 ms: two of three are pinned, and nothing shows whether the third one ran; but the wait began and ended in
        // it.
        assertThat(headline(samples)).anyMatch(sentence -> sentence.startsWith("For 200 ms, at least as many"));
        // 1080 ms of 800 ms of two and three carriers: 2 * 200 + 3 * 600, or 2 * 790 and what was held beyond.
        assertThat(headline(samples)).anyMatch(sentence -> sentence.contains("of the time of 2 to 3 carriers"));
    }

    /** The longest windows, which are listed, are few of them, and of another place. */
    @Test
    void mostOfTheTimeIsThatOfAllWindows() {
        List<Sample> samples = new ArrayList<>(List.of(jvm("-Djdk.virtualThreadScheduler.parallelism=1")));
        for (int i = 0; i < FullWindows.MAX_LISTED; i++) {
            samples.add(pin(i * 10_000_000L, 3_000_000));
        }
        for (int i = 0; i < 1000; i++) {
            long at = 10_000_000_000L + i * 10_000_000L;
            samples.add(
                    new Pin(START.plusNanos(at), 2_000_000, new ThreadRef(3, "", 0, true), null, null, null, OTHER));
        }

        assertThat(finding(samples).explanation())
                .endsWith("Of the time that threads were pinned in these windows, 72.7 % is from com.acme.Bill.print,"
                        + " 27.3 % from com.acme.Cart.add.");
        assertThat(census(samples).processes().getFirst().by())
                .containsExactly("com.acme.Bill.print", "com.acme.Cart.add");
    }

    /** Shares are of the carriers that there were, so they never exceed 100 %. */
    @Test
    void sevenPinsOfTwoCarriersAreNoMoreThanAllOfTheTime() {
        List<Sample> samples = new ArrayList<>(List.of(jvm("-Djdk.virtualThreadScheduler.parallelism=2")));
        for (int i = 0; i < 7; i++) {
            samples.add(pin(i, 1_000_000_000L));
        }

        assertThat(headline(samples))
                .anyMatch(
                        sentence -> sentence.startsWith(
                                "That is at most 100 % of the time of 2 or more carriers in the 1 s of the recording; up to 7"));
    }

    /** Two pins of 900 ms in a minute, in which pins were on for all of it or for 18 s in two parts. */
    @ParameterizedTest
    @CsvSource({
        "'', 60, 1.5 % of the time of 2 or more carriers in the 1 min",
        "1-10 40-49, 18, 5 % of the time of 2 or more carriers in the 18 s"
    })
    void pinsAreOfTheTimeInWhichTheyWereRecorded(String on, long seconds, String share) {
        List<Span> spans = Arrays.stream(on.split(" ", -1))
                .filter(part -> !part.isEmpty())
                .map(part -> part.split("-", -1))
                .map(part -> new Span(nanos(Long.parseLong(part[0])), nanos(Long.parseLong(part[1]))))
                .toList();
        Coverage coverage = Coverage.of(new OfSource(
                SHOP,
                START,
                START.plusSeconds(60),
                0,
                0,
                List.of(new OfEvent(
                        Pin.EVENT,
                        State.RECORDED,
                        2,
                        0,
                        Duration.ZERO,
                        new Coverage.Stacks(true, 0, 0, 0),
                        List.of(),
                        spans)),
                List.of()));
        List<Sample> samples = List.of(
                jvm("-Djdk.virtualThreadScheduler.parallelism=2"),
                pin(2_000_000_000, 900_000_000),
                pin(41_000_000_000L, 900_000_000));
        PinAnalysis analysis = new PinAnalysis();
        Note headline = (Note) analysis.finish(fold(analysis, samples), coverage).blocks().stream()
                .filter(block -> block.id().equals("headline"))
                .findFirst()
                .orElseThrow();

        assertThat(analysis.census(fold(analysis, samples), coverage).recorded())
                .isEqualTo(Duration.ofSeconds(seconds));
        assertThat(headline.sentences()).anyMatch(sentence -> sentence.contains(share));
    }

    private static long nanos(long second) {
        return EpochNanos.of(START.plusSeconds(second));
    }

    private static ThreadStart carrier(long atNanos, long number) {
        return new ThreadStart(EpochNanos.of(START) + atNanos, number, 1, StackTrace.NONE);
    }

    private static RecordedJvm jvm(String options) {
        return new RecordedJvm(START, 1, 0, "21", CarrierOptions.of(options), false);
    }

    private static Pin pin(long atNanos, long nanos) {
        return new Pin(START.plusNanos(atNanos), nanos, new ThreadRef(1, "", 0, true), null, null, null, HELD);
    }

    private static MonitorWait await(long atMillis, long millis) {
        return new MonitorWait(
                START.plusMillis(atMillis), millis * 1_000_000, new ThreadRef(2, "", 0, true), "com.acme.Queue", WAIT);
    }

    private static Pins fold(PinAnalysis analysis, List<Sample> samples) {
        Pins all = analysis.fold().empty();
        samples.forEach(sample -> analysis.fold().add(all, SHOP, sample));
        return all;
    }

    private static PinCensus census(List<Sample> samples) {
        PinAnalysis analysis = new PinAnalysis();
        return analysis.census(fold(analysis, samples), Coverage.NONE);
    }

    private static Section section(List<Sample> samples) {
        PinAnalysis analysis = new PinAnalysis();
        return analysis.finish(fold(analysis, samples), Coverage.NONE);
    }

    private static List<String> headline(List<Sample> samples) {
        return section(samples).blocks().stream()
                .filter(block -> block.id().equals("headline"))
                .map(Note.class::cast)
                .findFirst()
                .orElseThrow()
                .sentences();
    }

    private static Finding finding(List<Sample> samples) {
        return section(samples).findings().stream()
                .filter(finding -> finding.id().startsWith("carriers"))
                .findFirst()
                .orElseThrow();
    }

    private static StackTrace stack(Frame... frames) {
        return new StackTrace(List.of(frames), false);
    }

    private static Frame frame(String type, String method, int modifiers) {
        return new Frame(type, method, "()V", -1, 0, modifiers, "Interpreted");
    }
}
