package dev.loomweight.pins.carriers;

import dev.loomweight.fold.Fold;
import dev.loomweight.fold.Fold.Ungathered;
import dev.loomweight.kernel.coverage.EventWords;
import dev.loomweight.kernel.subject.Analysis;
import dev.loomweight.report.Block;
import dev.loomweight.report.Note;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Coverage.Span;
import dev.loomweight.sample.Coverage.State;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.ThreadEvents.VirtualThreadEnd;
import dev.loomweight.sample.ThreadEvents.VirtualThreadStart;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/** How many virtual threads started and ended while the recording ran, by process. */
public final class VirtualThreadCounts implements Analysis<Ungathered, VirtualThreadCounts.CountReading> {

    private static final Fold<Ungathered> FOLD =
            Fold.of(Interest.inNumberOf(VirtualThreadStart.class, VirtualThreadEnd.class), Ungathered::new);

    /** Of more processes, people see those with the most starts. */
    private static final int MAX_ROWS = 25;

    private static final EventWords STARTS =
            new EventWords(VirtualThreadStart.EVENT, "start", "starts", false, "The start of virtual threads");
    private static final EventWords ENDS =
            new EventWords(VirtualThreadEnd.EVENT, "end", "ends", false, "The end of virtual threads");

    /**
     * How many virtual threads started and ended.
     *
     * @param processes by name; where they are too many to be shown, those with the most starts first
     */
    public record CountReading(List<OfProcess> processes) {

        public CountReading {
            processes = List.copyOf(processes);
        }
    }

    /**
     * Those of one process.
     *
     * @param subject its name
     * @param started how many started; empty where that was not recorded, or not in all of the inputs
     * @param ended how many ended; empty as {@code started}
     * @param together whether both were recorded at the same times
     */
    public record OfProcess(String subject, OptionalLong started, OptionalLong ended, boolean together) {

        /**
         * How many more started than ended; empty where either is, or they were not recorded at the same times. Below 0 if threads ended that had started before the
         * recording did.
         */
        public OptionalLong alive() {
            return together && started.isPresent() && ended.isPresent()
                    ? OptionalLong.of(started.getAsLong() - ended.getAsLong())
                    : OptionalLong.empty();
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
    public Fold<Ungathered> fold() {
        return FOLD;
    }

    @Override
    public CountReading read(Ungathered none, Coverage coverage) {
        List<Map.Entry<String, Count>> processes =
                new ArrayList<>(counts(coverage).entrySet());
        if (processes.size() > MAX_ROWS) {
            processes.sort(
                    Comparator.comparingLong(process -> -process.getValue().started()));
        }
        return new CountReading(processes.stream()
                .map(process -> new OfProcess(
                        process.getKey(),
                        recorded(process.getValue().started(), STARTS, process.getKey(), coverage),
                        recorded(process.getValue().ended(), ENDS, process.getKey(), coverage),
                        spans(STARTS, process.getKey(), coverage).equals(spans(ENDS, process.getKey(), coverage))))
                .toList());
    }

    @Override
    public Section say(CountReading reading, Coverage coverage) {
        List<Block> blocks = new ArrayList<>();
        List<String> sentences = new ArrayList<>(STARTS.absences(coverage));
        sentences.addAll(ENDS.absences(coverage));
        Note.some(Note.NO_NEWS, sentences).ifPresent(blocks::add);
        if (!reading.processes.isEmpty()) {
            blocks.add(rows().top(reading.processes.size() > MAX_ROWS ? MAX_ROWS : Table.ALL)
                    .table("counts", "", reading.processes, notes(coverage)));
        }
        return new Section(id(), "Virtual threads", blocks, List.of());
    }

    /** Of when the counts are. */
    private static List<String> notes(Coverage coverage) {
        List<String> partial = new ArrayList<>();
        for (EventWords words : List.of(STARTS, ENDS)) {
            words.forEach(coverage, (prefix, event) -> {
                if (event.isPartial()) {
                    partial.add(prefix + event.eventType() + " was " + EventWords.partial(event) + ": " + words.many()
                            + " at other times are not counted.");
                }
            });
        }
        return partial.isEmpty()
                ? List.of("Counted from the beginning of the recording: threads that started earlier are only among the"
                        + " ends.")
                : partial;
    }

    /** By process; one whose starts were recorded is among them when none happened. */
    private static Map<String, Count> counts(Coverage coverage) {
        Map<String, Count> counts = new TreeMap<>();
        for (Coverage.OfSource source : coverage.sources()) {
            for (Coverage.OfEvent event : source.events()) {
                boolean starts = event.eventType().equals(STARTS.eventType());
                boolean on = event.state().isOn();
                if ((starts && on) || (event.eventType().equals(ENDS.eventType()) && event.count() > 0)) {
                    Count count = new Count(starts ? event.count() : 0, starts ? 0 : event.count());
                    counts.merge(source.origin().subject(), count, Count::and);
                }
            }
        }
        return counts;
    }

    private static List<List<Span>> spans(EventWords event, String subject, Coverage coverage) {
        return coverage.ofProcess(subject).sources().stream()
                .map(source -> Coverage.of(source).of(event.eventType()).stream()
                        .flatMap(of -> of.onlyIn().stream())
                        .toList())
                .toList();
    }

    // Were they recorded in a part of the inputs only, the difference would count threads that ended unseen.
    private static OptionalLong recorded(long count, EventWords event, String subject, Coverage coverage) {
        boolean all = coverage.ofProcess(subject).of(event.eventType()).stream()
                // The last chunk of a repository can end before its settings are written.
                .filter(of -> of.state() != State.UNSTATED)
                .allMatch(of -> of.state().isOn());
        return all ? OptionalLong.of(count) : OptionalLong.empty();
    }

    private static Rows<OfProcess> rows() {
        return Rows.of(OfProcess.class)
                .text("process", "process", OfProcess::subject)
                .count("started", "started", OfProcess::started, "starts were not recorded")
                .count("ended", "ended", OfProcess::ended, "ends were not recorded")
                .count("alive", "started, not ended", OfProcess::alive, "starts and ends were not both recorded");
    }
}
