package dev.loomweight.threadcost.estimate;

import dev.loomweight.fold.Fold;
import dev.loomweight.memory.Part;
import dev.loomweight.memory.reconcile.HeapPart;
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
import dev.loomweight.report.Table.Row;
import dev.loomweight.sample.ClassHistogram;
import dev.loomweight.sample.Coverage;
import dev.loomweight.subject.Analysis;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Estimates the memory of the threads of a process as threads of the other kind, as a range from the depths in a thread
 * dump and what is known of their stacks; {@link StackModel} has the figures and where they come from.
 */
public final class WhatIf implements Analysis<Processes> {

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
    public Fold<Processes> fold() {
        return Processes.FOLD;
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
        StackModel.PerFrame frame = StackModel.frameInHeap(depths.mean(), stacks);
        StackModel.Range all = StackModel.virtual(depths.threads(), depths.mean(), frame);
        rows.add(Row.of(
                Cell.text("platform threads as virtual"),
                Cell.count(depths.threads()),
                Cell.count(Math.round(depths.mean())),
                stacks == null
                        ? Cell.absent("the resident size of stacks was not captured")
                        : Cell.bytes(depths.threads() * platformBytesEach(process, stacks)),
                Cell.bytes(all.least()),
                Cell.bytes(all.most())));
        notes.add(
                "As virtual threads they are in the heap, within -Xmx: 1.5 to 2 KB each (1 KB if there are many), and "
                        + Math.round(frame.least()) + " to " + Math.round(frame.most()) + " B per frame "
                        + (frame.measured() ? "(from the stacks of the platform threads)" : "(compiled to interpreted)")
                        + " while they wait. Running threads use the carriers' stacks, and a pinned thread occupies one.");
        truncated(depths, notes);
        if (stacks != null) {
            notes.add("The current value is the mean over all threads (resident stack and malloc) times the number of"
                    + " these threads. Add 18 KB of kernel memory per thread.");
        }
    }

    private static void truncated(Depths depths, List<String> notes) {
        if (depths.truncated() > 0) {
            notes.add("The stacks of " + Amounts.count(depths.truncated())
                    + (depths.truncated() == 1 ? " thread are" : " threads are")
                    + " truncated in the dump: their frames are at least those counted, and the estimate is too low.");
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
        Double chunk = histogram == null ? null : chunkBytesEach(histogram);
        StackModel.PerFrame frame = StackModel.frameOnStack(depths.mean(), chunk);
        StackModel.Range all = StackModel.platform(depths.threads(), depths.mean(), frame);
        rows.add(Row.of(
                Cell.text("virtual threads as platform"),
                Cell.count(depths.threads()),
                Cell.count(Math.round(depths.mean())),
                histogram == null ? Cell.absent("no class histogram") : Cell.bytes(virtualBytes(histogram)),
                Cell.bytes(all.least()),
                Cell.bytes(all.most())));
        notes.add("As platform threads they need stacks outside the heap: pages of 4 KB, 9 to 10 KB and "
                + Math.round(frame.least()) + " to " + Math.round(frame.most()) + " B per frame "
                + (frame.measured() ? "(from the stack chunks in the class histogram)" : "(compiled to interpreted)")
                + ", and 7 to 9 KB of malloc each. Between " + StackModel.FEWEST_TOUCHED + " and "
                + StackModel.MOST_TOUCHED + " of them start in the interpreter, which touches 64 to 80 KB more in"
                + " advance. Add 1 MB of address space and 18 KB of kernel memory per thread.");
        truncated(depths, notes);
    }

    /** The mean stack chunk, or null if there is none. */
    private static @Nullable Double chunkBytesEach(ClassHistogram histogram) {
        long instances = 0;
        long bytes = 0;
        for (ClassHistogram.Line line : histogram.lines()) {
            if (line.className().equals("jdk.internal.vm.StackChunk")) {
                instances += line.instances();
                bytes += line.bytes();
            }
        }
        return instances == 0 ? null : Double.valueOf((double) bytes / instances);
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
