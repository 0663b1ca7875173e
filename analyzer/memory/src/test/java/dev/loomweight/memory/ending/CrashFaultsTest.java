package dev.loomweight.memory.ending;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.kernel.faults.KnownFaults;
import dev.loomweight.memory.ending.CrashFaults.Crashes;
import dev.loomweight.report.Finding;
import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import dev.loomweight.sample.CaptureTexts.CarrierOptions;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Coverage.OfEvent;
import dev.loomweight.sample.Coverage.OfSource;
import dev.loomweight.sample.Coverage.State;
import dev.loomweight.sample.Events;
import dev.loomweight.sample.JvmTexts.Crash;
import dev.loomweight.sample.JvmTexts.Crash.Sender;
import dev.loomweight.sample.JvmTexts.ProcessId;
import dev.loomweight.sample.MachineEvents.RecordedJvm;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which known fault a crash is, by what the JVM blames, its version, and what a recording of the process had on. */
class CrashFaultsTest {

    private static final Origin LOG = new Origin("hs_err.log", null, "hs_err.log", Instrument.VM_INFO);
    private static final Origin RECORDING = new Origin("app.jfr", null, "app.jfr", Instrument.JFR);

    private static final String ASSERT = "Internal Error (jfrStreamWriterHost.inline.hpp:84)";
    private static final String FRAME = "V  [libjvm.so+0xa3f0c2]  JfrStorage::write()+0x5a";

    private final CrashFaults analysis = new CrashFaults(KnownFaults.own());
    private final Crashes all = analysis.fold().empty();

    private void crash(String event, String frame, String jdk) {
        crash(event, List.of(frame), jdk);
    }

    private void crash(String event, List<String> frames, String jdk) {
        analysis.fold()
                .add(
                        all,
                        LOG,
                        new Crash(
                                event,
                                "",
                                new Crash.Where(frames.getFirst(), "JFR Recorder Thread", "", frames, ""),
                                Crash.Access.UNKNOWN,
                                null,
                                null,
                                -1,
                                jdk,
                                Map.of(),
                                Map.of()));
        analysis.fold().add(all, LOG, new ProcessId(7));
    }

    private List<Finding> faults(Coverage coverage) {
        return analysis.finish(all, coverage).findings();
    }

    private Coverage recording(long pid, State state) {
        analysis.fold()
                .add(
                        all,
                        RECORDING,
                        new RecordedJvm(
                                Instant.EPOCH,
                                pid,
                                1,
                                "OpenJDK 64-Bit Server VM (25.0.2+10-LTS) for linux-amd64",
                                CarrierOptions.of(null),
                                false));
        OfEvent samples = Events.of("jdk.CPUTimeSample", state, 0, null, true, 0, 0, 64, List.of("startTime"));
        return Coverage.of(new OfSource(RECORDING, null, null, 0, 0, List.of(samples), List.of()));
    }

    @ParameterizedTest
    @CsvSource({
        "'Internal Error (jfrStreamWriterHost.inline.hpp:84)', ''",
        "SIGSEGV (0xb), V  [libjvm.so+0xa3f0c2]  JfrStorage::write()+0x5a"
    })
    void aCrashOfTheWriterMayBeTheFault(String event, String frame) {
        crash(event, frame, "25.0.2+10-LTS");

        assertThat(faults(Coverage.NONE))
                .singleElement()
                .satisfies(fault -> assertThat(fault.summary())
                        .startsWith("The crash of hs_err.log may be the known fault jdk.CPUTimeSample: ")
                        .contains("whether the event was on is in a recording of the process")
                        .contains("No release that fixes it is known; this is 25.0.2+10-LTS."));
    }

    /** That it was on is one doubt less; that others saw it is no proof. */
    @ParameterizedTest
    @CsvSource({"RECORDED", "SILENT"})
    void aRecordingShowsThatTheEventWasOn(State state) {
        crash(ASSERT, "", "25.0.2+10-LTS");

        assertThat(faults(recording(7, state)))
                .singleElement()
                .satisfies(fault -> assertThat(fault.summary())
                        .contains("may be the known fault")
                        .contains("Not certain: other causes can look the same.")
                        .doesNotContain("whether the event was on"));
    }

    /** A file that does not say what was on leaves it open, whether it has events or not. */
    @Test
    void fileWithoutTheEventLeavesItOpen() {
        crash(ASSERT, "", "25.0.2+10-LTS");
        OfEvent other = Events.of("jdk.CPULoad", State.OFF, 0, null, true, 0, 0, 64, List.of("startTime"));
        List<Coverage> open = List.of(
                recording(7, State.UNSTATED),
                Coverage.of(new OfSource(RECORDING, null, null, 0, 0, List.of(other), List.of())),
                Coverage.of(new OfSource(LOG, null, null, 0, 0, List.of(), List.of())));

        assertThat(open)
                .allSatisfy(coverage -> assertThat(faults(coverage))
                        .singleElement()
                        .satisfies(fault -> assertThat(fault.summary()).contains("whether the event was on")));
    }

