package dev.loomweight.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.input.text.nmt.NmtText;
import dev.loomweight.kernel.subject.Analysis;
import dev.loomweight.memory.Part;
import dev.loomweight.memory.Place;
import dev.loomweight.memory.growth.Growth;
import dev.loomweight.memory.growth.live.LiveGrowth;
import dev.loomweight.memory.parts.MemoryParts;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.MemoryEvents.NativeMemory;
import dev.loomweight.sample.MemoryEvents.NativeMemoryTotal;
import dev.loomweight.sample.NmtTexts.Amount;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.NmtTexts.NmtMalloc;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.NmtTexts.NmtUsage;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.ProcTexts.ProcStatus;
import dev.loomweight.sample.Sample;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A category of NMT that grows, in that part of it that is the largest in the JVM's own text, is one place for all who say
 * what grew: snapshots of a capture, the live screen, and a recording alone.
 */
class CategoryDoorsTest {

    private static final long MB = 1 << 20;
    private static final long GROWTH = 64 * MB;
    private static final Instant BEGAN = Instant.parse("2026-11-02T10:00:00Z");

    /** The places as they are to be: not taken from the table that is tested. */
    private static final Map<String, String> EXPECTED = Map.ofEntries(
            Map.entry("Java Heap", "heapResident"),
            Map.entry("Class", "metaspace"),
            Map.entry("Metaspace", "metaspace"),
            Map.entry("Symbol", "metaspace"),
            Map.entry("Module", "metaspace"),
            Map.entry("Thread", "platformThreads"),
            Map.entry("Code", "code"),
            Map.entry("GC", "gc"),
            Map.entry("GCCardSet", "gc"),
            Map.entry("String Deduplication", "gc"),
            Map.entry("Compiler", "jvmArenas"),
            Map.entry("Arena Chunk", "jvmArenas"),
            Map.entry("Internal", "jvmMalloc"),
            Map.entry("Other", "directBuffers"),
            Map.entry("Native Memory Tracking", "jvmMalloc"),
            Map.entry("Tracing", "jvmMalloc"),
            Map.entry("Arguments", "jvmMalloc"),
            Map.entry("Logging", "jvmMalloc"),
            Map.entry("Statistics", "jvmMalloc"),
            Map.entry("Synchronizer", "jvmMalloc"),
            Map.entry("Synchronization", "jvmMalloc"),
            Map.entry("Serviceability", "jvmMalloc"),
            Map.entry("Object Monitors", "jvmMalloc"),
            Map.entry("Safepoint", "other"),
            Map.entry("Unknown", "other"),
            Map.entry("Shared class space", "other"));

    static Stream<Arguments> categories() throws Exception {
        Map<String, NmtCategory> all = new LinkedHashMap<>();
        try (Stream<Path> files = Files.walk(Path.of("src/test/resources/nmt"))) {
            for (Path file : files.filter(one -> one.toString().endsWith("summary-b.txt")
                            || one.toString().endsWith("-summary.txt")
                            || one.toString().endsWith("-detail.txt"))
                    .sorted()
                    .toList()) {
                String text = Files.readString(file, StandardCharsets.UTF_8);
                for (Sample sample : NmtText.parse(new StringReader(text), file.toString())) {
                    if (sample instanceof NmtReport report && !report.diff()) {
                        report.categories()
                                .forEach(category -> all.merge(
                                        file.getName(file.getNameCount() - 2) + " " + category.name(),
                                        category,
                                        CategoryDoorsTest::larger));
                    }
                }
            }
        }
        assertThat(all).hasSizeGreaterThan(60);
        return all.entrySet().stream().map(one -> Arguments.of(one.getKey(), one.getValue()));
    }

