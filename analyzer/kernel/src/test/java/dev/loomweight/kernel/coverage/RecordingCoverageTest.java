package dev.loomweight.kernel.coverage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.kernel.coverage.RecordingCoverage.CoverageReading;
import dev.loomweight.kernel.coverage.RecordingCoverage.Loss;
import dev.loomweight.report.Note;
import dev.loomweight.sample.CaptureTexts.CarrierOptions;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Coverage.OfEvent;
import dev.loomweight.sample.Coverage.OfSource;
import dev.loomweight.sample.Coverage.State;
import dev.loomweight.sample.Events;
import dev.loomweight.sample.MachineEvents.RecordedJvm;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.PinEvents.Pin;
import dev.loomweight.sample.ThreadEvents.MonitorEnter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is read of the coverage of inputs: which are listed, in which order, and what is missing. */
class RecordingCoverageTest {

    @ParameterizedTest
    @CsvSource({"0, 0, false, false", "1, 0, true, false", "0, 1, false, true"})
    void whatIsMissingOfEventsHasAColumn(long unread, long truncated, boolean hasUnread, boolean hasTruncated) {
        CoverageReading reading =
                read(source("a", 0, 0, event("x", 0, 0)), source("b", 0, 0, event("y", unread, truncated)));

        assertThat(reading.unread()).isEqualTo(hasUnread);
        assertThat(reading.truncated()).isEqualTo(hasTruncated);
        assertThat(reading.events()).extracting(Alike::name).containsExactly("a", "b");
    }

    @Test
    void aTextIsNoRecordingAndCanLackBytes() {
        CoverageReading reading = read(source("text", 0, 5), source("a", 0, 0, event("x", 0, 0)));

        assertThat(reading.recordings())
                .extracting(one -> one.origin().subject())
                .containsExactly("a");
        assertThat(reading.losses()).containsExactly(new Loss(false, List.of("text.jfr"), 5));
    }

    /** Up to eight are listed in the order of reading; of more, those with a loss come first, whatever it is. */
    @ParameterizedTest
    @CsvSource({"8, false, r0", "9, true, r4"})
    void ofManyThoseWithALossComeFirst(int recordings, boolean many, String first) {
        CoverageReading reading = read(IntStream.range(0, recordings)
                .mapToObj(i -> source("r" + i, i == 5 ? 7 : 0, i == 4 ? 1 : 0, event("x", 0, 0)))
                .toArray(OfSource[]::new));

        assertThat(reading.many()).isEqualTo(many);
        assertThat(reading.recordings()).hasSize(recordings);
        assertThat(reading.recordings().getFirst().origin().subject()).isEqualTo(first);
        assertThat(reading.events()).hasSize(many ? 1 : recordings);
        assertThat(reading.losses())
                .containsExactly(new Loss(false, List.of("r4.jfr"), 1), new Loss(true, List.of("r5.jfr"), 7));
    }

    /** Each loss is one, in the order of reading; with more than eight of a kind, each kind is one. */
    @ParameterizedTest
    @CsvSource({"8, 8, 16", "9, 1, 2", "1, 9, 2", "9, 0, 1", "0, 9, 1", "0, 0, 0"})
    void lossesOfManyInputsAreOneOfEachKind(int lost, int unread, int losses) {
        List<OfSource> sources = new ArrayList<>();
        for (int i = 0; i < Math.max(lost, unread); i++) {
            sources.add(source("r" + i, i < lost ? 10 + i : 0, i < unread ? 100 + i : 0, event("x", 0, 0)));
        }
        List<Loss> found = read(sources.toArray(OfSource[]::new)).losses();

        assertThat(found).hasSize(losses);
        assertThat(bytes(found, true))
                .isEqualTo(sources.stream().mapToLong(OfSource::lostBytes).sum());
        assertThat(bytes(found, false))
                .isEqualTo(sources.stream().mapToLong(OfSource::unreadBytes).sum());
        assertThat(found.stream().mapToInt(one -> one.files().size()).sum()).isEqualTo(lost + unread);
    }

