package dev.loomweight.memory.growth;

import static dev.loomweight.memory.growth.GrowingProcess.MB;
import static dev.loomweight.memory.growth.GrowingProcess.nmt;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.memory.Place;
import dev.loomweight.sample.JvmTexts.ClassHistogram;
import dev.loomweight.sample.JvmTexts.SystemMap;
import dev.loomweight.sample.NmtTexts.Amount;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.NmtTexts.NmtMalloc;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.NmtTexts.NmtUsage;
import dev.loomweight.sample.ProcTexts.ProcStatus;
import dev.loomweight.sample.Sample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What grew in a place, by two moments of which every figure is known, in MB. */
class EvidenceTest {

    private final GrowingProcess app = new GrowingProcess();

    private void snapshot(Sample... samples) {
        app.snapshot(samples);
    }

    /** Of a place; empty where the place is not known. */
    private Optional<Grown> grown(Place place) {
        return app.growth().orElseThrow().places().stream()
                .filter(one -> one.place() == place)
                .findFirst();
    }

    private String evidence(Place place) {
        return grown(place).map(Grown::evidence).orElse("unknown");
    }

    private static NmtCategory category(String name, long malloc, long blocks, Map<String, Long> counts) {
        Amount all = new Amount(malloc * MB, 0);
        Map<String, NmtCategory.Count> counted = new HashMap<>();
        counts.forEach((of, count) -> counted.put(of, new NmtCategory.Count(count, 0)));
        return new NmtCategory(
                name,
                NmtUsage.of(all, all),
                counted,
                null,
                new NmtMalloc(all, blocks, 0, -1, -1),
                null,
                null,
                null,
                List.of(),
                List.of());
    }

    private static NmtCategory category(String name, long malloc) {
        return category(name, malloc, 1, Map.of());
    }

    /** Such as {@code java.lang.String 10/1000}: instances and bytes. */
    private static ClassHistogram histogram(String... classes) {
        return new ClassHistogram(
                Arrays.stream(classes)
                        .map(words -> words.split("[ /]", -1))
                        .map(words -> new ClassHistogram.Line(
                                words[0], "", Long.parseLong(words[1]), Long.parseLong(words[2])))
                        .toList(),
                0,
                0);
    }

    private static ClassHistogram direct(long buffers, long confined, long shared, long implicit) {
        return histogram(
                "java.nio.DirectByteBuffer$Deallocator " + buffers + "/" + 32 * buffers,
                "jdk.internal.foreign.ConfinedSession " + confined + "/" + 32 * confined,
                "jdk.internal.foreign.SharedSession " + shared + "/" + 32 * shared,
                "jdk.internal.foreign.ImplicitSession " + implicit + "/" + 32 * implicit);
    }

