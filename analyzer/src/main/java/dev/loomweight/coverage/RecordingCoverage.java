package dev.loomweight.coverage;

import dev.loomweight.fold.Analysis;
import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Column;
import dev.loomweight.report.Table.Row;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Coverage.OfEvent;
import dev.loomweight.sample.Coverage.OfSource;
import dev.loomweight.sample.Coverage.State;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the inputs could show, for every event type that any analysis asked for. Needs no samples of its own: its figures
 * come from the coverage.
 */
public final class RecordingCoverage implements Analysis<RecordingCoverage.Nothing> {

    private static final List<Column> RECORDINGS = List.of(
            Column.of("recording", "recording"),
            Column.of("from", "from"),
            Column.of("to", "to"),
            Column.of("lost", "lost by the JVM"),
            Column.of("unread", "unread"));

    /** The accumulator: there is nothing to gather. */
    public enum Nothing {
        /** The only one. */
        NOTHING
    }

    @Override
    public String id() {
        return "coverage";
    }

    @Override
    public Interest interest() {
        return Interest.in();
    }

    @Override
    public Nothing empty() {
        return Nothing.NOTHING;
    }

    @Override
    public void add(Nothing into, Origin origin, Sample sample) {}

    @Override
    public Nothing merge(Nothing left, Nothing right) {
        return left;
    }

    @Override
    public Section finish(Nothing all, Coverage coverage) {
        List<Row> recordings = new ArrayList<>();
        List<Row> events = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        List<Finding> findings = new ArrayList<>();
        boolean truncated = coverage.sources().stream()
                .flatMap(source -> source.events().stream())
                .anyMatch(event -> event.truncated() > 0);
        for (OfSource source : coverage.sources()) {
            String name = coverage.nameOf(source);
            source.events().forEach(event -> events.add(row(name, event, truncated)));
            source.notes().forEach(note -> notes.add(source.origin().file() + ": " + note));
            if (!source.events().isEmpty()) {
                recordings.add(Row.of(
                        Cell.text(name),
                        time(source.start()),
                        time(source.end()),
                        Cell.bytes(source.lostBytes()),
                        Cell.bytes(source.unreadBytes())));
            }
            if (source.lostBytes() > 0) {
                findings.add(lost(source));
            }
            if (source.unreadBytes() > 0) {
                findings.add(unread(source));
            }
        }
        List<Block> blocks = new ArrayList<>();
        if (!events.isEmpty()) {
            blocks.add(new Table("recordings", "", RECORDINGS, recordings, List.of()));
            blocks.add(new Table("events", "", columns(truncated), events, List.of()));
        }
        if (!notes.isEmpty()) {
            blocks.add(new Note("notes", notes));
        }
        return new Section(id(), "What was recorded", blocks, findings);
    }

    private static List<Column> columns(boolean truncated) {
        List<Column> columns = new ArrayList<>(List.of(
                Column.of("recording", "recording"),
                Column.of("event", "event"),
                Column.of("state", "state"),
                Column.of("events", "events"),
                Column.of("unread", "unread"),
                Column.of("threshold", "threshold"),
                Column.of("stacks", "stacks")));
        if (truncated) {
            columns.add(Column.of("cut", "truncated"));
            columns.add(Column.of("depth", "stack depth"));
        }
        return columns;
    }

    private static Row row(String name, OfEvent event, boolean truncated) {
        Duration threshold = event.threshold();
        boolean on = event.state() == State.RECORDED || event.state() == State.SILENT;
        List<Cell> cells = new ArrayList<>(List.of(
                Cell.text(name),
                Cell.text(event.eventType()),
                Cell.text(state(event.state())),
                on ? Cell.count(event.count()) : Cell.text(""),
                on ? Cell.count(event.unread()) : Cell.text(""),
                threshold == null ? Cell.text("") : new Cell.Nanos(threshold.toNanos()),
                Cell.text(stacks(event))));
        if (truncated) {
            cells.add(Cell.count(event.truncated()));
            cells.add(event.stackDepth() == 0 ? Cell.text("") : Cell.count(event.stackDepth()));
        }
        return new Row(Table.Role.PLAIN, cells);
    }

    private static String state(State state) {
        return switch (state) {
            case RECORDED -> "recorded";
            case SILENT -> "on, none";
            case OFF -> "off";
            case UNKNOWN -> "not in this JDK";
            case UNSTATED -> "none, settings missing";
        };
    }

    private static String stacks(OfEvent event) {
        if (!event.stacks()) {
            return "off";
        }
        return event.withoutStack() == 0 ? "on" : "missing in " + event.withoutStack();
    }

    private static Cell time(@Nullable Instant instant) {
        return instant == null ? Cell.absent("") : new Cell.Time(instant);
    }

    private static Finding unread(OfSource source) {
        return new Finding(
                "recordingDamaged",
                Severity.WARNING,
                source.origin().file() + ": " + source.unreadBytes() + " bytes of the recording could not be read.",
                "It is damaged, truncated, or still being written; the notes say where. The figures include what could be read.",
                "Copy it again, or if the process is still running, write it with jcmd JFR.dump.");
    }

    private static Finding lost(OfSource source) {
        return new Finding(
                "dataLost",
                Severity.WARNING,
                source.origin().file() + ": the JVM lost " + source.lostBytes() + " bytes of event data.",
                "The JVM reports this itself (jdk.DataLoss); the figures of this recording are too low.",
                "Record fewer events, or use larger buffers: -XX:FlightRecorderOptions:memorysize=64M.");
    }
}
