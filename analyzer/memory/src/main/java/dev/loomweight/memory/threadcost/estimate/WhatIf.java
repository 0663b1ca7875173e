package dev.loomweight.memory.threadcost.estimate;

import dev.loomweight.fold.Fold;
import dev.loomweight.jvm.VirtualThreads;
import dev.loomweight.kernel.subject.Analysis;
import dev.loomweight.memory.Part;
import dev.loomweight.memory.reconcile.HeapPart;
import dev.loomweight.memory.reconcile.MemoryMoment;
import dev.loomweight.memory.reconcile.ObjectHeaders;
import dev.loomweight.memory.reconcile.ObservedProcess;
import dev.loomweight.memory.reconcile.Processes;
import dev.loomweight.memory.reconcile.StackSizes;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Section;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.JvmTexts.ClassHistogram;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Estimates the memory of the threads of a process as threads of the other kind, as a range from the depths in a thread
 * dump and what is known of their stacks; {@link StackModel} has the figures and where they come from.
 */
public final class WhatIf implements Analysis<Processes, List<WhatIf.WhatIfReading>> {

    /** @param whyAbsent why it may not be known what they take as they are */
    private record Line(String what, Estimate of, String whyAbsent) {}

    private static final Rows<Line> ESTIMATES = Rows.of(Line.class)
            .text("what", "", Line::what)
            .count("threads", "threads", line -> line.of.depths.threads())
            .count("frames", "frames each", line -> Math.round(line.of.depths.mean()))
            .column(
                    "now",
                    "now",
                    line -> line.of.nowBytes < 0 ? Cell.absent(line.whyAbsent) : Cell.bytes(line.of.nowBytes))
            .bytes("least", "estimate, min", line -> line.of.all.least())
            .bytes("most", "max", line -> line.of.all.most());

    @Override
    public String id() {
        return "whatIf";
    }

    @Override
    public Fold<Processes> fold() {
        return Processes.FOLD;
    }

    /**
     * The threads of one process as threads of the other kind; one of the two at least is there.
     *
     * @param process its name
     * @param platform its platform threads, as virtual ones; null where there are too few
     * @param virtual its virtual threads, as platform ones; null where there are too few
     */
    record WhatIfReading(
            String process,
            @Nullable Estimate platform,
            @Nullable Estimate virtual) {}

    /**
     * Threads of one kind as threads of the other.
     *
     * @param depths their stacks
     * @param nowBytes what they take as they are, in bytes; negative where it was not captured
     * @param frame what one frame takes as the other kind
     * @param all what they all take as the other kind
     */
    record Estimate(Depths depths, long nowBytes, StackModel.PerFrame frame, StackModel.Range all) {}

    @Override
    public List<WhatIfReading> read(Processes all, Coverage coverage) {
        return all.together().stream()
                .map(process ->
                        new WhatIfReading(process.name(), platformAsVirtual(process), virtualAsPlatform(process)))
                .filter(one -> one.platform != null || one.virtual != null)
                .toList();
    }

    private static @Nullable Estimate platformAsVirtual(ObservedProcess process) {
        Depths depths = Depths.platform(process);
        if (depths.threads() < StackModel.FEWEST) {
            return null;
        }
        StackSizes stacks = process.last().stacks();
        StackModel.PerFrame frame = StackModel.frameInHeap(depths.mean(), stacks);
        return new Estimate(
                depths,
                stacks == null ? -1 : depths.threads() * platformBytesEach(process, stacks),
                frame,
                StackModel.virtual(depths.threads(), depths.mean(), frame, ObjectHeaders.of(process)));
    }

    /** Resident stack and malloc of the mean thread. */
    private static long platformBytesEach(ObservedProcess process, StackSizes stacks) {
        MemoryMoment whole = process.whole();
        long malloc = whole == null ? 0 : whole.committed(Part.MALLOC_THREADS);
        return (stacks.residentBytes() + malloc) / stacks.count();
    }

