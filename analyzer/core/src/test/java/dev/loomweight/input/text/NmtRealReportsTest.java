package dev.loomweight.input.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loomweight.input.text.nmt.NmtCheck;
import dev.loomweight.input.text.nmt.NmtText;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.NmtTexts.NmtReport;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for the report of every real JVM, whatever is in it. */
class NmtRealReportsTest {

    static List<String> names() {
        List<String> names = RealTexts.names().stream()
                .filter(name -> RealTexts.text(name).contains("\nNative Memory Tracking:\n"))
                .toList();
        assertThat(names).hasSize(68);
        return names;
    }

    static List<String> inBytes() {
        List<String> names = names().stream()
                .filter(name -> RealTexts.report(name).scale() == 1)
                .toList();
        // summary-b, summary.diff-b and detail.diff-b of four JDKs, two virtual, three exits in summary, three in
        // detail.
        assertThat(names).hasSize(20);
        return names;
    }

    @ParameterizedTest
    @MethodSource("inBytes")
    void totalsAreTheSumsOfTheirParts(String name) {
        assertThat(NmtCheck.disagreements(RealTexts.report(name))).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("names")
    void nothingIsUnknownAndNothingMissing(String name) {
        NmtReport report = RealTexts.report(name);
        assertThat(report.unknownLines()).isEmpty();
        assertThat(report.categories())
                .allSatisfy(category -> assertThat(category.unknownLines()).isEmpty());
        assertThat(report.notes()).doesNotContain(NmtText.ENDS_EARLY);
    }

    @ParameterizedTest
    @MethodSource("names")
    void completeTextsAddUp(String name) {
        assertThat(RealTexts.report(name).missing().isNothing()).isTrue();
    }

    /** Remarks after the figures change none. */
    @ParameterizedTest
    @MethodSource("summaries")
    void remarksBehindFiguresAreNoFigures(String name) {
        NmtReport bare = RealTexts.report(name);
        for (String remark :
                List.of(" <--- heap", "   # why (so much)?", " // 12 pools", " ← this", " -- 5 GB", "  why?")) {
            String text = RealTexts.text(name).replaceAll("(?m)(?<=[\\dB)])[ ]*$", Matcher.quoteReplacement(remark));
            NmtReport read = RealTexts.onlyReport(text);
            assertThat(read.total()).isEqualTo(bare.total());
            assertThat(read.categories()).as(remark).isEqualTo(bare.categories());
            assertThat(read.unknownLines()).isEmpty();
        }
    }

    /** Each category of a report, and each line with a figure, is missed where it is left out. */
    @ParameterizedTest
    @MethodSource("inBytes")
    void whatIsLeftOutIsMissed(String name) {
        NmtReport whole = RealTexts.report(name);
        List<String> lines = RealTexts.text(name).lines().toList();
        int figures = 0;
        for (int i = 0; i < lines.size() && !lines.get(i).startsWith("[0x"); i++) {
            boolean head = lines.get(i).startsWith("-   ");
            boolean figure = lines.get(i).matches(" {20,}\\((stack:|malloc=|mmap:|arena=|tracking overhead=).*");
            if (!head && !figure) {
                continue;
            }
            figures++;
            int from = i;
            int to = i + 1;
            while (head && to < lines.size() && !lines.get(to).isBlank()) {
                to++;
            }
            String text = Stream.concat(lines.subList(0, from).stream(), lines.subList(to, lines.size()).stream())
                    .collect(Collectors.joining("\n"));
            NmtReport.Missing missing = RealTexts.onlyReport(text).missing();
            if (head) {
                NmtCategory lost = whole.categories().stream()
                        .filter(category -> lines.get(from).contains(" " + category.name() + " (reserved="))
                        .findFirst()
                        .orElseThrow();
                assertThat(missing.committedBytes())
                        .as(lines.get(from))
                        .isEqualTo(lost.usage().committed().bytes());
                assertThat(missing.reservedBytes())
                        .isEqualTo(lost.usage().reserved().bytes());
            } else {
                // Without its only line, a category still has the sum in its head.
                long below = whole.categories().stream()
                        .filter(category -> missing.below().containsKey(category.name()))
                        .count();
                assertThat(below).as(lines.get(from)).isEqualTo(isNeeded(lines, from) ? 1 : 0);
            }
        }
        assertThat(figures).isGreaterThan(20);
    }

    /** Whether a line has committed memory that is not in its category's head alone. */
    private static boolean isNeeded(List<String> lines, int at) {
        int from = at;
        int to = at;
        while (!lines.get(from - 1).startsWith("-   ")) {
            from--;
        }
        while (to + 1 < lines.size() && !lines.get(to + 1).isBlank()) {
            to++;
        }
        boolean committed = !lines.get(at).matches(".*(committed=0\\b|malloc=0\\b|arena=0\\b).*");
        return committed
                && lines.subList(from, to + 1).stream()
                                .filter(line ->
                                        line.matches(" {20,}\\((stack:|malloc=|mmap:|arena=|tracking overhead=).*"))
                                .count()
                        > 1;
    }

    static List<String> summaries() {
        return names().stream().filter(name -> name.contains("summary")).toList();
    }

    @ParameterizedTest
    @MethodSource("names")
    void addressesAreSortedAndConsistent(String name) {
        NmtReport report = RealTexts.report(name);
        assertThat(report.regions())
                .isSortedAccordingTo(Comparator.comparing(NmtReport.Region::from, Long::compareUnsigned));
        for (NmtReport.Region region : report.regions()) {
            assertThat(region.to() - region.from()).isEqualTo(region.bytes());
            assertThat(region.parts())
                    .isSortedAccordingTo(Comparator.comparing(NmtReport.Part::from, Long::compareUnsigned));
            for (NmtReport.Part part : region.parts()) {
                // The archived heap of CDS does not end at a page: 1167KB stand for 1,194,680 bytes.
                assertThat(part.to() - part.from()).isCloseTo(part.bytes(), within(report.scale() / 2));
                assertThat(Long.compareUnsigned(part.from(), region.from())).isNotNegative();
                assertThat(Long.compareUnsigned(part.to(), region.to())).isNotPositive();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void stacksHaveNamesWithoutAddresses(String name) {
        new NmtFigures(RealTexts.report(name))
                .stacks()
                .forEach(stack -> assertThat(stack)
                        .hasSizeLessThanOrEqualTo(4)
                        .allMatch(frame -> !frame.startsWith("[0x") || frame.endsWith("]")));
    }
}