    /** What a process was sent shows nothing of its code. */
    @Test
    void aSignalThatWasSentIsNoFault() {
        analysis.fold()
                .add(
                        all,
                        LOG,
                        new Crash(
                                "SIGSEGV (0xb)",
                                "",
                                new Crash.Where(FRAME, "", "", List.of(), ""),
                                Crash.Access.UNKNOWN,
                                new Sender(9L, false),
                                null,
                                -1,
                                "25",
                                Map.of(),
                                Map.of()));

        assertThat(faults(Coverage.NONE)).isEmpty();
    }

    /** Files are of one process by its number, which may be unknown, or by what they are called; and parts are one. */
    @ParameterizedTest
    @CsvSource({"7, app.jfr, true", "8, app.jfr, false", "0, app.jfr, false", "8, hs_err.log, true", "1, app.jfr, false"
    })
    void filesAreOfOneProcess(long pid, String subject, boolean same) {
        crash(ASSERT, FRAME, "");
        Crashes more = analysis.fold().empty();
        analysis.fold()
                .add(
                        more,
                        new Origin(subject, null, "capture.json", Instrument.CAPTURE),
                        new CaptureInfo(
                                "app",
                                "25.0.2+10-LTS",
                                pid,
                                Instant.EPOCH,
                                List.of(),
                                new CaptureInfo.Threads(null, 0, 0, 0, 0),
                                "complete",
                                null,
                                CaptureInfo.End.UNKNOWN));
        more.merge(all);

        assertThat(analysis.read(more, Coverage.NONE)).singleElement().satisfies(crash -> {
            assertThat(crash.jdk()).isEqualTo(same ? "25.0.2+10-LTS" : "");
            assertThat(crash.files()).hasSize(same ? 2 : 1);
        });
        assertThat(analysis.finish(more, Coverage.NONE).id()).isEqualTo("crashFaults");
    }

    @ParameterizedTest
    @CsvSource({"OFF", "UNKNOWN"})
    void withoutTheEventItIsNot(State state) {
        crash(ASSERT, "", "25.0.2+10-LTS");

        assertThat(faults(recording(7, state))).isEmpty();
    }

    @Test
    void theRecordingOfAnotherProcessSaysNothing() {
        crash(ASSERT, "", "25.0.2+10-LTS");

        assertThat(faults(recording(8, State.OFF))).hasSize(1);
    }

    /** The version is the log's, or else that of a recording of the process. */
    @ParameterizedTest
    @CsvSource({"24.0.2+12", "21.0.8+9-LTS", "27+20"})
    void aBuildWithoutTheEventHasNoSuchFault(String jdk) {
        crash(ASSERT, FRAME, jdk);

        assertThat(faults(Coverage.NONE)).isEmpty();
    }

    /** The frames are those of two crashes of 25.0.3: the function that fails differs, its caller does not. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "V  [libjvm.so+0x10e33a8]  stackChunkOopDesc::sender(frame const&, RegisterMap*)+0x238"
                        + "\nV  [libjvm.so+0x127e521]  vframeStream::vframeStream(oopDesc*, Handle)+0x381"
                        + "\nV  [libjvm.so+0x12052d1]  GetThreadSnapshotClosure::do_thread(Thread*)+0x7d1",
                "V  [libjvm.so+0x4ad8c0]  AccessInternal::PostRuntimeDispatch<G1BarrierSet::AccessBarrier<286822ul, "
                        + "G1BarrierSet>, (AccessInternal::BarrierType)3, 286822ul>::oop_access_barrier(oopDesc*, long)+0x0"
                        + "\nV  [libjvm.so+0x12051e9]  GetThreadSnapshotClosure::do_thread(Thread*)+0x6e9"
            })
    void aCrashInAThreadDumpMayBeThatOfThreadsThatMount(String frames) {
        crash("SIGSEGV (0xb)", frames.lines().toList(), "25.0.3+9-LTS");

        assertThat(faults(Coverage.NONE))
                .singleElement()
                .satisfies(fault -> assertThat(fault.summary())
                        .startsWith("The crash of hs_err.log may be the known fault JDK-8364343: "));
    }

    @Test
    void theVersionCanBeTheRecordings() {
        crash(ASSERT, FRAME, "");

        assertThat(faults(recording(7, State.RECORDED)))
                .singleElement()
                .satisfies(fault -> assertThat(fault.summary()).contains("this is 25.0.2+10-LTS"));
    }

    @ParameterizedTest
    @CsvSource({
        "Internal Error (debug.cpp:271), ''",
        "SIGSEGV (0xb), V  [libjvm.so+0x1]  Unsafe_PutInt+0xb2",
        "SIGSEGV (0xb), C  [libz.so.1+0x3ef0]  inflate+0xa0"
    })
    void anotherCrashIsNone(String event, String frame) {
        crash(event, frame, "25.0.2+10-LTS");

        assertThat(faults(Coverage.NONE)).isEmpty();
    }
}
