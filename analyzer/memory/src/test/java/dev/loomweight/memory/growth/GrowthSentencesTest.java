package dev.loomweight.memory.growth;

import static dev.loomweight.memory.growth.GrowingProcess.MB;
import static dev.loomweight.memory.growth.GrowingProcess.category;
import static dev.loomweight.memory.growth.GrowingProcess.nmt;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.memory.Place;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of growth, complete: each figure is asserted wherever it stands in a sentence. */
class GrowthSentencesTest {

    /** Snapshots with so many megabytes of code, and nothing else that changes. */
    private static ProcessGrowth code(int secondsApart, long... megabytes) {
        GrowingProcess process = new GrowingProcess();
        for (int i = 0; i < megabytes.length; i++) {
            process.snapshotAt(
                    Instant.ofEpochSecond((long) secondsApart * i),
                    nmt(category("Code", 0, megabytes[i]), category("GC", 1, 50)));
        }
        return process.growth().orElseThrow();
    }

    private static String said(ProcessGrowth growth, boolean oneProcess) {
        GrowthSentences sentences = new GrowthSentences(growth, "a", "z", oneProcess);
        StringBuilder said = new StringBuilder(sentences.headline()).append('\n');
        for (Finding one : sentences.findings()) {
            said.append(one.severity() + " " + one.id() + ": " + one.summary() + "\n" + one.explanation() + "\n");
        }
        return said.toString().replaceAll("(.{1,110})(?: |\n)", "$1\n");
    }

    @Test
    void twoMoments() {
        assertThat(said(code(60, 100, 130), true)).isEqualTo("""
                Committed memory (NMT) of app grew by 30 MB in 1 min, to 181 MB; what grew most: code cache (+30 MB).
                INFO growthOfCode: Code cache of app: grew by 30 MB in 1 min (30 MB per minute).
                From 100 MB (a) to 130 MB (z): a difference of two moments, which has no error and may be a step or warm-up;
                three snapshots or more show whether it goes on.
                """);
        assertThat(said(code(60, 100, 130), false)).isEqualTo("""
                Committed memory (NMT) of app is 30 MB larger, 181 MB; what differs most: code cache (+30 MB).
                INFO growthOfCode: Code cache of app: 30 MB more.
                From 100 MB (a) to 130 MB (z), of two processes.
                """);
    }

    @Test
    void threeMoments() {
        assertThat(said(code(60, 100, 110, 127), true)).isEqualTo("""
                Committed memory (NMT) of app grew by 27 MB in 2 min, to 178 MB; what grew most: code cache (+27 MB).
                INFO growthOfCode: Code cache of app: grew by 27 MB in 2 min (13.5 MB ± 25.7 MB per minute).
                From 100 MB (a) to 127 MB (z), in both intervals between three snapshots; more of them would show whether the
                slope is larger than its error.
                """);
    }

    @Test
    void manyMoments() {
        assertThat(said(code(60, 100, 111, 119, 130, 141, 150), true)).isEqualTo("""
                Committed memory (NMT) of app grew by 50 MB in 5 min, to 201 MB; what grew most: code cache (+50 MB, still
                growing at the end).
                WARNING growthOfCode: Code cache of app: grew by 50 MB in 5 min (10 MB ± 571 KB per minute), and still at the
                end.
                From 100 MB (a) to 150 MB (z), over 6 snapshots; the error is half of the 95 % confidence interval of the
                slope. A window that begins with the JVM includes its warm-up.
                """);
    }

    /** What does not go on is no finding, and how it went is in the headline. */
    @Test
    void courses() {
        assertThat(said(code(60, 100, 100, 140, 140, 140), true)).isEqualTo("""
                Committed memory (NMT) of app grew by 40 MB in 4 min, to 191 MB; what grew most: code cache (+40 MB, in one
                step).
                """);
        assertThat(said(code(60, 100, 120, 140, 160, 160, 160, 160), true)).isEqualTo("""
                Committed memory (NMT) of app grew by 60 MB in 6 min, to 211 MB; what grew most: code cache (+60 MB, then
                stopped growing).
                """);
        assertThat(said(code(60, 100, 160, 100, 165, 101, 140), true)).isEqualTo("""
                Committed memory (NMT) of app grew by 40 MB in 5 min, to 191 MB; what grew most: code cache (+40 MB, not
                steady).
                """);
    }

    @Test
    void noGrowth() {
        assertThat(said(code(60, 100, 108), true)).isEqualTo("""
                Committed memory (NMT) of app did not grow in 1 min (+8 MB; a change of up to 8 MB is not counted as growth);
                no place grew by more.
                """);
        assertThat(said(code(60, 100, 70), true)).isEqualTo("""
                Committed memory (NMT) of app shrank by 30 MB in 1 min, to 121 MB.
                """);
        assertThat(said(code(60, 100, 70), false)).isEqualTo("""
                Committed memory (NMT) of app is 30 MB smaller, 121 MB.
                """);
    }

    /** Without times, neither the window nor the rate is known. */
    @Test
    void momentsWithoutTimes() {
        ProcessGrowth growth = new GrowingProcess()
                .snapshotAt(null, nmt(category("Code", 0, 100)))
                .snapshotAt(null, nmt(category("Code", 0, 130)))
                .growth()
                .orElseThrow();

        assertThat(said(growth, true)).isEqualTo("""
                Committed memory (NMT) of app grew by 30 MB, to 130 MB; what grew most: code cache (+30 MB).
                INFO growthOfCode: Code cache of app: grew by 30 MB.
                From 100 MB (a) to 130 MB (z): a difference of two moments, which has no error and may be a step or warm-up;
                three snapshots or more show whether it goes on.
                """);
    }

