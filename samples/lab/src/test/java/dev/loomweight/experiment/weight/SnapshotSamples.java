package dev.loomweight.experiment.weight;

import dev.loomweight.capture.CaptureEnd;
import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import dev.loomweight.sample.JvmTexts.ClassHistogram;
import dev.loomweight.sample.JvmTexts.SystemMap;
import dev.loomweight.sample.NmtTexts.Amount;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.NmtTexts.NmtMalloc;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.NmtTexts.NmtReport.Part;
import dev.loomweight.sample.NmtTexts.NmtReport.Region;
import dev.loomweight.sample.NmtTexts.NmtUsage;
import dev.loomweight.sample.ProcTexts.ProcStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Samples of a capture whose every figure is odd, so that a right answer can only come from the right place. */
final class SnapshotSamples {

    static final long GUARD = 16384;

    private SnapshotSamples() {}

    static CaptureInfo info(String kind, long asked, long ran, List<String> command) {
        return new CaptureInfo(
                "sleepers",
                "25.0.3",
                77,
                Instant.EPOCH,
                command,
                new CaptureInfo.Threads(kind, asked, ran, 3, 1 << 20),
                CaptureEnd.COMPLETE.status(),
                null,
                CaptureInfo.End.UNKNOWN);
    }

    /** A report of a heap, some threads with stacks of 1 MB, JFR and NMT itself, in detail. */
    static NmtReport nmt(int threads, long stackCommitted, long threadOther, long tracing) {
        List<NmtCategory> categories = List.of(
                category("Java Heap", 512 << 20, 256 << 20, null),
                category(
                        "Thread",
                        ((long) threads << 20) + threadOther,
                        stackCommitted + threadOther,
                        usage((long) threads << 20, stackCommitted)),
                category("Tracing", tracing, tracing, null),
                category("Native Memory Tracking", 1001, 1001, null));
        List<Region> regions = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            long from = 0x7f0000000000L + ((long) i << 20);
            regions.add(new Region(
                    from,
                    from + (1 << 20),
                    1 << 20,
                    false,
                    "Thread Stack",
                    List.of(),
                    List.of(
                            new Part(
                                    from,
                                    from + GUARD,
                                    GUARD,
                                    List.of("StackOverflow::create_stack_guard_pages()+0x5d")),
                            new Part(from + 900_000, from + 908_192, 8192, List.of()))));
        }
        long reserved = categories.stream()
                .mapToLong(category -> category.usage().reserved().bytes())
                .sum();
        long committed = categories.stream()
                .mapToLong(category -> category.usage().committed().bytes())
                .sum();
        return new NmtReport(
                77,
                1,
                false,
                usage(reserved, committed),
                null,
                null,
                categories,
                regions,
                List.of(),
                List.of(),
                List.of(),
                List.of());
    }

    static ClassHistogram histogram(Map<String, Long> bytesByClass) {
        List<ClassHistogram.Line> lines = bytesByClass.entrySet().stream()
                .map(entry -> new ClassHistogram.Line(entry.getKey(), "java.base", 1, entry.getValue()))
                .toList();
        long sum = bytesByClass.values().stream().mapToLong(Long::longValue).sum();
        return new ClassHistogram(lines, lines.size(), sum);
    }

    static ProcStatus status(long resident, long pageTables) {
        return new ProcStatus(77, Map.of("VmRSS", resident, "VmPTE", pageTables), 9);
    }

    /** Stacks of two sizes, and a heap that takes what is over of the resident memory. */
    static SystemMap map(long resident, int first, long firstEach, int second, long secondEach) {
        List<SystemMap.Mapping> mappings = new ArrayList<>();
        long heap = resident - first * firstEach - second * secondEach;
        mappings.add(new SystemMap.Mapping(1 << 20, (1 << 20) + (1 << 29), 1 << 29, heap, "rw-p", "JAVAHEAP", "-"));
        for (int i = 0; i < first + second; i++) {
            String info = "STACK-" + (100 + i) + "-sleeper-" + i;
            long from = 0x7f0000000000L + ((long) i << 20);
            long each = i < first ? firstEach : secondEach;
            mappings.add(new SystemMap.Mapping(from, from + GUARD, GUARD, 0, "---p", info, "-"));
            mappings.add(
                    new SystemMap.Mapping(from + GUARD, from + (1 << 20), (1 << 20) - GUARD, each, "rw-p", info, "-"));
        }
        return new SystemMap(mappings);
    }

    private static NmtCategory category(String name, long reserved, long committed, @Nullable NmtUsage stack) {
        return new NmtCategory(
                name,
                usage(reserved, committed),
                Map.of(),
                stack,
                stack == null
                        ? null
                        : new NmtMalloc(Amount.of(committed - stack.committed().bytes()), 1, 0, -1, -1),
                name.equals("Java Heap") ? usage(reserved, committed) : null,
                null,
                null,
                List.of(),
                List.of());
    }

    private static NmtUsage usage(long reserved, long committed) {
        return NmtUsage.of(Amount.of(reserved), Amount.of(committed));
    }
}
