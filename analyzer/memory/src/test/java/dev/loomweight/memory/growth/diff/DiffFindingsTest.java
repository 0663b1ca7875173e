package dev.loomweight.memory.growth.diff;

import static dev.loomweight.memory.growth.diff.Differences.category;
import static dev.loomweight.memory.growth.diff.Differences.committed;
import static dev.loomweight.memory.growth.diff.Differences.site;
import static dev.loomweight.memory.growth.diff.Differences.usage;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.capture.CaptureEnd;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Section;
import dev.loomweight.report.SectionText;
import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import dev.loomweight.sample.NmtTexts.Amount;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.NmtTexts.NmtCategory.Count;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.NmtTexts.NmtReport.Site;
import dev.loomweight.sample.NmtTexts.NmtUsage;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.ProcTexts.ProcStatus;
import dev.loomweight.sample.Sample;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What makes two sides hard to compare, and which category of NMT grew most, complete. */
class DiffFindingsTest {

    private static final long MB = 1 << 20;

    private static MemoryState state(String name, @Nullable Long second, Sample... samples) {
        Instant time = second == null ? null : Instant.ofEpochSecond(second);
        MemoryState state = new MemoryState(
                new Origin("shop", new Origin.SnapshotId(0, name, time), name + ".txt", Instrument.NMT));
        for (Sample sample : samples) {
            if (sample instanceof CaptureInfo info) {
                state.setInfo(info);
            } else {
                state.add(sample);
            }
        }
        return state;
    }

    private static CaptureInfo info(long pid, String jdk) {
        return new CaptureInfo(
                "shop",
                jdk,
                pid,
                Instant.EPOCH,
                List.of("java"),
                CaptureInfo.Threads.NONE,
                CaptureEnd.COMPLETE.status(),
                null,
                CaptureInfo.End.UNKNOWN);
    }

    private static ProcStatus process(long pid) {
        return new ProcStatus(pid, Map.of(), 9);
    }

    private static NmtReport report(Site... sites) {
        return new NmtReport(
                0,
                1,
                false,
                NmtUsage.of(Amount.ZERO, Amount.ZERO),
                null,
                null,
                List.of(),
                List.of(),
                List.of(),
                List.of(sites),
                List.of(),
                List.of());
    }

    private static NmtReport detail() {
        return report(site("GC", 0, "A()"));
    }

    private static List<Finding> contradictions(MemoryState before, MemoryState after) {
        List<Finding> findings = new ArrayList<>();
        DiffFindings.contradictions(findings, before, after);
        return findings;
    }

    private static List<Finding> ofNmt(NmtReport difference) {
        List<Finding> findings = new ArrayList<>();
        DiffFindings.ofNmt(findings, difference);
        return findings;
    }

    private static String text(List<Finding> findings) {
        return SectionText.of(new Section("s", "", List.of(), findings)).replaceFirst("## s\n", "");
    }

    private static String ids(List<Finding> findings) {
        return String.join(" ", findings.stream().map(Finding::id).toList());
    }

    @Test
    void everythingDiffers() {
        assertThat(text(contradictions(
                        state("before", 60L, info(7, "21.0.8"), report(), report()),
                        state("after", 30L, info(8, "25.0.3"), detail()))))
                .isEqualTo("""

                        INFO processesDiffer: The processes differ: 7 before, 8 after.
                          The differences are not the growth of one process.

                        WARNING orderReversed: The second input (shop, after, 1970-01-01T00:00:30Z) is older than the first (shop, before, 1970-01-01T00:01:00Z).
                          Growth and shrinkage are swapped.
                          Give them in the other order.

                        INFO jdksDiffer: The JDKs differ: 21.0.8 before, 25.0.3 after.
                          Categories and call sites can have other names and frames on another JDK.

                        WARNING levelsDiffer: The NMT report is a summary before and a detail report after.
                          Call sites can be compared only if both are in detail.
                          Use jcmd PID VM.native_memory detail scale=b for both.

                        WARNING severalReports: An input has several NMT reports; the last of each input is compared.
                          Give an input alone to compare its first report with its last.
                        """);
    }

    @ParameterizedTest(name = "{0} and {1}: {2}")
    @CsvSource({
        "7, 7, ''",
        "1, 2, processesDiffer",
        "2, 1, processesDiffer",
        "0, 2, ''",
        "2, 0, ''",
        "-1, 2, ''",
        "2, -1, ''"
    })
    void twoProcesses(long before, long after, String found) {
        assertThat(ids(contradictions(state("a", null, process(before)), state("b", null, process(after)))))
                .isEqualTo(found);
    }

    @ParameterizedTest(name = "{0} and {1}: {2}")
    @CsvSource({"60, 59, orderReversed", "60, 60, ''", "60, 61, ''", ", 60, ''", "60, , ''", ", , ''"})
    void theOrderOfTimes(@Nullable Long before, @Nullable Long after, String found) {
        assertThat(ids(contradictions(state("a", before), state("b", after)))).isEqualTo(found);
    }

    @ParameterizedTest(name = "{0} and {1}: {2}")
    @CsvSource({"25.0.3, 25.0.3, ''", "25.0.3, 25.0.2, jdksDiffer", "25.0.3, , ''", ", 25.0.3, ''", ", , ''"})
    void theirJdks(@Nullable String before, @Nullable String after, String found) {
        MemoryState one = before == null ? state("a", null) : state("a", null, info(7, before));
        MemoryState other = after == null ? state("b", null) : state("b", null, info(7, after));

        assertThat(ids(contradictions(one, other))).isEqualTo(found);
    }

