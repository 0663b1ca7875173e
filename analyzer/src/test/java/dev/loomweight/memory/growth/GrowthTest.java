package dev.loomweight.memory.growth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.capture.CaptureFolder.Part;
import dev.loomweight.cli.CliRun;
import dev.loomweight.command.Diff;
import dev.loomweight.command.InputOptions;
import dev.loomweight.command.Question;
import dev.loomweight.memory.Place;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.api.SoftAssertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A real JVM that grows in one place at a time by an amount that is known: what grew is ranked first, with its bytes, and is
 * the only finding on growth; what does not grow is none.
 */
@Tag("applications")
class GrowthTest {

    private static final long MB = 1 << 20;

    @TempDir
    private Path folder;

    /**
     * What to grow, and what must be found.
     *
     * @param request the word that the program knows
     * @param amount of bytes, threads, loaders or strings
     * @param place where it must be found
     * @param atLeast of the known bytes, the least that must be found
     * @param atMost of the known bytes, the most that may be found
     */
    private record Step(String request, long amount, Place place, double atLeast, double atMost) {}

    private static final List<Step> STEPS = List.of(
            new Step("heap", 37 * MB, Place.HEAP, 0.9, 1.02),
            new Step("small", 37 * MB, Place.SMALL_OBJECTS, 0.9, 1.05),
            new Step("direct", 37 * MB, Place.DIRECT_BUFFERS, 0.9, 1.05),
            new Step("ffm", 37 * MB, Place.FOREIGN_ARENAS, 0.9, 1.05),
            // The names of classes, which NMT counts as an arena in Symbol.
            new Step("arena", 37 * MB, Place.METASPACE, 0.75, 1.25),
            // What glibc has beyond NMT: the JVM allocates and frees such arenas between the two texts.
            new Step("malloc", 37 * MB, Place.NATIVE_MALLOC, 0.75, 1.25),
            new Step("mmap", 37 * MB, Place.ANONYMOUS_MAPPINGS, 0.9, 1.15),
            new Step("file", 37 * MB, Place.MAPPED_FILES, 0.9, 1.02),
            new Step("platform", 350, Place.PLATFORM_THREADS, 0.9, 1.1),
            new Step("virtual", 8_000, Place.VIRTUAL_THREADS, 0.9, 1.05),
            new Step("metaspace", 1_600, Place.METASPACE, 0.9, 1.3),
            // And the JVM's table of them, of 50 to 80 bytes a string.
            new Step("interned", 150_000, Place.INTERNED_STRINGS, 0.9, 1.35));

    /** Three snapshots a place: a slope with an error. NMT by summary. */
    @Test
    void growthOverThreeSnapshotsIsRankedFirstAndSpeaks() throws Exception {
        SoftAssertions softly = new SoftAssertions();
        try (GrowingJvm jvm = GrowingJvm.start("loomweight.jdk21", folder, false, "-XX:+UseSerialGC")) {
            nothingGrows(jvm, softly);
            for (Step step : STEPS) {
                int before = jvm.snapshots() - 1;
                long known = 0;
                for (int i = 0; i < 2; i++) {
                    known += bytes(jvm, step, jvm.grow(step.request(), step.amount()));
                }
                Path capture = jvm.capture(step.request() + ".lw", before, before + 1, before + 2);
                Report report = Question.MEMORY.ask(InputOptions.of(capture)).report();
                Finding finding = check(report, step, known, softly);
                softly.assertThat(check(capture, step, 40)).as(step.request()).isEqualTo(3);
                if (finding != null && step.place() != Place.PLATFORM_THREADS) {
                    softly.assertThat(finding.severity()).as(finding.toString()).isEqualTo(Finding.Severity.WARNING);
                    softly.assertThat(finding.summary()).contains("in 2 min", " ± ", " per minute", "still at the end");
                }
            }
        }
        softly.assertAll();
    }

