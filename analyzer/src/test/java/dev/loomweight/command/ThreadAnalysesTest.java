package dev.loomweight.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.fold.Samples;
import dev.loomweight.kernel.coverage.RecordingCoverage;
import dev.loomweight.kernel.subject.Analysis;
import dev.loomweight.pins.carriers.FailedSubmits;
import dev.loomweight.pins.carriers.VirtualThreadCounts;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Row;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Coverage.OfEvent;
import dev.loomweight.sample.Coverage.State;
import dev.loomweight.sample.Events;
import dev.loomweight.sample.PinEvents.SubmitFailed;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadEvents.VirtualThreadEnd;
import dev.loomweight.sample.ThreadEvents.VirtualThreadStart;
import dev.loomweight.sample.ThreadRef;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Refused threads, counts of threads, and the coverage itself. */
class ThreadAnalysesTest {

    private static final StackTrace START = Samples.stack(
            "java.lang.VirtualThread.submitFailed", "java.lang.VirtualThread.start", "com.acme.Shop.open:3");
    private static final StackTrace UNPARK = Samples.stack(
            "java.lang.VirtualThread.submitFailed", "java.lang.VirtualThread.unpark", "com.acme.Shop.wake:9");

    @Test
    void refusalsAreGroupedAndTheStrandedAreAProblem() {
        Section section = Samples.section(
                new FailedSubmits(),
                Coverage.NONE,
                refused(START, "full", "main", false),
                refused(UNPARK, null, "v-1", true),
                refused(UNPARK, null, "v-2", true),
                refused(StackTrace.NONE, "full", "main", false));

        assertThat(Samples.block(section, "refusals", Table.class).rows())
                .containsExactly(
                        Row.of(
                                Cell.text("com.acme.Shop.wake"),
                                Cell.count(2),
                                Cell.absent("the exception had no message"),
                                Cell.text("virtual threads"),
                                Cell.absent("without a name, or their start was not recorded"),
                                Cell.text("stranded forever")),
                        Row.of(
                                Cell.text("(no stack recorded)"),
                                Cell.count(1),
                                Cell.text("full"),
                                Cell.text("main"),
                                Cell.absent("without a name, or their start was not recorded"),
                                Cell.text("unknown; the stack is missing")),
                        Row.of(
                                Cell.text("com.acme.Shop.open"),
                                Cell.count(1),
                                Cell.text("full"),
                                Cell.text("main"),
                                Cell.absent("without a name, or their start was not recorded"),
                                Cell.text("not started; its caller got the exception")));
        assertThat(section.findings()).extracting(Finding::id).containsExactly("threadsStranded", "threadsNotStarted");
    }

    @Test
    void theRefusedThreadHasItsNameFromItsStart() {
        Section section = Samples.section(
                new FailedSubmits(),
                Coverage.NONE,
                refused(UNPARK, null, "main", false),
                new VirtualThreadStart(0, 7, "sleeper"),
                new VirtualThreadStart(0, 8, "another"));

        assertThat(Samples.block(section, "refusals", Table.class)
                        .rows()
                        .getFirst()
                        .cells())
                .contains(Cell.text("sleeper"));
    }

    @Test
    void noRefusalsReadDifferentlyFromNotRecorded() {
        Section silent = Samples.section(new FailedSubmits(), coverage(event(SubmitFailed.EVENT, State.SILENT, 0)));
        assertThat(Samples.block(silent, Note.NO_NEWS, Note.class).sentences())
                .containsExactly("0 refused submits recorded (without stacks).");
        assertThat(silent.verdict()).as("nothing is no news").isEmpty();
        assertThat(headline(new FailedSubmits(), coverage(event(SubmitFailed.EVENT, State.OFF, 0))))
                .containsExactly(
                        "Whether a scheduler refused threads was not recorded: jdk.VirtualThreadSubmitFailed was off.");
    }

    @Test
    void aliveIsTheDifference() {
        Coverage both = coverage(
                event(VirtualThreadStart.EVENT, State.RECORDED, 2), event(VirtualThreadEnd.EVENT, State.RECORDED, 1));

        assertThat(counts(both)).containsExactly(Cell.text("shop"), Cell.count(2), Cell.count(1), Cell.count(1));
    }