    @Test
    void aReportOnOneSide() {
        assertThat(text(contradictions(state("a", null), state("b", null, detail()))))
                .isEqualTo("""

                WARNING nmtMissing: shop, a (before) has no NMT report.
                  Native memory can be compared only if both sides have one.
                """);
        assertThat(text(contradictions(state("a", null, detail()), state("b", null))))
                .isEqualTo("""

                WARNING nmtMissing: shop, b (after) has no NMT report.
                  Native memory can be compared only if both sides have one.
                """);
        assertThat(contradictions(state("a", null), state("b", null))).isEmpty();
    }

    @Test
    void theLevelsOfTwoReports() {
        assertThat(contradictions(state("a", null, detail()), state("b", null, detail())))
                .isEmpty();
        assertThat(contradictions(state("a", null, report()), state("b", null, report())))
                .isEmpty();
        assertThat(text(contradictions(state("a", null, detail()), state("b", null, report()))))
                .contains("The NMT report is a detail report before and a summary after.");
    }

    @Test
    void severalReportsOnEitherSide() {
        MemoryState one = state("a", null, report());
        MemoryState two = state("b", null, report(), report());

        assertThat(ids(contradictions(one, one))).isEmpty();
        assertThat(ids(contradictions(one, two))).isEqualTo("severalReports");
        assertThat(ids(contradictions(two, one))).isEqualTo("severalReports");
        assertThat(ids(contradictions(two, two))).isEqualTo("severalReports");
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({"1, ''", "2, 2 B", "1024, 1 KB", "1048576, 1 MB"})
    void amountsThatTheJvmRounded(long scale, String amount) {
        List<Finding> findings = new ArrayList<>();
        DiffFindings.rounding(findings, Differences.of(scale, List.of()));

        assertThat(text(findings)).isEqualTo(amount.isEmpty() ? "" : """

                WARNING amountsRounded: The JVM rounded the amounts to %s.
                  Smaller changes do not show, and each change is off by up to that much.
                  Use scale=b.
                """.formatted(amount));
    }

    private static NmtCategory threads(long change, long more) {
        return category(
                "Thread", usage(1 << 30, 0, 100 * MB, change), null, null, Map.of("threads", new Count(40, more)));
    }

    /** What shrank more is not what grew; call sites of other categories, and those that shrank, are not its growth. */
    @Test
    void theCategoryThatGrewMost() {
        assertThat(text(ofNmt(Differences.of(
                        1,
                        List.of(committed("Code", -20 * MB), threads(6 * MB, 3), committed("GC", 2 * MB)),
                        site("GC", 9 * MB, "G1::grow()+0x1", "main"),
                        site("Thread", -8 * MB, "Thread::end()+0x1", "main"),
                        site("Thread Stack", 5 * MB, "JavaThread::start(int)+0x1", "main"),
                        site("Thread", 1 * MB, "Thread::begin()+0x1", "main")))))
                .isEqualTo("""

                        INFO grewMost: Of NMT's categories, Thread grew most: 6 MB committed, 75 % of the growth that NMT counts.
                          There are 3 more platform threads, 2 MB each. Of its call sites, the one that grew most is JavaThread::start < main, by 5 MB.
                        """);
    }

    @Test
    void oneMoreThread() {
        assertThat(text(ofNmt(Differences.of(1, List.of(threads(3 * MB, 1)))))).isEqualTo("""

                        INFO grewMost: Of NMT's categories, Thread grew most: 3 MB committed, 100 % of the growth that NMT counts.
                          There is one more platform thread.
                        """);
    }

    /** Stacks are of threads alone, and a site of the category itself counts as well. */
    @Test
    void theCallSiteOfACategory() {
        assertThat(text(ofNmt(Differences.of(
                        1,
                        List.of(committed("GC", 3 * MB), committed("Thread", 1 * MB)),
                        site("Thread Stack", 2 * MB, "JavaThread::start()"),
                        site("GC", 1, "G1::grow()")))))
                .isEqualTo("""

                        INFO grewMost: Of NMT's categories, GC grew most: 3 MB committed, 75 % of the growth that NMT counts.
                          Of its call sites, the one that grew most is G1::grow, by 1 B.
                        """);
        assertThat(text(ofNmt(Differences.of(
                        1,
                        List.of(threads(3 * MB, 0)),
                        site("Thread", 2 * MB, "Thread::begin()"),
                        site("Thread Stack", 1 * MB, "JavaThread::start()")))))
                .isEqualTo("""

                        INFO grewMost: Of NMT's categories, Thread grew most: 3 MB committed, 100 % of the growth that NMT counts.
                          Of its call sites, the one that grew most is Thread::begin, by 2 MB.
                        """);
    }

    /** Fewer threads explain no growth, and neither do sites that hold less. */
    @Test
    void growthThatNothingExplains() {
        assertThat(text(ofNmt(Differences.of(
                        1,
                        List.of(threads(3 * MB, -1), committed("GC", 1)),
                        site("Thread", -2 * MB, "Thread::end()")))))
                .isEqualTo("""

                        INFO grewMost: Of NMT's categories, Thread grew most: 3 MB committed, >99.9 % of the growth that NMT counts.
                        """);
        assertThat(text(ofNmt(Differences.of(1, List.of(committed("Code", 1), committed("GC", 1))))))
                .contains("Code grew most: 1 B committed, 50 % of the growth");
    }

    /** Less than what the JVM rounds to is no growth. */
    @ParameterizedTest(name = "scale {0}, change {1}: {2}")
    @CsvSource({"1, 1, grewMost", "1, 0, ''", "1, -1, ''", "1024, 1024, grewMost", "1024, 1023, ''", "1024, -1024, ''"})
    void growthOfAUnitAtLeast(long scale, long change, String found) {
        assertThat(ids(ofNmt(Differences.of(scale, List.of(committed("Code", -5 * MB), committed("GC", change))))))
                .isEqualTo(found);
    }
}
