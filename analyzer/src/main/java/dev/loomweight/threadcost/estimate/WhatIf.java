package dev.loomweight.threadcost.estimate;

import dev.loomweight.memory.reconcile.HeapPart;
import dev.loomweight.memory.reconcile.ObservedProcess;
import dev.loomweight.memory.reconcile.Part;
import dev.loomweight.memory.reconcile.ProcessAnalysis;
import dev.loomweight.memory.reconcile.Processes;
import dev.loomweight.memory.reconcile.Reconciliation;
import dev.loomweight.memory.reconcile.StackSizes;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Column;
import dev.loomweight.report.Table.Row;
import dev.loomweight.sample.ClassHistogram;
import dev.loomweight.sample.Coverage;
import java.util.ArrayList;
import java.util.List;

/**
 * Estimates the memory of the threads of a process as threads of the other kind, as a range from the depths in a thread
 * dump and the cost of a frame.
 */
public final class WhatIf extends ProcessAnalysis {

    /** VirtualThread, its continuation, a timer and what holds them, by class histograms of JDK 21 and 25, in bytes. */
    private static final long VIRTUAL_FIXED_BYTES = 440;

    /** A stack chunk before any frame that a dump shows: its head, and the frames of the yield, in bytes. */
    private static final long CHUNK_LOW_BYTES = 600;

    private static final long CHUNK_HIGH_BYTES = 1100;

    /** A frame in a stack chunk, compiled and inlined into its caller, and interpreted; on JDK 21 and 25, in bytes. */
    private static final long FRAME_LOW_BYTES = 25;

    private static final long FRAME_HIGH_BYTES = 136;

    /** A platform thread without frames of its own: started in compiled code, and in the interpreter, in bytes. */
    private static final long PLATFORM_LOW_BYTES = 24 << 10;

    private static final long PLATFORM_HIGH_BYTES = 104 << 10;

    /** With fewer threads the estimate is not useful. */
    private static final long FEWEST = 16;

    private static final List<Column> COLUMNS = List.of(
            Column.of("what", ""),
            Column.of("threads", "threads"),
            Column.of("frames", "frames each"),
            Column.of("now", "now"),
            Column.of("least", "estimate, min"),
            Column.of("most", "max"));

    @Override
    public String id() {
        return "whatIf";
    }

    @Override
    public Section finish(Processes all, Coverage coverage) {
        List<Block> blocks = new ArrayList<>();
        for (ObservedProcess process : all.together()) {
            List<Row> rows = new ArrayList<>();
            List<String> notes = new ArrayList<>();
            platformAsVirtual(process, rows, notes);
            virtualAsPlatform(process, rows, notes);
            if (!rows.isEmpty()) {
                notes.add("This is an estimate for the moment of the thread dump. It excludes ThreadLocals, which"
                        + " both kinds have.");
                blocks.add(new Table("whatIf" + (blocks.size() + 1), process.name(), COLUMNS, rows, notes));
            }
        }
        return new Section(id(), "Estimate: the threads as threads of the other kind", blocks, List.of());
    }

    private static void platformAsVirtual(ObservedProcess process, List<Row> rows, List<String> notes) {
        Depths depths = Depths.platform(process);
        if (depths.threads() < FEWEST) {
            return;
        }
        StackSizes stacks = process.last().stacks();
        long low = depths.threads() * (VIRTUAL_FIXED_BYTES + CHUNK_LOW_BYTES) + depths.frames() * FRAME_LOW_BYTES;
        long high = depths.threads() * (VIRTUAL_FIXED_BYTES + CHUNK_HIGH_BYTES) + depths.frames() * FRAME_HIGH_BYTES;
        rows.add(Row.of(
                Cell.text("platform threads as virtual"),
                Cell.count(depths.threads()),
                Cell.count(Math.round(depths.mean())),
                stacks == null
                        ? Cell.absent("the resident size of stacks was not captured")
                        : Cell.bytes(depths.threads() * platformBytesEach(process, stacks)),
                Cell.bytes(low),
                Cell.bytes(high)));
        notes.add("As virtual threads they are in the heap, within -Xmx: "
                + Amounts.bytes(VIRTUAL_FIXED_BYTES + CHUNK_LOW_BYTES) + " to "
                + Amounts.bytes(VIRTUAL_FIXED_BYTES + CHUNK_HIGH_BYTES) + " each and " + FRAME_LOW_BYTES + " to "
                + FRAME_HIGH_BYTES + " B per frame (compiled, interpreted) while they wait. Running threads use the"
                + " carriers' stacks, and a pinned thread occupies one.");
        if (stacks != null) {
            notes.add("The current value is the mean over all threads (resident stack and malloc) times the number of"
                    + " these threads. Add 18 KB of kernel memory per thread.");
        }
    }

    /** Resident stack and malloc of the mean thread. */
    private static long platformBytesEach(ObservedProcess process, StackSizes stacks) {
        Reconciliation whole = process.reconciliation();
        long malloc = whole == null ? 0 : whole.committed(Part.MALLOC_THREADS);
        return (stacks.residentBytes() + malloc) / stacks.count();
    }

    private static void virtualAsPlatform(ObservedProcess process, List<Row> rows, List<String> notes) {
        Depths depths = Depths.virtual(process.last().threads());
        ClassHistogram histogram = process.last().histogram();
        if (depths.threads() < FEWEST) {
            return;
        }
        long low = depths.threads() * PLATFORM_LOW_BYTES + depths.frames() * FRAME_LOW_BYTES;
        long high = depths.threads() * PLATFORM_HIGH_BYTES + depths.frames() * FRAME_HIGH_BYTES;
        rows.add(Row.of(
                Cell.text("virtual threads as platform"),
                Cell.count(depths.threads()),
                Cell.count(Math.round(depths.mean())),
                histogram == null ? Cell.absent("no class histogram") : Cell.bytes(virtualBytes(histogram)),
                Cell.bytes(low),
                Cell.bytes(high)));
        notes.add("As platform threads they need stacks outside the heap: " + Amounts.bytes(PLATFORM_LOW_BYTES) + " to "
                + Amounts.bytes(PLATFORM_HIGH_BYTES) + " each, more if they start in the interpreter, which touches"
                + " 80 KB in advance, plus the same bytes per frame. Add 1 MB of address space and 18 KB of"
                + " kernel memory per thread.");
    }

    private static long virtualBytes(ClassHistogram histogram) {
        return HeapPart.bytesByPart(histogram).entrySet().stream()
                .filter(part -> part.getKey() == HeapPart.STACK_CHUNKS
                        || part.getKey() == HeapPart.VIRTUAL_THREADS
                        || part.getKey() == HeapPart.CONTINUATIONS
                        || part.getKey() == HeapPart.TIMERS)
                .mapToLong(part -> part.getValue())
                .sum();
    }
}
