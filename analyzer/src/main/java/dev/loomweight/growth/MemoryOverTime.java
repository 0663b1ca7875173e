package dev.loomweight.growth;

import dev.loomweight.fold.Fold;
import dev.loomweight.memory.Account;
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
import dev.loomweight.sample.NmtCategory;
import dev.loomweight.subject.Analysis;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Memory over time, from recordings and snapshots: NMT by category, resident memory, the heap, threads. The thread stacks
 * in a recording are stale between two runs of {@code VM.native_memory}; snapshots correct them, or a finding warns.
 */
public final class MemoryOverTime implements Analysis<MemoryLines> {

    private static final Account THREAD_STACK = Account.nmt(NmtCategory.THREAD_STACK);
    private static final int CATEGORIES_SHOWN = 8;

    /** Totals, and figures from other sources than NMT. */
    private static final List<Account> TOTALS = List.of(
            Account.RESIDENT,
            Account.NMT_TOTAL,
            Account.HEAP_COMMITTED,
            Account.HEAP_USED,
            Account.METASPACE_USED,
            Account.DIRECT,
            Account.CONTAINER);

    @Override
    public String id() {
        return "recordedMemory";
    }

    @Override
    public Fold<MemoryLines> fold() {
        return MemoryLines.FOLD;
    }

    @Override
    public Section finish(MemoryLines all, Coverage coverage) {
        List<Block> blocks = new ArrayList<>();
        List<Finding> findings = new ArrayList<>();
        int number = 0;
        for (Map.Entry<String, Map<Account, MemoryLines.Line>> subject :
                all.bySubject().entrySet()) {
            number++;
            Map<Account, MemoryLines.Line> lines = subject.getValue();
            if (lines.values().stream().anyMatch(MemoryLines.Line::isOfSeveralMoments)) {
                blocks.add(table("recorded" + number, subject.getKey(), lines));
            }
            Stream.of(
                            totals("overTime" + number, subject.getKey(), lines),
                            parts("categoriesOverTime" + number, subject.getKey(), lines))
                    .filter(series -> !series.lines().isEmpty())
                    .forEach(blocks::add);
            MemoryLines.Line threads = lines.get(MemoryLines.THREADS);
            if (threads != null) {
                blocks.add(new Series(
                        "threadsOverTime" + number,
                        subject.getKey() + ", platform threads over time",
                        List.of(new Series.Line(MemoryLines.THREADS.label(), threads.points(Cell::count)))));
            }
            if (lines.containsKey(THREAD_STACK) && !lines.containsKey(Account.STACKS)) {
                findings.add(new Finding(
                                "stackFiguresStale",
                                Severity.WARNING,
                                "The thread stacks in the recording of " + subject.getKey() + " are stale.",
                                "HotSpot measures the stacks only when VM.native_memory is run; until then,"
                                        + " jdk.NativeMemoryUsage repeats the last figure.",
                                "Use NMT's text for stacks: jcmd PID VM.native_memory summary scale=b.")
                        .ofInputs());
            }
        }
        return new Section(id(), "Memory over time", blocks, findings);
    }

    /**
     * The lines by the difference of their ends, which for the used heap, garbage included, says nothing. Threads are not
     * bytes, and have a series of their own.
     */
    private static Table table(String id, String title, Map<Account, MemoryLines.Line> lines) {
        List<Row> rows = new ArrayList<>();
        lines.entrySet().stream()
                .filter(line -> !line.getKey().equals(MemoryLines.THREADS) && moved(line.getValue()))
                .sorted(Comparator.comparing((Map.Entry<Account, MemoryLines.Line> line) ->
                                line.getKey().equals(Account.HEAP_USED))
                        .thenComparing(Comparator.comparingLong((Map.Entry<Account, MemoryLines.Line> line) ->
                                        line.getValue().last() - line.getValue().first())
                                .reversed())
                        .thenComparingLong(line -> -line.getValue().peak())
                        .thenComparing(line -> line.getKey().label()))
                .forEach(line -> rows.add(Row.of(
                        Cell.text(line.getKey().label() + (line.getKey().equals(THREAD_STACK) ? " (JFR, stale)" : "")),
                        Cell.bytes(line.getValue().first()),
                        Cell.bytes(line.getValue().last()),
                        Cell.bytes(line.getValue().last() - line.getValue().first()),
                        Cell.bytes(line.getValue().peak()))));
        return new Table(
                id,
                title + ": first and last figures",
                List.of(
                        Column.of("category", ""),
                        Column.of("first", "first"),
                        Column.of("last", "last"),
                        new Column("growth", "growth", true),
                        Column.of("peak", "peak")),
                rows,
                footnotes(lines));
    }

    private static boolean moved(MemoryLines.Line line) {
        return line.last() != line.first() || line.peak() != line.last();
    }

    private static List<String> footnotes(Map<Account, MemoryLines.Line> lines) {
        List<String> notes = new ArrayList<>();
        MemoryLines.Line used = lines.get(Account.HEAP_USED);
        if (used != null && moved(used)) {
            notes.add("The heap in use includes garbage: its difference is no growth.");
        }
        if (lines.containsKey(THREAD_STACK) && lines.containsKey(Account.STACKS)) {
            notes.add("The stacks from NMT's text are exact at the snapshots; those from JFR are stale.");
        }
        List<String> unchanged = lines.entrySet().stream()
                .filter(line -> line.getValue().isOfSeveralMoments())
                .filter(line -> !moved(line.getValue()) && line.getValue().last() > 0)
                .filter(line -> !line.getKey().equals(MemoryLines.THREADS))
                .map(line -> line.getKey().label())
                .sorted()
                .toList();
        if (!unchanged.isEmpty()) {
            notes.add("Unchanged: " + String.join(", ", unchanged) + ".");
        }
        return notes;
    }

    private static Series totals(String id, String title, Map<Account, MemoryLines.Line> lines) {
        List<Series.Line> shown = new ArrayList<>();
        for (Account account : TOTALS) {
            MemoryLines.Line line = lines.get(account);
            if (line != null) {
                shown.add(new Series.Line(account.label(), line.points()));
            }
        }
        return new Series(id, title + " over time", shown);
    }

    /** The largest categories of NMT, at their peaks. */
    private static Series parts(String id, String title, Map<Account, MemoryLines.Line> lines) {
        List<Series.Line> shown = lines.entrySet().stream()
                .filter(line ->
                        !TOTALS.contains(line.getKey()) && !line.getKey().equals(MemoryLines.THREADS))
                .filter(line -> !line.getKey().equals(THREAD_STACK) || !lines.containsKey(Account.STACKS))
                .sorted(Comparator.comparingLong((Map.Entry<Account, MemoryLines.Line> line) ->
                                line.getValue().peak())
                        .reversed()
                        .thenComparing(line -> line.getKey().label()))
                .limit(CATEGORIES_SHOWN)
                .map(line ->
                        new Series.Line(line.getKey().label(), line.getValue().points()))
                .toList();
        return new Series(
                id, title + ", largest NMT categories over time", Series.Form.PARTS, shown, List.of(), List.of());
    }
}