    private static ProcessGrowth made(ProcessGrowth.Source source, Course total, Grown... places) {
        return new ProcessGrowth("app", source, total, 8 * MB, List.of(places), 0);
    }

    /** Values that are ten seconds apart, in bytes. */
    private static Course values(long... bytes) {
        return new Course(
                LongStream.range(0, bytes.length)
                        .mapToObj(i -> Instant.ofEpochSecond(10 * i))
                        .toList(),
                Arrays.stream(bytes).boxed().toList());
    }

    private static Grown grown(Place place, long... bytes) {
        return Grown.of(place, values(bytes), 8 * MB, "");
    }

    /** A change has its sign; of a process without places nothing is said of them. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0        | (0 B; a change
            1        | (+1 B; a change
            -1       | (-1 B; a change
            3145728  | (+3 MB; a change
            -3145728 | (-3 MB; a change
            """)
    void theSignOfAChange(long change, String words) {
        assertThat(new GrowthSentences(
                                made(ProcessGrowth.Source.RECORDING, values(100 * MB, 100 * MB + change)),
                                "a",
                                "z",
                                true)
                        .headline())
                .isEqualTo("Resident memory of app did not grow in 10 s " + words
                        + " of up to 8 MB is not counted as growth).");
    }

    @Test
    void threePlacesAreNamed() {
        ProcessGrowth growth = made(
                ProcessGrowth.Source.COMMITTED,
                values(40 * MB, 180 * MB),
                grown(Place.CODE, 10 * MB, 60 * MB),
                grown(Place.METASPACE, 10 * MB, 50 * MB),
                grown(Place.GC, 10 * MB, 40 * MB),
                grown(Place.JVM_ARENAS, 10 * MB, 30 * MB));

        assertThat(new GrowthSentences(growth, "a", "z", true).headline())
                .isEqualTo("Committed memory (NMT) of app grew by 140 MB in 10 s, to 180 MB; what grew most: code cache"
                        + " (+50 MB); metaspace and classes (+40 MB); GC structures (+30 MB).");
        assertThat(new GrowthSentences(growth, "a", "z", true).findings()).hasSize(4);
    }

    /** A rest below zero means nothing, only its change does. */
    @ParameterizedTest
    @CsvSource({"0, From 0 B (a) to 10 MB (z):", "1, From 1 B (a) to 10 MB (z):", "-1, From a to z:"})
    void aRestBelowZero(long first, String words) {
        ProcessGrowth growth =
                made(ProcessGrowth.Source.RESIDENT, values(90 * MB, 100 * MB), grown(Place.UNDIVIDED, first, 10 * MB));

        assertThat(new GrowthSentences(growth, "a", "z", true).findings())
                .singleElement()
                .satisfies(finding -> assertThat(finding.explanation()).startsWith(words));
    }

    @Test
    void valuesOfARecording() {
        ProcessGrowth growth = made(
                ProcessGrowth.Source.RECORDING,
                values(100 * MB, 110 * MB, 120 * MB, 130 * MB),
                grown(Place.CODE, 10 * MB, 20 * MB, 30 * MB, 40 * MB));

        assertThat(said(growth, true)).isEqualTo("""
                Resident memory of app grew by 30 MB in 30 s, to 130 MB; what grew most: code cache (+30 MB, still growing at
                the end).
                INFO growthOfCode: Code cache of app: grew by 30 MB in 30 s (1 MB ± 0 B per second), and still at the end.
                From 10 MB (a) to 40 MB (z), over 4 values of the recording; the error is half of the 95 % confidence interval
                of the slope. In less than a minute, growth cannot be distinguished from warm-up.
                """);
    }

    /** In less than a minute growth may be warm-up. */
    @ParameterizedTest
    @CsvSource({
        "12, WARNING, A window that begins with the JVM includes its warm-up.",
        "11, INFO, 'In less than a minute, growth cannot be distinguished from warm-up.'"
    })
    void windowOfAMinute(int secondsApart, Severity severity, String sentence) {
        Finding finding = new GrowthSentences(code(secondsApart, 100, 111, 119, 130, 141, 150), "a", "z", true)
                .findings()
                .getFirst();

        assertThat(finding.severity()).isEqualTo(severity);
        assertThat(finding.explanation()).contains(sentence);
    }

    /** The three places that grew most are named; a place that changed by less than an eighth of the noise has no row. */
    @Test
    void placesThatAreNamed() {
        ProcessGrowth growth = new GrowingProcess()
                .snapshot(nmt(
                        category("Code", 0, 10),
                        category("GC", 0, 10),
                        category("Metaspace", 0, 10),
                        category("Symbol", 10, 0),
                        category("Shared class space", 0, 10)))
                .snapshot(nmt(
                        category("Code", 0, 60),
                        category("GC", 0, 50),
                        category("Metaspace", 0, 40),
                        category("Symbol", 30, 0),
                        category("Shared class space", 0, 11)))
                .growth()
                .orElseThrow();

        assertThat(new GrowthSentences(growth, "a", "z", true).headline())
                .isEqualTo(
                        "Committed memory (NMT) of app grew by 141 MB in 1 min, to 191 MB; what grew most: metaspace and"
                                + " classes (+50 MB); code cache (+50 MB); GC structures (+40 MB).");
        assertThat(growth.noise()).isEqualTo(8 * MB);
        assertThat(GrowthTable.of("t", "", growth, "a", "z").footnotes())
                .contains(
                        "A change of 8 MB or less is not counted as growth; what changed by less than 1 MB is in one row.");
    }
}
