package dev.loomweight.memory.growth;

import static dev.loomweight.memory.growth.GrowingProcess.MB;
import static dev.loomweight.memory.growth.GrowingProcess.category;
import static dev.loomweight.memory.growth.GrowingProcess.nmt;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.memory.Place;
import dev.loomweight.sample.JvmTexts.ClassHistogram;
import dev.loomweight.sample.JvmTexts.NativeHeap;
import dev.loomweight.sample.JvmTexts.SystemMap;
import dev.loomweight.sample.MemoryEvents.GarbageCollection;
import dev.loomweight.sample.MemoryEvents.HeapSummary;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.ProcTexts.ProcStatus;
import dev.loomweight.sample.Sample;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** In which place a process grew, by snapshots of which every figure is known, in MB. */
class ProcessGrowthTest {

    private final GrowingProcess app = new GrowingProcess();

    private void snapshot(Sample... samples) {
        app.snapshot(samples);
    }

    private Optional<ProcessGrowth> found() {
        return app.growth();
    }

    private ProcessGrowth growth() {
        return found().orElseThrow();
    }

    private List<Long> of(Place place) {
        return growth().places().stream()
                .filter(grown -> grown.place() == place)
                .findFirst()
                .map(grown -> grown.course().values().stream()
                        .map(bytes -> bytes / MB)
                        .toList())
                .orElse(List.of());
    }

    private static ProcStatus status(long resident, long writable) {
        return new ProcStatus(1, Map.of("VmRSS", resident * MB, "VmData", writable * MB), 9);
    }

    private static ClassHistogram histogram(long instances, long megabytes) {
        return new ClassHistogram(
                List.of(new ClassHistogram.Line("[J", "", instances, megabytes * MB)), instances, megabytes * MB);
    }

    @Test
    void oneMomentIsNoGrowth() {
        snapshot(nmt(category("Code", 1, 10)));

        assertThat(found()).isEmpty();
    }

    @Test
    void committedMemoryWithoutResidentMemory() {
        snapshot(nmt(category("Code", 1, 10), category("Class", 2, 5)));
        snapshot(nmt(category("Code", 1, 40), category("Class", 2, 5)));
        ProcessGrowth growth = growth();

        assertThat(growth.source()).isEqualTo(ProcessGrowth.Source.COMMITTED);
        assertThat(growth.isOfSnapshots()).isTrue();
        assertThat(growth.total().values()).containsExactly(18 * MB, 48 * MB);
        assertThat(growth.noise()).isEqualTo(8 * MB);
        assertThat(growth.places().getFirst().place()).isEqualTo(Place.CODE);
        assertThat(growth.places().getFirst().trend()).isEqualTo(Course.Trend.GREW);
        assertThat(of(Place.CODE)).containsExactly(11L, 41L);
        assertThat(of(Place.METASPACE)).containsExactly(7L, 7L);
    }

    @Test
    void liveObjectsAlone() {
        snapshot(histogram(10, 20));
        snapshot(histogram(20, 60));
        ProcessGrowth growth = growth();

        assertThat(growth.source()).isEqualTo(ProcessGrowth.Source.OBJECTS);
        assertThat(growth.total().values()).containsExactly(20 * MB, 60 * MB);
        assertThat(of(Place.HEAP)).containsExactly(20L, 60L);
    }

    /** Two moments with resident memory are compared, and a third without it is left out. */
    @Test
    void theMomentsThatHaveTheBestFigures() {
        snapshot(status(100, 500));
        snapshot(nmt(category("Code", 0, 10)));
        snapshot(status(150, 500));

        assertThat(growth().source()).isEqualTo(ProcessGrowth.Source.RESIDENT_AS_COMMITTED);
        assertThat(growth().total().values()).containsExactly(100 * MB, 150 * MB);
        assertThat(of(Place.UNDIVIDED)).containsExactly(100L, 150L);
    }

