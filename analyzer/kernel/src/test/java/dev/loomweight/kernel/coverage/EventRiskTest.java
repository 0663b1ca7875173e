package dev.loomweight.kernel.coverage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.kernel.coverage.RecordingCoverage.RecordedJdks;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.sample.CaptureTexts.CarrierOptions;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Coverage.OfEvent;
import dev.loomweight.sample.Coverage.OfSource;
import dev.loomweight.sample.Coverage.State;
import dev.loomweight.sample.Events;
import dev.loomweight.sample.MachineEvents.RecordedJvm;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Events that are on and can harm their JVM: said of the JDKs that may have the fault, and of no other. */
class EventRiskTest {

    private static final Origin ORIGIN = new Origin("app", null, "app.jfr", Instrument.JFR);

    private static Section section(String jdk, OfEvent... events) {
        RecordingCoverage analysis = new RecordingCoverage();
        RecordedJdks jdks = analysis.fold().empty();
        if (!jdk.isEmpty()) {
            analysis.fold()
                    .add(
                            jdks,
                            ORIGIN,
                            new RecordedJvm(
                                    Instant.EPOCH,
                                    7,
                                    1,
                                    "OpenJDK 64-Bit Server VM (" + jdk + ") for linux-amd64",
                                    CarrierOptions.of(null),
                                    false));
        }
        return analysis.finish(jdks, Coverage.of(new OfSource(ORIGIN, null, null, 0, 0, List.of(events), List.of())));
    }

    private static OfEvent event(String type, State state) {
        return Events.of(type, state, 0, null, true, 0, 0, 64, List.of("startTime"));
    }

    @ParameterizedTest
    @CsvSource({
        "25.0.2+10-LTS, RECORDED, JDK 25.0.2+10-LTS",
        "25.0.3+9-LTS,  SILENT,   JDK 25.0.3+9-LTS",
        "26.0.1+8,      RECORDED, JDK 26.0.1+8",
        "'',            RECORDED, 'the JDK, which is not known,'"
    })
    void anEventThatIsOnIsARiskOnTheseJdks(String jdk, State state, String words) {
        List<Finding> findings = section(jdk, event("jdk.CPUTimeSample", state)).findings();

        assertThat(findings).singleElement().satisfies(risk -> {
            assertThat(risk.id()).isEqualTo("riskyEvent");
            assertThat(risk.severity()).isEqualTo(Severity.INFO);
            assertThat(risk.summary())
                    .startsWith("jdk.CPUTimeSample is on in app, and " + words
                            + " may have the known fault jdk.CPUTimeSample: ");
            assertThat(risk.solution()).startsWith("Switch jdk.CPUTimeSample");
        });
    }

    @ParameterizedTest
    @CsvSource({
        "25.0.2+10-LTS, jdk.CPUTimeSample,   OFF",
        "25.0.2+10-LTS, jdk.CPUTimeSample,   UNKNOWN",
        "25.0.2+10-LTS, jdk.CPUTimeSample,   UNSTATED",
        "25.0.2+10-LTS, jdk.ExecutionSample, RECORDED",
        "24.0.2+12,     jdk.CPUTimeSample,   RECORDED",
        "27+20,         jdk.CPUTimeSample,   RECORDED"
    })
    void anotherEventOrJdkIsNone(String jdk, String event, State state) {
        assertThat(section(jdk, event(event, state)).findings()).isEmpty();
    }

    /** Whether it was on is asked of every recording; a row and a gap it is only where somebody wanted its samples. */
    @Test
    void thatItWasOffIsSaidOnlyWhereSamplesWereWanted() {
        OfEvent off = event("jdk.CPUTimeSample", State.OFF);

        assertThat(rows(section("25.0.2", off, event("jdk.ThreadPark", State.RECORDED))))
                .isEqualTo(1);
        assertThat(rows(section("25.0.2", off, event("jdk.CPUTimeSamplesLost", State.OFF))))
                .isEqualTo(2);
    }

    private static int rows(Section section) {
        return section.blocks().stream()
                .filter(block -> block.id().equals("events"))
                .map(Table.class::cast)
                .findFirst()
                .orElseThrow()
                .rows()
                .size();
    }
}
