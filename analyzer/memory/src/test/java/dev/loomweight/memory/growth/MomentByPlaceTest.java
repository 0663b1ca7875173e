package dev.loomweight.memory.growth;

import static dev.loomweight.memory.growth.GrowingProcess.MB;
import static dev.loomweight.memory.growth.GrowingProcess.category;
import static dev.loomweight.memory.growth.GrowingProcess.moment;
import static dev.loomweight.memory.growth.GrowingProcess.nmt;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.amount.Quantity;
import dev.loomweight.memory.Place;
import dev.loomweight.memory.reconcile.MemoryMoment;
import dev.loomweight.sample.JvmTexts.ClassHistogram;
import dev.loomweight.sample.JvmTexts.NativeHeap;
import dev.loomweight.sample.JvmTexts.SystemMap;
import dev.loomweight.sample.NmtTexts.Amount;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.NmtTexts.NmtMalloc;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.NmtTexts.NmtUsage;
import dev.loomweight.sample.ProcTexts.ProcStatus;
import dev.loomweight.sample.ProcTexts.Smaps;
import dev.loomweight.sample.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The figures of one snapshot by place, in MB, without places that have nothing. */
class MomentByPlaceTest {

    private static final String JEMALLOC = "/usr/lib/libjemalloc.so.2";

    /** NMT with 25 MB of malloc, of which 20 are direct buffers, and as much mapped as the map of memory has. */
    private static final NmtReport NMT = nmt(
            category("Java Heap", 0, 100),
            category("Class", 0, 10),
            category("Code", 0, 5),
            category("GC", 0, 3),
            category("Other", 20, 0),
            category("Compiler", 5, 0));

    /** 40 MB live and 6 MB free. */
    private static final NativeHeap GLIBC = new NativeHeap(1, 36 * MB, 6 * MB, 10 * MB, 1);

    /** Symbols, of which a part is an arena; negative for none. */
    private static NmtReport symbols(long committed, long arena, long blocks) {
        Amount all = Amount.of(committed * MB);
        return nmt(new NmtCategory(
                NmtCategory.SYMBOL,
                NmtUsage.of(all, all),
                Map.of("tables", new NmtCategory.Count(3, 0)),
                null,
                blocks < -1 ? null : new NmtMalloc(Amount.of((committed - Math.max(0, arena)) * MB), blocks, 0, -1, -1),
                null,
                arena < 0 ? null : new NmtMalloc(Amount.of(arena * MB), 1, 0, -1, -1),
                null,
                List.of(),
                List.of()));
    }

    /** Such as {@code JAVAHEAP:100}, or {@code /a/file:7}: what is resident, at addresses of its own. */
    private static SystemMap map(String... mappings) {
        List<SystemMap.Mapping> all = new ArrayList<>();
        long from = 1L << 40;
        for (String mapping : mappings) {
            String[] parts = mapping.split(":", -1);
            boolean file = parts[0].startsWith("/");
            long bytes = Long.parseLong(parts[1]) * MB;
            all.add(new SystemMap.Mapping(
                    from,
                    from + bytes,
                    bytes,
                    bytes,
                    parts[0].contains(".so") ? "r-xp" : "rw-p",
                    file ? "-" : parts[0],
                    file ? parts[0] : "-"));
            from += 1L << 32;
        }
        return new SystemMap(all);
    }

    private static SystemMap map(long anonymous) {
        return map(
                "JAVAHEAP:100",
                "META:10",
                "CODE:5",
                "GC:3",
                "STACK-1-main:2",
                "-:" + anonymous,
                "/data/cache.bin:7",
                "/usr/lib/libjvm.so:4");
    }

    /** The same mappings by the kernel, which has no owners. */
    private static Smaps smaps(SystemMap map) {
        return new Smaps(map.mappings().stream()
                .map(one -> new Smaps.Mapping(
                        one.from(),
                        one.to(),
                        one.protection(),
                        one.file().equals("-") ? "" : one.file(),
                        one.residentBytes(),
                        0,
                        0,
                        0))
                .toList());
    }

