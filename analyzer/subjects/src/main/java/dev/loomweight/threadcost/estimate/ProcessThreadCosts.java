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
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Dumps.ThreadDump;
import dev.loomweight.sample.JvmTexts.ClassHistogram;
import dev.loomweight.subject.Analysis;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The memory of the threads of a process by kind and part, in total and per thread. */
public final class ProcessThreadCosts implements Analysis<Processes, List<ProcessThreadCosts.CostsReading>> {

    private static final long KERNEL_STACK_BYTES = 16 << 10;
    private static final String LOCALS = "java.lang.ThreadLocal$ThreadLocalMap";
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

    /**
     * The threads of one process. Amounts are in bytes.
     *
     * @param process its name
     * @param platform its platform threads, or null where it has none or their number is not known
     * @param virtual its virtual threads by what they are in the heap, or null where no histogram has any
     * @param locals its maps of ThreadLocals, or null where no histogram has any
     * @param stacks the stacks of its platform threads, or null where their size was not captured
     * @param slope what one more frame adds, or null where the threads do not show it
     * @param platformDepths of its platform threads
     * @param virtualDepths of its virtual threads
     */
    record CostsReading(
            String process,
            @Nullable Platform platform,
            @Nullable Virtual virtual,
            @Nullable Locals locals,
            @Nullable StackSizes stacks,
            @Nullable Slope slope,
            Depths platformDepths,
            Depths virtualDepths) {

        /** Whether there is anything to show. */
        boolean isKnown() {
            return platform != null || virtual != null || locals != null;
        }
    }

    /**
     * Platform threads.
     *
     * @param threads how many
     * @param guardBytes their guard pages
     * @param exact whether the guard pages were counted; else it is a highest amount
     * @param residentBytes of their stacks; 0 where it is not known
     * @param mallocBytes NMT's malloc for threads
     * @param kernelBytes their kernel stacks, which are not in resident memory
     */
    record Platform(
            long threads,
            long reservedBytes,
            long committedBytes,
            long guardBytes,
            boolean exact,
            long residentBytes,
            long mallocBytes,
            long kernelBytes) {}

    /**
     * Virtual threads.
     *
     * @param threads how many
     * @param bytes of all objects of the histogram, by what they are
     */
    record Virtual(long threads, Map<HeapPart, Long> bytes) {}

    /**
     * Maps of ThreadLocals. A thread has up to two, and a carrier has its own: their number is not one of threads.
     *
     * @param maps how many
     * @param bytes of them, without the values
     */
    record Locals(long maps, long bytes) {}

    @Override
    public List<CostsReading> read(Processes all, Coverage coverage) {
        return all.together().stream()
                .map(ProcessThreadCosts::read)
                .filter(CostsReading::isKnown)
                .toList();
    }

    private static CostsReading read(ObservedProcess process) {
        Reconciliation whole = process.reconciliation();
        ClassHistogram histogram = process.last().histogram();
        StackSizes stacks = process.last().stacks();
        ThreadDump dump = process.last().threads();
        return new CostsReading(
                process.name(),
                whole == null ? null : platform(whole),
                histogram == null ? null : virtual(histogram),
                histogram == null ? null : locals(histogram),
                stacks,
                stacks == null || dump == null ? null : Slope.fit(stacks, dump).orElse(null),
                Depths.platform(process),
                Depths.virtual(dump));
    }

    private static @Nullable Platform platform(Reconciliation whole) {
        NmtDigest nmt = whole.snapshot().nmt();
        StackSizes stacks = whole.snapshot().stacks();
        long threads = stacks != null ? stacks.count() : nmt == null ? 0 : Math.max(0, nmt.threads());
        return threads == 0
                ? null
                : new Platform(
                        threads,
                        whole.reserved(Part.STACKS),
                        whole.committed(Part.STACKS),
                        whole.guardBytes(),
                        nmt != null && nmt.guardBytes() >= 0,
                        stacks == null ? 0 : stacks.residentBytes(),
                        whole.committed(Part.MALLOC_THREADS),
                        threads * KERNEL_STACK_BYTES);
    }

