package dev.loomweight.memory.growth;

import static dev.loomweight.memory.growth.GrowingProcess.MB;
import static dev.loomweight.memory.growth.GrowingProcess.category;
import static dev.loomweight.memory.growth.GrowingProcess.nmt;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.memory.Place;
import dev.loomweight.sample.JvmTexts.HeapInfo;
import dev.loomweight.sample.JvmTexts.NativeHeap;
import dev.loomweight.sample.JvmTexts.SystemMap;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.ProcTexts.ProcStatus;
import dev.loomweight.sample.ProcTexts.Smaps;
import dev.loomweight.sample.ProcTexts.SmapsRollup;
import dev.loomweight.sample.Sample;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Moments of which some have texts that others lack: all are divided by what they have in common. */
class ComparableMomentsTest {

    /**
     * A process at a moment, in MB: what is committed, of which the collector's structures are touched in part, and the heap
     * as far as it was in use.
     */
    private record Truth(long heap, long gc, long gcTouched, long code, long direct, long nativeMalloc, long mapped) {

        private static final long HEAP_COMMITTED = 600;
        private static final long FILES = 30;

        Truth withHeap(long bytes) {
            return new Truth(bytes, gc, gcTouched, code, direct, nativeMalloc, mapped);
        }

        long resident() {
            return heap + gcTouched + code + direct + nativeMalloc + mapped + FILES;
        }

        private SystemMap map() {
            List<SystemMap.Mapping> all = new ArrayList<>();
            add(all, "JAVAHEAP", HEAP_COMMITTED, heap);
            add(all, "GC", gc, gcTouched);
            add(all, "CODE", code, code);
            add(all, "-", 500, direct + nativeMalloc + mapped);
            all.add(new SystemMap.Mapping(
                    1L << 50, (1L << 50) + FILES * MB, FILES * MB, FILES * MB, "r-xp", "-", "/usr/lib/libjvm.so"));
            return new SystemMap(all);
        }

        private static void add(List<SystemMap.Mapping> all, String tag, long size, long touched) {
            long from = (1L << 40) + ((long) all.size() << 32);
            all.add(new SystemMap.Mapping(from, from + size * MB, size * MB, touched * MB, "rw-p", tag, "-"));
        }