    /** Two snapshots a place: a difference, and no error. NMT in detail. */
    @Test
    void growthBetweenTwoSnapshotsIsRankedFirstAndSpeaks() throws Exception {
        SoftAssertions softly = new SoftAssertions();
        try (GrowingJvm jvm = GrowingJvm.start("loomweight.jdk.newest", folder, true)) {
            nothingGrows(jvm, softly);
            for (Step step : STEPS) {
                int before = jvm.snapshots() - 1;
                long known = bytes(jvm, step, jvm.grow(step.request(), step.amount()));
                Path earlier = jvm.capture(step.request() + "-1.lw", before);
                Path later = jvm.capture(step.request() + "-2.lw", before + 1);
                Report report = Diff.compare(earlier, later).report();
                Finding finding = check(report, step, known, softly);
                if (finding != null) {
                    softly.assertThat(finding.severity()).isEqualTo(Finding.Severity.INFO);
                    softly.assertThat(finding.explanation()).contains("has no error");
                    softly.assertThat(finding.summary()).doesNotContain(" ± ");
                }
            }
        }
        softly.assertAll();
    }

    /**
     * Each collector, and snapshots that lack what others have: the heap is what grew, whatever divides it. Once only the
     * first has its mappings, as the agent takes them; then any text but those that the agent always takes may be missing.
     */
    @ParameterizedTest
    @CsvSource({
        "loomweight.jdk21, -XX:+UseSerialGC",
        "loomweight.jdk21, -XX:+UseG1GC",
        "loomweight.jdk21, -XX:+UseParallelGC",
        "loomweight.jdk21, -XX:+UseZGC -XX:+ZGenerational",
        "loomweight.jdk.newest, -XX:+UseSerialGC",
        "loomweight.jdk.newest, -XX:+UseG1GC",
        "loomweight.jdk.newest, -XX:+UseParallelGC",
        "loomweight.jdk.newest, -XX:+UseZGC",
    })
    void theHeapIsWhatGrewWhateverTextsAreMissing(String jdk, String collector) throws Exception {
        String[] options = (collector + " -XX:-AlwaysPreTouch").split(" ", -1);
        SoftAssertions softly = new SoftAssertions();
        try (GrowingJvm jvm = GrowingJvm.start(jdk, folder, false, options)) {
            jvm.snapshot();
            for (int i = 0; i < 3; i++) {
                jvm.grow("heap", 60 * MB);
                jvm.snapshot();
            }
            for (int seed = 0; seed < 6; seed++) {
                Random random = new Random(seed);
                Set<String> always = Set.of(
                        Part.STATUS.fileName(), Part.HEAP_INFO.fileName(), Part.NMT.fileName(), Part.CGROUP.fileName());
                Set<String> before = new HashSet<>();
                boolean first = seed == 0;
                Path capture = jvm.capture(
                        "missing-" + seed + ".lw",
                        file -> always.contains(file) || (first ? before.add(file) : random.nextBoolean()),
                        0,
                        1,
                        2,
                        3);
                Table table = (Table)
                        growth(Question.MEMORY.ask(InputOptions.of(capture)).report()).blocks().stream()
                                .filter(Table.class::isInstance)
                                .findFirst()
                                .orElseThrow();
                List<List<Cell>> rows =
                        table.rows().stream().map(Table.Row::cells).toList();
                softly.assertThat(rows.getFirst().getFirst())
                        .as("%d: %s", seed, rows)
                        .isIn(Cell.text(Place.HEAP_RESIDENT.label()), Cell.text(Place.HEAP.label()));
                // Rows below an eighth of the noise are not shown.
                long all = growth(rows.getLast());
                long shown = rows.subList(0, rows.size() - 1).stream()
                        .mapToLong(GrowthTest::growth)
                        .sum();
                softly.assertThat(shown).as("%d: %s", seed, rows).isBetween(all - 8 * MB, all + 8 * MB);
            }
        }
        softly.assertAll();
    }

    private static long growth(List<Cell> row) {
        return ((Cell.Bytes) row.get(3)).value();
    }

