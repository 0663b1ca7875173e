package dev.loomweight.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.capture.CaptureEnd;
import dev.loomweight.experiment.Article.Why;
import dev.loomweight.experiment.ClaimVerdict.Decision;
import dev.loomweight.experiment.Experiment.Claim;
import dev.loomweight.report.Bars;
import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.sample.CaptureTexts.ExperimentRun;
import dev.loomweight.sample.CaptureTexts.ExperimentRun.Measured;
import dev.loomweight.sample.CaptureTexts.ExperimentRun.Unit;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What there is to read about an experiment: which reasons are given, and what the page shows in which order. */
class ArticleTest {

    /** A paragraph of a page in Markdown is cut beyond. */
    private static final int LONGEST = 300;

    @Test
    void everyExperimentTellsWhatWasPublishedHowItIsDoneAndWhy() {
        assertThat(Experiments.ALL).allSatisfy(experiment -> {
            Article article = experiment.article();
            assertThat(article.claimed()).as(experiment.name()).isNotEmpty();
            assertThat(article.here()).as(experiment.name()).isNotEmpty();
            assertThat(article.why()).as(experiment.name()).isNotEmpty();
            assertThat(article.why().stream().flatMap(why -> why.claims().stream()))
                    .isSubsetOf(experiment.claims().stream().map(Claim::id).toList());
            assertThat(Stream.of(
                                    article.claimed(),
                                    article.here(),
                                    article.why().stream().map(Why::sentence).toList())
                            .flatMap(List::stream))
                    .allSatisfy(paragraph -> assertThat(paragraph).endsWith(".").hasSizeLessThanOrEqualTo(LONGEST));
        });
    }

    @Test
    void aReasonIsGivenWhereItsOutcomeWasFoundOnAnyJdk() {
        Article article = new Article(
                List.of(),
                List.of(),
                List.of(
                        Why.always("always"),
                        Why.holds("holds", "one", "other"),
                        Why.fails("fails", "one"),
                        Why.undecided("undecided", "other")));

        assertThat(article.why(
                        Map.of("one", List.of(Decision.HOLDS, Decision.FAILS), "other", List.of(Decision.FAILS))))
                .containsExactly("always", "holds", "fails");
        assertThat(article.why(Map.of("one", List.of(Decision.UNDECIDED), "other", List.of(Decision.UNDECIDED))))
                .containsExactly("always", "undecided");
    }

    @Test
    void aPageReadsFromWhatWasPublishedToWhy() {
        Section section = page(
                run("ping", "vertx", count("clients", 64), count("vertx", 40_000)),
                run("ping", "netty", count("clients", 64), count("netty", 30_000)),
                run("ping", "spring-tomcat", count("springTomcat", 9_000)),
                run("ping", "go-fasthttp", new Measured("goFasthttp", Unit.ABSENT, 0, "go not found")));

        assertThat(section.blocks())
                .extracting(Block::id)
                .containsExactly("verdict", "published", "here", "claims", "chart", "figures", "why");
        assertThat(section.verdict().orElseThrow().sentences().getFirst())
                .isEqualTo("JDK 25.0.3: of 3 claims, 2 hold, 1 undecided.");
        assertThat(section.lead().orElseThrow().id()).isEqualTo("claims");
        Table claims = (Table) section.blocks().get(3);
        assertThat(claims.rows())
                .extracting(row -> row.cells().getLast())
                .containsExactly(
                        Cell.text(
                                "holds: without the JDK's HttpServer on virtual threads (not measured), Vert.x on virtual"
                                        + " threads (not measured), fasthttp in Go (go not found)"),
                        Cell.text(
                                "holds: without the JDK's HttpServer on virtual threads (not measured), Vert.x on virtual"
                                        + " threads (not measured), fasthttp in Go (go not found)"),
                        Cell.text("undecided"));
        assertThat(claims.rows().getLast().cells().get(2)).isEqualTo(Cell.absent("go not found"));
        assertThat(((Note) section.blocks().getLast()).sentences())
                .anySatisfy(reason -> assertThat(reason).contains("a lead below 5 % does not count"))
                .noneSatisfy(reason -> assertThat(reason).contains("turn it around"));
    }

    @Test
    void aRankingHasTheHighestFirstAndPublishedOnItsOwnScale() {
        Section section = page(
                run("ping", "netty", count("netty", 30_000)),
                run("ping", "vertx", count("vertx", 40_000)),
                run("ping", "go-fasthttp", new Measured("goFasthttp", Unit.ABSENT, 0, "go not found")));

        Bars chart = (Bars) section.blocks().get(4);
        assertThat(chart.title()).isEqualTo("Requests per second, ranked; separate scales for published and measured");
        assertThat(chart.columns())
                .containsExactly(
                        new Bars.Column("published", "published", "published"),
                        new Bars.Column("medianJdk2503", "JDK 25.0.3", "measured"));
        assertThat(chart.groups().subList(0, 2))
                .containsExactly(
                        new Bars.Group("Vert.x on its event loop", List.of(Cell.count(166_867), Cell.count(40_000))),
                        new Bars.Group("Netty", List.of(Cell.absent(""), Cell.count(30_000))));
        assertThat(chart.groups())
                .contains(new Bars.Group("fasthttp in Go", List.of(Cell.absent(""), Cell.absent("go not found"))));
    }

    @Test
    void theSizeIsWhatAllProgramsAreToldAndNotWhatTheyMeasure() {
        Section published = page(run("downstream", "tomcat-200", count("clients", 500), count("tomcat200", 390)));
        Section smaller = page(run("downstream", "tomcat-200", count("clients", 50), count("tomcat200", 390)));

        assertThat(published.verdict().orElseThrow().sentences()).noneMatch(one -> one.contains("published size"));
        assertThat(smaller.verdict().orElseThrow().sentences()).anyMatch(one -> one.contains("published size"));
    }

    private static Section page(ExperimentRun... runs) {
        ExperimentAnalysis decisions = new ExperimentAnalysis();
        ExperimentAnalysis.All all = decisions.fold().empty();
        for (ExperimentRun run : runs) {
            all.add(new Origin(run.part(), null, "capture.json", Instrument.CAPTURE), run);
        }
        return decisions.finish(all, Coverage.NONE);
    }

    private static ExperimentRun run(String experiment, String part, Measured... figures) {
        return new ExperimentRun(
                experiment, part, "full", 1, 1, "25.0.3+9", "", CaptureEnd.COMPLETE.status(), List.of(figures));
    }

    private static Measured count(String key, long value) {
        return new Measured(key, Unit.COUNT, value, Long.toString(value));
    }
}
