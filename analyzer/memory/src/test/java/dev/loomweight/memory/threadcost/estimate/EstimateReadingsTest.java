package dev.loomweight.memory.threadcost.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.kernel.subject.Analysis;
import dev.loomweight.memory.reconcile.HeapPart;
import dev.loomweight.memory.reconcile.Processes;
import dev.loomweight.memory.threadcost.estimate.ProcessThreadCosts.CostsReading;
import dev.loomweight.memory.threadcost.estimate.ProcessThreadCosts.Locals;
import dev.loomweight.memory.threadcost.estimate.ProcessThreadCosts.Platform;
import dev.loomweight.memory.threadcost.estimate.ProcessThreadCosts.Virtual;
import dev.loomweight.memory.threadcost.estimate.WhatIf.WhatIfReading;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Dumps.ThreadDump;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.JvmTexts.ClassHistogram;
import dev.loomweight.sample.JvmTexts.SystemMap;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.ProcTexts.ProcStatus;
import dev.loomweight.sample.Sample;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the threads of a process take, and would take as threads of the other kind, as figures. */
class EstimateReadingsTest {

    private static final long MB = 1 << 20;
    private static final String LOCALS = "java.lang.ThreadLocal$ThreadLocalMap";

    @Test
    void aProcessOfWhichNoThreadIsKnownHasNoReading() {
        Sample memory = new ProcStatus(7, Map.of("VmRSS", 50 * MB), 9);

        assertThat(read(new ProcessThreadCosts(), memory)).isEmpty();
        assertThat(read(new ProcessThreadCosts(), memory, histogram("[B", 3, 48)))
                .isEmpty();
        assertThat(read(new WhatIf(), memory, histogram("[B", 3, 48))).isEmpty();
    }

    @Test
    void platformThreadsAreCountedByTheirStacks() {
        CostsReading reading = read(new ProcessThreadCosts(), stacks(3, 12_288)).getFirst();

        assertThat(reading.platform()).isEqualTo(new Platform(3, 0, 0, 0, false, 3 * 12_288, 0, 3 * (16 << 10)));
        assertThat(Objects.requireNonNull(reading.stacks()).count()).isEqualTo(3);
        assertThat(reading.virtual()).isNull();
        assertThat(reading.locals()).isNull();
        assertThat(reading.slope()).as("no dump has depths").isNull();
    }

    @Test
    void theObjectsOfVirtualThreadsAreDividedByWhatTheyAre() {
        CostsReading reading = read(
                        new ProcessThreadCosts(),
                        histogram(
                                line("jdk.internal.vm.StackChunk", 2, 3_001),
                                line("java.lang.VirtualThread", 5, 501),
                                line("[B", 1, 77)))
                .getFirst();

        Virtual virtual = Objects.requireNonNull(reading.virtual());
        assertThat(virtual.threads()).isEqualTo(5);
        assertThat(virtual.bytes())
                .containsEntry(HeapPart.STACK_CHUNKS, 3_001L)
                .containsEntry(HeapPart.VIRTUAL_THREADS, 501L)
                .containsEntry(HeapPart.TIMERS, 0L);
        assertThat(reading.locals()).isNull();
        assertThat(reading.platform()).isNull();
    }

    @Test
    void mapsOfThreadLocalsHaveTheirTablesAndEntries() {
        CostsReading reading = read(
                        new ProcessThreadCosts(),
                        histogram(
                                line(LOCALS, 4, 96),
                                line("[L" + LOCALS + "$Entry;", 4, 320),
                                line(LOCALS + "$Entry", 9, 288),
                                line("java.lang.ThreadLocal", 7, 112)))
                .getFirst();

        assertThat(reading.locals()).isEqualTo(new Locals(4, 96 + 320 + 288));
        assertThat(reading.virtual()).isNull();
    }

    @Test
    void depthsAloneAreNoReading() {
        assertThat(read(new ProcessThreadCosts(), dump(false, 20, 5))).isEmpty();
    }