    private static String text(Map<Place, Long> bytes) {
        return bytes.entrySet().stream()
                .filter(one -> one.getValue() != 0)
                .map(one -> one.getKey() + "=" + one.getValue() / MB)
                .collect(Collectors.joining(" "));
    }

    @Test
    void allPlacesAreKnownWithTheMapNmtAndGlibc() {
        // NMT counts no stacks, so those of the map are a stranger's that the kernel joined.
        MemoryMoment moment = moment(map(60), NMT, GLIBC);

        assertThat(moment.isResident()).isTrue();
        assertThat(moment.placedBytes()).isEqualTo(191 * MB);
        assertThat(moment.heapBytes()).isEqualTo(100 * MB);
        assertThat(moment.rest()).isEqualTo(Place.ANONYMOUS_MAPPINGS);
        assertThat(text(moment.malloc())).isEqualTo("DIRECT_BUFFERS=20 JVM_ARENAS=5 NATIVE_MALLOC=15 RETAINED=6");
        assertThat(text(moment.outsideHeap()))
                .isEqualTo("DIRECT_BUFFERS=20 JVM_ARENAS=5 NATIVE_MALLOC=15 RETAINED=6 ANONYMOUS_MAPPINGS=14 JOINED=2"
                        + " MAPPED_FILES=7 METASPACE=10 CODE=5 GC=3 OTHER=4");
    }

    @Test
    void moreThanIsTouchedIsALackOfTheRest() {
        assertThat(moment(map(40), NMT, GLIBC).outsideHeap()).containsEntry(Place.ANONYMOUS_MAPPINGS, -6 * MB);
    }

    @Test
    void withoutNmtMallocIsOne() {
        MemoryMoment moment = moment(map(60), GLIBC);

        assertThat(text(moment.malloc())).isEqualTo("ANY_MALLOC=40 RETAINED=6");
        assertThat(text(moment.outsideHeap()))
                .isEqualTo("ANY_MALLOC=40 RETAINED=6 UNDIVIDED=14 MAPPED_FILES=7 PLATFORM_THREADS=2 METASPACE=10"
                        + " CODE=5 GC=3 OTHER=4");
    }

    @Test
    void withoutGlibcNativeMallocIsInTheRest() {
        MemoryMoment moment = moment(map(60), NMT);

        assertThat(text(moment.malloc())).isEqualTo("DIRECT_BUFFERS=20 JVM_ARENAS=5");
        assertThat(moment.outsideHeap()).containsEntry(Place.UNDIVIDED, 35 * MB);
    }

    /** NMT and glibc are asked one after the other: less in the second is no less than nothing of native code. */
    @Test
    void nativeCodeHasNoLessThanNothing() {
        assertThat(moment(map(60), NMT, new NativeHeap(1, 20 * MB, 0, 0, 0)).malloc())
                .containsEntry(Place.NATIVE_MALLOC, 0L);
    }

    @Test
    void withoutResidentMemoryItIsWhatIsCommitted() {
        MemoryMoment moment = moment(NMT, GLIBC);

        assertThat(moment.isResident()).isFalse();
        assertThat(ComparableMoments.hasParts(moment)).isTrue();
        assertThat(moment.placedBytes()).isEqualTo(143 * MB);
        assertThat(moment.heapBytes()).isEqualTo(100 * MB);
        assertThat(moment.rest()).isEqualTo(Place.UNDIVIDED);
        assertThat(text(moment.malloc())).isEqualTo("DIRECT_BUFFERS=20 JVM_ARENAS=5");
        assertThat(moment.malloc()).doesNotContainKeys(Place.RETAINED, Place.NATIVE_MALLOC, Place.ANY_MALLOC);
        assertThat(text(moment.outsideHeap())).isEqualTo("DIRECT_BUFFERS=20 JVM_ARENAS=5 METASPACE=10 CODE=5 GC=3");
        assertThat(moment.outsideHeap()).doesNotContainKeys(Place.UNDIVIDED, Place.JOINED);
    }

