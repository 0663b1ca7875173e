package dev.loomweight.growth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.fold.Results;
import dev.loomweight.memory.Place;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Instrument;
import dev.loomweight.sample.MemoryEvents.DirectBuffers;
import dev.loomweight.sample.MemoryEvents.GarbageCollection;
import dev.loomweight.sample.MemoryEvents.HeapSummary;
import dev.loomweight.sample.MemoryEvents.HeapUsage;
import dev.loomweight.sample.MemoryEvents.ResidentSetSize;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;

/** Growth by a recording alone: the heap counts after collections of its old generation, and only then. */
class RecordedGrowthTest {

    private static final long MB = 1 << 20;
    private static final Origin ORIGIN = new Origin("shop", null, "shop.jfr", Instrument.JFR);

    /** The used heap rises between collections, and after young ones: that is garbage. */
    @Test
    void garbageIsNoGrowth() {
        Section section = growth(heap(old -> 100 * MB));

        assertThat(section.findings()).isEmpty();
    }

    @Test
    void liveObjectsThatStayAreGrowth() {
        Section section = growth(heap(old -> (100 + 10 * old) * MB));

        assertThat(section.findings()).singleElement().satisfies(finding -> {
            assertThat(finding.id()).isEqualTo("growthOfHeap");
            assertThat(finding.severity()).isEqualTo(Finding.Severity.WARNING);
            // 10 MB at each collection of the old generation, one a minute.
            assertThat(finding.summary()).contains("by 190 MB in 19 min", "10 MB ± ", "per minute");
        });
    }

    @Test
    void withoutTheKindsOfCollectionsNothingIsSaidOfTheHeap() {
        List<Sample> samples = heap(old -> (100 + 10 * old) * MB);
        samples.removeIf(GarbageCollection.class::isInstance);

        assertThat(growth(samples).findings()).isEmpty();
    }

    /** In the first seconds of a JVM everything grows. */
    @Test
    void withinAMinuteItIsNoAlarm() {
        for (int seconds : new int[] {59, 60}) {
            List<Sample> samples = new ArrayList<>();
            for (int i = 0; i <= seconds; i++) {
                samples.add(new DirectBuffers(at(i), i, 3 * MB * i, 0));
                samples.add(new ResidentSetSize(at(i), (300 + 3 * i) * MB, 0));
            }

            assertThat(growth(samples).findings()).singleElement().satisfies(finding -> {
                boolean alarm = seconds == 60;
                assertThat(finding.severity()).isEqualTo(alarm ? Finding.Severity.WARNING : Finding.Severity.INFO);
                assertThat(finding.explanation().contains("cannot be distinguished from warm-up"))
                        .isEqualTo(!alarm);
            });
        }
    }

    @Test
    void directBuffersAreRankedAndResidentMemoryIsTheTotal() {
        List<Sample> samples = heap(old -> 100 * MB);
        for (int i = 0; i < 20; i++) {
            samples.add(new DirectBuffers(at(60 * i), i, 37 * MB * i, 0));
            samples.add(new ResidentSetSize(at(60 * i), (300 + 40 * i) * MB, 0));
        }
        Section section = growth(samples);

        Table table = (Table) section.blocks().getLast();
        assertThat(table.rows().getFirst().cells().subList(0, 4))
                .containsExactly(
                        Cell.text(Place.DIRECT_BUFFERS.label()),
                        Cell.bytes(0),
                        Cell.bytes(703 * MB),
                        Cell.bytes(703 * MB));
        assertThat(table.rows().getLast().cells().getFirst()).isEqualTo(Cell.text("resident memory"));
        assertThat(section.findings()).extracting(Finding::id).containsExactly("growthOfDirectBuffers");
    }

    /** Twenty minutes of G1: nine young collections after each marking, of which the first removes the garbage. */
    private static List<Sample> heap(IntToLongFunction live) {
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            int old = i / 10;
            boolean marks = i % 10 == 0;
            long garbage = i % 10 == 1 ? 0 : (marks ? 90 : 10 * (i % 10)) * MB;
            long after = live.applyAsLong(old) + garbage;
            samples.add(new HeapSummary(at(6 * i), 1 << 30, 1 << 30, after + 200 * MB, i, false));
            samples.add(new HeapSummary(at(6 * i + 1), 1 << 30, 1 << 30, after, i, true));
            samples.add(new GarbageCollection(at(6 * i), i, marks ? "G1Old" : "G1New", "any", 1));
            samples.add(new HeapUsage(at(6 * i + 3), after + 20L * i * MB, 1 << 30, 1 << 30));
        }
        return samples;
    }

    private static Instant at(int second) {
        return Instant.ofEpochSecond(second);
    }

    private static Section growth(List<Sample> samples) {
        Growth growth = new Growth();
        Results all = growth.fold().empty();
        samples.forEach(sample -> growth.fold().add(all, ORIGIN, sample));
        return growth.finish(all, Coverage.NONE);
    }
}
