package dev.loomweight.memory.parts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.memory.reconcile.Processes;
import dev.loomweight.report.Finding;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.GroupTexts.ContainerLimit;
import dev.loomweight.sample.GroupTexts.ContainerMemory;
import dev.loomweight.sample.JvmTexts.HeapInfo;
import dev.loomweight.sample.JvmTexts.NativeHeap;
import dev.loomweight.sample.NmtTexts.Amount;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.NmtTexts.NmtMalloc;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.NmtTexts.NmtUsage;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.ProcTexts.Smaps;
import dev.loomweight.sample.Sample;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * What is remarkable is said, and nothing else: of processes whose parts have random amounts.
 *
 * <p>{@code -Dloomweight.remarks.seed=N} takes other amounts, which are the same again with the same number.
 */
class RemarksTest {

    private static final long MB = 1 << 20;
    private static final long HEAP = 0x10_0000_0000L;
    private static final long STACKS = 0x7f00_0000_0000L;
    private static final long CLASSES = 0x7e00_0000_0000L;

    /** A part of memory, and the finding that names it. */
    private enum Kind {
        STACKS("largeStacks"),
        CLASSES("largeMetaspace"),
        GC("largeGcStructures"),
        COMPILER("largeArenas"),
        INTERNAL("largeJvmMalloc"),
        OTHER("directMemory"),
        NATIVE("nativeMalloc"),
        RETAINED("mallocRetained"),
        FILES("mappedFiles"),
        UNUSED("unusedHeap");

        private final String finding;

        Kind(String finding) {
            this.finding = finding;
        }
    }

    /** The amounts of a process, in MB. */
    private static final class Truth {
        private final Map<Kind, Long> amounts = new EnumMap<>(Kind.class);
        private final boolean huge;
        private final long tmpfs;
        private final long others;
        private final long limit;

        Truth(Random random) {
            for (Kind kind : Kind.values()) {
                // Amounts near the limits of what is remarkable are left out: parts of other kinds have some KB of
                // them.
                amounts.put(kind, random.nextInt(4) == 0 ? 80L + random.nextInt(400) : 1L + random.nextInt(6));
            }
            huge = random.nextBoolean();
            tmpfs = random.nextInt(3) == 0 ? 700 + random.nextInt(500) : random.nextInt(20);
            others = random.nextInt(3) == 0 ? 700 + random.nextInt(500) : random.nextInt(20);
            limit = random.nextBoolean() ? 4_000 : -1;
        }

        long of(Kind kind) {
            return amounts.getOrDefault(kind, 0L);
        }

        long resident() {
            return amounts.values().stream().mapToLong(Long::longValue).sum();
        }

        /** With shares that are surely over the limit, and with those that may be. */
        Set<String> remarkable(double share) {
            Set<String> ids = new TreeSet<>();
            amounts.forEach((kind, amount) -> {
                if (amount >= 32 && amount >= share * resident()) {
                    ids.add(kind == Kind.STACKS && huge ? "stacksInHugePages" : kind.finding);
                }
            });
            if (limit > 0 && tmpfs >= 0.15 * limit) {
                ids.add("tmpfs");
            }
            if (limit > 0 && resident() + tmpfs + others > limit / 10 * 9) {
                ids.add("nearLimit");
            }
            if (limit > 0 && others >= 0.15 * limit) {
                ids.add("otherProcesses");
            }
            return ids;
        }
    }

    @Test
    void theLargePartsAreSaidAndNoOthers() {
        long seed = Long.getLong("loomweight.remarks.seed", 20_261_130L);
        Random random = new Random(seed);
        int remarks = 0;
        for (int i = 0; i < 2_000; i++) {
            Truth truth = new Truth(random);
            List<Finding> findings = findings(truth);

            List<String> ids = findings.stream().map(Finding::id).toList();
            String which = "seed " + seed + ", process " + i + ": " + truth.amounts + " " + truth.huge;
            assertThat(ids).as(which).doesNotHaveDuplicates().containsAll(truth.remarkable(0.16));
            assertThat(truth.remarkable(0.14)).as(which).containsAll(ids);
            assertThat(findings).as(which).allSatisfy(finding -> {
                assertThat(finding.summary()).endsWith(".");
                assertThat(finding.solution()).isNotEqualTo(finding.summary());
            });
            remarks += ids.size();
        }
        assertThat(remarks).isGreaterThan(1_000);
    }