    /** Resident memory of one moment and NMT's of another have nothing in common: live objects of both have. */
    @Test
    void figuresOfTwoKinds() {
        snapshot(status(100, 500), histogram(10, 20));
        snapshot(nmt(category("Code", 0, 10)));
        assertThat(found()).isEmpty();

        snapshot(nmt(category("Code", 0, 10)), histogram(10, 50));
        assertThat(growth().source()).isEqualTo(ProcessGrowth.Source.OBJECTS);
        assertThat(growth().total().values()).containsExactly(20 * MB, 50 * MB);
        assertThat(growth().places()).extracting(Grown::place).doesNotContain(Place.CODE, Place.UNDIVIDED);
        assertThat(of(Place.HEAP)).containsExactly(20L, 50L);
    }

    /** What the last moment lacks is not less than there was. */
    @Test
    void figuresThatTheLastMomentLacks() {
        snapshot(nmt(category("Code", 0, 10)), histogram(10, 20));
        snapshot(histogram(10, 50));

        assertThat(growth().source()).isEqualTo(ProcessGrowth.Source.OBJECTS);
        assertThat(growth().total().values()).containsExactly(20 * MB, 50 * MB);
    }

    @Test
    void allPlacesAddUpToResidentMemory() {
        snapshot(status(200, 500), nmt(category("Other", 20, 0), category("Code", 1, 10)), histogram(10, 30));
        snapshot(status(260, 500), nmt(category("Other", 70, 0), category("Code", 1, 12)), histogram(20, 35));
        ProcessGrowth growth = growth();

        assertThat(growth.source()).isEqualTo(ProcessGrowth.Source.RESIDENT_AS_COMMITTED);
        assertThat(of(Place.DIRECT_BUFFERS)).containsExactly(20L, 70L);
        assertThat(of(Place.HEAP)).containsExactly(30L, 35L);
        for (int i = 0; i < 2; i++) {
            int moment = i;
            assertThat(growth.places().stream()
                            .mapToLong(grown -> grown.course().values().get(moment))
                            .sum())
                    .isEqualTo(growth.total().values().get(i));
        }
        assertThat(growth.places().stream().map(grown -> grown.course().change()))
                .isSortedAccordingTo(Comparator.reverseOrder());
    }

    /** Direct memory of 40 MB more is allocated; resident memory does not grow with it. */
    @Test
    void whatIsAllocatedAndNotTouchedIsNoGrowth() {
        snapshot(status(200, 500), nmt(category("Other", 20, 0)));
        snapshot(status(200, 540), nmt(category("Other", 60, 0)));

        assertThat(of(Place.DIRECT_BUFFERS)).containsExactly(20L, 20L);
        assertThat(of(Place.UNDIVIDED)).containsExactly(180L, 180L);
    }

    /** What is touched later is growth of where it was allocated, unless as much was mapped meanwhile. */
    @Test
    void whatIsTouchedLater() {
        snapshot(status(200, 500), nmt(category("Other", 20, 0)));
        snapshot(status(200, 540), nmt(category("Other", 60, 0)));
        snapshot(status(230, 540), nmt(category("Other", 60, 0)));

        assertThat(of(Place.DIRECT_BUFFERS)).containsExactly(20L, 20L, 50L);
        assertThat(of(Place.UNDIVIDED)).containsExactly(180L, 180L, 180L);
    }

    @Test
    void whatIsMappedMeanwhileIsNotWhatWasAllocated() {
        snapshot(status(200, 500), nmt(category("Other", 20, 0)));
        snapshot(status(200, 540), nmt(category("Other", 60, 0)));
        snapshot(status(230, 556), nmt(category("Other", 60, 0)));

        assertThat(of(Place.DIRECT_BUFFERS)).containsExactly(20L, 20L, 20L);
        assertThat(of(Place.UNDIVIDED)).containsExactly(180L, 180L, 210L);
    }

    /** No more is given back than was owed: 40 MB. */
    @Test
    void noMoreIsTouchedThanWasAllocated() {
        snapshot(status(200, 500), nmt(category("Other", 20, 0)));
        snapshot(status(200, 540), nmt(category("Other", 60, 0)));
        snapshot(status(260, 540), nmt(category("Other", 60, 0)));

        assertThat(of(Place.DIRECT_BUFFERS)).containsExactly(20L, 20L, 60L);
        assertThat(of(Place.UNDIVIDED)).containsExactly(180L, 180L, 200L);
    }