    /** It works, and nothing grows: between any two of four snapshots, and over them. */
    private static void nothingGrows(GrowingJvm jvm, SoftAssertions softly) throws IOException {
        for (int i = 0; i < 4; i++) {
            jvm.grow("nothing", 37 * MB);
            jvm.snapshot();
        }
        Path capture = jvm.capture("nothing.lw", 0, 1, 2, 3);
        softly.assertThat(growthFindings(
                        Question.MEMORY.ask(InputOptions.of(capture)).report()))
                .as("a program that does not grow")
                .isEmpty();
        softly.assertThat(growthFindings(Diff.compare(capture, null).report())).isEmpty();
        STEPS.forEach(step ->
                softly.assertThat(check(capture, step, 8)).as(step.request()).isZero());
        softly.assertThat(growth(Question.MEMORY.ask(InputOptions.of(capture)).report())
                        .verdict()
                        .orElseThrow()
                        .sentences()
                        .getFirst())
                .contains("did not grow");
    }

    /** Takes the snapshot after a step; its bytes as the program, the kernel or the JVM's own text has them. */
    private static long bytes(GrowingJvm jvm, Step step, long told) throws IOException {
        int before = jvm.snapshots() - 1;
        jvm.snapshot();
        return switch (step.place()) {
            case PLATFORM_THREADS -> resident(jvm, before + 1) - resident(jvm, before);
            case VIRTUAL_THREADS -> virtual(jvm, before + 1) - virtual(jvm, before);
            default -> told;
        };
    }

    private static long resident(GrowingJvm jvm, int snapshot) throws IOException {
        Matcher found = Pattern.compile("(?m)^RssAnon:\\s+(\\d+) kB").matcher(jvm.text(snapshot, Part.STATUS));
        assertThat(found.find()).isTrue();
        return Long.parseLong(found.group(1)) << 10;
    }

    private static long virtual(GrowingJvm jvm, int snapshot) throws IOException {
        Matcher found = Pattern.compile(
                        "(?m)^ *\\d+: +\\d+ +(\\d+) +(jdk\\.internal\\.vm\\.StackChunk|java\\.lang\\.VirtualThread\\S*"
                                + "|jdk\\.internal\\.vm\\.Continuation\\S*)")
                .matcher(jvm.text(snapshot, Part.HISTOGRAM));
        long sum = 0;
        while (found.find()) {
            sum += Long.parseLong(found.group(1));
        }
        return sum;
    }

    private static @Nullable Finding check(Report report, Step step, long known, SoftAssertions softly) {
        Table table = (Table) growth(report).blocks().stream()
                .filter(Table.class::isInstance)
                .findFirst()
                .orElseThrow();
        List<Cell> first = table.rows().getFirst().cells();
        String shown = table.rows().stream()
                .map(row -> row.cells().toString())
                .limit(4)
                .toList()
                .toString();
        softly.assertThat(first.getFirst())
                .as("%s is ranked first: %s", step.request(), shown)
                .isEqualTo(Cell.text(step.place().label()));
        softly.assertThat(((Cell.Bytes) first.get(3)).value())
                .as("bytes of %s, %d known: %s", step.request(), known, shown)
                .isBetween(Math.round(step.atLeast() * known), Math.round(step.atMost() * known));
        List<Finding> findings = growthFindings(report);
        softly.assertThat(findings)
                .as(step.request())
                .extracting(Finding::id)
                .containsExactly(step.place().findingId());
        softly.assertThat(findings)
                .extracting(Finding::solution)
                .containsOnly(step.place().advice());
        return findings.isEmpty() ? null : findings.getFirst();
    }

    /** The exit status of a check that a place grew by no more than so many MB. */
    private static int check(Path capture, Step step, long megabytes) {
        return CliRun.run(
                new StringWriter(),
                new StringWriter(),
                "check",
                capture.toString(),
                "--budget",
                "growth." + step.place().id() + "=" + megabytes + "m");
    }

    private static Section growth(Report report) {
        return report.sections().stream()
                .filter(section -> section.id().equals("growth"))
                .findFirst()
                .orElseThrow();
    }

    private static List<Finding> growthFindings(Report report) {
        List<Finding> findings = new ArrayList<>();
        report.sections().forEach(section -> findings.addAll(section.findings()));
        findings.removeIf(finding -> !finding.id().startsWith("growthOf"));
        return findings;
    }
}