    /** NMT has one figure for direct buffers and arenas of java.lang.foreign: the objects that own them divide it. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            5  | 0 | 0 | 0 | There were 5 more direct buffers.
            1  | 0 | 0 | 0 | There was one more direct buffer.
            5  | 2 | 0 | 0 | There were 5 more direct buffers, and 2 more of arenas of java.lang.foreign; NMT does not divide the two.
            5  | 2 | 3 | 4 | There were 5 more direct buffers, and 9 more of arenas of java.lang.foreign; NMT does not divide the two.
            0  | 0 | 0 | 0 | NMT counts direct buffers, arenas of java.lang.foreign and Unsafe together.
            -3 | 0 | 0 | 0 | NMT counts direct buffers, arenas of java.lang.foreign and Unsafe together.
            """)
    void directBuffers(long buffers, long confined, long shared, long implicit, String expected) {
        snapshot(nmt(category("Other", 20)), direct(10, 10, 10, 10));
        snapshot(nmt(category("Other", 70)), direct(10 + buffers, 10 + confined, 10 + shared, 10 + implicit));

        assertThat(evidence(Place.DIRECT_BUFFERS)).isEqualTo(expected);
        assertThat(grown(Place.DIRECT_BUFFERS).orElseThrow().course().values()).containsExactly(20 * MB, 70 * MB);
        assertThat(grown(Place.FOREIGN_ARENAS).orElseThrow().course().values()).containsExactly(0L, 0L);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0  | 1 | 0 | 0 | There was one more arena of java.lang.foreign, and no more direct buffers; NMT has one figure for both.
            0  | 0 | 2 | 0 | There were 2 more arenas of java.lang.foreign, and no more direct buffers; NMT has one figure for both.
            -3 | 2 | 3 | 4 | There were 9 more arenas of java.lang.foreign, and no more direct buffers; NMT has one figure for both.
            """)
    void arenasOfForeignMemory(long buffers, long confined, long shared, long implicit, String expected) {
        snapshot(nmt(category("Other", 20)), direct(10, 10, 10, 10));
        snapshot(nmt(category("Other", 70)), direct(10 + buffers, 10 + confined, 10 + shared, 10 + implicit));

        assertThat(evidence(Place.FOREIGN_ARENAS)).isEqualTo(expected);
        assertThat(grown(Place.FOREIGN_ARENAS).orElseThrow().course().values()).containsExactly(20 * MB, 70 * MB);
        assertThat(grown(Place.DIRECT_BUFFERS)).isEmpty();
    }

    @Test
    void withoutHistogramsTheOwnersOfDirectMemoryAreNotKnown() {
        snapshot(nmt(category("Other", 20)));
        snapshot(nmt(category("Other", 70)));

        assertThat(evidence(Place.DIRECT_BUFFERS))
                .isEqualTo(
                        "NMT counts direct buffers, arenas of java.lang.foreign and Unsafe together; a class histogram"
                                + " would divide them.");
    }

    @Test
    void threadsAndClassesAreCounted() {
        snapshot(nmt(
                category("Thread", 20, 1, Map.of("threads", 10L)),
                category("Class", 5, 1, Map.of("classes", 0L)),
                category("Symbol", 5, 1, Map.of())));
        snapshot(nmt(
                category("Thread", 40, 1, Map.of("threads", 1_025L)),
                category("Class", 8, 1, Map.of("classes", 2_000L)),
                category("Symbol", 5, 1, Map.of())));

        assertThat(evidence(Place.PLATFORM_THREADS)).isEqualTo("There were 1,025 threads, after 10.");
        assertThat(evidence(Place.METASPACE))
                .isEqualTo(
                        "There were 2,000 classes, after 0. NMT's categories whose malloc grew most: Class by 3 MB.");
    }

    @Test
    void whatIsNotCountedAtBothMomentsIsNotSaid() {
        snapshot(nmt(category("Thread", 20), category("Class", 5, 1, Map.of("classes", 7L))));
        snapshot(nmt(category("Thread", 40, 1, Map.of("threads", 25L)), category("Class", 5)));

        assertThat(evidence(Place.PLATFORM_THREADS)).isEmpty();
        assertThat(evidence(Place.METASPACE)).isEmpty();
    }

    @Test
    void theCategoriesThatGrewMostComeFirstAndOthersAreLeftOut() {
        snapshot(nmt(category("Compiler", 20), category("Arena Chunk", 20)));
        snapshot(nmt(category("Compiler", 25), category("Arena Chunk", 27)));
        assertThat(evidence(Place.JVM_ARENAS))
                .isEqualTo("NMT's categories whose malloc grew most: Arena Chunk by 7 MB, Compiler by 5 MB.");

        snapshot(nmt(category("Compiler", 19), category("Arena Chunk", 20)));
        assertThat(evidence(Place.JVM_ARENAS)).isEmpty();
    }

    /** Three are named, of those that grew by a hundredth of the largest growth or more. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1 | 4   | 3 | 2 | Metaspace by 4 MB, Symbol by 3 MB, Module by 2 MB.
            0 | 300 | 3 | 2 | Metaspace by 300 MB, Symbol by 3 MB.
            0 | 0   | 1 | 0 | Symbol by 1 MB.
            """)
    void howManyCategoriesAreNamed(long classes, long metaspace, long symbol, long module, String named) {
        snapshot(nmt(category("Class", 5), category("Metaspace", 5), category("Symbol", 5)));
        snapshot(nmt(
                category("Class", 5 + classes),
                category("Metaspace", 5 + metaspace),
                category("Symbol", 5 + symbol),
                category("Module", module)));

        assertThat(evidence(Place.METASPACE)).isEqualTo("NMT's categories whose malloc grew most: " + named);
    }

    private static SystemMap stacks(String... threads) {
        List<SystemMap.Mapping> all = new ArrayList<>();
        for (String thread : threads) {
            long from = (1L << 40) + all.size() * (1L << 32);
            all.add(new SystemMap.Mapping(from, from + MB, MB, MB, "rw-p", "STACK-" + all.size() + "-" + thread, "-"));
        }
        return new SystemMap(all);
    }

    @Test
    void namesOfThreads() {
        NmtReport before = nmt(category("Thread", 20, 1, Map.of("threads", 2L)));
        NmtReport after = nmt(category("Thread", 40, 1, Map.of("threads", 4L)));
        snapshot(status(300), before, stacks("main", "http-1"));
        snapshot(status(340), after, stacks("main", "http-1", "http-2", "http-30"));

        assertThat(evidence(Place.PLATFORM_THREADS))
                .isEqualTo(
                        "There were 4 threads, after 2. Names that increased most, with N for each number: http-N by 2.");
    }

    @Test
    void classesOfTheHeapComeByTheirGrowth() {
        snapshot(
                nmt(category("Java Heap", 100)),
                histogram(
                        "com.acme.Small 10/100",
                        "com.acme.Gone 10/90000000",
                        "com.acme.Big 1/1000",
                        "com.acme.More 5/50000",
                        "com.acme.Same 5/50000",
                        "com.acme.Fourth 5/50000",
                        "jdk.internal.vm.StackChunk 5/50000"));
        snapshot(
                nmt(category("Java Heap", 120)),
                histogram(
                        "com.acme.Small 1010/100100",
                        "com.acme.Gone 9/80000000",
                        "com.acme.Big 1/30001000",
                        "com.acme.More 2005/20050000",
                        "com.acme.Same 5/50000",
                        "com.acme.Fourth 15/150000",
                        "com.acme.Last 15/140000",
                        "jdk.internal.vm.StackChunk 5/1050000"));

        assertThat(evidence(Place.HEAP))
                .isEqualTo("The classes that grew most: com.acme.Big by 28.6 MB (no more objects), com.acme.More by"
                        + " 19.1 MB (2,000 more), com.acme.Last by 137 KB (15 more).");
        assertThat(evidence(Place.SMALL_OBJECTS))
                .isEqualTo("The classes that grew most: com.acme.Small by 97.7 KB (1,000 more).");
        assertThat(evidence(Place.VIRTUAL_THREADS))
                .isEqualTo("The classes that grew most: jdk.internal.vm.StackChunk by 977 KB (no more objects).");
    }

    /** The interval in which a class grew most decides whether its objects are small. */
    @Test
    void theLargestIntervalDecidesWhereAClassGrew() {
        snapshot(nmt(category("Java Heap", 100)), histogram("com.acme.Order 10/1000"));
        snapshot(nmt(category("Java Heap", 100)), histogram("com.acme.Order 20/2000"));
        snapshot(nmt(category("Java Heap", 120)), histogram("com.acme.Order 21/9002000"));
        snapshot(nmt(category("Java Heap", 120)), histogram("com.acme.Order 31/9003000"));

        assertThat(evidence(Place.HEAP)).contains("com.acme.Order by 8.58 MB (21 more)");
        assertThat(evidence(Place.SMALL_OBJECTS)).isEmpty();
    }

