package dev.loomweight.threadcost.weight;

import dev.loomweight.memory.reconcile.HeapPart;
import dev.loomweight.memory.reconcile.Part;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Keys;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Column;
import dev.loomweight.report.Table.Role;
import dev.loomweight.report.Table.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Stream;

/** Every part of the weight, captures side by side: what all threads of it added, and what that is per thread. */
final class PartsTable {

    /** A category that grew by less than this per thread is summed up with its like. */
    private static final long SMALL_BYTES_EACH = 16;

    private static final String NO_NMT = "NMT is off";
    private static final String NO_MAP = "NMT is not in detail";
    private static final String NO_HISTOGRAM = "a snapshot has no class histogram";
    private static final String NO_MAPPINGS = "a snapshot has no account of its mappings";
    private static final String NO_PROC = "a snapshot has nothing from /proc";

    private final List<ThreadGrowth> costs;
    private final List<Row> rows = new ArrayList<>();

    private PartsTable(List<ThreadGrowth> costs) {
        this.costs = costs;
    }

    static Table of(List<ThreadGrowth> costs) {
        PartsTable table = new PartsTable(costs);
        table.stacks();
        table.heap();
        table.process();
        return new Table("parts", "Where it goes: added by the threads", columns(costs), table.rows, footnotes(costs));
    }

    private static List<Column> columns(List<ThreadGrowth> costs) {
        List<Column> columns = new ArrayList<>();
        columns.add(Column.of("part", ""));
        for (ThreadGrowth cost : costs) {
            String key = Keys.camel(cost.subject());
            columns.add(Column.of(key, cost.subject()));
            columns.add(Column.of(key + "Each", "per thread"));
        }
        return columns;
    }

    private void stacks() {
        group("Stacks of platform threads (NMT)");
        amounts("reserved", NO_NMT, ThreadGrowth::stackReserved);
        amounts("committed as NMT counts it", NO_NMT, ThreadGrowth::stackCommitted);
        amounts("of it guard pages, never resident", NO_MAP, ThreadGrowth::guardPages);
        amounts("of it resident", NO_MAP, ThreadGrowth::stackResident);
        counts("stacks touched in advance", "no snapshot has the mappings", ThreadGrowth::stacksTouchedInAdvance);
        ratios("share of NMT's total, reserved", ThreadGrowth::stackShareOfReserved);
        ratios("share of NMT's total, committed", ThreadGrowth::stackShareOfCommitted);
    }

    private void heap() {
        group("Live objects in the heap (histogram)");
        for (HeapPart part : HeapPart.values()) {
            amounts(part.label(), NO_HISTOGRAM, cost -> value(cost.liveHeapByPart(), part));
        }
        total("live heap", NO_HISTOGRAM, ThreadGrowth::liveHeap);
    }

    /** Part by part of the one reconciliation, so that the growth adds up; a part that hardly moved is left out. */
    private void process() {
        group("Resident memory, by part (adds up)");
        plain("before", NO_PROC, cost -> known(cost.before().residentBytes()));
        for (Part part : Part.values()) {
            boolean shown = part == Part.REMAINDER
                    || costs.stream()
                            .anyMatch(cost -> Math.abs(growth(cost, part)) >= SMALL_BYTES_EACH * cost.threads());
            if (shown) {
                amounts(label(part), NO_MAPPINGS, cost -> grown(cost, part));
            }
        }
        amounts("parts that moved less", NO_MAPPINGS, this::small);
        total("growth of resident memory", NO_PROC, ThreadGrowth::resident);
        plain("after", NO_PROC, cost -> known(cost.after().residentBytes()));
        amounts("page tables, in the kernel", NO_PROC, ThreadGrowth::pageTables);
        total("memory taken", NO_HISTOGRAM, ThreadGrowth::memory);
    }

    private static String label(Part part) {
        return part.kind() == Part.Kind.JVM_MALLOC ? "the JVM's malloc, " + part.label() : part.label();
    }

    private static long growth(ThreadGrowth cost, Part part) {
        long[] ends = cost.residentByPart().get(part);
        return ends == null ? 0 : ends[1] - ends[0];
    }

    private static OptionalLong grown(ThreadGrowth cost, Part part) {
        return cost.residentByPart().isEmpty() ? OptionalLong.empty() : OptionalLong.of(growth(cost, part));
    }

