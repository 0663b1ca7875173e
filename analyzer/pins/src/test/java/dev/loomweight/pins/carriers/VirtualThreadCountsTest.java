package dev.loomweight.pins.carriers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.fold.Fold.Ungathered;
import dev.loomweight.fold.Samples;
import dev.loomweight.pins.carriers.VirtualThreadCounts.CountReading;
import dev.loomweight.pins.carriers.VirtualThreadCounts.OfProcess;
import dev.loomweight.report.Table;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Coverage.OfEvent;
import dev.loomweight.sample.Coverage.OfSource;
import dev.loomweight.sample.Coverage.Span;
import dev.loomweight.sample.Coverage.State;
import dev.loomweight.sample.Events;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.ThreadEvents.VirtualThreadEnd;
import dev.loomweight.sample.ThreadEvents.VirtualThreadStart;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many virtual threads started and ended, from what the recordings counted. */
class VirtualThreadCountsTest {

    /** Recordings of one process as the state and number of starts, and of ends; each figure or "-" where it is not known. */
    @ParameterizedTest(name = "{0}: {1} started, {2} ended, {3} alive")
    @CsvSource({
        "RECORDED 5 RECORDED 3,                          5, 3, 2",
        "RECORDED 5 RECORDED 3 RECORDED 2 RECORDED 7,    7, 10, -3",
        "SILENT 0 SILENT 0,                              0, 0, 0",
        "SILENT 0 OFF 0,                                 0, -, -",
        "RECORDED 5 UNKNOWN 0,                           5, -, -",
        "OFF 0 RECORDED 3,                               -, 3, -",
        "RECORDED 5 RECORDED 3 OFF 0 RECORDED 1,         -, 4, -",
        "RECORDED 5 RECORDED 3 UNSTATED 0 UNSTATED 0,    5, 3, 2",
    })
    void whatWasRecordedInAllInputsIsKnown(String events, String started, String ended, String alive) {
        OfProcess process = read(sources("shop", events)).processes().getFirst();

        assertThat(shown(process.started())).isEqualTo(started);
        assertThat(shown(process.ended())).isEqualTo(ended);
        assertThat(shown(process.alive())).isEqualTo(alive);
    }

    /** Starts on for so many seconds of 60, and ends: their difference, and what is said of the counts; 60 is all the time. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "60 | 60 | 2 | Counted from the beginning of the recording: threads that started earlier are only among the ends.",
                "18 | 18 | 2 | jdk.VirtualThreadStart was on for 18 s only: starts at other times are not counted. "
                        + "jdk.VirtualThreadEnd was on for 18 s only: ends at other times are not counted.",
                "18 | 60 | - | jdk.VirtualThreadStart was on for 18 s only: starts at other times are not counted.",
                "60 | 18 | - | jdk.VirtualThreadEnd was on for 18 s only: ends at other times are not counted.",
            })
    void countsAreOfTheTimeInWhichTheyWereOn(long starts, long ends, String alive, String said) {
        Coverage coverage = Coverage.of(new OfSource(
                new Origin("shop", null, "shop.jfr", Instrument.JFR),
                Instant.EPOCH,
                Instant.ofEpochSecond(60),
                0,
                0,
                List.of(partly(VirtualThreadStart.EVENT, 5, starts), partly(VirtualThreadEnd.EVENT, 3, ends)),
                List.of()));
        VirtualThreadCounts counts = new VirtualThreadCounts();
        CountReading reading = counts.read(new Ungathered(), coverage);
        Table table = Samples.block(counts.say(reading, coverage), "counts", Table.class);

        assertThat(reading.processes().getFirst().started()).hasValue(5);
        assertThat(shown(reading.processes().getFirst().alive())).isEqualTo(alive);
        assertThat(String.join(" ", table.footnotes())).isEqualTo(said);
    }

    private static OfEvent partly(String type, long count, long seconds) {
        List<Span> on = seconds == 60 ? List.of() : List.of(new Span(10_000_000_000L, (10 + seconds) * 1_000_000_000L));
        return new OfEvent(type, State.RECORDED, count, 0, null, new Coverage.Stacks(false, 0, 0, 0), List.of(), on);
    }

    @ParameterizedTest
    @CsvSource({"OFF 0 OFF 0", "UNSTATED 0 UNSTATED 0", "UNKNOWN 0 SILENT 0", "OFF 0 SILENT 0"})
    void aProcessOfWhichNothingWasCountedIsNone(String events) {
        assertThat(read(sources("shop", events)).processes()).isEmpty();
    }

    @Test
    void asManyAsAreShownAreByNameAndMoreByTheirStarts() {
        List<OfSource> few = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
            few.addAll(sources("shop-" + (char) ('a' + i), "RECORDED " + i + " SILENT 0"));
        }
        List<OfSource> many = new ArrayList<>(few);
        many.addAll(sources("shop-z", "RECORDED 7 SILENT 0"));

        assertThat(read(few).processes()).extracting(OfProcess::subject).startsWith("shop-a", "shop-b");
        assertThat(read(many).processes()).extracting(OfProcess::subject).startsWith("shop-y", "shop-x");
        assertThat(read(many).processes())
                .extracting(OfProcess::subject)
                .containsSubsequence("shop-i", "shop-h", "shop-z", "shop-g");
    }

    private static CountReading read(List<OfSource> sources) {
        return new VirtualThreadCounts().read(new Ungathered(), new Coverage(sources));
    }

    private static List<OfSource> sources(String subject, String events) {
        String[] words = events.split(" ", -1);
        List<OfSource> sources = new ArrayList<>();
        for (int i = 0; i < words.length; i += 4) {
            sources.add(new OfSource(
                    new Origin(subject, null, subject + i + ".jfr", Instrument.JFR),
                    null,
                    null,
                    0,
                    0,
                    List.of(
                            event(VirtualThreadStart.EVENT, words[i], words[i + 1]),
                            event(VirtualThreadEnd.EVENT, words[i + 2], words[i + 3])),
                    List.of()));
        }
        return sources;
    }

    private static OfEvent event(String type, String state, String count) {
        return Events.of(type, State.valueOf(state), Long.parseLong(count), null, false, 0, 0, 0);
    }

    private static String shown(OptionalLong count) {
        return count.isPresent() ? Long.toString(count.getAsLong()) : "-";
    }
}