    @Test
    void virtualThreadsAreCounted() {
        snapshot(nmt(category("Java Heap", 100)), histogram("java.lang.VirtualThread 10/1000"));
        snapshot(nmt(category("Java Heap", 100)), histogram("java.lang.VirtualThread 4010/401000"));

        assertThat(evidence(Place.VIRTUAL_THREADS)).isEqualTo("There were 4,000 more virtual threads.");
    }

    /** As many strings came as the JVM's tables have more entries, and too few classes for so many names. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            5000 | 2500 | 0   | true
            4999 | 5000 | 0   | false
            5000 | 2499 | 0   | false
            5000 | 5000 | 249 | true
            5000 | 5000 | 250 | false
            """)
    void internedStrings(long entries, long strings, long classes, boolean expected) {
        snapshot(
                status(300),
                nmt(category("Symbol", 10, 100, Map.of()), category("Class", 5, 1, Map.of("classes", 1000L))),
                histogram("java.lang.String 1000/24000", "[B 1000/100000"));
        snapshot(
                status(340),
                nmt(
                        category("Symbol", 30, 100 + entries, Map.of()),
                        category("Class", 5, 1, Map.of("classes", 1000 + classes))),
                histogram(
                        "java.lang.String " + (1000 + strings) + "/" + 24 * (1000 + strings),
                        "[B " + (1000 + strings) + "/" + 100 * (1000 + strings)));

        List<Long> interned =
                grown(Place.INTERNED_STRINGS).orElseThrow().course().values();
        if (expected) {
            // The JVM's tables, and of the strings and their letters as many as came, up to the entries.
            assertThat(interned).containsExactly(10 * MB, 30 * MB + 124 * Math.min(entries, strings));
            assertThat(evidence(Place.INTERNED_STRINGS)).startsWith("The JVM's tables had 5,000 more entries, and");
            assertThat(grown(Place.METASPACE).orElseThrow().course().values()).containsExactly(5 * MB, 5 * MB);
        } else {
            assertThat(interned).containsExactly(0L, 0L);
            assertThat(grown(Place.METASPACE).orElseThrow().course().values()).containsExactly(15 * MB, 35 * MB);
        }
    }

    private static ProcStatus status(long resident) {
        return new ProcStatus(1, Map.of("VmRSS", resident * MB, "VmData", 500 * MB), 9);
    }
}
