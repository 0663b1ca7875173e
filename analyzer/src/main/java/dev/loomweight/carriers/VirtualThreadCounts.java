package dev.loomweight.carriers;

import dev.loomweight.coverage.EventWords;
import dev.loomweight.fold.Analysis;
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
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.VirtualThreadEnd;
import dev.loomweight.sample.VirtualThreadStart;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** How many virtual threads started and ended while the recording ran, by process. */
public final class VirtualThreadCounts implements Analysis<VirtualThreadCounts.Counts> {

    /** Of more processes, people see those with the most starts. */
    private static final int MOST_SHOWN = 25;

    private static final EventWords STARTS =
            new EventWords(VirtualThreadStart.EVENT, "start", "starts", false, "The start of virtual threads");
    private static final EventWords ENDS =
            new EventWords(VirtualThreadEnd.EVENT, "end", "ends", false, "The end of virtual threads");

    /** Starts and ends by process: the accumulator. */
    public static final class Counts {
        private final Map<String, Count> bySubject = new TreeMap<>();

        private Counts() {}

        private void add(String subject, Count count) {
            bySubject.merge(subject, count, Count::and);
        }
    }

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
    public Interest interest() {
        return Interest.in(VirtualThreadStart.class, VirtualThreadEnd.class);
    }

    @Override
    public Counts empty() {
        return new Counts();
    }

    @Override
    public void add(Counts into, Origin origin, Sample sample) {
        if (sample instanceof VirtualThreadStart) {
            into.add(origin.subject(), new Count(1, 0));
        } else if (sample instanceof VirtualThreadEnd) {
            into.add(origin.subject(), new Count(0, 1));
        }
    }

    @Override
    public Counts merge(Counts left, Counts right) {
        right.bySubject.forEach(left::add);
        return left;
    }

    @Override
    public Section finish(Counts all, Coverage coverage) {
        List<Block> blocks = new ArrayList<>();
        List<String> sentences = new ArrayList<>(STARTS.absences(coverage));
        sentences.addAll(ENDS.absences(coverage));
        if (!sentences.isEmpty()) {
            blocks.add(new Note(Note.NO_NEWS, sentences));
        }
        Counts counts = merge(withoutEvents(coverage), all);
        if (!counts.bySubject.isEmpty()) {
            blocks.add(table(counts, coverage));
        }
        return new Section(id(), "Virtual threads", blocks, List.of());
    }

    /** No count for each process whose starts were recorded, so that it is in the table when none happened. */
    private static Counts withoutEvents(Coverage coverage) {
        Counts counts = new Counts();
        for (Coverage.OfSource source : coverage.sources()) {
            for (Coverage.OfEvent event : source.events()) {
                if (event.eventType().equals(STARTS.eventType())
                        && (event.state() == State.RECORDED || event.state() == State.SILENT)) {
                    counts.add(source.origin().subject(), new Count(0, 0));
                }
            }
        }
        return counts;
    }

    private static Table table(Counts all, Coverage coverage) {
        List<Row> rows = new ArrayList<>();
        List<Map.Entry<String, Count>> processes = new ArrayList<>(all.bySubject.entrySet());
        if (processes.size() > MOST_SHOWN) {
            processes.sort(Comparator.comparingLong(process -> -process.getValue().started()));
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
