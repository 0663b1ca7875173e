package dev.loomweight.input.text;

import dev.loomweight.sample.NmtTexts.Amount;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.NmtTexts.NmtMalloc;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.NmtTexts.NmtUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Makes reports up: any names, any figures, and sums that are right. */
final class NmtGenerator {

    private static final List<String> NAMES =
            List.of("Java Heap", "Thread", "Native Memory Tracking", "String Deduplication", "GC", "Brand New Thing");
    private static final List<String> FRAMES = List.of(
            "JavaMain+0x8f in libjli.so",
            "Threads::create_vm(JavaVMInitArgs*, bool*)+0x53d",
            "ZPartition::prime(ZWorkers*, unsigned long) [clone .part.0]+0x11b",
            "operator new(unsigned long)+0x1");

    private final Random random;

    NmtGenerator(long seed) {
        random = new Random(seed);
    }

    NmtReport report() {
        List<NmtCategory> categories = new ArrayList<>();
        long reserved = 0;
        long committed = 0;
        for (String name : NAMES.subList(0, 1 + random.nextInt(NAMES.size()))) {
            NmtCategory category = category(name);
            reserved += category.usage().reserved().bytes();
            committed += category.usage().committed().bytes();
            categories.add(category);
        }
        boolean detail = random.nextBoolean();
        return new NmtReport(
                random.nextInt(3) == 0 ? -1 : 10 + random.nextInt(100_000),
                1,
                false,
                usage(reserved, committed),
                null,
                null,
                categories,
                detail ? regions() : List.of(),
                List.of(),
                detail ? sites() : List.of(),
                List.of(),
                List.of());
    }

    private static NmtUsage usage(long reserved, long committed) {
        return NmtUsage.of(Amount.of(reserved), Amount.of(committed));
    }

    private long bytes() {
        return random.nextLong(1L << (1 + random.nextInt(40)));
    }

    private NmtMalloc malloc() {
        return new NmtMalloc(Amount.of(bytes()), random.nextInt(1000), 0, -1, -1);
    }

    private NmtCategory category(String name) {
        NmtMalloc malloc = malloc();
        NmtMalloc arena = malloc();
        long mapped = bytes();
        NmtUsage mmap = usage(mapped + bytes(), mapped);
        long own = malloc.amount().bytes() + arena.amount().bytes();
        return new NmtCategory(
                name,
                usage(own + mmap.reserved().bytes(), own + mapped),
                name.equals("Thread") ? Map.of("threads", new NmtCategory.Count(random.nextInt(5000), 0)) : Map.of(),
                null,
                malloc,
                mmap,
                arena,
                null,
                List.of(),
                List.of());
    }

    private List<String> frames() {
        List<String> frames = new ArrayList<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            frames.add(FRAMES.get(random.nextInt(FRAMES.size())));
        }
        return frames;
    }

    private List<NmtReport.Region> regions() {
        List<NmtReport.Region> regions = new ArrayList<>();
        // From the lower half of the address space into the upper one, where a long is negative.
        long from = Long.MAX_VALUE - (1L << 45);
        for (int i = random.nextInt(20); i >= 0; i--) {
            long to = from + (1L << 40) + bytes();
            NmtReport.Part part = new NmtReport.Part(from, from + 4096, 4096, List.of());
            NmtReport.Part other = new NmtReport.Part(from + 8192, to, to - from - 8192, frames());
            List<NmtReport.Part> parts = List.of(part, other).subList(0, random.nextInt(3));
            regions.add(
                    new NmtReport.Region(from, to, to - from, random.nextBoolean(), "Thread Stack", frames(), parts));
            from = to + (1L << 40);
        }
        return regions;
    }

    private List<NmtReport.Site> sites() {
        List<NmtReport.Site> sites = new ArrayList<>();
        for (int i = random.nextInt(20); i >= 0; i--) {
            sites.add(new NmtReport.Site("Java Heap", frames(), null, usage(bytes(), bytes())));
        }
        return sites;
    }
}
