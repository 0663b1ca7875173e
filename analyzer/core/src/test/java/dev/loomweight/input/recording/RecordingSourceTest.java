package dev.loomweight.input.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.input.recording.Recordings.Reading;
import dev.loomweight.sample.Coverage.OfEvent;
import dev.loomweight.sample.Coverage.State;
import dev.loomweight.sample.EventKind;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.MachineEvents.CpuInformation;
import dev.loomweight.sample.MachineEvents.RecordedJvm;
import dev.loomweight.sample.MemoryEvents.NativeMemory;
import dev.loomweight.sample.MemoryEvents.NativeMemoryTotal;
import dev.loomweight.sample.MemoryEvents.ResidentSetSize;
import dev.loomweight.sample.PinEvents.Pin;
import dev.loomweight.sample.PinEvents.SubmitFailed;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadEvents.MonitorEnter;
import dev.loomweight.sample.ThreadEvents.MonitorWait;
import dev.loomweight.sample.ThreadEvents.VirtualThreadEnd;
import dev.loomweight.sample.ThreadEvents.VirtualThreadStart;
import dev.loomweight.source.recording.fixture.RecordPinning.Scene;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecordingSourceTest {

    static List<Path> recordings() {
        return Recordings.all();
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void readsTheSameSamplesAsRecordingFile(Path file) throws IOException {
        Reading reading = Recordings.read(file);

        assertThat(reading.samples()).containsExactlyInAnyOrderElementsOf(Oracle.samples(file));
        assertThat(reading.coverage().notes()).isEmpty();
        assertThat(reading.coverage().lostBytes()).isZero();
        assertThat(reading.coverage().end()).isAfter(reading.coverage().start());
    }

    @ParameterizedTest
    @ValueSource(ints = {21, 25})
    void pinsHaveThreadDurationAndStack(int jdk) {
        Reading reading = Recordings.read(Recordings.of(jdk, Scene.PINS));
        List<Pin> pins = reading.of(Pin.class);

        assertThat(reading.event(Pin.EVENT).state()).isEqualTo(State.RECORDED);
        assertThat(reading.event(Pin.EVENT).count()).isEqualTo(jdk == 21 ? 6 : 5);
        assertThat(reading.event(Pin.EVENT).threshold()).isEqualTo(Duration.ZERO);
        assertThat(reading.event(Pin.EVENT).ofStacks().stacks()).isTrue();
        assertThat(reading.event(Pin.EVENT).ofStacks().withoutStack()).isZero();
        assertThat(reading.event(Pin.EVENT).ofStacks().truncated()).isZero();
        assertThat(pins)
                .extracting(pin -> pin.thread() == null ? "" : pin.thread().name())
                .startsWith(jdk == 21 ? "monitor" : "initializer")
                .endsWith("native", "native", "native", "native");
        assertThat(pins).allMatch(pin -> pin.thread() != null && pin.thread().virtual());
        // JDK 21 under-times the first pin of a recording.
        assertThat(pins.subList(1, pins.size())).allMatch(pin -> pin.nanos() >= 37_000_000L);
        assertThat(pins).allMatch(pin -> (pin.reason() == null) == (jdk == 21));
        assertThat(pins).allMatch(pin -> (pin.carrier() == null) == (jdk == 21));
        assertThat(pins)
                .allMatch(pin -> pin.stack().frames().stream()
                        .anyMatch(frame -> frame.className().endsWith("PinningCauses") && frame.line() > 0));
    }

    @ParameterizedTest
    @ValueSource(ints = {21, 25})
    void equalStacksAreOneObject(int jdk) {
        IdentityHashMap<StackTrace, StackTrace> distinct = new IdentityHashMap<>();
        List<Pin> pins = Recordings.read(Recordings.of(jdk, Scene.PINS)).of(Pin.class);
        pins.forEach(pin -> distinct.put(pin.stack(), pin.stack()));

        assertThat(distinct)
                .hasSize((int) pins.stream().map(Pin::stack).distinct().count());
    }

    @ParameterizedTest
    @ValueSource(ints = {21, 25})
    void offAndSilentAreTold(int jdk) {
        Reading off = Recordings.read(Recordings.of(jdk, Scene.PINNING_OFF));
        Reading silent = Recordings.read(Recordings.of(jdk, Scene.SILENT));

        assertThat(off.event(Pin.EVENT).state()).isEqualTo(State.OFF);
        assertThat(off.event(Pin.EVENT).threshold()).isNull();
        assertThat(silent.event(Pin.EVENT).state()).isEqualTo(State.SILENT);
        assertThat(silent.event(Pin.EVENT).threshold()).isEqualTo(Duration.ZERO);
        assertThat(silent.event(SubmitFailed.EVENT).state()).isEqualTo(State.OFF);
        assertThat(silent.event(VirtualThreadStart.EVENT).count()).isEqualTo(3);
        assertThat(silent.event(VirtualThreadEnd.EVENT).count()).isEqualTo(2);
        assertThat(silent.event(VirtualThreadEnd.EVENT).ofStacks().withoutStack())
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {21, 25})
    void thresholdOfTheRecordingIsTold(int jdk) {
        Reading reading = Recordings.read(Recordings.of(jdk, Scene.THRESHOLD_20MS));

        assertThat(reading.event(Pin.EVENT).threshold()).isEqualTo(Duration.ofMillis(20));
        assertThat(reading.of(Pin.class)).singleElement().matches(pin -> pin.nanos() > 100_000_000L);
    }

    @ParameterizedTest
    @ValueSource(ints = {21, 25})
    void cutAndMissingStacksAreCounted(int jdk) {
        Reading cut = Recordings.read(Recordings.of(jdk, Scene.STACK_DEPTH_8));
        Reading missing = Recordings.read(Recordings.of(jdk, Scene.NO_STACKS));

        assertThat(cut.event(Pin.EVENT).ofStacks().truncated()).isEqualTo(1);
        assertThat(cut.event(Pin.EVENT).ofStacks().stackDepth()).isEqualTo(8);
        assertThat(missing.event(Pin.EVENT).ofStacks().stacks()).isFalse();
        assertThat(missing.event(Pin.EVENT).ofStacks().withoutStack()).isZero();
        assertThat(missing.of(Pin.class)).extracting(Pin::stack).containsExactly(StackTrace.NONE);
    }

    @ParameterizedTest
    @ValueSource(ints = {21, 25})
    void refusedThreadsAreRead(int jdk) {
        Reading reading = Recordings.read(Recordings.of(jdk, Scene.SUBMIT_FAILED));

        assertThat(reading.event(Pin.EVENT).state()).isEqualTo(State.SILENT);
        assertThat(reading.of(SubmitFailed.class))
                .hasSize(2)
                .allMatch(failed -> "the scheduler is closed".equals(failed.message()))
                .allMatch(failed ->
                        failed.submitter() != null && failed.submitter().name().equals("main"));
    }

    @ParameterizedTest
    @ValueSource(ints = {21, 25})
    void memoryIsRead(int jdk) {
        Reading reading = Recordings.read(Recordings.of(jdk, Scene.MEMORY));
        List<NativeMemory> categories = reading.of(NativeMemory.class);

        assertThat(categories).extracting(NativeMemory::category).contains("Java Heap", "Thread", "Tracing");
        assertThat(reading.of(NativeMemoryTotal.class))
                .singleElement()
                .matches(total -> total.committedBytes() > 0 && total.reservedBytes() >= total.committedBytes());
        assertThat(reading.of(ResidentSetSize.class))
                .singleElement()
                .matches(rss -> rss.residentBytes() > 0 && rss.peakBytes() >= rss.residentBytes());
        assertThat(reading.event(NativeMemory.EVENT).ofStacks().stacks()).isFalse();
    }

    @Test
    void anOlderJdkDoesNotKnowTheEvents() {
        Reading reading = Recordings.read(Recordings.unknown());

        assertThat(reading.samples()).isEmpty();
        assertThat(reading.coverage().events())
                .as("an event of an agent that is not there is no news")
                .hasSize((int) EventKind.ALL.stream()
                        .filter(kind -> kind.isMissed(false))
                        .count())
                .filteredOn(event -> event.state() == State.UNKNOWN)
                .extracting(OfEvent::eventType)
                .contains(Pin.EVENT, SubmitFailed.EVENT, VirtualThreadStart.EVENT, NativeMemory.EVENT)
                .doesNotContain(MonitorEnter.EVENT, MonitorWait.EVENT, RecordedJvm.EVENT, CpuInformation.EVENT);
    }

    @Test
    void withoutSettingsOffAndSilentAreNotTold(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("unstated.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("jdk.ResidentSetSize").with("period", "endChunk");
            recording.start();
            recording.stop();
            recording.dump(file);
        }
        Reading reading = Recordings.read(file);

        assertThat(reading.event(Pin.EVENT).state()).isEqualTo(State.UNSTATED);
        assertThat(reading.event(ResidentSetSize.EVENT).state()).isEqualTo(State.RECORDED);
    }

    @Test
    void onlyTheWantedKindsAreHandedOver() {
        List<Object> samples = new ArrayList<>();
        var coverage = RecordingSource.of(Recordings.of(25, Scene.SILENT), ReaderChoice.AUTO)
                .read(Interest.in(VirtualThreadEnd.class), () -> (origin, sample) -> samples.add(sample));

        assertThat(samples).hasSize(2).hasOnlyElementsOfType(VirtualThreadEnd.class);
        assertThat(coverage.sources().getFirst().events()).hasSize(1);
    }

    @Test
    void anExceptionOfTheSinkEndsTheReading() {
        List<Object> samples = new ArrayList<>();

        assertThatThrownBy(() -> RecordingSource.of(Recordings.of(25, Scene.PINS), ReaderChoice.AUTO)
                        .read(Recordings.ALL_EVENTS, () -> (origin, sample) -> {
                            samples.add(sample);
                            throw new IllegalStateException("enough");
                        }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("enough");
        assertThat(samples).hasSize(1);
    }
}