    private static @Nullable Estimate virtualAsPlatform(ObservedProcess process) {
        Depths depths = Depths.virtual(process.last().threads());
        if (depths.threads() < StackModel.FEWEST) {
            return null;
        }
        ClassHistogram histogram = process.last().histogram();
        StackModel.PerFrame frame =
                StackModel.frameOnStack(depths.mean(), histogram == null ? null : chunkBytesEach(histogram));
        return new Estimate(
                depths,
                histogram == null ? -1 : virtualBytes(histogram),
                frame,
                StackModel.platform(depths.threads(), depths.mean(), frame));
    }

    /** The mean stack chunk, or null if there is none. */
    private static @Nullable Double chunkBytesEach(ClassHistogram histogram) {
        long instances = histogram.instancesOf(VirtualThreads.STACK_CHUNK);
        long bytes = histogram.bytesOf(VirtualThreads.STACK_CHUNK);
        return instances == 0 ? null : Double.valueOf((double) bytes / instances);
    }

    private static long virtualBytes(ClassHistogram histogram) {
        Map<HeapPart, Long> bytes = HeapPart.bytesByPart(histogram);
        return HeapPart.OF_VIRTUAL_THREADS.stream().mapToLong(bytes::get).sum();
    }

    @Override
    public Section say(List<WhatIfReading> all, Coverage coverage) {
        List<Block> blocks = new ArrayList<>();
        for (WhatIfReading one : all) {
            List<Line> lines = new ArrayList<>();
            List<String> notes = new ArrayList<>();
            if (one.platform != null) {
                lines.add(new Line(
                        "platform threads as virtual", one.platform, "the resident size of stacks was not captured"));
                platform(one.platform, notes);
            }
            if (one.virtual != null) {
                lines.add(new Line("virtual threads as platform", one.virtual, "no class histogram"));
                virtual(one.virtual, notes);
            }
            notes.add("This is an estimate for the moment of the thread dump. It excludes ThreadLocals, which"
                    + " both kinds have.");
            blocks.add(ESTIMATES.table("whatIf" + (blocks.size() + 1), one.process, lines, notes));
        }
        return new Section(id(), "Estimate: the threads as threads of the other kind", blocks, List.of());
    }

    private static void platform(Estimate one, List<String> notes) {
        notes.add(
                "As virtual threads they are in the heap, within -Xmx: 1.5 to 2 KB each (1 KB if there are many), and "
                        + perFrame(one, "stacks of the platform threads")
                        + " while they wait. Running threads use the carriers' stacks, and a pinned thread occupies one.");
        truncated(one.depths, notes);
        if (one.nowBytes >= 0) {
            notes.add("The current value is the mean over all threads (resident stack and malloc) times the number of"
                    + " these threads. Add 18 KB of kernel memory per thread.");
        }
    }

    private static void virtual(Estimate one, List<String> notes) {
        notes.add("As platform threads they need stacks outside the heap: pages of 4 KB, 9 to 10 KB and "
                + perFrame(one, "stack chunks in the class histogram")
                + ", and 7 to 9 KB of malloc each. Between " + StackModel.FEWEST_TOUCHED + " and "
                + StackModel.MAX_TOUCHED_THREADS
                + " of them start in the interpreter, which touches 64 to 80 KB more in"
                + " advance. Add 1 MB of address space and 18 KB of kernel memory per thread.");
        truncated(one.depths, notes);
    }

    private static String perFrame(Estimate one, String measuredBy) {
        return Math.round(one.frame.least()) + " to " + Math.round(one.frame.most()) + " B per frame ("
                + (one.frame.measured() ? "from the " + measuredBy : "compiled to interpreted") + ")";
    }

    private static void truncated(Depths depths, List<String> notes) {
        if (depths.truncated() > 0) {
            notes.add("The stacks of " + Amounts.count(depths.truncated(), "thread are", "threads are")
                    + " truncated in the dump: their frames are at least those counted, and the estimate is too low.");
        }
    }
}