    private static List<Finding> findings(Truth truth) {
        MemoryParts parts = new MemoryParts();
        Processes all = parts.fold().empty();
        for (Sample sample : samples(truth)) {
            parts.fold().add(all, new Origin("app", null, "app", Instrument.NMT), sample);
        }
        return parts.finish(all, Coverage.NONE).findings();
    }

    private static List<Sample> samples(Truth truth) {
        long malloc = (truth.of(Kind.GC)
                        + truth.of(Kind.COMPILER)
                        + truth.of(Kind.INTERNAL)
                        + truth.of(Kind.OTHER)
                        + truth.of(Kind.NATIVE))
                * MB;
        long retained = truth.of(Kind.RETAINED) * MB;
        List<Sample> samples = new ArrayList<>();
        samples.add(nmt(truth));
        samples.add(new Smaps(List.of(
                mapping(0x5000_0000L, 8L << 30, "[heap]", malloc + retained, 0),
                mapping(HEAP, 1L << 30, "", truth.of(Kind.UNUSED) * MB, 0),
                mapping(CLASSES, 1L << 30, "", truth.of(Kind.CLASSES) * MB, 0),
                mapping(0x7e80_0000_0000L, 1L << 30, "/data/index", truth.of(Kind.FILES) * MB, 0),
                mapping(
                        STACKS,
                        1L << 30,
                        "",
                        truth.of(Kind.STACKS) * MB,
                        truth.huge ? truth.of(Kind.STACKS) * MB : 0))));
        samples.add(new NativeHeap(2, malloc + retained, retained, 0, 0));
        // A heap of which nothing to speak of is in use.
        samples.add(new HeapInfo("garbage-first heap", 1L << 30, 1L << 30, MB / 2, HEAP, HEAP + (1L << 30)));
        Map<String, Long> group = new HashMap<>(Map.of(
                ContainerMemory.USAGE,
                (truth.resident() + truth.tmpfs + truth.others) * MB,
                "inactive_file",
                0L,
                "active_file",
                0L,
                "shmem",
                truth.tmpfs * MB,
                ContainerMemory.PROCESS + 12,
                truth.others * MB));
        samples.add(new ContainerMemory(group));
        samples.add(new ContainerLimit(truth.limit < 0 ? -1 : truth.limit * MB, "/sys/fs/cgroup/memory.max"));
        return samples;
    }

    private static Smaps.Mapping mapping(long from, long size, String name, long resident, long huge) {
        return new Smaps.Mapping(from, from + size, "rw-p", name, resident, resident, huge, 0);
    }

    private static NmtReport nmt(Truth truth) {
        NmtUsage room = usage(1L << 30);
        List<NmtCategory> categories = List.of(
                category("Java Heap", room, 0),
                new NmtCategory("Thread", room, Map.of(), room, null, null, null, null, List.of(), List.of()),
                category("Class", room, 0),
                category("GC", null, truth.of(Kind.GC) * MB),
                category("Compiler", null, truth.of(Kind.COMPILER) * MB),
                category("Internal", null, truth.of(Kind.INTERNAL) * MB),
                category("Other", null, truth.of(Kind.OTHER) * MB));
        long total = categories.stream()
                .mapToLong(category -> category.usage().committed().bytes())
                .sum();
        return new NmtReport(
                7,
                1,
                false,
                usage(total),
                null,
                null,
                categories,
                List.of(region(HEAP, "Java Heap"), region(STACKS, "Thread Stack"), region(CLASSES, "Class")),
                List.of(),
                List.of(),
                List.of(),
                List.of());
    }

    private static NmtReport.Region region(long from, String category) {
        return new NmtReport.Region(from, from + (1L << 30), 1L << 30, false, category, List.of(), List.of());
    }

    private static NmtCategory category(String name, @Nullable NmtUsage mapped, long malloc) {
        return new NmtCategory(
                name,
                mapped == null ? usage(malloc) : mapped,
                Map.of(),
                null,
                mapped == null ? new NmtMalloc(Amount.of(malloc), 1, 0, -1, -1) : null,
                mapped,
                null,
                null,
                List.of(),
                List.of());
    }

    private static NmtUsage usage(long bytes) {
        return NmtUsage.of(Amount.of(bytes), Amount.of(bytes));
    }
}
