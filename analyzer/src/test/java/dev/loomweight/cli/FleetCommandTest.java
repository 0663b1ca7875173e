package dev.loomweight.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.fleet.MadeRecording;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code loomweight fleet} by its exit status and what it prints. */
class FleetCommandTest {

    private static final String PATTERN = "{service}/{pod}.jfr";

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void twoServices() throws IOException {
        for (int pod = 0; pod < 5; pod++) {
            new MadeRecording()
                    .pins(1, 2, 30)
                    .resident(80 << 20)
                    .container(100 << 20, 2)
                    .write(folder.resolve("cart/p" + pod + ".jfr"));
            new MadeRecording().pins(2, 1, 10).write(folder.resolve("search/p" + pod + ".jfr"));
        }
    }

    private int fleet(String... arguments) {
        List<String> all = new ArrayList<>(List.of("fleet", folder.toString()));
        all.addAll(List.of(arguments));
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        return new Cli(Console.of(new PrintWriter(out), new PrintWriter(err), Map.of()))
                .run(all.toArray(String[]::new));
    }

    @Test
    void withoutLabelsAllRecordingsAreOne() {
        assertThat(fleet()).isZero();
        assertThat(out.toString()).contains("10 recordings, 10 min in which pinning was recorded.");
    }

    @Test
    void aPatternATableAndALabelForAllSayWhatRecordingsAre() throws IOException {
        Path table = Files.writeString(folder.resolve("labels.csv"), "file,service\nsearch,finder\n");

        assertThat(fleet("--path-pattern", PATTERN, "--labels", table.toString(), "--label", "region=eu"))
                .isZero();
        assertThat(out.toString())
                .contains("2 services and 10 pods")
                .contains("finder")
                .doesNotContain("search ");

        assertThat(fleet("--path-pattern", PATTERN, "--label", "region=eu", "--by", "region,service"))
                .isZero();
        assertThat(out.toString()).contains("1 region and 2 services");
    }

    @Test
    void aRecordingWhoseClockWasWrongIsNamed() throws IOException {
        new MadeRecording().at(180_000_000_000L, 60_000_000_000L).write(folder.resolve("cart/p9.jfr"));

        assertThat(fleet("--path-pattern", PATTERN)).isZero();
        assertThat(out.toString().replaceAll("\\s+", " "))
                .contains("Recordings of cart p9 (1970-01-01 00:00:00Z) begin at a time that cannot be.")
                .contains("cart/p9.jfr: it begins at 1970-01-01 00:03:00Z by its clock, which cannot be.");
    }

