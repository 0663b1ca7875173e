package dev.loomweight.experiment.weight;

import dev.loomweight.memory.Part;
import dev.loomweight.memory.reconcile.HeapPart;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Keys;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.Stream;

/** The memory added by the threads, part by part, captures side by side: total and per thread. */
final class PartsTable {

    /** Parts that grew by less than this per thread are summed up in one row. */
    private static final long SMALL_BYTES_EACH = 16;

    private static final String NO_NMT = "NMT is off";
    private static final String NO_MAP = "NMT is not in detail mode";
    private static final String NO_HISTOGRAM = "the class histogram is missing in a snapshot";
    private static final String NO_MAPPINGS = "the mappings are missing in a snapshot";
    private static final String NO_PROC = "/proc is missing in a snapshot";

    private final List<ThreadGrowth> costs;
    private final List<Line> lines = new ArrayList<>();

    /**
     * A figure of each capture.
     *
     * @param all how it is taken, for all threads
     * @param each how it is taken, for one thread
     */
    private record Line(Role role, String label, Function<ThreadGrowth, Cell> all, Function<ThreadGrowth, Cell> each) {}

    private PartsTable(List<ThreadGrowth> costs) {
        this.costs = costs;
    }

    static Table of(List<ThreadGrowth> costs) {
        PartsTable table = new PartsTable(costs);
        table.stacks();
        table.heap();
        table.process();
        Rows<Line> rows = Rows.of(Line.class).roles(Line::role).text("part", "", Line::label);
        for (ThreadGrowth cost : costs) {
            String key = Keys.camel(cost.subject());
            rows = rows.column(key, cost.subject(), line -> line.all.apply(cost))
                    .column(key + "Each", "per thread", line -> line.each.apply(cost));
        }
        return rows.table("parts", "Memory added by the threads, by part", table.lines, footnotes(costs));
    }

    private void stacks() {
        group("Stacks of platform threads (NMT)");
        amounts("reserved", NO_NMT, ThreadGrowth::stackReserved);
        amounts("committed (NMT)", NO_NMT, ThreadGrowth::stackCommitted);
        amounts("of which guard pages, never resident", NO_MAP, ThreadGrowth::guardPages);
        amounts("of which resident", NO_MAP, ThreadGrowth::stackResident);
        counts(
                "stacks touched in advance",
                "the mappings are missing in the snapshots",
                ThreadGrowth::stacksTouchedInAdvance);
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

    /** The parts of the reconciliation, so that the growth adds up; parts with small changes are summed up. */
    private void process() {
        group("Resident memory, by part (adds up)");
        plain("before", NO_PROC, cost -> cost.before().residentBytes().value());
        for (Part part : Part.values()) {
            boolean shown = part == Part.REMAINDER
                    || costs.stream()
                            .anyMatch(cost -> Math.abs(growth(cost, part)) >= SMALL_BYTES_EACH * cost.threads());
            if (shown) {
                amounts(label(part), NO_MAPPINGS, cost -> grown(cost, part));
            }
        }
        amounts("smaller changes", NO_MAPPINGS, this::small);
        total("growth of resident memory", NO_PROC, ThreadGrowth::resident);
        plain("after", NO_PROC, cost -> cost.after().residentBytes().value());
        amounts("page tables (kernel)", NO_PROC, ThreadGrowth::pageTables);
        total("memory cost", NO_HISTOGRAM, ThreadGrowth::memory);
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

    /** The total growth of the parts without a row. */
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
                        ? "Resident stack is the sum over all stacks in the kernel's mappings."
                        : "Resident stack is committed stack (NMT) minus the guard pages, since the mappings are"
                                + " missing in the snapshots.");
        for (ThreadGrowth cost : costs) {
            long touched = cost.stacksTouchedInAdvance().orElse(0);
            if (!cost.isVirtual() && touched > 0) {
                notes.add(Amounts.count(touched) + " of the " + Amounts.count(cost.threads())
                        + " stacks have 80 KB or more resident: a thread that starts in the interpreter touches"
                        + " HotSpot's shadow zone (20 pages), a thread that starts in compiled code does"
                        + " not. So the first few hundred threads cost more than later ones.");
            }
        }
        if (costs.stream().allMatch(ThreadGrowth::heapIsPreTouched)) {
            notes.add("The heap was resident from the start, so live objects add to the memory cost and not to"
                    + " resident memory.");
        }
        if (costs.stream().anyMatch(ThreadGrowth::isVirtual)) {
            notes.add("A sleeping virtual thread has no stack: the stacks in its column belong to the carriers and to"
                    + " the thread that wakes the sleepers.");
        }
        notes.add("The kernel also needs 16 KB of stack per platform thread, which is in none of these figures.");
        return notes;
    }

    private void group(String title) {
        lines.add(new Line(Role.GROUP, title, cost -> Rows.NONE, cost -> Rows.NONE));
    }

    private void amounts(String label, String whyAbsent, Function<ThreadGrowth, OptionalLong> figure) {
        bytes(Role.PART, label, whyAbsent, figure, true);
    }

    private void total(String label, String whyAbsent, Function<ThreadGrowth, OptionalLong> figure) {
        bytes(Role.TOTAL, label, whyAbsent, figure, true);
    }

    private void plain(String label, String whyAbsent, Function<ThreadGrowth, OptionalLong> figure) {
        bytes(Role.PART, label, whyAbsent, figure, false);
    }

    private void bytes(
            Role role, String label, String whyAbsent, Function<ThreadGrowth, OptionalLong> figure, boolean perThread) {
        lines.add(new Line(
                role,
                label,
                cost -> cell(figure.apply(cost), Cell::bytes, whyAbsent),
                cost -> perThread && figure.apply(cost).isPresent()
                        ? Cell.bytes(cost.each(figure.apply(cost).getAsLong()))
                        : Rows.NONE));
    }

    private void counts(String label, String whyAbsent, Function<ThreadGrowth, OptionalLong> figure) {
        lines.add(new Line(
                Role.PART, label, cost -> cell(figure.apply(cost), Cell::count, whyAbsent), cost -> Rows.NONE));
    }

    private void ratios(String label, Function<ThreadGrowth, Double> figure) {
        lines.add(new Line(
                Role.PART,
                label,
                cost -> figure.apply(cost).isNaN() ? Cell.absent(NO_NMT) : new Cell.Ratio(figure.apply(cost)),
                cost -> Rows.NONE));
    }

    private static Cell cell(OptionalLong value, LongFunction<Cell> cell, String whyAbsent) {
        return value.isPresent() ? cell.apply(value.getAsLong()) : Cell.absent(whyAbsent);
    }

    private static <K> OptionalLong value(Map<K, Long> map, K key) {
        return map.isEmpty() ? OptionalLong.empty() : OptionalLong.of(map.getOrDefault(key, 0L));
    }
}