    /** Half of what is taken for noise, 4 MB, is no sign. */
    @Test
    void aSmallDifferenceIsNotMoved() {
        snapshot(status(200, 500), nmt(category("Other", 20, 0)));
        snapshot(status(200, 500), nmt(category("Other", 24, 0)));

        assertThat(of(Place.DIRECT_BUFFERS)).containsExactly(20L, 24L);
        assertThat(of(Place.UNDIVIDED)).containsExactly(180L, 176L);
    }

    /** The place whose malloc grew most owns what was not touched. */
    @Test
    void thePlaceThatAllocatedMost() {
        snapshot(status(200, 500), nmt(category("Other", 20, 0), category("Compiler", 20, 0)));
        snapshot(status(200, 540), nmt(category("Other", 30, 0), category("Compiler", 60, 0)));

        assertThat(of(Place.JVM_ARENAS)).containsExactly(20L, 20L);
        assertThat(of(Place.DIRECT_BUFFERS)).containsExactly(20L, 30L);
    }

    /** Without a histogram, the place of the figure says where it comes from; of an unknown place what is missing. */
    @Test
    void theGrowthOfAPlace() {
        snapshot(nmt(category("Code", 1, 10)));
        snapshot(nmt(category("Code", 1, 40)));
        Observations observations = app.observations();

        assertThat(observations.growthOf("code").amount()).isEqualTo(30 * MB);
        assertThat(observations.growthOf("code").missing()).isEmpty();
        assertThat(observations.growthOf("mappedFiles").amount()).isZero();
        assertThat(observations.growthOf("heap").missing()).contains("class histograms");
        assertThat(observations.hasDifferences()).isFalse();
        assertThat(observations.processes()).hasSize(1);
    }

    @Test
    void whatHistogramsSayOfTheHeap() {
        snapshot(nmt(category("Java Heap", 0, 100), category("Code", 1, 10)), histogram(10, 30));
        snapshot(nmt(category("Java Heap", 0, 120), category("Code", 1, 10)), histogram(20, 70));

        assertThat(of(Place.HEAP)).containsExactly(30L, 70L);
        assertThat(of(Place.HEAP_SPARE)).containsExactly(70L, 50L);
        assertThat(of(Place.HEAP_RESIDENT)).isEmpty();
        assertThat(of(Place.FOREIGN_ARENAS)).containsExactly(0L, 0L);
    }

    @Test
    void theHeapWithoutHistograms() {
        snapshot(nmt(category("Java Heap", 0, 100)));
        snapshot(nmt(category("Java Heap", 0, 120)));

        assertThat(of(Place.HEAP_RESIDENT)).containsExactly(100L, 120L);
        assertThat(of(Place.HEAP)).isEmpty();
    }

    /** glibc's account of malloc: live and free. */
    private static NativeHeap glibc(long live, long free) {
        return new NativeHeap(1, (live + free) * MB, free * MB, 0, 0);
    }

    private static final Map<String, Place> PLACES = Map.of(
            "direct", Place.DIRECT_BUFFERS,
            "arenas", Place.JVM_ARENAS,
            "free", Place.RETAINED,
            "rest", Place.UNDIVIDED);

    /**
     * Moments such as {@code rss=200 data=500 direct=20 arenas=0 free=0}; what is left out is as at the moment before.
     * Malloc of native code is none.
     */
    private void moments(String all) {
        Map<String, Long> now =
                new HashMap<>(Map.of("rss", 200L, "data", 500L, "direct", 20L, "arenas", 20L, "free", 0L));
        for (String moment : all.split("/", -1)) {
            for (String one : moment.strip().split(" +", -1)) {
                String[] parts = one.split("=", -1);
                now.put(parts[0], Long.parseLong(parts[1]));
            }
            long direct = now.getOrDefault("direct", 0L);
            long arenas = now.getOrDefault("arenas", 0L);
            long data = now.getOrDefault("data", 0L);
            Map<String, Long> bytes = new HashMap<>(Map.of("VmRSS", now.getOrDefault("rss", 0L) * MB));
            if (data >= 0) {
                bytes.put("VmData", data * MB);
            }
            snapshot(
                    new ProcStatus(1, bytes, 9),
                    nmt(category("Other", direct, 0), category("Compiler", arenas, 0)),
                    glibc(direct + arenas, now.getOrDefault("free", 0L)));
        }
    }

