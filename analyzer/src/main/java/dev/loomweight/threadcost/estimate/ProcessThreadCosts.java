package dev.loomweight.threadcost.estimate;

import dev.loomweight.fold.Fold;
import dev.loomweight.jvm.VirtualThreads;
import dev.loomweight.memory.Part;
import dev.loomweight.memory.reconcile.HeapPart;
import dev.loomweight.memory.reconcile.NmtDigest;
import dev.loomweight.memory.reconcile.ObservedProcess;
import dev.loomweight.memory.reconcile.Processes;
import dev.loomweight.memory.reconcile.Reconciliation;
import dev.loomweight.memory.reconcile.StackSizes;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Column;
import dev.loomweight.report.Table.Role;
import dev.loomweight.report.Table.Row;
import dev.loomweight.sample.ClassHistogram;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.ThreadDump;
import dev.loomweight.subject.Analysis;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The memory of the threads of a process by kind and part, in total and per thread. */
public final class ProcessThreadCosts implements Analysis<Processes> {

    private static final long KERNEL_STACK_BYTES = 16 << 10;
    private static final int TOP_STACKS = 5;
    private static final Cell NONE = Cell.text("");

    @Override
    public String id() {
        return "threadCosts";
    }

    @Override
    public Fold<Processes> fold() {
        return Processes.FOLD;
    }

    @Override
    public Section finish(Processes all, Coverage coverage) {
        List<Block> blocks = new ArrayList<>();
        int number = 0;
        for (ObservedProcess process : all.together()) {
            Reconciliation whole = process.reconciliation();
            List<Row> rows = new ArrayList<>();
            if (whole != null) {
                platform(whole, rows);
            }
            virtual(process, rows);
            if (rows.isEmpty()) {
                continue;
            }
            number++;
            blocks.add(new Table(
                    "threads" + number,
                    process.name() + ": cost of its threads",
                    List.of(
                            Column.of("part", ""),
                            Column.of("threads", "threads"),
                            Column.of("all", "all"),
                            Column.of("each", "each")),
                    rows,
                    notes(process)));
            StackSizes stacks = process.last().stacks();
            if (stacks != null) {
                blocks.add(heaviest("heaviest" + number, process.name(), stacks));
            }
        }
        return new Section(id(), "Cost of threads", blocks, List.of());
    }

    private static void platform(Reconciliation whole, List<Row> rows) {
        NmtDigest nmt = whole.snapshot().nmt();
        StackSizes stacks = whole.snapshot().stacks();
        long threads = stacks != null ? stacks.count() : nmt == null ? 0 : Math.max(0, nmt.threads());
        if (threads == 0) {
            return;
        }
        rows.add(new Row(Role.PLAIN, List.of(Cell.text("platform threads"), Cell.count(threads), NONE, NONE)));
        boolean exact = nmt != null && nmt.guardBytes() >= 0;
        part(rows, "stack, reserved", whole.reserved(Part.STACKS), threads);
        part(rows, "stack, committed (NMT)", whole.committed(Part.STACKS), threads);
        part(rows, "of which guard pages, never resident" + (exact ? "" : ", at most"), whole.guardBytes(), threads);
        if (stacks != null) {
            part(rows, "stack, resident", stacks.residentBytes(), threads);
        }
        part(rows, "malloc for threads (NMT)", whole.committed(Part.MALLOC_THREADS), threads);
        part(rows, "kernel stack, not in RSS", threads * KERNEL_STACK_BYTES, threads);
    }

    private static void virtual(ObservedProcess process, List<Row> rows) {
        ClassHistogram histogram = process.last().histogram();
        if (histogram == null) {
            return;
        }
        long threads = instances(histogram, VirtualThreads.CLASS);
        Map<HeapPart, Long> heap = HeapPart.bytesByPart(histogram);
        if (threads > 0) {
            rows.add(new Row(Role.PLAIN, List.of(Cell.text("virtual threads"), Cell.count(threads), NONE, NONE)));
            for (HeapPart part :
                    List.of(HeapPart.STACK_CHUNKS, HeapPart.VIRTUAL_THREADS, HeapPart.CONTINUATIONS, HeapPart.TIMERS)) {
                part(rows, part.label() + ", in the heap", heap.getOrDefault(part, 0L), threads);
            }
        }
        long locals = histogram.lines().stream()
                .filter(line -> line.className().contains("java.lang.ThreadLocal$ThreadLocalMap"))
                .mapToLong(ClassHistogram.Line::bytes)
                .sum();
        long maps = instances(histogram, "java.lang.ThreadLocal$ThreadLocalMap");
        if (maps > 0) {
            // A thread has up to two, and a carrier has its own: their number is not one of threads.
            rows.add(new Row(
                    Role.PLAIN,
                    List.of(Cell.text("ThreadLocalMap objects, up to two a thread"), Cell.count(maps), NONE, NONE)));
            part(rows, "the maps, without the values", locals, maps);
        }
    }

    private static long instances(ClassHistogram histogram, String className) {
        return histogram.lines().stream()
                .filter(line -> line.className().equals(className))
                .mapToLong(ClassHistogram.Line::instances)
                .sum();
    }

    private static void part(List<Row> rows, String label, long bytes, long threads) {
        if (bytes > 0) {
            rows.add(new Row(
                    Role.PART,
                    List.of(
                            Cell.text(label),
                            NONE,
                            Cell.bytes(bytes),
                            Cell.bytes(Math.round((double) bytes / threads)))));
        }
    }

    private static List<String> notes(ObservedProcess process) {
        List<String> notes = new ArrayList<>();
        StackSizes stacks = process.last().stacks();
        ThreadDump dump = process.last().threads();
        if (stacks != null) {
            notes.add("Resident stack size: p50 " + Amounts.bytes(stacks.residentAt(0.5)) + ", p95 "
                    + Amounts.bytes(stacks.residentAt(0.95)) + ".");
        }
        if (stacks != null && dump != null) {
            Slope.fit(stacks, dump)
                    .ifPresent(slope -> notes.add("One more frame adds " + Math.round(slope.bytesPerFrame()) + " B (± "
                            + Math.round(slope.errorBytes()) + " B) of resident stack, fitted over "
                            + Amounts.count(slope.threads()) + " threads of different depths."));
        }
        deepest(notes, "platform", Depths.platform(process));
        deepest(notes, "virtual", Depths.virtual(dump));
        return notes;
    }

    private static void deepest(List<String> notes, String kind, Depths depths) {
        if (depths.threads() > 0) {
            notes.add("The deepest " + kind + " thread"
                    + (depths.deepestName().isEmpty() ? "" : ", " + depths.deepestName() + ",")
                    + " has " + Amounts.count(depths.deepest()) + " frames; the mean of "
                    + Amounts.count(depths.threads()) + " is " + Amounts.count(Math.round(depths.mean())) + ".");
        }
    }

    private static Table heaviest(String id, String title, StackSizes stacks) {
        List<Row> rows = new ArrayList<>();
        stacks.stacks().forEach(stack -> {
            int dash = stack.name().indexOf('-');
            rows.add(Row.of(
                    Cell.text(
                            dash < 0
                                    ? "(name only in System.map)"
                                    : stack.name().substring(dash + 1)),
                    Cell.bytes(stack.reservedBytes()),
                    Cell.bytes(stack.residentBytes())));
        });
        return new Table(
                id,
                title + ": largest stacks",
                List.of(
                        Column.of("thread", "thread"),
                        Column.of("reserved", "reserved"),
                        new Column("resident", "resident", true)),
                rows,
                List.of(),
                TOP_STACKS);
    }
}
