package dev.loomweight.memory.growth.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.data.Offset.offset;

import dev.loomweight.memory.growth.Course.Trend;
import dev.loomweight.memory.growth.live.LiveGrowth.Figures;
import dev.loomweight.memory.growth.live.LiveGrowth.Growing;
import dev.loomweight.sample.NmtTexts.Amount;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.NmtTexts.NmtUsage;
import dev.loomweight.sample.ProcTexts.ProcStatus;
import dev.loomweight.sample.ProcTexts.Smaps;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LiveGrowthTest {

    private static final long MB = 1 << 20;

    private final LiveGrowth growth = new LiveGrowth();

    @Test
    void placesAreRankedByGrowthSinceTheStart() {
        Figures figures = Figures.NONE;
        for (int second = 0; second <= 600; second++) {
            // 6 MB a minute of metaspace, 12 of files, 3 of what nothing divides.
            long metaspace = 100 * MB + second * MB / 10;
            long files = 50 * MB + second * MB / 5;
            figures = at(second, 400 * MB + second * MB / 10 + second * MB / 5 + second * MB / 20, files, metaspace);
        }

        assertThat(figures.window().toSeconds()).isEqualTo(600);
        assertThat(figures.places()).extracting(Growing::id).containsExactly("mappedFiles", "metaspace", "rest");
        assertThat(figures.places()).extracting(Growing::bytes).containsExactly(120 * MB, 60 * MB, 30 * MB);
        assertThat(figures.places()).extracting(Growing::trend).containsOnly(Trend.GROWS);
        assertThat(figures.places().getFirst().perMinute().orElseThrow() / MB).isCloseTo(12, offset(0.01));
        assertThat(figures.places().getFirst().errorPerMinute().orElseThrow() / MB)
                .isLessThan(0.01);
    }

    @Test
    void whatStaysOrStepsOnceDoesNotGrow() {
        Figures figures = Figures.NONE;
        for (int second = 0; second <= 60; second++) {
            figures = at(second, (second < 20 ? 400 : 480) * MB, 50 * MB, 100 * MB + second % 7 * MB);
        }

        assertThat(figures.places()).singleElement().satisfies(rest -> {
            assertThat(rest.id()).isEqualTo("rest");
            assertThat(rest.trend()).isNotEqualTo(Trend.GROWS);
        });
    }

    /** Figures of NMT come a moment later than the kernel's, so the first three moments without them are none. */
    @Test
    void withoutNmtTheHeapAndTheJvmAreInTheRest() {
        for (int second = 0; second < 4; second++) {
            assertThat(kernel(second, 400 * MB, 50 * MB, 0)).isEqualTo(Figures.NONE);
        }
        Figures figures = kernel(4, 409 * MB, 50 * MB, 0);

        assertThat(figures.window().toSeconds()).isEqualTo(1);
        assertThat(figures.noiseBytes()).isEqualTo(8 * MB);
        assertThat(figures.places()).singleElement().satisfies(rest -> {
            assertThat(rest.id()).isEqualTo("rest");
            assertThat(rest.label()).isEqualTo("heap, JVM, native code");
            assertThat(rest.bytes()).isEqualTo(9 * MB);
            assertThat(rest.errorPerMinute()).as("of two moments").isEmpty();
        });
        assertThat(kernel(5, 408 * MB, 50 * MB, 0).places())
                .as("no more than noise")
                .isEmpty();
    }

    @Test
    void aFirstMomentWithNmtIsOne() {
        assertThat(at(0, 400 * MB, 50 * MB, 100 * MB)).isEqualTo(Figures.NONE);
        Figures figures = at(1, 420 * MB, 70 * MB, 100 * MB);

        assertThat(figures.window().toSeconds()).isEqualTo(1);
        assertThat(figures.places()).extracting(Growing::label).containsExactly("mapped files and libraries");
        assertThat(at(2, 420 * MB, 50 * MB, 100 * MB).places())
                .extracting(Growing::label)
                .containsExactly("heap, native malloc, mmap");
    }

    @Test
    void filesInMemoryAreMappedFilesUnlessTheyAreTheHeap() {
        growth.add(nmt(100 * MB));
        kernel(0, 400 * MB, 50 * MB, 10 * MB);

        assertThat(kernel(1, 430 * MB, 50 * MB, 40 * MB).places())
                .extracting(Growing::id)
                .containsExactly("mappedFiles");
    }

    /** The heap of ZGC without generations is mapped three times, and counted thrice in RSS. */
    @Test
    void aHeapThatIsMappedThreeTimesGrowsByItsPages() {
        growth.add(nmt(100 * MB));
        growth.add(new Smaps(List.of(
                heap(0x4_0000_0000L, 100 * MB), heap(0x8_0000_0000L, 100 * MB), heap(0x10_0000_0000L, 100 * MB))));
        kernel(0, 600 * MB, 50 * MB, 300 * MB);
        Figures figures = kernel(1, 900 * MB, 50 * MB, 600 * MB);

        assertThat(figures.places()).singleElement().satisfies(rest -> {
            assertThat(rest.id()).isEqualTo("rest");
            assertThat(rest.bytes()).isEqualTo(100 * MB);
        });
    }

    /** Every other moment is dropped where there are many; the first and the last stay. */
    @Test
    void theSlopeIsOfAllTimeAlsoWhereMomentsAreDropped() {
        Figures figures = Figures.NONE;
        for (int second = 0; second <= 3_000; second++) {
            figures = at(second, 400 * MB + second * MB / 10, 50 * MB, 100 * MB + second * MB / 10);
            assertThat(figures.window().toSeconds()).isEqualTo(second);
        }

        assertThat(figures.places()).singleElement().satisfies(metaspace -> {
            assertThat(metaspace.bytes()).isEqualTo(300 * MB);
            assertThat(metaspace.perMinute().orElseThrow() / MB).isCloseTo(6, offset(0.001));
        });
    }

    /** Of 513 moments every fourth is left: what the others had does not count. */
    @Test
    void theMomentsThatStayAreEquallyFarApart() {
        Figures figures = Figures.NONE;
        for (int second = 0; second <= 520; second++) {
            long more = second % 4 == 0 ? 0 : 50 * MB;
            figures = at(second, 400 * MB + second * MB / 10 + more, 50 * MB, 100 * MB);
        }

        assertThat(figures.places()).singleElement().satisfies(rest -> {
            assertThat(rest.bytes()).isEqualTo(52 * MB);
            assertThat(rest.perMinute().orElseThrow() / MB).isCloseTo(6, offset(0.001));
            assertThat(rest.errorPerMinute().orElseThrow() / MB).isLessThan(0.001);
        });
    }

    /** By hand: 31.5 a minute, and an error of √(1.5/2) times the 12.706 of one degree of freedom. */
    @Test
    void theErrorIsThatOfTheSlope() {
        at(0, 400 * MB, 50 * MB, 110 * MB);
        at(60, 430 * MB, 50 * MB, 140 * MB);
        Figures figures = at(120, 463 * MB, 50 * MB, 173 * MB);

        assertThat(figures.places()).singleElement().satisfies(metaspace -> {
            assertThat(metaspace.perMinute().orElseThrow() / MB).isCloseTo(31.5, offset(1e-6));
            assertThat(metaspace.errorPerMinute().orElseThrow() / MB)
                    .isCloseTo(12.7062 * Math.sqrt(0.75), offset(1e-3));
        });
    }

    /** Malloc of the JVM counts as allocated; a report that is a difference has no figures of now. */
    @Test
    void mallocOfTheJvmIsAPlace() {
        growth.add(nmt("Other", 100 * MB, false));
        kernel(0, 400 * MB, 50 * MB, 0);
        growth.add(nmt("Other", 130 * MB, false));
        growth.add(nmt("Other", 999 * MB, true));

        assertThat(kernel(1, 430 * MB, 50 * MB, 0).places()).singleElement().satisfies(direct -> {
            assertThat(direct.id()).isEqualTo("directBuffers");
            assertThat(direct.label()).isEqualTo("direct buffers and Unsafe");
            assertThat(direct.bytes()).isEqualTo(30 * MB);
        });
    }

    /** 1,000 more threads commit 16 KB of guard pages each with their stacks, which are never resident. */
    @Test
    void guardPagesAreNoGrowth() {
        growth.add(threads(100, 10 * MB));
        kernel(0, 400 * MB, 50 * MB, 0);
        growth.add(threads(1_124, 60 * MB));

        assertThat(kernel(1, 440 * MB, 50 * MB, 0).places())
                .extracting(Growing::id, Growing::bytes)
                .containsExactly(tuple("platformThreads", 34 * MB));
    }

    private static NmtReport threads(long number, long stacks) {
        NmtUsage usage = NmtUsage.of(Amount.of(stacks), Amount.of(stacks));
        NmtCategory thread = new NmtCategory(
                NmtCategory.THREAD,
                usage,
                Map.of("threads", new NmtCategory.Count(number, 0)),
                usage,
                null,
                null,
                null,
                null,
                List.of(),
                List.of());
        return nmt(thread, usage, false);
    }

    /** Of a process without resident memory, there are no moments. */
    @Test
    void withoutResidentMemoryNothingIsKnown() {
        growth.add(nmt(100 * MB));
        assertThat(growth.at(Instant.ofEpochSecond(0))).isEqualTo(Figures.NONE);
        for (int second = 1; second < 9; second++) {
            growth.add(new ProcStatus(7, Map.of("RssFile", 50 * MB), 20));
            assertThat(growth.at(Instant.ofEpochSecond(second))).isEqualTo(Figures.NONE);
        }
        assertThat(kernel(9, 400 * MB, 50 * MB, 0)).isEqualTo(Figures.NONE);
        assertThat(kernel(11, 420 * MB, 50 * MB, 0).window().toSeconds()).isEqualTo(2);
    }

    /** A kernel that does not say what is of files has no such place. */
    @Test
    void withoutResidentFilesTheyAreInTheRest() {
        growth.add(nmt(100 * MB));
        for (long second = 0; second < 2; second++) {
            growth.add(new ProcStatus(7, Map.of("VmRSS", (400 + 30 * second) * MB, "RssShmem", 30 * second * MB), 20));
            Figures figures = growth.at(Instant.ofEpochSecond(second));
            assertThat(figures.places())
                    .extracting(Growing::id)
                    .containsExactlyElementsOf(second == 0 ? List.of() : List.of("rest"));
        }
    }

    /** Where NMT comes later than the first moment, its places grow from then on. */
    @Test
    void placesThatComeLater() {
        for (int second = 0; second < 4; second++) {
            kernel(second, 400 * MB, 50 * MB, 0);
        }
        growth.add(nmt("Other", 100 * MB, false));
        assertThat(kernel(4, 400 * MB, 50 * MB, 0).places()).isEmpty();
        growth.add(nmt("Other", 130 * MB, false));

        assertThat(kernel(5, 430 * MB, 50 * MB, 0).places()).singleElement().satisfies(direct -> {
            assertThat(direct.id()).isEqualTo("directBuffers");
            assertThat(direct.bytes()).isEqualTo(30 * MB);
        });
    }

    /** Only of the heap it is known how often its pages are counted. */
    @Test
    void anotherFileThatIsMappedTwice() {
        growth.add(nmt(100 * MB));
        growth.add(new Smaps(
                List.of(file("/data/shop", 0x4_0000_0000L, 9 * MB), file("/data/shop", 0x8_0000_0000L, 9 * MB))));
        kernel(0, 400 * MB, 50 * MB, 10 * MB);

        assertThat(kernel(1, 470 * MB, 50 * MB, 40 * MB).places())
                .extracting(Growing::id, Growing::bytes)
                .containsExactly(tuple("rest", 40 * MB), tuple("mappedFiles", 30 * MB));
    }

    private static Smaps.Mapping file(String name, long from, long bytes) {
        return new Smaps.Mapping(from, from + bytes, "rw-s", name, bytes, 0, 0, 0, -1, name, 0);
    }

    private static Smaps.Mapping heap(long from, long bytes) {
        return file("/memfd:java_heap (deleted)", from, bytes);
    }

    private Figures kernel(int second, long resident, long files, long shared) {
        growth.add(new ProcStatus(7, Map.of("VmRSS", resident, "RssFile", files, "RssShmem", shared), 20));
        return growth.at(Instant.ofEpochSecond(second));
    }

    private Figures at(int second, long resident, long files, long metaspace) {
        growth.add(new ProcStatus(7, Map.of("VmRSS", resident, "RssFile", files, "RssShmem", 0L), 20));
        growth.add(nmt(metaspace));
        return growth.at(Instant.ofEpochSecond(second));
    }

    private static NmtReport nmt(long bytes) {
        return nmt("Metaspace", bytes, false);
    }

    private static NmtReport nmt(String category, long bytes, boolean diff) {
        NmtUsage usage = NmtUsage.of(Amount.of(bytes), Amount.of(bytes));
        return nmt(
                new NmtCategory(category, usage, Map.of(), null, null, null, null, null, List.of(), List.of()),
                usage,
                diff);
    }

    private static NmtReport nmt(NmtCategory category, NmtUsage total, boolean diff) {
        return new NmtReport(
                7,
                1,
                diff,
                total,
                null,
                null,
                List.of(category),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of());
    }
}
