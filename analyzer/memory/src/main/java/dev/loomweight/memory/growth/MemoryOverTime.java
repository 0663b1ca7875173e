package dev.loomweight.memory.growth;

import dev.loomweight.fold.Fold;
import dev.loomweight.kernel.subject.Analysis;
import dev.loomweight.memory.Account;
import dev.loomweight.memory.growth.MemoryLines.Line;
import dev.loomweight.report.Among;
import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Section;
import dev.loomweight.report.Series;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Memory over time, from recordings and snapshots: NMT by category, resident memory, the heap, threads. The thread stacks
 * in a recording are stale between two runs of {@code VM.native_memory}; snapshots correct them, or a finding warns.
 */
public final class MemoryOverTime implements Analysis<MemoryLines, List<MemoryOverTime.OverTimeReading>> {

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

    /**
     * Memory of one process over time.
     *
     * @param process its name
     * @param lines the values of each account
     * @param compared whether an account has a first and a last value
     * @param moved the accounts that changed, by the growth from the first value to the last; the used heap, of which
     *     garbage is a part, comes last
     * @param unchanged the accounts of several moments that did not, by name
     * @param totals the accounts that are no categories of NMT, in the order of reports
     * @param categories the categories of NMT with the highest peaks
     * @param stale whether the thread stacks are those of the recording alone, which are stale
     */
    record OverTimeReading(
            String process,
            Map<Account, Line> lines,
            boolean compared,
            List<Account> moved,
            List<Account> unchanged,
            List<Account> totals,
            List<Account> categories,
            boolean stale) {

        static OverTimeReading of(String process, Map<Account, Line> lines) {
            boolean stacks = lines.containsKey(Account.STACKS);
            Comparator<Account> highest =
                    Comparator.comparingLong(account -> -lineOf(lines, account).peak());
            return new OverTimeReading(
                    process,
                    lines,
                    lines.values().stream().anyMatch(Line::isOfSeveralMoments),
                    memory(lines, MemoryOverTime::isMoved)
                            .sorted(Comparator.<Account, Boolean>comparing(Account.HEAP_USED::equals)
                                    .thenComparingLong(account -> -growth(lineOf(lines, account)))
                                    .thenComparing(highest)
                                    .thenComparing(Account::label))
                            .toList(),
                    memory(lines, line -> line.isOfSeveralMoments() && !isMoved(line) && line.last() > 0)
                            .sorted(Comparator.comparing(Account::label))
                            .toList(),
                    TOTALS.stream().filter(lines::containsKey).toList(),
                    memory(lines, line -> true)
                            .filter(account -> !TOTALS.contains(account) && !(stacks && account.equals(THREAD_STACK)))
                            .sorted(highest.thenComparing(Account::label))
                            .limit(CATEGORIES_SHOWN)
                            .toList(),
                    lines.containsKey(THREAD_STACK) && !stacks);
        }

        private Line line(Account account) {
            return lineOf(lines, account);
        }
    }

    private static Line lineOf(Map<Account, Line> lines, Account account) {
        return Objects.requireNonNull(lines.get(account));
    }

    /** The accounts of some lines; threads are not bytes, and have a series of their own. */
    private static Stream<Account> memory(Map<Account, Line> lines, Predicate<Line> wanted) {
        return lines.entrySet().stream()
                .filter(line -> !line.getKey().equals(MemoryLines.THREADS) && wanted.test(line.getValue()))
                .map(Map.Entry::getKey);
    }

    private static boolean isMoved(Line line) {
        return line.last() != line.first() || line.peak() != line.last();
    }

    private static long growth(Line line) {
        return line.last() - line.first();
    }

    private record Moved(Account account, Line line) {}

    private static final Rows<Moved> MOVED = Rows.of(Moved.class)
            .text("category", "", of -> of.account.label() + (of.account.equals(THREAD_STACK) ? " (JFR, stale)" : ""))
            .bytes("first", "first", of -> of.line.first())
            .bytes("last", "last", of -> of.line.last())
            .bytes("growth", "growth", of -> growth(of.line))
            .bar()
            .bytes("peak", "peak", of -> of.line.peak());

    @Override
    public List<OverTimeReading> read(MemoryLines all, Coverage coverage) {
        return all.bySubject().entrySet().stream()
                .map(one -> OverTimeReading.of(one.getKey(), one.getValue()))
                .toList();
    }

    @Override
    public Section say(List<OverTimeReading> all, Coverage coverage) {
        List<Block> blocks = new ArrayList<>();
        List<Finding> findings = new ArrayList<>();
        int number = 0;
        for (OverTimeReading one : all) {
            number++;
            Among among = Among.numbered(one.process, number);
            if (one.compared) {
                blocks.add(MOVED.table(
                        among.id("recorded"),
                        among.words("first and last figures"),
                        one.moved.stream()
                                .map(account -> new Moved(account, one.line(account)))
                                .toList(),
                        footnotes(one)));
            }
            if (!one.totals.isEmpty()) {
                blocks.add(new Series(among.id("overTime"), one.process + " over time", series(one, one.totals)));
            }
            if (!one.categories.isEmpty()) {
                blocks.add(new Series(
                        among.id("categoriesOverTime"),
                        one.process + ", largest NMT categories over time",
                        Series.Form.PARTS,
                        series(one, one.categories),
                        List.of(),
                        List.of()));
            }
            if (one.lines.containsKey(MemoryLines.THREADS)) {
                blocks.add(new Series(
                        among.id("threadsOverTime"),
                        one.process + ", platform threads over time",
                        List.of(series(one, MemoryLines.THREADS, Cell::count))));
            }
            if (one.stale) {
                findings.add(new Finding(
                                "stackFiguresStale",
                                Severity.WARNING,
                                "The thread stacks in the recording of " + one.process + " are stale.",
                                "HotSpot measures the stacks only when VM.native_memory is run; until then,"
                                        + " jdk.NativeMemoryUsage repeats the last figure.",
                                "Use NMT's text for stacks: jcmd PID VM.native_memory summary scale=b.")
                        .ofInputs());
            }
        }
        return new Section(id(), "Memory over time", blocks, findings);
    }

    private static List<String> footnotes(OverTimeReading one) {
        List<String> notes = new ArrayList<>();
        if (one.moved.contains(Account.HEAP_USED)) {
            notes.add("The heap in use includes garbage: its difference is no growth.");
        }
        if (one.lines.containsKey(THREAD_STACK) && !one.stale) {
            notes.add("The stacks from NMT's text are exact at the snapshots; those from JFR are stale.");
        }
        if (!one.unchanged.isEmpty()) {
            notes.add(
                    "Unchanged: " + one.unchanged.stream().map(Account::label).collect(Collectors.joining(", ")) + ".");
        }
        return notes;
    }

    private static List<Series.Line> series(OverTimeReading one, List<Account> accounts) {
        return accounts.stream()
                .map(account -> series(one, account, Cell::bytes))
                .toList();
    }

    private static Series.Line series(OverTimeReading one, Account account, LongFunction<Cell> cell) {
        return new Series.Line(
                account.label(),
                one.line(account).values().entrySet().stream()
                        .map(point -> new Series.Point(point.getKey(), cell.apply(point.getValue())))
                        .toList());
    }
}
