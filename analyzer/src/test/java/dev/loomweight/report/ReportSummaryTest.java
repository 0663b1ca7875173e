package dev.loomweight.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.render.Format;
import dev.loomweight.render.TextOptions;
import dev.loomweight.report.Finding.Severity;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What people read first, in every form. */
class ReportSummaryTest {

    private static final Place LINE = new Place("com.acme.Cart", "add", 12, null);

    private static Finding finding(String id, Severity severity, @Nullable Place place) {
        return new Finding(id, severity, "It is " + id + ".", "", "", place);
    }

    private static Section section(String id, Finding... findings) {
        return new Section(
                id, "Section " + id, List.of(Note.of("headline", "Verdict of " + id + ".")), List.of(findings));
    }

    private static Report report(Section... sections) {
        return new Report("report", "app.jfr", List.of(sections));
    }

    private static final Report MIXED = report(
            section("calm"),
            section("remark", finding("remarked", Severity.INFO, null)),
            section("growth", finding("grows", Severity.INFO, null).ofGrowth()),
            section("inputs", finding("notRecorded", Severity.WARNING, null).ofInputs()),
            section("memory", finding("large", Severity.WARNING, null)),
            section(
                    "pins",
                    finding("site", Severity.WARNING, LINE),
                    finding("site", Severity.WARNING, LINE),
                    finding("other", Severity.WARNING, null)),
            section("killed", finding("kill", Severity.PROBLEM, null)));

    @Test
    void sectionsWithoutFindingsNeverPrecedeOneWithAProblem() {
        ReportSummary summary = ReportSummary.of(MIXED);

        assertThat(summary.sections())
                .extracting(Section::id)
                .containsExactly("killed", "pins", "memory", "growth", "calm", "remark", "inputs");
        assertThat(summary.verdict())
                .containsExactly("It is kill.", "Verdict of killed.", "Verdict of pins.", "Verdict of memory.");
    }

    @Test
    void firstOfEachKindPrecedesSecondAndInputsTheProgram() {
        assertThat(ReportSummary.of(MIXED).findings())
                .extracting(placed -> placed.what().id())
                .containsExactly("kill", "site", "other", "large", "site", "notRecorded", "grows", "remarked");
    }

    @Test
    void findingsAreWhereTheSummarySaysThatTheyAre() {
        ReportSummary summary = ReportSummary.of(MIXED);

        assertThat(summary.findings())
                .allSatisfy(placed -> assertThat(summary.sections()
                                .get(placed.section())
                                .findings()
                                .get(placed.index()))
                        .isSameAs(placed.what()));
    }

    @Test
    void withoutAProblemTheFirstSectionHasTheVerdict() {
        ReportSummary calm = ReportSummary.of(
                report(section("memory"), section("pins"), new Section("none", "", List.of(), List.of())));

        assertThat(calm.sections()).extracting(Section::id).containsExactly("memory", "pins");
        assertThat(calm.verdict()).containsExactly("Verdict of memory.", "Verdict of pins.");
    }

    @ParameterizedTest
    @EnumSource(
            value = Format.class,
            names = {"TEXT", "MARKDOWN", "HTML"})
    void everyFormForPeopleHasThisOrder(Format format) throws IOException {
        String text = rendered(format);
        String sections =
                text.substring(format == Format.HTML ? text.indexOf("\"sections\"") : text.indexOf("Section "));

        assertThat(Stream.of("killed", "pins", "memory", "calm", "remark", "inputs")
                        .map(id -> sections.indexOf("Section " + id)))
                .isSortedAccordingTo(Comparator.naturalOrder())
                .doesNotContain(-1);
    }

    @Test
    void theTextBeginsWithWhatToActOn() throws IOException {
        assertThat(rendered(Format.TEXT).lines().filter(line -> !line.isBlank()).skip(2))
                .startsWith(
                        "What to act on ─────────────────────────────────────────────────────────────────",
                        "  ■ problem: It is kill.",
                        "  ▲ warning: It is site.",
                        "  ▲ warning: It is other.");
    }

    @Test
    void machinesReadTheSectionsInTheOrderOfTheReport() throws IOException {
        String json = rendered(Format.JSON);

        assertThat(MIXED.sections().stream().map(section -> json.indexOf("\"" + section.title() + "\"")))
                .isSortedAccordingTo(Comparator.naturalOrder())
                .doesNotContain(-1);
    }

    private static String rendered(Format format) throws IOException {
        StringBuilder text = new StringBuilder();
        format.renderer(TextOptions.PLAIN).render(MIXED, text);
        return text.toString();
    }
}
