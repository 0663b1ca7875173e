package dev.loomweight.input.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loomweight.input.text.nmt.NmtCheck;
import dev.loomweight.input.text.nmt.NmtText;
import dev.loomweight.sample.NmtTexts.NmtReport;
import java.util.Comparator;
import java.util.List;
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
