package dev.loomweight.analysis.memory;

import dev.loomweight.analysis.Analysis;
import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Section;
import dev.loomweight.report.Series;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Column;
import dev.loomweight.report.Table.Row;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.NativeMemory;
import dev.loomweight.sample.NativeMemoryTotal;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.ResidentSetSize;
import dev.loomweight.sample.Sample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The memory that a recording samples while it runs: NMT by category, and resident memory, over time. Its thread
 * stacks stand still between two runs of {@code VM.native_memory}, and the report says so.
 */
public final class RecordedMemory implements Analysis<RecordedLines> {

    private static final String THREAD_STACK = "Thread Stack";

    @Override
    public String id() {
        return "recordedMemory";
    }

    @Override
    public Interest interest() {
        return Interest.in(NativeMemory.class, NativeMemoryTotal.class, ResidentSetSize.class);
    }

    @Override
    public RecordedLines empty() {
        return new RecordedLines();
    }

    @Override
    public void add(RecordedLines into, Origin origin, Sample sample) {
        switch (sample) {
            case NativeMemory memory ->
                into.add(origin.subject(), memory.category(), memory.time(), memory.committedBytes());
            case NativeMemoryTotal total ->
                into.add(origin.subject(), RecordedLines.TOTAL, total.time(), total.committedBytes());
            case ResidentSetSize resident ->
                into.add(origin.subject(), RecordedLines.RESIDENT, resident.time(), resident.residentBytes());
            default -> {}
        }
    }

    @Override
    public RecordedLines merge(RecordedLines left, RecordedLines right) {
        return left.merge(right);
    }

    @Override
    public Section finish(RecordedLines all, Coverage coverage) {
        List<Block> blocks = new ArrayList<>();
        List<Finding> findings = new ArrayList<>();
        int number = 0;
        for (Map.Entry<String, Map<String, RecordedLines.Line>> subject :
                all.bySubject().entrySet()) {
            number++;
            Map<String, RecordedLines.Line> lines = subject.getValue();
            blocks.add(table("recorded" + number, subject.getKey(), lines));
            blocks.add(series("overTime" + number, subject.getKey(), lines));
            if (lines.containsKey(THREAD_STACK)) {
                findings.add(new Finding(
                        "stackFiguresStale",
                        Severity.WARNING,
                        "The thread stacks in the recording of " + subject.getKey() + " stand still.",
                        "HotSpot walks the stacks only when somebody runs VM.native_memory; in between,"
                                + " jdk.NativeMemoryUsage repeats the last figure.",
                        "Trust NMT's text for stacks: jcmd PID VM.native_memory summary scale=b."));
            }
        }
        return new Section(id(), "Memory while it ran, by the recording", blocks, findings);
    }

    private static Table table(String id, String title, Map<String, RecordedLines.Line> lines) {
        List<Row> rows = new ArrayList<>();
        lines.entrySet().stream()
                .sorted(Comparator.comparingLong((Map.Entry<String, RecordedLines.Line> line) ->
                                line.getValue().peak())
                        .reversed()
                        .thenComparing(Map.Entry::getKey))
                .forEach(line -> rows.add(Row.of(
                        Cell.text(line.getKey()),
                        Cell.bytes(line.getValue().first()),
                        Cell.bytes(line.getValue().last()),
                        Cell.bytes(line.getValue().last() - line.getValue().first()),
                        Cell.bytes(line.getValue().peak()))));
        return new Table(
                id,
                title,
                List.of(
                        Column.of("category", "committed"),
                        Column.of("first", "first"),
                        Column.of("last", "last"),
                        Column.of("growth", "growth"),
                        new Column("peak", "highest", true)),
                rows,
                List.of());
    }

    private static Series series(String id, String title, Map<String, RecordedLines.Line> lines) {
        List<Series.Line> shown = new ArrayList<>();
        for (String name : List.of(RecordedLines.RESIDENT, RecordedLines.TOTAL)) {
            RecordedLines.Line line = lines.get(name);
            if (line != null) {
                shown.add(new Series.Line(name, line.points()));
            }
        }
        return new Series(id, title + " over time", shown);
    }
}
