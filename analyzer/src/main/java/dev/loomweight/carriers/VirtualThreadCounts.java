package dev.loomweight.carriers;

import dev.loomweight.coverage.EventWords;
import dev.loomweight.fold.Fold;
import dev.loomweight.fold.Ungathered;
import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Column;
import dev.loomweight.report.Table.Row;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Coverage.State;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.VirtualThreadEnd;
import dev.loomweight.sample.VirtualThreadStart;
import dev.loomweight.subject.Analysis;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** How many virtual threads started and ended while the recording ran, by process. */
public final class VirtualThreadCounts implements Analysis<Ungathered> {

    private static final Fold<Ungathered> FOLD =
            Fold.of(Interest.inNumberOf(VirtualThreadStart.class, VirtualThreadEnd.class), Ungathered::new);

    /** Of more processes, people see those with the most starts. */
    private static final int MOST_SHOWN = 25;

    private static final EventWords STARTS =
            new EventWords(VirtualThreadStart.EVENT, "start", "starts", false, "The start of virtual threads");
    private static final EventWords ENDS =
            new EventWords(VirtualThreadEnd.EVENT, "end", "ends", false, "The end of virtual threads");

    private record Count(long started, long ended) {

        private Count and(Count other) {
            return new Count(started + other.started, ended + other.ended);
        }
    }

    @Override
    public String id() {
        return "virtualThreads";
    }

    @Override
    public Fold<Ungathered> fold() {
        return FOLD;
    }

    @Override
    public Section finish(Ungathered none, Coverage coverage) {
        List<Block> blocks = new ArrayList<>();
        List<String> sentences = new ArrayList<>(STARTS.absences(coverage));
        sentences.addAll(ENDS.absences(coverage));
        if (!sentences.isEmpty()) {
            blocks.add(new Note(Note.NO_NEWS, sentences));
        }
        Map<String, Count> counts = counts(coverage);
        if (!counts.isEmpty()) {
            blocks.add(table(counts, coverage));
        }
        return new Section(id(), "Virtual threads", blocks, List.of());
    }

    /** By process; one whose starts were recorded is among them when none happened. */
    private static Map<String, Count> counts(Coverage coverage) {
        Map<String, Count> counts = new TreeMap<>();
        for (Coverage.OfSource source : coverage.sources()) {
            for (Coverage.OfEvent event : source.events()) {
                boolean starts = event.eventType().equals(STARTS.eventType());
                boolean on = event.state() == State.RECORDED || event.state() == State.SILENT;
                if ((starts && on) || (event.eventType().equals(ENDS.eventType()) && event.count() > 0)) {
                    Count count = new Count(starts ? event.count() : 0, starts ? 0 : event.count());
                    counts.merge(source.origin().subject(), count, Count::and);
                }
            }
        }
        return counts;
    }

    private static Table table(Map<String, Count> all, Coverage coverage) {
        List<Row> rows = new ArrayList<>();
        List<Map.Entry<String, Count>> processes = new ArrayList<>(all.entrySet());
        if (processes.size() > MOST_SHOWN) {
            processes.sort(
                    Comparator.comparingLong(process -> -process.getValue().started()));
        }
        processes.forEach(process -> {
            String subject = process.getKey();
            Count count = process.getValue();
            boolean starts = recorded(STARTS.eventType(), subject, coverage);
            boolean ends = recorded(ENDS.eventType(), subject, coverage);
            rows.add(Row.of(
                    Cell.text(subject),
                    starts ? Cell.count(count.started()) : Cell.absent("starts were not recorded"),
                    ends ? Cell.count(count.ended()) : Cell.absent("ends were not recorded"),
                    starts && ends
                            ? Cell.count(count.started() - count.ended())
                            : Cell.absent("starts and ends were not both recorded")));
        });
        return new Table(
                "counts",
                "",
                List.of(
                        Column.of("process", "process"),
                        Column.of("started", "started"),
                        Column.of("ended", "ended"),
                        Column.of("alive", "started, not ended")),
                rows,
                List.of("Counted from the beginning of the recording: threads that started earlier are only"
                        + " among the ends."),
                rows.size() > MOST_SHOWN ? MOST_SHOWN : Table.ALL);
    }

    // Were they recorded in a part of the inputs only, the difference would count threads that ended unseen.
    private static boolean recorded(String eventType, String subject, Coverage coverage) {
        return coverage.sources().stream()
                .filter(source -> source.origin().subject().equals(subject))
                .flatMap(source -> source.events().stream())
                .filter(event -> event.eventType().equals(eventType))
                // The last chunk of a repository can end before its settings are written.
                .filter(event -> event.state() != State.UNSTATED)
                .allMatch(event -> event.state() == State.RECORDED || event.state() == State.SILENT);
    }
}