    @Test
    void withoutEndsNothingIsSaidOfTheLiving() {
        Coverage starts = coverage(
                event(VirtualThreadStart.EVENT, State.RECORDED, 2), event(VirtualThreadEnd.EVENT, State.OFF, 0));

        assertThat(counts(starts))
                .containsExactly(
                        Cell.text("shop"),
                        Cell.count(2),
                        Cell.absent("ends were not recorded"),
                        Cell.absent("starts and ends were not both recorded"));
        assertThat(Samples.block(Samples.section(new VirtualThreadCounts(), starts), Note.NO_NEWS, Note.class)
                        .sentences())
                .containsExactly("The end of virtual threads was not recorded: jdk.VirtualThreadEnd was off.");
    }

    @Test
    void aChunkThatTellsNoSettingsTakesNothingFromTheOthers() {
        Coverage chunks = coverage(
                event(VirtualThreadStart.EVENT, State.RECORDED, 2),
                event(VirtualThreadEnd.EVENT, State.RECORDED, 1),
                event(VirtualThreadStart.EVENT, State.UNSTATED, 0),
                event(VirtualThreadEnd.EVENT, State.UNSTATED, 0));

        assertThat(counts(chunks)).containsExactly(Cell.text("shop"), Cell.count(2), Cell.count(1), Cell.count(1));
    }

    @Test
    void coverageHasARowPerRecordingAndEvent() {
        Coverage coverage = Coverage.of(new Coverage.OfSource(
                Samples.SHOP,
                Instant.EPOCH,
                Instant.EPOCH.plusSeconds(9),
                4097,
                5,
                List.of(Events.of(SubmitFailed.EVENT, State.RECORDED, 12, null, true, 1, 3, 64)),
                List.of("The last 5 bytes were not read.")));
        Section section = Samples.section(new RecordingCoverage(), coverage);

        assertThat(Samples.block(section, "events", Table.class).rows())
                .containsExactly(Row.of(
                        Cell.text("shop"),
                        Cell.text("jdk.VirtualThreadSubmitFailed"),
                        Cell.text("recorded"),
                        Cell.count(12),
                        Cell.text(""),
                        Cell.text("missing in 1"),
                        Cell.count(3),
                        Cell.count(64)));
        assertThat(Samples.block(section, "recordings", Table.class).rows())
                .containsExactly(Row.of(
                        Cell.text("shop"),
                        new Cell.Time(Instant.EPOCH),
                        new Cell.Time(Instant.EPOCH.plusSeconds(9)),
                        Cell.bytes(4097),
                        Cell.bytes(5)));
        assertThat(Samples.block(section, "notes", Note.class).sentences())
                .containsExactly("shop.jfr: The last 5 bytes were not read.");
        assertThat(section.findings()).extracting(Finding::id).containsExactly("dataLost", "recordingDamaged");
        assertThat(Samples.section(new RecordingCoverage(), Coverage.NONE).isEmpty())
                .isTrue();
    }

    private static List<Cell> counts(Coverage coverage) {
        Section section = Samples.section(new VirtualThreadCounts(), coverage);
        return Samples.block(section, "counts", Table.class).rows().getFirst().cells();
    }

    private static SubmitFailed refused(StackTrace stack, @Nullable String message, String submitter, boolean virtual) {
        return new SubmitFailed(Instant.EPOCH, new ThreadRef(1, submitter, 0, virtual), 7, message, stack);
    }

    private static List<String> headline(Analysis<?, ?> analysis, Coverage coverage) {
        return Samples.block(Samples.section(analysis, coverage), "headline", Note.class)
                .sentences();
    }

    private static OfEvent event(String type, State state, long count) {
        return Events.of(type, state, count, null, false, 0, 0, 0);
    }

    private static Coverage coverage(OfEvent... events) {
        return Coverage.of(new Coverage.OfSource(Samples.SHOP, null, null, 0, 0, List.of(events), List.of()));
    }
}