    /** What the parts without a line of their own grew by together. */
    private OptionalLong small(ThreadGrowth cost) {
        if (cost.residentByPart().isEmpty() || cost.resident().isEmpty()) {
            return OptionalLong.empty();
        }
        long shown = Stream.of(Part.values())
                .filter(part -> part == Part.REMAINDER
                        || costs.stream()
                                .anyMatch(any -> Math.abs(growth(any, part)) >= SMALL_BYTES_EACH * any.threads()))
                .mapToLong(part -> growth(cost, part))
                .sum();
        return OptionalLong.of(cost.resident().getAsLong() - shown);
    }

    private static List<String> footnotes(List<ThreadGrowth> costs) {
        List<String> notes = new ArrayList<>();
        boolean measured = costs.stream().allMatch(ThreadGrowth::stackResidentIsMeasured);
        notes.add(
                measured
                        ? "Resident stacks are by the kernel's mappings, stack for stack."
                        : "Resident stack is NMT's committed less the guard pages: no snapshot has the mappings.");
        for (ThreadGrowth cost : costs) {
            long touched = cost.stacksTouchedInAdvance().orElse(0);
            if (!cost.isVirtual() && touched > 0) {
                notes.add(Amounts.count(touched) + " of the " + Amounts.count(cost.threads())
                        + " stacks have 80 KB and more resident: a thread that starts in the interpreter touches"
                        + " HotSpot's shadow zone (20 pages), one that starts in compiled code does not. So the first"
                        + " few hundred threads cost more than those that follow.");
            }
        }
        if (costs.stream().allMatch(ThreadGrowth::heapIsPreTouched)) {
            notes.add("The heap was resident from the start, so live objects add to memory taken, not to resident"
                    + " memory.");
        }
        if (costs.stream().anyMatch(ThreadGrowth::isVirtual)) {
            notes.add("A virtual thread that sleeps has no stack: the stacks in its column are of the carriers and of"
                    + " the thread that wakes sleepers up.");
        }
        notes.add("The kernel holds 16 KB of stack for each platform thread besides, which no figure here counts.");
        return notes;
    }

    private void group(String title) {
        List<Cell> cells = new ArrayList<>();
        cells.add(Cell.text(title));
        costs.forEach(cost -> {
            cells.add(Cell.text(""));
            cells.add(Cell.text(""));
        });
        rows.add(new Row(Role.GROUP, cells));
    }

    private void amounts(String label, String whyAbsent, Function<ThreadGrowth, OptionalLong> figure) {
        row(Role.PART, label, whyAbsent, figure, true);
    }

    private void total(String label, String whyAbsent, Function<ThreadGrowth, OptionalLong> figure) {
        row(Role.TOTAL, label, whyAbsent, figure, true);
    }

    private void plain(String label, String whyAbsent, Function<ThreadGrowth, OptionalLong> figure) {
        row(Role.PART, label, whyAbsent, figure, false);
    }

    private void row(
            Role role, String label, String whyAbsent, Function<ThreadGrowth, OptionalLong> figure, boolean perThread) {
        List<Cell> cells = new ArrayList<>();
        cells.add(Cell.text(label));
        for (ThreadGrowth cost : costs) {
            OptionalLong bytes = figure.apply(cost);
            cells.add(bytes.isPresent() ? Cell.bytes(bytes.getAsLong()) : Cell.absent(whyAbsent));
            cells.add(bytes.isPresent() && perThread ? Cell.bytes(cost.each(bytes.getAsLong())) : Cell.text(""));
        }
        rows.add(new Row(role, cells));
    }

    private void counts(String label, String whyAbsent, Function<ThreadGrowth, OptionalLong> figure) {
        List<Cell> cells = new ArrayList<>();
        cells.add(Cell.text(label));
        for (ThreadGrowth cost : costs) {
            OptionalLong count = figure.apply(cost);
            cells.add(count.isPresent() ? Cell.count(count.getAsLong()) : Cell.absent(whyAbsent));
            cells.add(Cell.text(""));
        }
        rows.add(new Row(Role.PART, cells));
    }

    private void ratios(String label, Function<ThreadGrowth, Double> figure) {
        List<Cell> cells = new ArrayList<>();
        cells.add(Cell.text(label));
        for (ThreadGrowth cost : costs) {
            double ratio = figure.apply(cost);
            cells.add(Double.isNaN(ratio) ? Cell.absent(NO_NMT) : new Cell.Ratio(ratio));
            cells.add(Cell.text(""));
        }
        rows.add(new Row(Role.PART, cells));
    }

    private static <K> OptionalLong value(Map<K, Long> map, K key) {
        return map.isEmpty() ? OptionalLong.empty() : OptionalLong.of(map.getOrDefault(key, 0L));
    }

    private static OptionalLong known(long bytes) {
        return bytes < 0 ? OptionalLong.empty() : OptionalLong.of(bytes);
    }
}