    private static NmtCategory larger(NmtCategory one, NmtCategory other) {
        return one.usage().committed().bytes() >= other.usage().committed().bytes() ? one : other;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("categories")
    void aCategoryGrowsInOnePlaceForAll(String name, NmtCategory category) {
        String expected = Objects.requireNonNull(EXPECTED.get(category.name()), name);
        assertThat(Part.isKnown(category.name())).isTrue();

        assertThat(ofSnapshots(category)).as("snapshots").isEqualTo(expected);
        boolean heap = category.name().equals("Java Heap");
        assertThat(ofLive(category)).as("live").isEqualTo(heap ? "rest" : expected);
        // Of the heap, a recording has what is live after collections.
        assertThat(ofRecording(category)).as("recording").isEqualTo(heap ? null : expected);
    }

    /** A recording divides neither: what snapshots and the live screen divide may not be of another place there. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("categories")
    void arenasAndOtherMallocOfACategoryGrowWhereItDoes(String name, NmtCategory category) {
        String expected = Objects.requireNonNull(EXPECTED.get(category.name()), name);
        if (category.arena() != null) {
            assertThat(doors(category, moreArenas(category))).as("arenas").containsOnly(expected);
        }
        if (category.malloc() != null && category.mmap() == null && category.stack() == null) {
            assertThat(doors(category, moreMalloc(category))).as("malloc").containsOnly(expected);
        }
    }

    private static List<@Nullable String> doors(NmtCategory before, NmtCategory after) {
        return Arrays.asList(ofSnapshots(before, after), ofLive(before, after), ofRecording(before));
    }

    private static NmtCategory moreArenas(NmtCategory of) {
        return grown(of, null, null, of.arena());
    }

    private static NmtCategory moreMalloc(NmtCategory of) {
        return grown(of, null, of.malloc(), null);
    }

    @Test
    void aCategoryThatIsNotKnownIsOtherMallocOfTheJvmAndANoteSaysSo() {
        NmtCategory quantum = malloc("Quantum", 3 * MB);

        assertThat(ofSnapshots(quantum)).isEqualTo("jvmMalloc");
        assertThat(ofLive(quantum)).isEqualTo("jvmMalloc");
        assertThat(ofRecording(quantum)).isEqualTo("jvmMalloc");
        assertThat(notes(quantum))
                .contains(
                        "NMT's category Quantum is not known to this version of loomweight: the malloc counts as other"
                                + " malloc of the JVM.");
        assertThat(notes(malloc("Internal", 3 * MB))).noneMatch(note -> note.contains("not known to this version"));
    }

    private static List<String> notes(NmtCategory category) {
        MemoryParts parts = new MemoryParts();
        return section(parts, List.of(Map.entry(origin(0), report(category)))).blocks().stream()
                .filter(Table.class::isInstance)
                .flatMap(table -> ((Table) table).footnotes().stream())
                .toList();
    }

    private static @Nullable String ofSnapshots(NmtCategory category) {
        return ofSnapshots(category, grown(category));
    }

    private static @Nullable String ofSnapshots(NmtCategory before, NmtCategory after) {
        List<Map.Entry<Origin, Sample>> samples = new ArrayList<>();
        samples.add(Map.entry(origin(0), report(before)));
        samples.add(Map.entry(origin(1), report(after)));
        return first(section(new Growth(), samples));
    }

    private static @Nullable String ofRecording(NmtCategory category) {
        Origin recording = new Origin("app", null, "app.jfr", Instrument.JFR);
        List<Map.Entry<Origin, Sample>> samples = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            Instant time = BEGAN.plusSeconds(60L * i);
            samples.add(Map.entry(recording, new NativeMemory(time, category.name(), 900 * MB, (i + 1) * GROWTH)));
            samples.add(Map.entry(recording, new NativeMemoryTotal(time, 900 * MB, (i + 1) * GROWTH)));
        }
        return first(section(new Growth(), samples));
    }

    private static @Nullable String ofLive(NmtCategory category) {
        return ofLive(category, grown(category));
    }

    private static @Nullable String ofLive(NmtCategory before, NmtCategory after) {
        LiveGrowth live = new LiveGrowth();
        LiveGrowth.Figures figures = LiveGrowth.Figures.NONE;
        int moments = 0;
        for (NmtCategory each : List.of(before, after)) {
            long resident = 1_000 * MB + each.usage().committed().bytes() % (1_000 * MB);
            live.add(new ProcStatus(7, Map.of("VmRSS", resident, "RssFile", 0L, "RssShmem", 0L), 20));
            live.add(report(each));
            figures = live.at(BEGAN.plusSeconds(moments++));
        }
        return figures.places().isEmpty() ? null : figures.places().getFirst().id();
    }

    private static <A> Section section(Analysis<A, ?> analysis, List<Map.Entry<Origin, Sample>> samples) {
        A all = analysis.fold().empty();
        samples.forEach(one -> analysis.fold().add(all, one.getKey(), one.getValue()));
        return analysis.finish(all, Coverage.NONE);
    }

    /** The place that grew most, by the row of the table; null where none did. */
    private static @Nullable String first(Section section) {
        return section.blocks().stream()
                .filter(Table.class::isInstance)
                .map(table -> ((Table) table).rows().getFirst().cells())
                .filter(cells -> cells.get(3) instanceof Cell.Bytes bytes && bytes.value() >= GROWTH)
                .map(cells -> ((Cell.Text) cells.getFirst()).value())
                .flatMap(label ->
                        Stream.of(Place.values()).filter(place -> place.label().equals(label)))
                .map(Place::id)
                .findFirst()
                .orElse(null);
    }

    private static Origin origin(int index) {
        return new Origin(
                "app",
                new Origin.SnapshotId(index, "s" + index, BEGAN.plusSeconds(600L * index)),
                index + "/nmt.txt",
                Instrument.NMT);
    }

    private static NmtReport report(NmtCategory category) {
        return new NmtReport(
                7,
                1,
                false,
                category.usage(),
                null,
                null,
                List.of(category),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of());
    }

    private static NmtCategory malloc(String name, long bytes) {
        return new NmtCategory(
                name,
                usage(bytes),
                Map.of(),
                null,
                new NmtMalloc(Amount.of(bytes), 7, 0, -1, -1),
                null,
                null,
                null,
                List.of(),
                List.of());
    }

    /** The category with more of what it has most: stacks, mappings, malloc, or arenas. */
    private static NmtCategory grown(NmtCategory of) {
        long stack = bytes(of.stack());
        long mmap = bytes(of.mmap());
        long malloc = of.malloc() == null ? 0 : of.malloc().amount().bytes();
        long arena = of.arena() == null ? 0 : of.arena().amount().bytes();
        long most = Math.max(Math.max(stack, mmap), Math.max(malloc, arena));
        boolean mapped = most == stack || most == mmap;
        return grown(
                of,
                of.stack() != null && most == stack ? of.stack() : mapped ? of.mmap() : null,
                !mapped && most == malloc ? of.malloc() : null,
                !mapped && most != malloc ? of.arena() : null);
    }

    /** The category with more of that one of its amounts that is given. */
    private static NmtCategory grown(
            NmtCategory of, @Nullable NmtUsage mapped, @Nullable NmtMalloc malloc, @Nullable NmtMalloc arena) {
        return new NmtCategory(
                of.name(),
                Objects.requireNonNull(plus(of.usage(), true)),
                of.counts(),
                plus(of.stack(), mapped != null && mapped.equals(of.stack())),
                plus(of.malloc(), malloc != null),
                plus(of.mmap(), mapped != null && mapped.equals(of.mmap())),
                plus(of.arena(), arena != null),
                of.trackingOverhead(),
                of.metaspace(),
                of.unknownLines());
    }

    private static long bytes(@Nullable NmtUsage usage) {
        return usage == null ? 0 : usage.committed().bytes();
    }

    private static @Nullable NmtUsage plus(@Nullable NmtUsage usage, boolean grows) {
        return usage == null || !grows ? usage : usage(usage.committed().bytes() + GROWTH);
    }

    private static @Nullable NmtMalloc plus(@Nullable NmtMalloc malloc, boolean grows) {
        return malloc == null || !grows
                ? malloc
                : new NmtMalloc(Amount.of(malloc.amount().bytes() + GROWTH), malloc.count(), 0, -1, -1);
    }

    private static NmtUsage usage(long bytes) {
        return NmtUsage.of(Amount.of(bytes), Amount.of(bytes));
    }
}
