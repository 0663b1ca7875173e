package dev.loomweight.memory.growth.diff;

import static dev.loomweight.memory.growth.diff.Differences.category;
import static dev.loomweight.memory.growth.diff.Differences.committed;
import static dev.loomweight.memory.growth.diff.Differences.usage;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.report.Block;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.sample.JvmTexts.ClassHistogram;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.ProcTexts.ProcStatus;
import dev.loomweight.sample.ProcTexts.SmapsRollup;
import dev.loomweight.sample.Sample;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a comparison of memory comes to, in sentences, and what of it is said of sides that lack figures. */
class MemoryVerdictTest {

    private static final long MB = 1 << 20;

    private final MemoryComparison comparison = new MemoryComparison();

    private static MemoryStates file(String file, Sample... samples) {
        MemoryStates states = MemoryStates.FOLD.empty();
        for (Sample sample : samples) {
            MemoryStates.FOLD.add(states, new Origin("shop", null, file, Instrument.NMT), sample);
        }
        return states;
    }

    /** A snapshot with each of these, a second apart. */
    private static MemoryStates snapshots(Sample... samples) {
        MemoryStates states = MemoryStates.FOLD.empty();
        for (int i = 0; i < samples.length; i++) {
            Origin.SnapshotId moment = new Origin.SnapshotId(i, "s" + i, Instant.ofEpochSecond(i));
            MemoryStates.FOLD.add(states, new Origin("shop", moment, "s" + i, Instrument.NMT), samples[i]);
        }
        return states;
    }

    private static SmapsRollup resident(long bytes) {
        return new SmapsRollup(Map.of("Rss", bytes));
    }

