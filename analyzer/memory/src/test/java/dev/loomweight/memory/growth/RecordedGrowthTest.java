package dev.loomweight.memory.growth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.fold.Fold.Results;
import dev.loomweight.memory.Account;
import dev.loomweight.memory.Place;
import dev.loomweight.memory.reconcile.GcHistory;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.MemoryEvents.DirectBuffers;
import dev.loomweight.sample.MemoryEvents.GarbageCollection;
import dev.loomweight.sample.MemoryEvents.HeapSummary;
import dev.loomweight.sample.MemoryEvents.HeapUsage;
import dev.loomweight.sample.MemoryEvents.ResidentSetSize;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.Sample;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.IntToLongFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    /** A JVM with room enough collects only what is young, for hours: what it keeps of that can be garbage. */
    @Test
    void whatYoungCollectionsKeepIsSaidWithWhatIsNotKnown() {
        Section section = growth(young(i -> (100 + 20 * i) * MB));

        assertThat(section.findings()).singleElement().satisfies(finding -> {
            assertThat(finding.id()).isEqualTo("growthOfHeapResident");
            assertThat(finding.severity()).isEqualTo(Finding.Severity.INFO);
            assertThat(finding.summary()).contains("Java heap with garbage of shop: grew by 380 MB in 19 min");
            assertThat(finding.explanation())
                    .contains("After collections it kept 100 MB at first and 480 MB at last (20 collections).")
                    .contains(
                            "The old generation was collected once at most, so that it is not known whether this is live.");
            assertThat(finding.solution()).contains("record --histogram", "name the classes");
        });
    }

    @Test
    void whatYoungCollectionsKeepAndLoseIsNoFinding() {
        assertThat(growth(young(i -> (100 + 100 * (i % 4)) * MB)).findings()).isEmpty();
    }

    /** One a minute, which leave so much. */
    private static List<Sample> young(IntToLongFunction kept) {
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            samples.add(new HeapSummary(at(60 * i), 0, 0, kept.applyAsLong(i), i, true));
            samples.add(new GarbageCollection(at(60 * i), i, "DefNew", "", 0));
        }
        return samples;
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

    /** A line such as {@code 0:100 60:140}: seconds, and MB. */
    private static NavigableMap<Instant, Long> line(String values) {
        NavigableMap<Instant, Long> line = new TreeMap<>();
        for (String one : values.strip().split(" +", -1)) {
            if (!one.isEmpty()) {
                String[] parts = one.split(":", -1);
                line.put(at(Integer.parseInt(parts[0])), Long.parseLong(parts[1]) * MB);
            }
        }
        return line;
    }

    private static Account account(String name) {
        return switch (name) {
            case "RSS" -> Account.RESIDENT;
            case "total" -> Account.NMT_TOTAL;
            case "direct" -> Account.DIRECT;
            case "metaspace" -> Account.METASPACE_USED;
            case "used" -> Account.HEAP_USED;
            case "stacks" -> Account.STACKS;
            case "container" -> Account.CONTAINER;
            default -> Account.nmt(name);
        };
    }

    /** The growth by lines such as {@code RSS 0:100 60:140}, and the live heap. */
    private static Optional<ProcessGrowth> recorded(String lines, String live) {
        Map<Account, NavigableMap<Instant, Long>> values = new TreeMap<>();
        for (String one : lines.split(";", -1)) {
            String[] parts = one.strip().split(" ", 2);
            if (parts.length == 2) {
                values.put(account(parts[0].replace('_', ' ')), line(parts[1]));
            }
        }
        return RecordedGrowth.of("shop", values, collected(line(live)));
    }

    /** Collections of the old generation that leave so much. */
    private static GcHistory collected(NavigableMap<Instant, Long> live) {
        GcHistory collections = new GcHistory();
        live.forEach((time, bytes) -> {
            long id = time.getEpochSecond();
            collections.add(new HeapSummary(time, 0, 0, bytes, id, true));
            collections.add(new GarbageCollection(time, id, "SerialOld", "", 0));
        });
        return collections;
    }

    private static String text(Course course) {
        return course.values().stream().map(bytes -> Long.toString(bytes / MB)).collect(Collectors.joining(" "));
    }

    /** Which figures of a recording are a place, and which are all of the process. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # Resident memory is the total where it is known at two moments, or else the sum.
            RSS 0:100 60:140; direct 0:10 60:30                  |             | RECORDING, 100 140 | DIRECT_BUFFERS 10 30
            RSS 0:100; direct 0:10 60:30                         |             | RECORDING_WITHOUT_TOTAL, 10 30 | DIRECT_BUFFERS 10 30
            RSS 0:100 60:140                                     |             | RECORDING, 100 140 | ''
            RSS 0:100                                            |             | ''                 | ''
            direct 0:10                                          |             | ''                 | ''
            ''                                                   | 5:50        | ''                 | ''
            # The live heap, and never what is used of it.
            used 0:10 60:30                                      | 5:50 50:70  | RECORDING_WITHOUT_TOTAL, 50 70 | HEAP 50 70
            direct 0:10 60:30                                    | 5:50        | RECORDING_WITHOUT_TOTAL, 10 30 | DIRECT_BUFFERS 10 30
            container 0:10 60:30; used 0:10 60:30                |             | ''                 | ''
            # NMT counts direct buffers and metaspace in its categories.
            direct 0:10 60:30; metaspace 0:1 60:2                |             | RECORDING_WITHOUT_TOTAL, 11 32 | DIRECT_BUFFERS 10 30, METASPACE 1 2
            direct 0:10 60:30; metaspace 0:1 60:2; total 0:5 60:7 |            | ''                 | ''
            direct 0:10 60:30; Other 0:11 60:36; total 0:5 60:7  |             | RECORDING_WITHOUT_TOTAL, 11 36 | DIRECT_BUFFERS 11 36
            Class 0:1 60:2; Metaspace 0:5 60:9                   |             | RECORDING_WITHOUT_TOTAL, 6 11 | METASPACE 6 11
            # The stacks of a recording are stale, and NMT's heap is no growth.
            Thread_Stack 0:10 60:90; Thread 0:1 60:5             |             | RECORDING_WITHOUT_TOTAL, 1 5 | PLATFORM_THREADS 1 5
            stacks 0:10 60:90; Java_Heap 0:1 60:5                |             | ''                 | ''
            # A sum is at the times of the one, where the other had a value before.
            Class 0:1 60:2 90:3; Metaspace 30:5 80:9             |             | RECORDING_WITHOUT_TOTAL, 7 12 | METASPACE 7 12
            Class 0:1 60:2; Metaspace 30:5 80:9                  |             | ''                 | ''
            RSS 0:100 60:140; Code 0:1; direct 0:10 60:30        |             | RECORDING, 100 140 | DIRECT_BUFFERS 10 30
            """)
    void placesOfARecording(String lines, String live, String total, String places) {
        Optional<ProcessGrowth> growth = recorded(lines, live == null ? "" : live);

        assertThat(growth.map(one -> one.source() + ", " + text(one.total())).orElse(""))
                .isEqualTo(total);
        assertThat(growth.stream()
                        .flatMap(one -> one.places().stream())
                        .map(one -> one.place() + " " + text(one.course()))
                        .collect(Collectors.joining(", ")))
                .isEqualTo(places);
    }

    /** Random lines, with and without resident memory, of any beginnings. */
    @Test
    void theRowsOfARecordingAddUp() {
        int found = 0;
        for (int seed = 0; seed < 2_000; seed++) {
            Random random = new Random(seed);
            StringBuilder lines = new StringBuilder();
            for (String account : List.of("RSS", "direct", "metaspace", "total", "Other", "Class", "Code", "GC")) {
                if (random.nextBoolean()) {
                    lines.append(account).append(values(random)).append(';');
                }
            }
            Optional<ProcessGrowth> growth = recorded(lines.toString(), random.nextBoolean() ? values(random) : "");
            found += growth.isPresent() ? 1 : 0;
            String of = "seed " + seed + ": " + lines;
            growth.ifPresent(one -> GrowthTableTest.assertRowsAddUp(of, one, false));
        }
        assertThat(found).isGreaterThan(1_000);
    }

    private static String values(Random random) {
        StringBuilder values = new StringBuilder();
        int time = random.nextInt(3) == 0 ? random.nextInt(60) : 0;
        for (int i = 0; i < 1 + random.nextInt(5); i++) {
            values.append(' ').append(time).append(':').append(random.nextInt(300));
            time += 1 + random.nextInt(40);
        }
        return values.toString();
    }

    @Test
    void theNoiseIsThatOfTheLastTotal() {
        assertThat(recorded("RSS 0:100 60:1600; direct 0:10 60:30", "").orElseThrow())
                .satisfies(growth -> assertThat(growth.name()).isEqualTo("shop"))
                .satisfies(growth -> assertThat(growth.noise()).isEqualTo(16 * MB));
        assertThat(recorded("RSS 0:1600 60:100; direct 0:10 60:18", "").orElseThrow())
                .satisfies(growth -> assertThat(growth.noise()).isEqualTo(8 * MB))
                .satisfies(
                        growth -> assertThat(growth.places().getFirst().trend()).isEqualTo(Course.Trend.SAME));
    }

    @Test
    void theLargestGrowthOfARecordingIsFirst() {
        assertThat(recorded("Code 0:1 60:9; Class 0:1 60:99; Other 0:1 60:50", "0:1 60:60")
                        .orElseThrow()
                        .places())
                .extracting(Grown::place)
                .containsExactly(Place.METASPACE, Place.HEAP, Place.DIRECT_BUFFERS, Place.CODE);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            direct 0:10 60:30                       |           | DIRECT_BUFFERS | JFR counts 30 MB of direct buffers, after 10 MB.
            Other 0:10 60:30                        |           | DIRECT_BUFFERS | ''
            Other 0:10 60:30; direct 0:7; total 0:1 |           | DIRECT_BUFFERS | ''
            Other 0:10 60:30; direct 0:7 50:8; total 0:1 |      | DIRECT_BUFFERS | JFR counts 8 MB of direct buffers, after 7 MB.
            direct 0:10 60:30                       | 0:1 9:2 60:7 | HEAP        | It is the heap after 3 collections of the old generation.
            Code 0:10 60:30                         |           | CODE           | ''
            """)
    void evidenceOfARecording(String lines, String live, Place place, String evidence) {
        assertThat(recorded(lines, live == null ? "" : live).orElseThrow().places().stream()
                        .filter(one -> one.place() == place)
                        .map(Grown::evidence))
                .containsExactly(evidence);
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