    @Test
    void aHistogramAloneHasNoParts() {
        ClassHistogram histogram = new ClassHistogram(List.of(), 0, 0);
        MemoryMoment moment = moment(histogram);

        assertThat(ComparableMoments.hasParts(moment)).isFalse();
        assertThat(moment.placedBytes()).isZero();
        assertThat(moment.snapshot().histogram()).isEqualTo(histogram);
        assertThat(moment.snapshot().nmtOrNone().mallocOf(Place.METASPACE)).isEmpty();
        assertThat(moment.snapshot().nmtOrNone().count("Thread", "threads")).isEqualTo(-1);
        assertThat(moment.snapshot().nmtOrNone().tableBytes()).isZero();
        assertThat(moment.snapshot().nmtOrNone().tableBlocks()).isZero();
        assertThat(moment.malloc()).isEmpty();
    }

    /** Anonymous memory is native code's mappings only where the JVM's and all malloc is known. */
    @ParameterizedTest(name = "owners {0}, NMT {1}, glibc {2}, another malloc {3}: {4}")
    @CsvSource({
        "true,  true,  true,  false, ANONYMOUS_MAPPINGS",
        "false, true,  true,  false, UNDIVIDED",
        "true,  false, true,  false, UNDIVIDED",
        "true,  true,  false, false, UNDIVIDED",
        "true,  true,  false, true,  ALLOCATOR",
    })
    void thePlaceOfTheRest(boolean owners, boolean nmt, boolean glibc, boolean foreign, Place rest) {
        SystemMap map = foreign ? map("JAVAHEAP:100", "-:60", JEMALLOC + ":1") : map(60);
        Sample[] samples = Stream.of(
                        Stream.of((Sample) (owners ? map : smaps(map))),
                        nmt ? Stream.of(NMT) : Stream.<Sample>of(),
                        glibc ? Stream.of(GLIBC) : Stream.<Sample>of())
                .flatMap(one -> one)
                .toArray(Sample[]::new);

        assertThat(moment(samples).rest()).isEqualTo(rest);
        assertThat(moment(samples).outsideHeap()).containsKey(rest);
    }

    @ParameterizedTest(name = "{0} MB with an arena of {1} MB, {2} blocks: {3} MB, {4} blocks")
    @CsvSource({"9, 2, 50, 7, 50", "9, -1, 50, 9, 50", "9, 0, -1, 9, 0", "9, 0, -2, 9, 0", "9, 0, 0, 9, 0"})
    void theTablesOfSymbolsAreWithoutTheirArena(
            long committed, long arena, long blocks, long tables, long tableBlocks) {
        MemoryMoment moment = moment(symbols(committed, arena, blocks));

        assertThat(moment.snapshot().nmtOrNone().tableBytes()).isEqualTo(tables * MB);
        assertThat(moment.snapshot().nmtOrNone().tableBlocks()).isEqualTo(tableBlocks);
    }

    @Test
    void countsOfACategory() {
        MemoryMoment moment = moment(symbols(9, 2, 50));

        assertThat(moment.snapshot().nmtOrNone().count(NmtCategory.SYMBOL, "tables"))
                .isEqualTo(3);
        assertThat(moment.snapshot().nmtOrNone().count(NmtCategory.SYMBOL, "threads"))
                .isEqualTo(-1);
        assertThat(moment.snapshot().nmtOrNone().count(NmtCategory.CLASS, "classes"))
                .isEqualTo(-1);
        assertThat(moment.snapshot().nmtOrNone().mallocOf(Place.METASPACE))
                .containsExactly(Map.entry(NmtCategory.SYMBOL, 9 * MB));
    }

    @Test
    void writableMemory() {
        assertThat(moment(new ProcStatus(1, Map.of("VmRSS", 5L, "VmData", 77L), 9))
                        .snapshot()
                        .writableBytes())
                .isEqualTo(Quantity.of(77));
        assertThat(moment(new ProcStatus(1, Map.of("VmRSS", 5L), 9))
                        .snapshot()
                        .writableBytes()
                        .isKnown())
                .isFalse();
        assertThat(moment(NMT).snapshot().writableBytes().isKnown()).isFalse();
    }
}