    /** With fewer than 16 threads of a kind there is no estimate. */
    @ParameterizedTest
    @CsvSource({
        "false, 15, false, false",
        "false, 16, true,  false",
        "true,  15, false, false",
        "true,  16, false, true"
    })
    void anEstimateNeedsThreads(boolean isVirtual, int threads, boolean platform, boolean virtual) {
        List<WhatIfReading> all = read(new WhatIf(), dump(isVirtual, threads, 8));

        assertThat(all).hasSize(platform || virtual ? 1 : 0);
        all.forEach(one -> {
            assertThat(one.platform() != null).isEqualTo(platform);
            assertThat(one.virtual() != null).isEqualTo(virtual);
        });
    }

    @Test
    void whatTheyTakeNowIsKnownWhereItWasCaptured() {
        WhatIf.Estimate without = Objects.requireNonNull(
                read(new WhatIf(), dump(false, 20, 8)).getFirst().platform());
        WhatIf.Estimate with = Objects.requireNonNull(read(new WhatIf(), dump(false, 20, 8), stacks(4, 40_960))
                .getFirst()
                .platform());

        assertThat(without.nowBytes()).isNegative();
        // The mean of all stacks, for the threads of the dump.
        assertThat(with.nowBytes()).isEqualTo(20 * 40_960);
        assertThat(with.depths().mean()).isEqualTo(8);
        assertThat(with.all().least()).isPositive().isLessThan(with.all().most());
    }

    @Test
    void virtualThreadsTakeTheirObjectsNow() {
        WhatIf.Estimate without = Objects.requireNonNull(
                read(new WhatIf(), dump(true, 20, 8)).getFirst().virtual());
        WhatIf.Estimate with = Objects.requireNonNull(read(
                        new WhatIf(),
                        dump(true, 20, 8),
                        histogram(
                                line("jdk.internal.vm.StackChunk", 20, 60_001),
                                line("java.lang.VirtualThread", 20, 2_003),
                                line("java.lang.Thread", 9, 999),
                                line("[B", 1, 77)))
                .getFirst()
                .virtual());

        assertThat(without.nowBytes()).isNegative();
        assertThat(without.frame().measured()).isFalse();
        assertThat(with.nowBytes()).isEqualTo(60_001 + 2_003);
        assertThat(with.frame().measured()).isTrue();
    }

    private static <R> R read(Analysis<Processes, R> analysis, Sample... samples) {
        Processes all = analysis.fold().empty();
        for (Sample sample : samples) {
            analysis.fold().add(all, new Origin("shop", null, "shop", Instrument.NMT), sample);
        }
        return analysis.read(all, Coverage.NONE);
    }

    private static ThreadDump dump(boolean virtual, int threads, int depth) {
        List<Frame> frames = Collections.nCopies(depth, new Frame("com.acme.Cart", "add", "", 12, -1, 0, ""));
        return new ThreadDump(List.of(new ThreadDump.Stack(frames, virtual, null, false, threads, List.of())));
    }

    private static SystemMap stacks(int count, long resident) {
        List<SystemMap.Mapping> mappings = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long from = 0x7f0000000000L + 2 * MB * i;
            mappings.add(
                    new SystemMap.Mapping(from, from + MB, MB, resident, "rw-p", "STACK-" + (100 + i) + "-w" + i, "-"));
        }
        return new SystemMap(mappings);
    }

    private static ClassHistogram histogram(String name, long instances, long bytes) {
        return histogram(line(name, instances, bytes));
    }

    private static ClassHistogram histogram(ClassHistogram.Line... lines) {
        return new ClassHistogram(
                List.of(lines),
                List.of(lines).stream()
                        .mapToLong(ClassHistogram.Line::instances)
                        .sum(),
                List.of(lines).stream().mapToLong(ClassHistogram.Line::bytes).sum());
    }

    private static ClassHistogram.Line line(String name, long instances, long bytes) {
        return new ClassHistogram.Line(name, "", instances, bytes);
    }
}