    private static @Nullable Virtual virtual(ClassHistogram histogram) {
        long threads = instances(histogram, VirtualThreads.CLASS);
        return threads == 0 ? null : new Virtual(threads, HeapPart.bytesByPart(histogram));
    }

    private static @Nullable Locals locals(ClassHistogram histogram) {
        long maps = instances(histogram, LOCALS);
        return maps == 0
                ? null
                : new Locals(
                        maps,
                        histogram.lines().stream()
                                .filter(line -> line.className().contains(LOCALS))
                                .mapToLong(ClassHistogram.Line::bytes)
                                .sum());
    }

    private static long instances(ClassHistogram histogram, String className) {
        return histogram.lines().stream()
                .filter(line -> line.className().equals(className))
                .mapToLong(ClassHistogram.Line::instances)
                .sum();
    }

    @Override
    public Section say(List<CostsReading> all, Coverage coverage) {
        List<Block> blocks = new ArrayList<>();
        int number = 0;
        for (CostsReading one : all) {
            number++;
            blocks.add(new Table(
                    "threads" + number,
                    one.process + ": cost of its threads",
                    List.of(
                            Column.of("part", ""),
                            Column.of("threads", "threads"),
                            Column.of("all", "all"),
                            Column.of("each", "each")),
                    rows(one),
                    notes(one)));
            if (one.stacks != null) {
                blocks.add(heaviest("heaviest" + number, one.process, one.stacks));
            }
        }
        return new Section(id(), "Cost of threads", blocks, List.of());
    }

    private static List<Row> rows(CostsReading one) {
        List<Row> rows = new ArrayList<>();
        Platform platform = one.platform;
        if (platform != null) {
            long threads = platform.threads;
            rows.add(heading("platform threads", threads));
            part(rows, "stack, reserved", platform.reservedBytes, threads);
            part(rows, "stack, committed (NMT)", platform.committedBytes, threads);
            part(
                    rows,
                    "of which guard pages, never resident" + (platform.exact ? "" : ", at most"),
                    platform.guardBytes,
                    threads);
            part(rows, "stack, resident", platform.residentBytes, threads);
            part(rows, "malloc for threads (NMT)", platform.mallocBytes, threads);
            part(rows, "kernel stack, not in RSS", platform.kernelBytes, threads);
        }
        Virtual virtual = one.virtual;
        if (virtual != null) {
            rows.add(heading("virtual threads", virtual.threads));
            for (HeapPart part : HeapPart.OF_VIRTUAL_THREADS) {
                part(rows, part.label() + ", in the heap", virtual.bytes.getOrDefault(part, 0L), virtual.threads);
            }
        }
        Locals locals = one.locals;
        if (locals != null) {
            rows.add(heading("ThreadLocalMap objects, up to two a thread", locals.maps));
            part(rows, "the maps, without the values", locals.bytes, locals.maps);
        }
        return rows;
    }

    private static Row heading(String what, long count) {
        return new Row(Role.PLAIN, List.of(Cell.text(what), Cell.count(count), NONE, NONE));
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

    private static List<String> notes(CostsReading one) {
        List<String> notes = new ArrayList<>();
        if (one.stacks != null) {
            notes.add("Resident stack size: p50 " + Amounts.bytes(one.stacks.residentAt(0.5)) + ", p95 "
                    + Amounts.bytes(one.stacks.residentAt(0.95)) + ".");
        }
        Slope slope = one.slope;
        if (slope != null) {
            notes.add("One more frame adds " + Math.round(slope.bytesPerFrame()) + " B (± "
                    + Math.round(slope.errorBytes()) + " B) of resident stack, fitted over "
                    + Amounts.count(slope.threads()) + " threads of different depths.");
        }
        deepest(notes, "platform", one.platformDepths);
        deepest(notes, "virtual", one.virtualDepths);
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
