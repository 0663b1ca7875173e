package dev.loomweight.memory.growth;

import static dev.loomweight.memory.growth.GrowingProcess.MB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.memory.Place;
import dev.loomweight.memory.growth.ProcessGrowth.Source;
import dev.loomweight.report.Cell;
import dev.loomweight.report.SectionText;
import dev.loomweight.report.Table;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The places by growth as a table, complete; the noise is 8 MB, and amounts are in MB. */
class GrowthTableTest {

    /** Moments of which the time is not known. */
    private static final int UNTIMED = 0;

    private static Course course(int secondsApart, long... bytes) {
        List<Instant> times = LongStream.range(0, secondsApart == UNTIMED ? 0 : bytes.length)
                .mapToObj(i -> Instant.ofEpochSecond(secondsApart * i))
                .toList();
        return new Course(times, Arrays.stream(bytes).boxed().toList());
    }

    private static Course megabytes(int secondsApart, long... megabytes) {
        return course(
                secondsApart, Arrays.stream(megabytes).map(one -> one * MB).toArray());
    }

    private static Grown grown(Place place, int secondsApart, long... megabytes) {
        return Grown.of(place, megabytes(secondsApart, megabytes), 8 * MB, "");
    }

    private static Table table(Source source, long noise, Course total, Grown... places) {
        ProcessGrowth growth = new ProcessGrowth("app", source, total, noise, List.of(places), 0);
        return GrowthTable.of("grownPlaces1", "app: growth", growth, "first", "last");
    }

    private static String text(Source source, Course total, Grown... places) {
        return SectionText.of(List.of(table(source, 8 * MB, total, places)));
    }

    /** The rows of a table before, after and in their change, and their sums. */
    static void assertRowsAddUp(String of, ProcessGrowth growth, boolean liveIsAPart) {
        List<Table.Row> rows =
                GrowthTable.of("grownPlaces1", "", growth, "first", "last").rows();
        for (int column = 1; column < 4; column++) {
            int at = column;
            assertThat(rows.stream()
                            .filter(row -> row.role() != Table.Role.TOTAL)
                            .filter(row ->
                                    !liveIsAPart || !row.cells().getFirst().equals(Cell.text(Place.HEAP.label())))
                            .mapToLong(row -> ((Cell.Bytes) row.cells().get(at)).value())
                            .sum())
                    .as("%s, column %s: %s", of, column, rows)
                    .isEqualTo(((Cell.Bytes) rows.getLast().cells().get(at)).value());
        }
    }

    @Test
    void twoSnapshotsWithMappings() {
        assertThat(text(
                        Source.RESIDENT,
                        megabytes(60, 40, 97),
                        grown(Place.HEAP, 60, 30, 70),
                        grown(Place.UNDIVIDED, 60, -5, 10),
                        grown(Place.CODE, 60, 10, 12),
                        grown(Place.GC, 60, 5, 5)))
                .isEqualTo("""
                grownPlaces1: app: growth
                place | first | last | growth | growthPerMinute | course
                live objects in the heap | 30 MB | 70 MB | 40 MB | 40 MB | grew
                undivided anonymous memory | -5 MB | 10 MB | 15 MB | 15 MB | grew
                code cache | 10 MB | 12 MB | 2 MB | 2 MB | -
                other places (1) | 5 MB | 5 MB | 0 B | - | -
                TOTAL resident memory | 40 MB | 97 MB | 57 MB | 57 MB | grew
                (The rows add up to resident memory. Mappings count as resident, malloc as allocated and touched, live objects by the class histogram.)
                (A negative amount is memory that was allocated and not touched.)
                (A change of 8 MB or less is not counted as growth; what changed by less than 1 MB is in one row.)
                (Two snapshots give differences: they have no error, and do not show whether growth goes on.)
                """);
    }

    /** The live heap of a recording is a part of the heap. */
    @Test
    void threeSnapshotsWithoutMappings() {
        assertThat(text(
                        Source.RESIDENT_AS_COMMITTED,
                        megabytes(60, 100, 110, 120),
                        grown(Place.HEAP, 60, 20, 30, 40),
                        grown(Place.HEAP_RESIDENT, 60, 100, 110, 120)))
                .isEqualTo("""
                grownPlaces1: app: growth
                place | first | last | growth | growthPerMinute | errorPerMinute | course
                live objects in the heap | 20 MB | 40 MB | 20 MB | 10 MB | 0 B | grows
                Java heap with garbage | 100 MB | 120 MB | 20 MB | 10 MB | 0 B | grows
                TOTAL resident memory | 100 MB | 120 MB | 20 MB | 10 MB | 0 B | grows
                (The rows add up to resident memory, without the row of live objects, which the row of the heap includes. Not every snapshot has smaps and System.map, so mappings count as committed (NMT), and the heap by its highest use up to then, as far as it is still committed.)
                (A change of 8 MB or less is not counted as growth.)
                (Slopes are least squares over 3 snapshots, with half of the 95 % confidence interval.)
                """);
    }

    @Test
    void aHeapOfWhichNothingSaysWhatIsLive() {
        assertThat(text(Source.RESIDENT, megabytes(60, 100, 110), grown(Place.HEAP_RESIDENT, 60, 100, 110)))
                .contains("(The rows add up to resident memory. Mappings");
        assertThat(text(Source.RESIDENT, megabytes(60, 100, 110), grown(Place.CODE, 60, 100, 110)))
                .contains("(The rows add up to resident memory. Mappings");
    }