    /**
     * What was allocated and not touched is taken from what glibc keeps, then from the place that allocated most, and
     * given back to the last one as it is touched. In MB; the noise is 8.
     */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # Half of what is noise is no sign.
            rss=200 / direct=24                           | direct 20 24, rest 160 156
            rss=200 / direct=25                           | direct 20 20, rest 160 160
            rss=200 / direct=30                           | direct 20 20, rest 160 160
            # What glibc keeps free and never used comes first, as far as it grew.
            rss=200 / free=30                             | free 0 0, rest 160 160
            rss=200 / free=50 rss=220                     | free 0 20, rest 160 160
            rss=200 free=40 / free=10 direct=60 rss=200   | direct 20 50, free 40 10, rest 120 120
            rss=200 / free=30 direct=45 rss=205           | direct 20 25, free 0 0, rest 160 160
            # Then the place that allocated most, as far as it grew.
            rss=200 / direct=30 arenas=60                 | direct 20 30, arenas 20 20, rest 160 150
            rss=200 / direct=60 arenas=30                 | direct 20 20, arenas 20 30, rest 160 150
            rss=200 / direct=30 rss=170                   | direct 20 20, rest 160 130
            # Nothing was allocated: less is resident.
            rss=200 / rss=170                             | direct 20 20, rest 160 130
            # What is touched later is given back, if nothing was mapped meanwhile.
            rss=200 / direct=60 / rss=204                 | direct 20 20 20, rest 160 160 164
            rss=200 / direct=60 / rss=205                 | direct 20 20 25, rest 160 160 160
            rss=200 / direct=60 / rss=210                 | direct 20 20 30, rest 160 160 160
            rss=200 / direct=60 / rss=230 data=515        | direct 20 20 50, rest 160 160 160
            rss=200 / direct=60 / rss=230 data=516        | direct 20 20 20, rest 160 160 190
            rss=200 / direct=60 / rss=230 data=-1         | direct 20 20 20, rest 160 160 190
            rss=200 data=-1 / direct=60 / rss=230 data=9  | direct 20 20 20, rest 160 160 190
            rss=200 data=0 / direct=60 / rss=230          | direct 20 20 50, rest 160 160 160
            # No more than was owed, and never twice.
            rss=200 / direct=60 / rss=230 / rss=260       | direct 20 20 50 60, rest 160 160 160 180
            rss=200 / direct=60 / rss=260 / rss=290       | direct 20 20 60 60, rest 160 160 180 210
            # The last place of which something was not touched owns it.
            rss=200 / direct=60 / arenas=60 / rss=230     | arenas 20 20 20 50, direct 20 20 20 20, rest 160 160 160 160
            rss=200 / direct=60 / free=20 arenas=21 rss=201 / rss=231 | direct 20 20 20 50, arenas 20 20 21 21, free 0 0 0 0, rest 160 160 160 160
            """)
    void whoseMemoryWasNotTouched(String moments, String expected) {
        moments(moments);

        for (String line : expected.split(", ", -1)) {
            String[] parts = line.split(" ", 2);
            assertThat(of(Objects.requireNonNull(PLACES.get(parts[0]))).stream()
                            .map(String::valueOf)
                            .collect(Collectors.joining(" ")))
                    .as(parts[0])
                    .isEqualTo(parts[1]);
        }
    }

    /** Where every place of malloc has less than before, none allocated what is not resident. */
    @Test
    void lessMallocEverywhereIsNotUntouched() {
        snapshot(
                status(300, 500),
                nmt(category("Other", 20, 0), category("Compiler", 20, 0), category("Internal", 20, 0)),
                glibc(100, 20));
        snapshot(
                status(200, 500),
                nmt(category("Other", 10, 0), category("Compiler", 10, 0), category("Internal", 10, 0)),
                glibc(50, 10));

        assertThat(of(Place.DIRECT_BUFFERS)).containsExactly(20L, 10L);
        assertThat(of(Place.JVM_ARENAS)).containsExactly(20L, 10L);
        assertThat(of(Place.JVM_MALLOC)).containsExactly(20L, 10L);
        assertThat(of(Place.NATIVE_MALLOC)).containsExactly(40L, 20L);
        assertThat(of(Place.RETAINED)).containsExactly(20L, 10L);
        assertThat(of(Place.UNDIVIDED)).containsExactly(180L, 140L);
    }

    /** What one moment cannot divide, no difference can. */
    @Test
    void momentsThatDivideTheRestDifferently() {
        SystemMap map = new SystemMap(List.of(
                new SystemMap.Mapping(1L << 40, (1L << 40) + 100 * MB, 100 * MB, 100 * MB, "rw-p", "JAVAHEAP", "-"),
                new SystemMap.Mapping(1L << 41, (1L << 41) + 90 * MB, 90 * MB, 90 * MB, "rw-p", "-", "-")));
        NmtReport nmt = nmt(category("Java Heap", 0, 100), category("Other", 20, 0));
        snapshot(map, nmt, glibc(40, 0));
        assertThat(found()).isEmpty();
        snapshot(map, nmt);

        assertThat(of(Place.NATIVE_MALLOC)).containsExactly(0L, 0L);
        assertThat(of(Place.UNDIVIDED)).containsExactly(70L, 70L);
        assertThat(of(Place.ANONYMOUS_MAPPINGS)).isEmpty();
        assertThat(of(Place.HEAP_RESIDENT)).containsExactly(100L, 100L);

        GrowingProcess divided =
                new GrowingProcess().snapshot(map, nmt, glibc(40, 0)).snapshot(map, nmt, glibc(30, 0));
        assertThat(divided.growth().orElseThrow().places())
                .filteredOn(one -> one.place() == Place.ANONYMOUS_MAPPINGS)
                .singleElement()
                .satisfies(one -> assertThat(one.course().values()).containsExactly(50 * MB, 60 * MB));
    }

    /** Where the addresses of the heap are not known at every moment, its objects are in what is not divided. */
    @Test
    void liveObjectsOfAHeapWithoutAddresses() {
        snapshot(status(200, 500), histogram(10, 30));
        snapshot(status(260, 500), histogram(20, 35));

        assertThat(of(Place.HEAP)).containsExactly(30L, 35L);
        assertThat(of(Place.UNDIVIDED)).containsExactly(170L, 225L);
        assertThat(of(Place.HEAP_SPARE)).isEmpty();
    }

    @Test
    void aHeapWhoseAddressesOneMomentLacks() {
        snapshot(nmt(category("Java Heap", 0, 100)), histogram(10, 30));
        snapshot(nmt(category("Code", 0, 10)), histogram(20, 35));

        assertThat(of(Place.HEAP_SPARE)).isEmpty();
        assertThat(of(Place.UNDIVIDED)).containsExactly(70L, -35L);
        assertThat(of(Place.HEAP)).containsExactly(30L, 35L);
    }

    @Test
    void theTimesOfTheSnapshots() {
        snapshot(status(100, 500));
        snapshot(status(100, 500));
        assertThat(growth().total().window()).isEqualTo(Duration.ofMinutes(1));
        assertThat(growth().places().getFirst().course().times())
                .containsExactly(Instant.EPOCH, Instant.ofEpochSecond(60));

        app.snapshotAt(null, status(100, 500));
        assertThat(growth().total().times()).isEmpty();
        assertThat(growth().total().values()).hasSize(3);
    }

    /** With a recording, the heap after collections is added to a heap of which nothing says what is live. */
    @ParameterizedTest(name = "{0} collections, histograms {1}: {2}")
    @CsvSource({"0, false, false", "1, false, false", "2, false, true", "3, false, true", "3, true, false"})
    void theLiveHeapOfARecording(int collections, boolean histograms, boolean expected) {
        NmtReport nmt = nmt(category("Java Heap", 0, 100));
        for (int i = 0; i < 2; i++) {
            snapshot(histograms ? new Sample[] {nmt, histogram(10, 50)} : new Sample[] {nmt});
        }
        for (int i = 0; i < collections; i++) {
            app.loose(
                    new HeapSummary(Instant.ofEpochSecond(i), 0, 0, (40 + 9 * i) * MB, i, true),
                    new GarbageCollection(Instant.ofEpochSecond(i), i, "G1Full", "", 0));
        }
        List<Grown> live = growth().places().stream()
                .filter(one -> one.evidence().contains("by the recording"))
                .toList();

        assertThat(live).hasSize(expected ? 1 : 0);
        if (expected) {
            Grown heap = growth().places().getFirst();
            assertThat(heap).as("the largest growth first").isEqualTo(live.getFirst());
            assertThat(heap.place()).isEqualTo(Place.HEAP);
            assertThat(heap.course().change()).isEqualTo(9 * MB * (collections - 1));
            assertThat(heap.trend()).isEqualTo(collections == 2 ? Course.Trend.GREW : Course.Trend.GROWS);
            assertThat(heap.evidence())
                    .isEqualTo("It is the heap after " + collections + " collections of the old generation, by the"
                            + " recording; the row of the heap includes it.");
        }
    }

    /**
     * Of a JVM that tracks its memory, no advice is to start it so, and no command is named that its JDK does not have: one
     * whose captures never have it (17), or that has it in the first snapshot alone, as by the agent (21).
     */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            nmt | -    | To divide it, start the JVM with -XX:NativeMemoryTracking=detail (loomweight run --nmt detail), and take /proc/PID/smaps with the snapshots.
            nmt | heap | To divide it, start the JVM with -XX:NativeMemoryTracking=detail (loomweight run --nmt detail), and take /proc/PID/smaps with the snapshots, and take System.native_heap_info (JDK 21 and later) with the snapshots.
            -   | -    | To divide it, start the JVM with -XX:NativeMemoryTracking=summary, and take /proc/PID/smaps with the snapshots.
            """)
    void whatDividesTheRestIsNotThereYet(@Nullable String nmt, @Nullable String heap, String expected) {
        for (int i = 0; i < 3; i++) {
            List<Sample> samples = new ArrayList<>(List.of(status(100 + 50 * i, 500)));
            if (nmt != null) {
                samples.add(nmt(category("Code", 1, 10)));
            }
            if (heap != null && i == 0) {
                samples.add(new NativeHeap(2, 5 * MB, 2 * MB, 2 * MB, 1));
            }
            snapshot(samples.toArray(Sample[]::new));
        }

        assertThat(growth().places())
                .filteredOn(one -> one.place() == Place.UNDIVIDED)
                .singleElement()
                .satisfies(one -> assertThat(one.advice()).isEqualTo(expected));
    }

    /** Two moments need a kind of figure in common: resident memory (R), NMT's (N) or a histogram's (H). */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            R  R     | RESIDENT_AS_COMMITTED 2
            R  R N N | RESIDENT_AS_COMMITTED 2
            R  N N   | COMMITTED 2
            R  N     | ''
            N  N H   | COMMITTED 2
            NH NH H  | COMMITTED 2
            N  H H   | OBJECTS 2
            RH N NH  | OBJECTS 2
            R  NH H  | OBJECTS 2
            R  H     | ''
            H        | ''
            """)
    void whichMomentsAreCompared(String moments, String expected) {
        for (String one : moments.strip().split(" +", -1)) {
            List<Sample> samples = new ArrayList<>();
            if (one.contains("R")) {
                samples.add(status(100, 500));
            }
            if (one.contains("N")) {
                samples.add(nmt(category("Code", 1, 10)));
            }
            if (one.contains("H")) {
                samples.add(histogram(10, 20));
            }
            snapshot(samples.toArray(Sample[]::new));
        }

        // A process without a growth of its snapshots may have one of its recording.
        Optional<ProcessGrowth> found = ProcessGrowth.of(
                "app", app.observations().processes().getFirst().moments(), 0);
        assertThat(found.map(one -> one.source() + " " + one.total().values().size())
                        .orElse(""))
                .isEqualTo(expected);
    }
}
