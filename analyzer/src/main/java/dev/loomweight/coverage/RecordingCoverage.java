package dev.loomweight.coverage;

import dev.loomweight.fold.Fold;
import dev.loomweight.fold.Ungathered;
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
import dev.loomweight.subject.Analysis;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the inputs could show, for every event type that any analysis asked for. Needs no samples of its own: its figures
 * come from the coverage.
 */
public final class RecordingCoverage implements Analysis<Ungathered> {

    private static final Fold<Ungathered> FOLD = Fold.of(Interest.in(), Ungathered::new);

    private static final List<Column> RECORDINGS = List.of(
            Column.of("recording", "recording"),
            Column.of("from", "from"),
            Column.of("to", "to"),
            Column.of("lost", "lost by the JVM"),
            Column.of("unread", "unread"));

    @Override
    public String id() {
        return "coverage";
    }

    @Override
    public Fold<Ungathered> fold() {
        return FOLD;
    }

    @Override
    public Section finish(Ungathered none, Coverage coverage) {
        List<OfSource> recordings = coverage.sources().stream()
                .filter(source -> !source.events().isEmpty())
                .toList();
        boolean many = recordings.size() > Alike.MOST_SINGLY;
        boolean unread =
                recordings.stream().flatMap(source -> source.events().stream()).anyMatch(event -> event.unread() > 0);
        boolean truncated = recordings.stream()
                .flatMap(source -> source.events().stream())
                .anyMatch(event -> event.truncated() > 0);
        List<Block> blocks = new ArrayList<>();
        if (!coverage.sources().isEmpty()) {
            blocks.add(RecordedInShort.of(coverage));
        }
        if (!recordings.isEmpty()) {
            List<Row> rows = recordings.stream()
                    // Of many, people see the first.
                    .sorted(Comparator.comparing(source -> many && source.lostBytes() + source.unreadBytes() == 0))
                    .map(source -> row(coverage, source))
                    .toList();
            blocks.add(new Table("recordings", "", RECORDINGS, rows, List.of(), many ? Alike.MOST_SINGLY : Table.ALL));
            blocks.add(new Table(
                    "events",
                    "",
                    columns(unread, truncated),
                    many ? alike(coverage, unread, truncated) : singly(coverage, unread, truncated),
                    List.of()));
        }
        List<String> notes = many ? CoverageNotes.folded(coverage) : CoverageNotes.all(coverage);
        if (!notes.isEmpty()) {
            blocks.add(new Note("notes", notes));
        }
        return new Section(id(), "What was recorded", blocks, findings(coverage));
    }

    private static List<Row> singly(Coverage coverage, boolean unread, boolean truncated) {
        List<Row> rows = new ArrayList<>();
        for (OfSource source : coverage.sources()) {
            String name = coverage.nameOf(source);
            source.events().forEach(event -> rows.add(row(name, event, unread, truncated)));
        }
        return rows;
    }

    private static List<Row> alike(Coverage coverage, boolean unread, boolean truncated) {
        Set<String> types = new LinkedHashSet<>();
        coverage.sources().forEach(source -> source.events().forEach(event -> types.add(event.eventType())));
        return types.stream()
                .flatMap(type -> Alike.of(coverage, type).stream())
                .map(alike -> row(alike.name(), alike.event(), unread, truncated))
                .toList();
    }

    private static Row row(Coverage coverage, OfSource source) {
        return Row.of(
                Cell.text(coverage.nameOf(source)),
                time(source.start()),
                time(source.end()),
                Cell.bytes(source.lostBytes()),
                Cell.bytes(source.unreadBytes()));
    }

    /** One for each input with a loss; of many, one for all. */
    private static List<Finding> findings(Coverage coverage) {
        List<Finding> findings = new ArrayList<>();
        List<OfSource> lost = coverage.sources().stream()
                .filter(source -> source.lostBytes() > 0)
                .toList();
        List<OfSource> unread = coverage.sources().stream()
                .filter(source -> source.unreadBytes() > 0)
                .toList();
        boolean many = lost.size() > Alike.MOST_SINGLY || unread.size() > Alike.MOST_SINGLY;
        if (many && !lost.isEmpty()) {
            findings.add(lost(
                    names(lost), lost.stream().mapToLong(OfSource::lostBytes).sum()));
        }
        if (many && !unread.isEmpty()) {
            findings.add(unread(
                    names(unread),
                    unread.stream().mapToLong(OfSource::unreadBytes).sum()));
        }
        for (OfSource source : many ? List.<OfSource>of() : coverage.sources()) {
            if (source.lostBytes() > 0) {
                findings.add(lost(source.origin().file(), source.lostBytes()));
            }
            if (source.unreadBytes() > 0) {
                findings.add(unread(source.origin().file(), source.unreadBytes()));
            }
        }
        return findings;
    }

    private static String names(List<OfSource> sources) {
        return Alike.names(
                sources.stream().map(source -> source.origin().file()).toList(), sources.size());
    }

    private static List<Column> columns(boolean unread, boolean truncated) {
        List<Column> columns = new ArrayList<>(List.of(
                Column.of("recording", "recording"),
                Column.of("event", "event"),
                Column.of("state", "state"),
                Column.of("events", "events"),
                Column.of("threshold", "threshold"),
                Column.of("stacks", "stacks")));
        if (unread) {
            columns.add(4, Column.of("unread", "left unread"));
        }
        if (truncated) {
            columns.add(Column.of("cut", "truncated"));
            columns.add(Column.of("depth", "stack depth"));
        }
        return columns;
    }

    private static Row row(String name, OfEvent event, boolean unread, boolean truncated) {
        Duration threshold = event.threshold();
        boolean on = event.state() == State.RECORDED || event.state() == State.SILENT;
        List<Cell> cells = new ArrayList<>(List.of(
                Cell.text(name),
                Cell.text(event.eventType()),
                Cell.text(state(event.state())),
                on ? Cell.count(event.count()) : Cell.text(""),
                threshold == null ? Cell.text("") : new Cell.Nanos(threshold.toNanos()),
                Cell.text(stacks(event))));
        if (unread) {
            cells.add(4, on ? Cell.count(event.unread()) : Cell.text(""));
        }
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
            case UNKNOWN -> "no such type";
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

    private static Finding unread(String files, long bytes) {
        return new Finding(
                        "recordingDamaged",
                        Severity.WARNING,
                        files + ": " + bytes + " bytes of the recording could not be read.",
                        "It is damaged, truncated, or still being written; the notes say where. The figures include what could be read.",
                        "Copy it again, or if the process is still running, write it with jcmd JFR.dump.")
                .ofInputs();
    }

    private static Finding lost(String files, long bytes) {
        return new Finding(
                        "dataLost",
                        Severity.WARNING,
                        files + ": the JVM lost " + bytes + " bytes of event data.",
                        "The JVM reports this itself (jdk.DataLoss); the figures of this recording are too low.",
                        "Record fewer events, or use larger buffers: -XX:FlightRecorderOptions:memorysize=64M.")
                .ofInputs();
    }
}
