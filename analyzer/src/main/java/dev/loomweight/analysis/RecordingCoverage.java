package dev.loomweight.analysis;

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
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the inputs could tell, for every event type that any analysis asked for. Wants no samples of its own: its figures
 * come from the coverage.
 */
public final class RecordingCoverage implements Analysis<RecordingCoverage.Nothing> {

    private static final List<Column> COLUMNS = List.of(
            Column.of("recording", "Recording"),
            Column.of("event", "Event"),
            Column.of("state", "State"),
            Column.of("threshold", "Threshold"),
            Column.of("stacks", "Stacks"),
            Column.of("cut", "Cut"),
            Column.of("depth", "Depth"),
            Column.of("from", "From"),
            Column.of("to", "To"),
            Column.of("lost", "Lost"));

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
        List<Row> rows = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        List<Finding> findings = new ArrayList<>();
        for (OfSource source : coverage.sources()) {
            source.events().forEach(event -> rows.add(row(source, event)));
            source.notes().forEach(note -> notes.add(source.origin().file() + ": " + note));
            if (source.lostBytes() > 0) {
                findings.add(lost(source));
            }
        }
        List<Block> blocks = new ArrayList<>();
        if (!rows.isEmpty()) {
            blocks.add(new Table("events", "What was recorded", COLUMNS, rows, List.of()));
        }
        if (!notes.isEmpty()) {
            blocks.add(new Note("notes", notes));
        }
        return new Section(id(), "Coverage", blocks, findings);
    }

    private static Row row(OfSource source, OfEvent event) {
        Duration threshold = event.threshold();
        return Row.of(
                Cell.text(source.origin().file()),
                Cell.text(event.eventType()),
                Cell.text(state(event)),
                threshold == null ? Cell.absent("") : new Cell.Nanos(threshold.toNanos()),
                Cell.text(stacks(event)),
                Cell.count(event.truncated()),
                event.stackDepth() == 0 ? Cell.absent("no stack was cut") : Cell.count(event.stackDepth()),
                time(source.start()),
                time(source.end()),
                Cell.bytes(source.lostBytes()));
    }

    private static String state(OfEvent event) {
        return switch (event.state()) {
            case RECORDED -> "recorded " + event.count();
            case SILENT -> "on, nothing happened";
            case OFF -> "off";
            case UNKNOWN -> "unknown to this JDK";
            case UNSTATED -> "none, settings not recorded";
        };
    }

    private static String stacks(OfEvent event) {
        if (!event.stacks()) {
            return "off";
        }
        return event.withoutStack() == 0 ? "on" : "on, missing in " + event.withoutStack();
    }

    private static Cell time(@Nullable Instant instant) {
        return instant == null ? Cell.absent("") : new Cell.Time(instant);
    }

    private static Finding lost(OfSource source) {
        return new Finding(
                "dataLost",
                Severity.WARNING,
                source.origin().file() + ": the JVM lost " + source.lostBytes() + " bytes of event data.",
                "It reports so itself (jdk.DataLoss); the figures of this recording are too low.",
                "Record fewer events, or with larger buffers: -XX:FlightRecorderOptions:memorysize=64M.");
    }
}
