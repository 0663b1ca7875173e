package dev.loomweight.memory.threadcost.estimate;

import dev.loomweight.fold.Fold;
import dev.loomweight.jvm.VirtualThreads;
import dev.loomweight.kernel.subject.Analysis;
import dev.loomweight.memory.Part;
import dev.loomweight.memory.reconcile.HeapPart;
import dev.loomweight.memory.reconcile.MemoryMoment;
import dev.loomweight.memory.reconcile.NmtDigest;
import dev.loomweight.memory.reconcile.ObservedProcess;
import dev.loomweight.memory.reconcile.Processes;
import dev.loomweight.memory.reconcile.StackSizes;
import dev.loomweight.report.Among;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Block;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table.Role;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Dumps.ThreadDump;
import dev.loomweight.sample.JvmTexts.ClassHistogram;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The memory of the threads of a process by kind and part, in total and per thread. */
public final class ProcessThreadCosts implements Analysis<Processes, List<ProcessThreadCosts.CostsReading>> {

    private static final long KERNEL_STACK_BYTES = 16 << 10;
    private static final String LOCALS = "java.lang.ThreadLocal$ThreadLocalMap";
    private static final int TOP_STACKS = 5;

    /**
     * A kind of threads, or a part of their memory.
     *
     * @param bytes what all of them take, or -1 for a kind
     */
    private record Line(String part, long threads, long bytes) {

        private boolean isPart() {
            return bytes >= 0;
        }
    }

    private static final Rows<Line> COSTS = Rows.of(Line.class)
            .roles(line -> line.isPart() ? Role.PART : Role.PLAIN)
            .text("part", "", Line::part)
            .count("threads", "threads", Line::threads)
            .where(line -> !line.isPart())
            .bytes("all", "all", Line::bytes)
            .where(Line::isPart)
            .bytes("each", "each", line -> Math.round((double) line.bytes / line.threads))
            .where(Line::isPart);

    private static final Rows<StackSizes.Stack> HEAVIEST = Rows.of(StackSizes.Stack.class)
            .text(
                    "thread",
                    "thread",
                    stack -> stack.name().indexOf('-') < 0 ? "(name only in System.map)" : stack.threadName())
            .bytes("reserved", "reserved", StackSizes.Stack::reservedBytes)
            .bytes("resident", "resident", StackSizes.Stack::residentBytes)
            .bar()
            .top(TOP_STACKS);

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
        MemoryMoment whole = process.whole();
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

    /**
     * What the JVM's and the C library's malloc for a platform thread is, the mean of all by NMT, in bytes; -1 where it is
     * not known.
     */
    public static long mallocEach(ObservedProcess process) {
        MemoryMoment whole = process.whole();
        Platform platform = whole == null ? null : platform(whole);
        return platform == null || platform.mallocBytes == 0 ? -1 : platform.mallocBytes / platform.threads;
    }

    private static @Nullable Platform platform(MemoryMoment whole) {
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
        long threads = histogram.instancesOf(VirtualThreads.CLASS);
        return threads == 0 ? null : new Virtual(threads, HeapPart.bytesByPart(histogram));
    }

    private static @Nullable Locals locals(ClassHistogram histogram) {
        long maps = histogram.instancesOf(LOCALS);
        return maps == 0
                ? null
                : new Locals(
                        maps,
                        histogram.lines().stream()
                                .filter(line -> line.className().contains(LOCALS))
                                .mapToLong(ClassHistogram.Line::bytes)
                                .sum());
    }

    @Override
    public Section say(List<CostsReading> all, Coverage coverage) {
        List<Block> blocks = new ArrayList<>();
        int number = 0;
        for (CostsReading one : all) {
            number++;
            Among among = Among.numbered(one.process, number);
            blocks.add(COSTS.table(among.id("threads"), among.words("cost of its threads"), lines(one), notes(one)));
            if (one.stacks != null) {
                blocks.add(HEAVIEST.table(among.id("heaviest"), among.words("largest stacks"), one.stacks.stacks()));
            }
        }
        return new Section(id(), "Cost of threads", blocks, List.of());
    }

    private static List<Line> lines(CostsReading one) {
        List<Line> lines = new ArrayList<>();
        Platform platform = one.platform;
        if (platform != null) {
            long threads = platform.threads;
            lines.add(new Line("platform threads", threads, -1));
            part(lines, "stack, reserved", platform.reservedBytes, threads);
            part(lines, "stack, committed (NMT)", platform.committedBytes, threads);
            part(
                    lines,
                    "of which guard pages, never resident" + (platform.exact ? "" : ", at most"),
                    platform.guardBytes,
                    threads);
            part(lines, "stack, resident", platform.residentBytes, threads);
            part(lines, "malloc for threads (NMT)", platform.mallocBytes, threads);
            part(lines, "kernel stack, not in RSS", platform.kernelBytes, threads);
        }
        Virtual virtual = one.virtual;
        if (virtual != null) {
            lines.add(new Line("virtual threads", virtual.threads, -1));
            for (HeapPart part : HeapPart.OF_VIRTUAL_THREADS) {
                part(lines, part.label() + ", in the heap", virtual.bytes.getOrDefault(part, 0L), virtual.threads);
            }
        }
        Locals locals = one.locals;
        if (locals != null) {
            lines.add(new Line("ThreadLocalMap objects, up to two a thread", locals.maps, -1));
            part(lines, "the maps, without the values", locals.bytes, locals.maps);
        }
        return lines;
    }

    private static void part(List<Line> lines, String label, long bytes, long threads) {
        if (bytes > 0) {
            lines.add(new Line(label, threads, bytes));
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
}
