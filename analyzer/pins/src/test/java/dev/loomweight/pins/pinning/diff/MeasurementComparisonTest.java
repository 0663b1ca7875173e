package dev.loomweight.pins.pinning.diff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Section;
import dev.loomweight.sample.CaptureTexts.CarrierOptions;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Coverage.State;
import dev.loomweight.sample.Events;
import dev.loomweight.sample.MachineEvents.CollectorConfiguration;
import dev.loomweight.sample.MachineEvents.CpuInformation;
import dev.loomweight.sample.MachineEvents.HeapConfiguration;
import dev.loomweight.sample.MachineEvents.RecordedJvm;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.PinEvents.Pin;
import dev.loomweight.sample.Sample;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class MeasurementComparisonTest {

    private static final Origin SHOP = new Origin("shop", null, "shop.jfr", Instrument.JFR);
    private static final String JDK_21 = "OpenJDK 64-Bit Server VM (21.0.8+9-LTS) for linux-amd64 JRE";
    private static final String JDK_25 = "OpenJDK 64-Bit Server VM (25.0.1+8-LTS) for linux-amd64 JRE";
    private static final Instant TEN = Instant.parse("2026-11-21T10:00:00Z");

    @Test
    void whatDiffersIsOneRemarkThatNamesAll() {
        Section section = between(
                measured(10, TEN, 0, jvm(7, JDK_21, ""), new CollectorConfiguration("G1Old"), heap(200), cpu()),
                measured(
                        20,
                        TEN.plusSeconds(60),
                        5,
                        jvm(8, JDK_25, "-XX:ActiveProcessorCount=1"),
                        new CollectorConfiguration("SerialOld"),
                        heap(100),
                        cpu()));
        assertThat(section.blocks()).isEmpty();
        assertThat(section.findings()).hasSize(1);
        Finding remark = section.findings().getFirst();
        assertThat(remark.id()).isEqualTo("measurementsDiffer");
        assertThat(remark.severity()).isEqualTo(Severity.INFO);
        assertThat(remark.isOfProgram()).isFalse();
        assertThat(remark.summary())
                .isEqualTo("The measurements differ, apart from what the program did: process 7 before, 8 after; JDK"
                        + " 21.0.8 before, 25.0.1 after; collector G1 before, Serial after; maximum heap 200 MB before, 100"
                        + " MB after; processors 4 before, 1 after; carriers 4 before, 1 after; threshold 0 ms before, 5 ms"
                        + " after; length 10 s before, 20 s after.");
    }

    @Test
    void whatIsNearlyAlikeOrKnownOfOneAloneIsNoDifference() {
        assertThat(between(
                                measured(10, TEN, 0, jvm(7, JDK_21, ""), cpu()),
                                measured(11, TEN, 0, jvm(7, JDK_21, ""), cpu(), heap(100)))
                        .isEmpty())
                .isTrue();
    }

    @Test
    void recordingsInTheWrongOrderAreSaid() {
        assertThat(between(measured(10, TEN.plusSeconds(9), 0), measured(10, TEN, 0))
                        .findings())
                .singleElement()
                .satisfies(finding -> assertThat(finding.id()).isEqualTo("orderReversed"))
                .satisfies(finding -> assertThat(finding.isOfProgram()).isFalse());
    }

    @Test
    void severalProcessesOfASideAreNamedTogether() {
        Origin other = new Origin("other", null, "other.jfr", Instrument.JFR);
        Measurement.Gathered both = gathered(jvm(7, JDK_21, ""));
        Measurement.Gathered more = new Measurement.Gathered();
        more.add(other, jvm(9, JDK_25, ""));
        both.merge(more);
        Section section = between(
                Measurement.of(both, Coverage.NONE), Measurement.of(gathered(jvm(7, JDK_21, "")), Coverage.NONE));
        assertThat(section.findings())
                .singleElement()
                .satisfies(finding -> assertThat(finding.summary())
                        .endsWith("process 7 and 9 before, 7 after; JDK 21.0.8 and 25.0.1 before, 21.0.8 after."));
    }

    private static Section between(Measurement before, Measurement after) {
        return new MeasurementComparison().changes(before, after);
    }

    private static Measurement measured(long seconds, Instant start, long thresholdMillis, Sample... samples) {
        Coverage.OfEvent pins =
                Events.of(Pin.EVENT, State.RECORDED, 1, Duration.ofMillis(thresholdMillis), true, 0, 0, 64);
        return Measurement.of(
                gathered(samples),
                Coverage.of(new Coverage.OfSource(
                        SHOP, start, start.plusSeconds(seconds), 0, 0, List.of(pins), List.of())));
    }

    private static Measurement.Gathered gathered(Sample... samples) {
        Measurement.Gathered gathered = new Measurement.Gathered();
        List.of(samples).forEach(sample -> gathered.add(SHOP, sample));
        return gathered;
    }

    private static Sample jvm(long pid, String version, String options) {
        return new RecordedJvm(TEN, pid, 0, version, CarrierOptions.of(options), false);
    }

    private static Sample heap(long megabytes) {
        return new HeapConfiguration(megabytes << 20);
    }

    private static Sample cpu() {
        return new CpuInformation(TEN, 4);
    }
}