    /** Before JDK 24, waits for monitors are pins, and have a threshold of their own: 20 ms by default. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            startTime               | RECORDED | 20 | pins from 0 ms, waits for monitors from 20 ms, 1
            startTime               | SILENT   | 1  | pins from 0 ms, 1
            startTime               | OFF      | 20 | pins from 0 ms, no waits for monitors, 0
            startTime pinnedReason  | RECORDED | 20 | pins from 0 ms, 1
            """)
    void fromWhichLengthOnIsSaidOfPinsAndOfWaits(String fields, State state, long millis, String recorded) {
        OfEvent pins =
                Events.of(Pin.EVENT, State.RECORDED, 3, Duration.ZERO, true, 0, 0, 64, List.of(fields.split(" ")));
        OfEvent enters = Events.of(
                MonitorEnter.EVENT, state, 0, Duration.ofMillis(millis), true, 0, 0, 64, List.of("startTime"));

        assertThat(RecordedInShort.of(new Coverage(List.of(source("a", 0, 0, pins, enters))), List.of())
                        .sentences())
                .containsExactly("Recorded: " + recorded + " of 1 other events; nothing lost or truncated.");
    }

    @Test
    void ofAKilledJvmNothingIsSaidToBeComplete() {
        OfSource whole = source("a", 0, 0, event(Pin.EVENT, 0, 0));
        OfSource killed =
                new OfSource(whole.origin(), null, null, 0, 0, whole.events(), List.of("A note.", OfSource.UNFINISHED));

        assertThat(RecordedInShort.of(Coverage.of(killed), List.of()).sentences())
                .containsExactly("Unfinished: the last events can be missing. Recorded: pins from 0 ms, 0 of 0 other"
                        + " events.");
        assertThat(RecordedInShort.of(new Coverage(List.of(killed, whole)), List.of())
                        .sentences())
                .containsExactly("1 of 2 recordings is unfinished. Recorded: pins from 0 ms, 0 of 0 other events.");
    }

    /** Where the recording names its JDK, nothing is guessed. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            OpenJDK 64-Bit Server VM (17.0.9+9) for linux-amd64 JRE (17.0.9+9), built | of JDK 17.0.9+9 does not define jdk.VirtualThreadPinned
                                                                                      | does not define jdk.VirtualThreadPinned: its JDK does not have this event, or a profiler other than JFR wrote it
            """)
    void whyPinsAreNoTypeOfTheRecording(@Nullable String version, String why) {
        RecordingCoverage analysis = new RecordingCoverage();
        RecordingCoverage.RecordedJdks jdks = analysis.fold().empty();
        OfSource source = source("a", 0, 0, Events.of(Pin.EVENT, State.UNKNOWN, 0, null, false, 0, 0, 0, List.of()));
        analysis.fold()
                .add(
                        jdks,
                        source.origin(),
                        new RecordedJvm(
                                Instant.EPOCH, 7, 1, version == null ? "" : version, CarrierOptions.of(null), false));

        assertThat(analysis.finish(jdks, new Coverage(List.of(source))).blocks().getFirst())
                .isEqualTo(Note.of(
                        Note.RECORDED,
                        "Pins were not recorded (the recording " + why
                                + "); recorded: 0 of 0 other events; nothing lost or truncated."));
    }

    private static long bytes(List<Loss> losses, boolean lost) {
        return losses.stream()
                .filter(one -> one.lost() == lost)
                .mapToLong(Loss::bytes)
                .sum();
    }

    private static CoverageReading read(OfSource... sources) {
        RecordingCoverage analysis = new RecordingCoverage();
        return analysis.read(analysis.fold().empty(), new Coverage(List.of(sources)));
    }

    private static OfSource source(String name, long lost, long unread, OfEvent... events) {
        return new OfSource(
                new Origin(name, null, name + ".jfr", Instrument.JFR),
                null,
                null,
                lost,
                unread,
                List.of(events),
                List.of());
    }

    private static OfEvent event(String type, long unread, long truncated) {
        return new OfEvent(
                type, State.RECORDED, 3, unread, Duration.ZERO, new Coverage.Stacks(true, 0, truncated, 64), List.of());
    }
}