    private static NmtReport report(boolean difference, NmtCategory... categories) {
        NmtReport made = Differences.of(1, List.of(categories));
        return new NmtReport(
                7,
                1,
                difference,
                made.total(),
                null,
                null,
                made.categories(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of());
    }

    /** Such as {@code java.lang.Object:3/24}: a class, its objects, and their bytes. */
    private static ClassHistogram histogram(String classes) {
        List<ClassHistogram.Line> lines = Stream.of(classes.split(" ", -1))
                .map(one -> one.split("[:/]", -1))
                .map(parts -> new ClassHistogram.Line(parts[0], "", Long.parseLong(parts[1]), Long.parseLong(parts[2])))
                .toList();
        return new ClassHistogram(
                lines,
                lines.stream().mapToLong(ClassHistogram.Line::instances).sum(),
                lines.stream().mapToLong(ClassHistogram.Line::bytes).sum());
    }

    private String verdict(MemoryStates before, MemoryStates after) {
        return comparison
                .changes(before, after)
                .verdict()
                .map(note -> String.join("\n", note.sentences()))
                .orElse("");
    }

    private static List<String> ids(Section section) {
        return section.blocks().stream().map(Block::id).toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1024 | 3072 | Resident memory grew by 2 KB, to 3 KB.
            3072 | 1024 | Resident memory shrank by 2 KB, to 1 KB.
            1024 | 1025 | Resident memory grew by 1 B, to 1 KB.
            1024 | 1024 | Resident memory is unchanged, at 1 KB.
            """)
    void howResidentMemoryMoved(long before, long after, String verdict) {
        assertThat(verdict(file("a", resident(before)), file("b", resident(after))))
                .isEqualTo(verdict);
    }

    /** The category is named of which the committed memory changed most, more or less of it. */
    @Test
    void theCategoryThatChangedMost() {
        assertThat(comparison
                        .within(file("a", report(true, committed("GC", 3 * MB), committed("Code", -5 * MB))))
                        .verdict()
                        .orElseThrow()
                        .sentences())
                .containsExactly(
                        "Committed memory (NMT) shrank by 2 MB, to 198 MB; of NMT's categories, Code changed most: it"
                                + " shrank by 5 MB.");
        assertThat(comparison
                        .within(file("a", report(true, category("GC", usage(9 * MB, 2 * MB, 5 * MB, 0), null))))
                        .verdict()
                        .orElseThrow()
                        .sentences())
                .as("only reserved memory changed")
                .singleElement()
                .asString()
                .doesNotContain("categories");
        assertThat(comparison
                        .within(file("a", report(true, committed("GC", 1), committed("Code", 0))))
                        .verdict()
                        .orElseThrow()
                        .sentences())
                .containsExactly(
                        "Committed memory (NMT) grew by 1 B, to 200 MB; of NMT's categories, GC changed most: it grew by 1 B.");
    }

    /** Live objects are the headline where nothing else is on both sides. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            A:1/10     | A:2/1034 | Memory of live objects grew by 1 KB, to 1.01 KB.
            A:2/20 B:1/4 | B:1/4  | Memory of live objects shrank by 20 B, to 4 B.
            A:1/10     | B:1/10   | Memory of live objects is unchanged, at 10 B.
            """)
    void histogramsAlone(String before, String after, String verdict) {
        Section section = comparison.changes(file("a", histogram(before)), file("b", histogram(after)));

        assertThat(ids(section)).containsExactly("headline", "compared", "totals", "classes");
        assertThat(section.verdict().orElseThrow().sentences()).containsExactly(verdict);
    }

    @Test
    void histogramsWithOtherFigures() {
        MemoryStates before = file("a", histogram("A:1/10"), resident(1024));
        MemoryStates after = file("b", histogram("A:2/20"), resident(1024));

        assertThat(verdict(before, after)).isEqualTo("Resident memory is unchanged, at 1 KB.");
        assertThat(verdict(before, file("b", resident(1024)))).startsWith("Resident memory");
        assertThat(verdict(file("a", histogram("A:1/10")), after)).startsWith("Memory of live objects");
        assertThat(verdict(file("a", histogram("A:1/10")), file("b", resident(1024))))
                .isEmpty();
    }

    /** Three snapshots on each side have a variation; the last of a side may lack resident memory. */
    @Test
    void howFarResidentMemoryMovesByItself() {
        MemoryStates repeated = snapshots(resident(9_000), resident(1_000), resident(1_700));
        MemoryStates wider = snapshots(resident(0), resident(2_000), resident(2_800));
        MemoryStates cut = snapshots(resident(9_000), resident(1_000), resident(1_700), report(false));

        assertThat(verdict(repeated, wider)).isEqualTo("""
                Resident memory grew by 1.07 KB, to 2.73 KB.
                Between the snapshots of one side, resident memory varied by up to 700 B; the difference is larger.""");
        assertThat(verdict(wider, repeated)).endsWith("varied by up to 700 B; the difference is larger.");
        assertThat(verdict(repeated, snapshots(resident(0), resident(2_300), resident(2_400))))
                .as("700 more, and a range of 700")
                .endsWith("varied by up to 700 B; the difference is not larger, so it is not significant.");
        assertThat(verdict(repeated, snapshots(resident(0), resident(2_300), resident(2_401))))
                .endsWith("varied by up to 700 B; the difference is larger.");
        assertThat(verdict(snapshots(resident(0), resident(2_000)), repeated)).doesNotContain("varied");
        assertThat(verdict(repeated, snapshots(resident(0), resident(2_000)))).doesNotContain("varied");
        assertThat(verdict(repeated, cut)).isEmpty();
        assertThat(verdict(cut, repeated)).isEmpty();
    }

    @Test
    void theSideThatIsADifferenceIsNamed() {
        MemoryStates plain = file("plain.txt", report(false));
        MemoryStates without = file("status.txt", resident(1_000));
        MemoryStates difference = file("difference.txt", report(true));

        for (MemoryStates other : List.of(plain, without)) {
            for (Section section :
                    List.of(comparison.changes(other, difference), comparison.changes(difference, other))) {
                assertThat(section.findings())
                        .singleElement()
                        .satisfies(finding -> assertThat(finding.summary())
                                .isEqualTo("difference.txt is itself a difference of two reports."));
            }
        }
        assertThat(comparison.changes(difference, file("b.txt", report(true))).findings())
                .singleElement()
                .satisfies(finding -> assertThat(finding.summary()).startsWith("difference.txt is"));
    }

    @Test
    void aReportOfOneSideIsNotCompared() {
        MemoryStates both = file("a", resident(1_024), report(false, committed("GC", 0)));
        MemoryStates one = file("b", resident(2_048));

        assertThat(ids(comparison.changes(both, one))).containsExactly("headline", "compared", "totals");
        assertThat(ids(comparison.changes(one, both))).containsExactly("headline", "compared", "totals");
    }

    @Test
    void aSideWithoutMomentsIsNotCompared() {
        MemoryStates none = MemoryStates.FOLD.empty();
        MemoryStates some = file("a", resident(1_024));

        assertThat(comparison.changes(some, none).isEmpty()).isTrue();
        assertThat(comparison.changes(none, some).isEmpty()).isTrue();
        assertThat(comparison.changes(none, none).isEmpty()).isTrue();
    }

    private static final String COMPACT = "java.lang.Object:3/24 java.lang.String:2/48";
    private static final String USUAL = "java.lang.Object:3/48 java.lang.String:2/48";
    private static final String OTHER = "A:1/10";

    private List<String> compared(String before, String after) {
        return comparison.changes(file("a", histogram(before)), file("b", histogram(after))).blocks().stream()
                .filter(block -> block.id().equals("compared"))
                .flatMap(block -> ((Note) block).sentences().stream())
                .toList();
    }

    @Test
    void headersOfTwoSizes() {
        assertThat(compared(COMPACT, USUAL))
                .containsExactly(
                        "Before: a.",
                        "After: b.",
                        "The JVM before has compact object headers (-XX:+UseCompactObjectHeaders, the default from JDK 27 on),"
                                + " the other one does not: the same objects take up to 8 bytes less each there, so compare"
                                + " their numbers.");
        assertThat(compared(USUAL, COMPACT)).hasSize(3).last().asString().startsWith("The JVM after has compact");
        for (String one : List.of(COMPACT, USUAL)) {
            assertThat(compared(one, one + " B:1/10")).hasSize(2);
            assertThat(compared(one, OTHER)).hasSize(2);
            assertThat(compared(OTHER, one)).hasSize(2);
        }
    }

    @Test
    void theProcessIsNamedWhereItIsKnown() {
        Section section = comparison.changes(
                file("a", new ProcStatus(1, Map.of("VmRSS", 5L), 9)),
                file("b", new ProcStatus(0, Map.of("VmRSS", 5L), 9)));

        assertThat(((Note) section.blocks().get(1)).sentences()).containsExactly("Before: a, process 1.", "After: b.");
    }
}