        private Smaps smaps() {
            return new Smaps(map().mappings().stream()
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

        /** All texts of it; the first has its resident memory alone. */
        List<Sample> texts() {
            return List.of(
                    new ProcStatus(1, Map.of("VmRSS", resident() * MB, "RssFile", FILES * MB, "VmData", 2_000 * MB), 9),
                    smaps(),
                    map(),
                    nmt(
                            category("Java Heap", 0, HEAP_COMMITTED),
                            category("GC", 0, gc),
                            category("Code", 0, code),
                            category("Other", direct, 0)),
                    new NativeHeap(1, (direct + nativeMalloc) * MB, 0, 0, 0),
                    new HeapInfo("garbage-first heap", HEAP_COMMITTED * MB, HEAP_COMMITTED * MB, heap * MB, 0, 0),
                    new SmapsRollup(Map.of("Rss", resident() * MB)));
        }
    }

    private static final Truth START = new Truth(60, 40, 5, 10, 20, 8, 3);

    private static Sample[] some(Truth truth, Random random, Class<?>... always) {
        List<Sample> texts = new ArrayList<>(truth.texts());
        List<Class<?>> kept = List.of(always);
        texts.removeIf(
                text -> !(text instanceof ProcStatus) && !kept.contains(text.getClass()) && random.nextInt(3) == 0);
        return texts.toArray(Sample[]::new);
    }

    private static ProcessGrowth growth(GrowingProcess process) {
        return process.growth().orElseThrow();
    }

    private static long change(ProcessGrowth growth, Place place) {
        return growth.places().stream()
                .filter(one -> one.place() == place)
                .mapToLong(one -> one.course().change())
                .sum();
    }

    /** What one text has and another has not, or counts otherwise, is no growth of a process that does not change. */
    @Test
    void whatDoesNotChangeDoesNotGrow() {
        for (int seed = 0; seed < 2_000; seed++) {
            Random random = new Random(seed);
            GrowingProcess process = new GrowingProcess();
            for (int i = 0; i < 2 + seed % 5; i++) {
                process.snapshot(some(START, random));
            }
            assertThat(growth(process).places())
                    .as("seed %d", seed)
                    .allSatisfy(one -> assertThat(one.course().values())
                            .containsOnly(one.course().first()));
        }
    }

    @Test
    void theRowsAddUpAtEveryMoment() {
        for (int seed = 0; seed < 2_000; seed++) {
            Random random = new Random(seed);
            GrowingProcess process = new GrowingProcess();
            for (int i = 0; i < 2 + seed % 5; i++) {
                long gc = 5L + random.nextInt(60);
                process.snapshot(some(
                        new Truth(
                                10 + random.nextInt(300),
                                gc,
                                random.nextLong(gc),
                                5 + random.nextInt(40),
                                random.nextInt(100),
                                random.nextInt(100),
                                random.nextInt(100)),
                        random));
            }
            ProcessGrowth growth = growth(process);
            for (int i = 0; i < growth.total().values().size(); i++) {
                int moment = i;
                assertThat(growth.places().stream()
                                .mapToLong(one -> one.course().values().get(moment))
                                .sum())
                        .as("seed %d, moment %d", seed, i)
                        .isEqualTo(growth.total().values().get(i));
            }
            GrowthTableTest.assertRowsAddUp("seed " + seed, growth, false);
        }
    }

    /** Whatever the texts are: a heap of which the use is known grows, and nothing else. */
    @Test
    void theHeapThatGrewIsWhatGrew() {
        for (int seed = 0; seed < 2_000; seed++) {
            Random random = new Random(seed);
            GrowingProcess process = new GrowingProcess();
            int moments = 2 + seed % 5;
            for (int i = 0; i < moments; i++) {
                process.snapshot(some(START.withHeap(60 + 94L * i), random, HeapInfo.class));
            }
            ProcessGrowth growth = growth(process);
            assertThat(change(growth, Place.HEAP_RESIDENT))
                    .as("seed %d: %s", seed, growth.places())
                    .isEqualTo(growth.total().change())
                    .isGreaterThanOrEqualTo(94 * MB);
        }
    }

    /** As the agent takes them: only the first moment has the mappings. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void onlyTheFirstHasItsMappings(boolean tracked) {
        GrowingProcess process = new GrowingProcess();
        for (int i = 0; i < 4; i++) {
            List<Sample> texts = new ArrayList<>(START.withHeap(60 + 40L * i).texts());
            if (i > 0) {
                texts.removeIf(text -> text instanceof Smaps
                        || text instanceof SystemMap
                        || text instanceof NativeHeap
                        || text instanceof SmapsRollup);
            }
            texts.removeIf(text -> !tracked && text instanceof NmtReport);
            process.snapshot(texts.toArray(Sample[]::new));
        }
        ProcessGrowth growth = growth(process);

        assertThat(growth.source()).isEqualTo(ProcessGrowth.Source.RESIDENT_AS_COMMITTED);
        assertThat(growth.total().change()).isEqualTo(120 * MB);
        assertThat(change(growth, Place.HEAP_RESIDENT)).isEqualTo(120 * MB);
        assertThat(change(growth, Place.GC)).isZero();
    }

    /** Malloc of native code that no text shows is not the heap's, whose use stays. */
    @Test
    void whatGrewOutsideTheHeapIsNotTheHeap() {
        GrowingProcess process = new GrowingProcess();
        for (int i = 0; i < 4; i++) {
            List<Sample> texts = new ArrayList<>(new Truth(60, 40, 5, 10, 20, 8 + 40L * i, 3).texts());
            texts.removeIf(text -> !(text instanceof ProcStatus) && !(text instanceof HeapInfo));
            process.snapshot(texts.toArray(Sample[]::new));
        }

        assertThat(change(growth(process), Place.HEAP_RESIDENT)).isZero();
        assertThat(change(growth(process), Place.UNDIVIDED)).isEqualTo(120 * MB);
    }

    /** Moments without the mappings are left out where the others span most of the time; m has them, and . has not. */
    @ParameterizedTest
    @CsvSource({
        "m..m,      RESIDENT,              2",
        ".m..m,     RESIDENT,              2",
        "mm...,     RESIDENT_AS_COMMITTED, 5",
        ".m.m.,     RESIDENT_AS_COMMITTED, 5",
        "m....m..,  RESIDENT_AS_COMMITTED, 8",
        "m.....m..,  RESIDENT,             2",
        "mmmm,      RESIDENT,              4",
    })
    void whichMomentsAreDivided(String moments, ProcessGrowth.Source source, int number) {
        GrowingProcess process = new GrowingProcess();
        moments.chars().forEach(one -> {
            List<Sample> texts = new ArrayList<>(START.texts());
            texts.removeIf(text -> one == '.' && (text instanceof Smaps || text instanceof SystemMap));
            process.snapshot(texts.toArray(Sample[]::new));
        });

        assertThat(growth(process).source()).isEqualTo(source);
        assertThat(growth(process).total().values()).hasSize(number);
        int leftOut = moments.length() - number;
        assertThat(GrowthTable.of("t", "", growth(process), "first", "last").footnotes().stream()
                        .filter(note -> note.contains(" left out, ")))
                .as("what is left out is said")
                .hasSize(leftOut > 0 ? 1 : 0)
                .allMatch(note -> note.startsWith(leftOut + " snapshot"));
    }

    /** How many moments are kept of those with the mappings (m) and without them, at these seconds. */
    private static int kept(String moments, String seconds) {
        GrowingProcess process = new GrowingProcess();
        String[] times = seconds.split(" ", -1);
        for (int i = 0; i < times.length; i++) {
            List<Sample> texts = new ArrayList<>(START.texts());
            boolean mapped = moments.charAt(i) == 'm';
            texts.removeIf(text -> !mapped && (text instanceof Smaps || text instanceof SystemMap));
            process.snapshotAt(
                    times[i].equals("-") ? null : Instant.ofEpochSecond(Long.parseLong(times[i])),
                    texts.toArray(Sample[]::new));
        }
        return comparable(process).all().size();
    }

    private static ComparableMoments comparable(GrowingProcess process) {
        return ComparableMoments.of(
                process.observations().processes().getFirst().moments());
    }

    /** Three quarters of the time; of the moments, where one of the times that count is not known. */
    @ParameterizedTest(name = "{0} at {1}: {2}")
    @CsvSource({
        "mm..,  0 60 65 70,  2",
        "mm..,  0 5 65 70,   4",
        "mm..,  - 60 65 70,  4",
        "mm..,  0 - 65 70,   4",
        "mm..,  0 60 65 -,   4",
        "mm..,  0 60 - 70,   2",
        ".mmm,  0 60 65 70,  4",
        ".mm.m, 0 - 1 65 70, 3",
        "mm..,  7 7 7 7,     4",
        // By moments: three intervals of four, two of four, two of three.
        "m..m., - - - - -,   2",
        ".m.m., - - - - -,   5",
        "m.m.., - - - - -,   5",
        "m.m.,  - - - -,     4",
        "m..m.,  7 7 7 7 7,  2",
    })
    void theShareOfTheTime(String moments, String seconds, int number) {
        assertThat(kept(moments, seconds)).isEqualTo(number);
    }

    /** It is known where the kernel has it as resident; what NMT has as committed is no such amount. */
    @Test
    void theHeapOfTheFirstMoment() {
        Sample[] all = START.texts().toArray(Sample[]::new);
        Sample status = START.texts().getFirst();
        NmtReport nmt = nmt(category("Java Heap", 0, 600));

        assertThat(comparable(new GrowingProcess().snapshot(all).snapshot(status))
                        .firstHeap())
                .isEqualTo(60 * MB);
        assertThat(comparable(new GrowingProcess().snapshot(status).snapshot(all))
                        .firstHeap())
                .isEqualTo(-1);
        assertThat(comparable(new GrowingProcess().snapshot(nmt).snapshot(nmt)).firstHeap())
                .isEqualTo(-1);
        assertThat(ComparableMoments.of(List.of()).firstHeap()).isEqualTo(-1);
    }
}
