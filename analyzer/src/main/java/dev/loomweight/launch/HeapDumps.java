package dev.loomweight.launch;

import dev.loomweight.capture.CaptureFolder.Part;
import dev.loomweight.capture.DataException;
import dev.loomweight.input.text.TextSource;
import dev.loomweight.report.Amounts;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.JvmTexts.HeapInfo;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/** Heap dumps of a capture: what they will cost, said before they are taken, and refused where the disk is too small. */
final class HeapDumps {

    /**
     * How fast a dump is written, a full collection included: 38 MB took 0.3 s, and 2 GB with a million virtual threads, of
     * which most are stacks, 36 s, on two busy processors.
     */
    private static final long SLOWEST = 50L << 20;

    private static final long FASTEST = 200L << 20;
    private static final long NANOS = 1_000_000_000L;

    private HeapDumps() {}

    /** The parts of a snapshot without the heap dump. */
    static Set<Part> without(Set<Part> parts) {
        Set<Part> others = EnumSet.copyOf(parts);
        others.remove(Part.HEAP);
        return others;
    }

    /**
     * Says what a dump will cost; says why there is none where the disk would be too full.
     *
     * @param folder where it is written
     * @param minFree what must remain free there, in bytes
     * @return whether to take it
     */
    static boolean announce(Attached jvm, Path folder, long minFree, CaptureProgress progress) {
        try {
            long used = usedBytes(jvm);
            long free = Files.getFileStore(folder).getUsableSpace();
            if (used > free - minFree) {
                progress.remark("no heap dump: the heap has " + Amounts.bytes(used) + ", and the disk of " + folder
                        + " has " + Amounts.bytes(free) + " free, of which " + Amounts.bytes(minFree)
                        + " are to remain (--min-free)");
                return false;
            }
            progress.step(
                    "taking a heap dump of up to " + Amounts.bytes(used) + "; the application stands still for about "
                            + Amounts.time(NANOS * used / FASTEST) + " to " + Amounts.time(NANOS * used / SLOWEST));
            return true;
        } catch (IOException | DataException e) {
            progress.remark("no heap dump: " + e.getMessage());
            return false;
        }
    }

    /** What the objects of its heap take now, dead ones included, which the dump leaves out. */
    private static long usedBytes(Attached jvm) throws IOException {
        Path text = Files.createTempFile("loomweight", ".heap_info");
        try {
            jvm.run("GC.heap_info", text);
            AtomicLong used = new AtomicLong();
            Origin origin = new Origin("", null, text.toString(), Instrument.HEAP_INFO);
            new TextSource(text, origin)
                    .read(
                            Interest.in(HeapInfo.class),
                            () -> (from, sample) -> used.addAndGet(((HeapInfo) sample).usedBytes()));
            return used.get();
        } finally {
            Files.deleteIfExists(text);
        }
    }
}
