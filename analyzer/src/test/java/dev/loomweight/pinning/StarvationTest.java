package dev.loomweight.pinning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.report.Finding;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.sample.CarrierOptions;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.Instrument;
import dev.loomweight.sample.MonitorWait;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Pin;
import dev.loomweight.sample.RecordedJvm;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadRef;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Windows of starvation from samples to sentences: in recordings of any length, and with waits beside pins. */
class StarvationTest {

    private static final Origin SHOP = new Origin("shop", null, "shop.jfr", Instrument.JFR);
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final StackTrace HELD = stack(
            frame("java.lang.Thread", "sleep", 0),
            frame("com.acme.Cart", "add", 0x20),
            frame("com.acme.Shop", "main", 0));
    private static final StackTrace WAIT = stack(
            frame("java.lang.Object", "wait0", 0x100),
            frame("java.lang.Object", "wait", 0),
            frame("com.acme.Queue", "take", 0));

    @ParameterizedTest
    @CsvSource({"PT0.2S, 3000000", "PT1M, 3000001", "PT1H, 40000000", "PT6H, 100000000", "P7D, 100000000", "P7D, 1"})
    void windowsAreAsLongAsTheyWereHoweverLongTheRecordingIs(Duration length, long nanos) {
        int windows = 20;
        List<Sample> samples = new ArrayList<>(List.of(jvm("-Djdk.virtualThreadScheduler.parallelism=2")));
        long apart = length.toNanos() / windows;
        for (int i = 0; i < windows; i++) {
            // Both begin and end within steps of any size.
            samples.add(pin(i * apart + 777_777, nanos + 1234));
            samples.add(pin(i * apart + 777_777 + 1234, nanos + 77));
        }
        PinCensus census = census(samples);

        assertThat(census.processes()).singleElement().satisfies(process -> {
            assertThat(process.windows()).isEqualTo(windows);
            assertThat(process.starvedNanos()).isEqualTo(windows * nanos);
            assertThat(process.by()).containsExactly("com.acme.Cart.add");
        });
        assertThat(headline(samples)).anyMatch(sentence -> sentence.contains("at most 2 were pinned at once"));
    }

    @Test
    void aPoolAtItsMaximumIsStarvedByWaits() {
        List<Sample> samples = List.of(
                jvm("-Djdk.virtualThreadScheduler.parallelism=2 -Djdk.virtualThreadScheduler.maxPoolSize=2"),
                await(0, 300),
                await(49, 251));

        assertThat(census(samples).processes().getFirst())
                .returns(1, PinCensus.CarrierUse::windows)
                .returns(251_000_000L, PinCensus.CarrierUse::starvedNanos)
                .returns(0L, PinCensus.CarrierUse::undecidedNanos);
        assertThat(finding(samples).summary())
                .isEqualTo("All 2 carriers were pinned at once: 1 window, 251 ms in total, the longest 251 ms.");
        assertThat(finding(samples).explanation()).startsWith("Meanwhile no other virtual thread could run. ");
        assertThat(headline(samples))
                .anyMatch(sentence -> sentence.contains("at most 2 were pinned at once"))
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
                .isEqualTo("All 3 carriers were pinned at once: 1 window, 20 ms in total, the longest 20 ms.");
        assertThat(headline(samples))
                .anyMatch(sentence -> sentence.contains("up to maxPoolSize=3 in all"))
                .anyMatch(sentence -> sentence.startsWith("For another 80 ms, pins and these waits together held"));
    }

    @Test
    void aMaximumThatIsNotKnownIsSaidToBeUnknown() {
        List<Sample> samples = List.of(
                new RecordedJvm(START, 1, "21", new CarrierOptions(2, 0, CarrierOptions.UNKNOWN)),
                await(0, 300),
                await(100, 100));

        assertThat(census(samples).processes().getFirst())
                .returns(0, PinCensus.CarrierUse::windows)
                .returns(100_000_000L, PinCensus.CarrierUse::undecidedNanos);
        assertThat(headline(samples))
                .anyMatch(sentence -> sentence.contains("a maximum that the recording does not have"))
                .anyMatch(sentence -> sentence.startsWith("For another 100 ms, pins and these waits together held"));
    }

    @Test
    void whereThePoolCanGrowItIsNotSaidThatNoThreadCouldRun() {
        List<Sample> samples = List.of(
                jvm("-Djdk.virtualThreadScheduler.parallelism=2"),
                await(0, 100),
                pin(50_000_000, 200_000_000),
                pin(50_000_000, 200_000_000));

        assertThat(finding(samples).summary())
                .startsWith("All 2 carriers of the scheduler's parallelism were pinned at once: 1 window, 200 ms");
        assertThat(finding(samples).explanation())
                .startsWith("Meanwhile no other virtual thread could run, unless the JVM had added carriers, as it can"
                        + " for Object.wait and file access: the recording does not have the pool's size.");
    }

    private static RecordedJvm jvm(String options) {
        return new RecordedJvm(START, 1, "21", CarrierOptions.of(options));
    }

    private static Pin pin(long atNanos, long nanos) {
        return new Pin(START.plusNanos(atNanos), nanos, new ThreadRef(1, "", 0, true), null, null, null, HELD);
    }

    private static MonitorWait await(long atMillis, long millis) {
        return new MonitorWait(
                START.plusMillis(atMillis), millis * 1_000_000, new ThreadRef(2, "", 0, true), "com.acme.Queue", WAIT);
    }

    private static Pins fold(PinAnalysis analysis, List<Sample> samples) {
        Pins all = analysis.empty();
        samples.forEach(sample -> analysis.add(all, SHOP, sample));
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
                .filter(finding -> finding.id().equals("carriersStarved"))
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