    @Test
    void whatIsNotThereIsSaid() {
        assertThat(fleet("--by", "service")).isEqualTo(1);
        assertThat(err.toString())
                .isEqualTo("loomweight fleet: no recording has the label \"service\"; none has any: pass"
                        + " --path-pattern, --labels or --label\n");
        assertThat(fleet("--path-pattern", PATTERN, "--by", "zone")).isEqualTo(1);
        assertThat(err.toString()).contains("no recording has the label \"zone\"; the labels are pod, service");
        assertThat(fleet("--path-pattern", "{service}/{version}/x/{pod}.bin")).isEqualTo(1);
        assertThat(err.toString()).contains("the path of no recording matches --path-pattern; the first is ");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    longest-pin=30ms                            | 0
                    longest-pin=29ms                            | 3
                    longest-pin=29ms;cart:longest-pin=30ms      | 0
                    search:longest-pin=10ms                     | 0
                    nobody:longest-pin=10ms                     | 3
                    cart:rss=80m                                | 0
                    cart:rss=79m                                | 3
                    search:rss=79m                              | 3
                    cart:limit-share=80%                        | 0
                    cart:limit-share=79.9%                      | 3
                    cart:pins-per-hour=120                      | 0
                    cart:pins-per-hour=119                      | 3
                    cart:pinned-time-per-hour=3.6s              | 0
                    cart:pinned-time-per-hour=3.5s              | 3
                    outliers=0                                  | 0
                    new-sites=0                                 | 3
                    failed-submits=0                            | 3
                    """)
    void budgetsOfServices(String budgets, int status) {
        List<String> arguments = new ArrayList<>(List.of("--path-pattern", PATTERN));
        for (String budget : budgets.split(";", -1)) {
            arguments.addAll(List.of("--budget", budget));
        }

        assertThat(fleet(arguments.toArray(String[]::new))).as(out.toString()).isEqualTo(status);
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void aVerdictInAFileIsOneLineOnStderr() {
        Path page = folder.resolve("fleet.md");

        assertThat(fleet(
                        "--path-pattern",
                        PATTERN,
                        "--budget",
                        "longest-pin=29ms",
                        "--budget",
                        "nobody:rss=1g",
                        "-o",
                        page.toString()))
                .isEqualTo(3);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString())
                .startsWith("loomweight fleet: of 3 budgets, 1 is exceeded; 1 could not be measured (counts as a"
                        + " failure): cart, longest pin: 30 ms, allowed are 29 ms; nobody, ")
                .endsWith("; the report is in " + page + "\n")
                .containsOnlyOnce("\n");
    }

    @Test
    void budgetsOfAFileAndHowManyMustBeAbleToTell() throws IOException {
        Path config = Files.writeString(folder.resolve("fleet.toml"), """
                [fleet]
                min-known-share = "50%"
                [fleet.budget]
                longest-pin = "20ms"
                [fleet.service.cart]
                longest-pin = "30ms"
                """);
        assertThat(fleet("--path-pattern", PATTERN, "--config", config.toString()))
                .isZero();

        for (int pod = 5; pod < 10; pod++) {
            new MadeRecording().off().write(folder.resolve("cart/p" + pod + ".jfr"));
        }
        assertThat(fleet("--path-pattern", PATTERN, "--config", config.toString()))
                .isZero();
        assertThat(fleet("--path-pattern", PATTERN, "--config", config.toString(), "--min-known-share", "51%"))
                .isEqualTo(3);
        assertThat(out.toString().replaceAll("\\s+", " "))
                .contains("1 could not be measured (counts as a failure)")
                .contains("only 5 of 10 recordings have jdk.VirtualThreadPinned, and 51 % must: record it, or lower"
                        + " --min-known-share");
    }

    /** Of one version nothing is new; of none it is not known, and no share of recordings would change that. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    --label version=1                  | 0 | one version, nothing to compare
                    --label x=1                        | 3 | the report is not by version
                    --label version=1 --by service,pod | 3 | the report is not by version
                    --label version=1 --budget cart:failed-submits=0 | 3 | none of its 5 recordings has jdk.VirtualThreadSubmitFailed: record it
                    --labels OF_SOME                   | 3 | some of its recordings have no label version
                    --labels OF_ALL                    | 0 | All 2 budgets are met.
                    """)
    void newSitesAreThoseThatAnEarlierVersionDidNotHave(String arguments, int status, String said) throws IOException {
        Path some = Files.writeString(folder.resolve("some.csv"), "file,version\np0.jfr,1\np1.jfr,2\n");
        Path all = Files.writeString(
                folder.resolve("all.csv"), "file,version\np0.jfr,1\np1.jfr,1\np2.jfr,1\np3.jfr,2\np4.jfr,2\n");
        List<String> given = new ArrayList<>(List.of("--path-pattern", PATTERN, "--budget", "new-sites=0"));
        given.addAll(List.of(arguments
                .replace("OF_SOME", some.toString())
                .replace("OF_ALL", all.toString())
                .split(" ")));

        assertThat(fleet(given.toArray(String[]::new))).as(out.toString()).isEqualTo(status);
        assertThat(out.toString().replaceAll("\\s+", " ")).contains(said).doesNotContain("--min-known-share");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    --budget pinned=1s          | --budget: unknown budget "pinned"
                    --budget rss=many           | --budget: rss: invalid size 'many'
                    --budget rss                | --budget: expected NAME=MAX or SERVICE:NAME=MAX, and not rss
                    --label x                   | --label: expected a label such as service=checkout, and not x
                    --path-pattern {a}/{a}.jfr  | --path-pattern: {a} is there twice
                    --min-known-share 1.5              | --min-known-share: invalid percentage '1.5'; expected for example 90%
                    """)
    void badUsageIsTwo(String arguments, String message) {
        assertThat(fleet(arguments.split(" "))).isEqualTo(2);
        assertThat(err.toString()).startsWith("loomweight fleet: " + message);
    }

    /** What a capture says of itself, and what wins over it. */
    @Test
    void labelsOfCapturesCountWhereNothingElseSaysThem() throws IOException {
        for (String service : List.of("billing", "mail")) {
            Path capture = folder.resolve(service + ".lw");
            new MadeRecording().pins(3, 1, 10).write(capture.resolve("recording.jfr"));
            Files.writeString(
                    capture.resolve("capture.json"),
                    "{\"schemaVersion\": 1, \"target\": \"app\", \"labels\": {\"service\": \"" + service
                            + "\", \"version\": \"7\", \"bad\": 3}}");
        }

        assertThat(fleet()).isZero();
        assertThat(out.toString())
                .contains("12 recordings of 3 services and 3 versions")
                .contains("billing", "mail", "(none)");
        assertThat(fleet("--label", "service=all")).isZero();
        assertThat(out.toString()).contains("1 service and 2 versions").doesNotContain("billing");
    }

    @Test
    void aFileThatIsNoTableOfLabelsIsRefused() throws IOException {
        Path table = Files.writeString(folder.resolve("labels.csv"), "x,y\n1,2\n");

        assertThat(fleet("--labels", table.toString())).isEqualTo(1);
        assertThat(err.toString()).contains("labels.csv has no labels: its first line has no column \"file\"");
    }
}