    @Test
    void theValuesOfARecording() {
        assertThat(text(Source.RECORDING, megabytes(10, 100, 110, 120, 130), grown(Place.CODE, 10, 10, 20, 30, 40)))
                .isEqualTo("""
                grownPlaces1: app: growth
                place | first | last | growth | growthPerSecond | errorPerSecond | course
                code cache | 10 MB | 40 MB | 30 MB | 1 MB | 0 B | grows
                the rest, which the recording does not divide | 90 MB | 90 MB | 0 B | - | - | -
                TOTAL resident memory | 100 MB | 130 MB | 30 MB | 1 MB | 0 B | grows
                (From a recording, which has no malloc of native code, no mappings and no stacks, and of the heap what collections left.)
                (A change of 8 MB or less is not counted as growth.)
                (Slopes are least squares over the values of the recording, with half of the 95 % confidence interval.)
                """);
    }

    /** Without times there are no slopes; three moments are more than a difference. */
    @Test
    void snapshotsWithoutTimes() {
        assertThat(text(
                        Source.COMMITTED,
                        megabytes(UNTIMED, 110, 120, 140),
                        grown(Place.CODE, UNTIMED, 10, 20, 40),
                        grown(Place.GC, UNTIMED, 50, 50, 50),
                        grown(Place.METASPACE, UNTIMED, 50, 50, 50)))
                .isEqualTo("""
                grownPlaces1: app: growth
                place | first | last | growth | course
                code cache | 10 MB | 40 MB | 30 MB | grew
                other places (2) | 100 MB | 100 MB | 0 B | -
                TOTAL committed memory (NMT) | 110 MB | 140 MB | 30 MB | grew
                (A change of 8 MB or less is not counted as growth; what changed by less than 1 MB is in one row.)
                """);
    }

    @Test
    void twoSnapshotsWithoutTimes() {
        assertThat(text(Source.OBJECTS, megabytes(UNTIMED, 60, 20), grown(Place.HEAP, UNTIMED, 60, 20)))
                .isEqualTo("""
                grownPlaces1: app: growth
                place | first | last | growth | course
                live objects in the heap | 60 MB | 20 MB | -40 MB | shrank
                TOTAL live objects in the heap | 60 MB | 20 MB | -40 MB | shrank
                (A change of 8 MB or less is not counted as growth.)
                (Two snapshots give differences: they have no error, and do not show whether growth goes on.)
                """);
    }

    @ParameterizedTest
    @EnumSource(Source.class)
    void theFirstNoteSaysWhatTheAmountsAre(Source source) {
        String expected = switch (source) {
            case RESIDENT -> "The rows add up to resident memory. Mappings count as resident";
            case RESIDENT_AS_COMMITTED -> "The rows add up to resident memory. Not every snapshot has smaps";
            case COMMITTED, OBJECTS -> "A change of 8 MB or less is not counted as growth.";
            case RECORDING, RECORDING_WITHOUT_TOTAL -> "From a recording, which has no malloc";
        };

        Table table = table(source, 8 * MB, megabytes(60, 100, 130), grown(Place.CODE, 60, 100, 130));

        assertThat(table.footnotes().getFirst()).startsWith(expected);
        assertThat(SectionText.of(List.of(table))).contains("TOTAL " + source.label() + " | 100 MB | 130 MB");
    }

    /** What is not shown is a part of the sum. */
    @Test
    void theRowsAddUpWithWhatIsNotShown() {
        Grown hidden = grown(Place.GC, 60, 5, 5);

        assertThat(text(Source.RESIDENT_AS_COMMITTED, megabytes(60, 40, 70), grown(Place.CODE, 60, 35, 65), hidden))
                .contains("other places (1) | 5 MB | 5 MB | 0 B")
                .contains("(The rows add up to resident memory. Not every snapshot");
        assertThat(text(Source.RESIDENT_AS_COMMITTED, megabytes(60, 35, 65), grown(Place.CODE, 60, 35, 65)))
                .contains("(The rows add up to resident memory. Not every snapshot");
    }

    /** Of a noise of 800 bytes, less than 100 is not worth a row, more or less of it. */
    @ParameterizedTest
    @CsvSource({"100, true", "99, false", "90, false", "0, false", "-90, false", "-99, false", "-100, true"})
    void aChangeThatIsWorthARow(long change, boolean row) {
        Course course = course(60, 1_000, 1_000 + change);

        Table table = table(Source.COMMITTED, 800, course, Grown.of(Place.CODE, course, 800, ""));

        assertThat(table.rows().getFirst().cells().getFirst())
                .isEqualTo(Cell.text(row ? "code cache" : "other places (1)"));
        assertThat(table.footnotes().getFirst())
                .isEqualTo(
                        row
                                ? "A change of 800 B or less is not counted as growth."
                                : "A change of 800 B or less is not counted as growth; what changed by less than 100 B"
                                        + " is in one row.");
    }

    @ParameterizedTest
    @CsvSource({"-1, 0, true", "0, -1, true", "0, 0, false", "1, 1, false"})
    void aNegativeAmountIsExplained(long first, long last, boolean explained) {
        Table table = table(
                Source.COMMITTED,
                8,
                course(60, 1_000, 1_000),
                Grown.of(Place.CODE, course(60, 7, 7), 8, ""),
                Grown.of(Place.UNDIVIDED, course(60, first, last), 8, ""));

        assertThat(table.footnotes().contains("A negative amount is memory that was allocated and not touched."))
                .isEqualTo(explained);
    }
}
