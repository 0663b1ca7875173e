package dev.loomweight.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.command.Fleet;
import dev.loomweight.command.FleetOptions;
import dev.loomweight.command.FleetQuestion;
import dev.loomweight.command.InputOptions;
import dev.loomweight.fleet.FleetBytes;
import dev.loomweight.fleet.PathPattern;
import dev.loomweight.kernel.option.Options;
import dev.loomweight.render.Format;
import dev.loomweight.render.TextOptions;
import dev.loomweight.report.Report;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * A thousand recordings and fifty broken ones in a server that speaks S3, folded by two executors, one of which is killed
 * meanwhile.
 */
@Tag("applications")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FleetOnSparkTest {

    private static final String PATTERN = "{service}/{version}/{pod}-{time}.jfr";
    private static final String IN = "s3a://fleet/recordings";
    private static final int RECORDINGS = 1050;

    private Path folder;
    private Path recordings;
    private Cluster cluster;
    private S3Server server;
    private Cluster.Ended ended;

    @BeforeAll
    void foldsWhileAnExecutorIsKilled(@TempDir Path temporary) throws Exception {
        folder = temporary;
        recordings = folder.resolve("recordings");
        Cluster.makeFleet(recordings);
        cluster = new Cluster(folder.resolve("spark"));
        server = new S3Server(folder);
        server.put("fleet", "recordings", recordings);
        AtomicBoolean killed = new AtomicBoolean();
        ended = cluster.fleet(
                Cluster.TWO_EXECUTORS,
                server.settings(),
                driver -> {
                    // Some recordings are folded, others are not yet begun.
                    if (driver.lastLine().matches("loomweight-spark: folded .* of .*") && !killed.getAndSet(true)) {
                        driver.executors().getFirst().destroyForcibly();
                    }
                },
                IN,
                "--path-pattern",
                PATTERN,
                "-o",
                "s3a://fleet/out");
        assertThat(ended.status()).as("%s", ended.lines()).isZero();
        assertThat(killed).as("an executor was killed").isTrue();
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @Test
    void theLossIsSaidAndEveryRecordingIsCountedOnce() {
        assertThat(ended.said()).anyMatch(line -> line.startsWith("lost executor "));
        assertThat(ended.said()).contains("folding 1,050 recordings in 8 tasks", "folded 1,050 of 1,050 recordings");
    }

    @Test
    void theReportIsThatOfFoldsThatAreMergedInAnyOrder() throws Exception {
        PathPattern pattern = PathPattern.of(PATTERN);
        List<byte[]> folds = new ArrayList<>();
        for (Path file : files()) {
            String name = IN + "/" + recordings.relativize(file);
            Map<String, String> labels =
                    Objects.requireNonNull(pattern.labels(name)).values();
            folds.add(FleetBytes.without(Fleet.fold(file, name, labels), Fleet.RECORDING));
        }
        assertThat(folds).hasSize(RECORDINGS);
        Collections.shuffle(folds, new Random(7));
        String expected = json(Fleet.report(FleetBytes.mergeAll(folds.iterator()), List.of(), IN));
        assertThat(Files.readString(server.bucket("fleet").resolve("out/report.json")))
                .isEqualTo(expected);
    }

    @Test
    void aFolderOfThisMachineGivesTheBytesOfOneProcess() throws Exception {
        Path out = folder.resolve("out");
        Cluster.Ended local = cluster.fleet(
                Cluster.IN_ONE_PROCESS,
                Map.of(),
                driver -> {},
                recordings.toString(),
                "--path-pattern",
                PATTERN,
                "-o",
                out.toString());
        assertThat(local.status()).as("%s", local.lines()).isZero();
        Options request = InputOptions.of(recordings).with(FleetOptions.PATH_PATTERN, PATTERN);
        Report report = FleetQuestion.ask(request, count -> {}).answer().report();
        assertThat(Files.readString(out.resolve("report.json"))).isEqualTo(json(report));
    }

    /** Copies, also compressed ones, and dumps that overlap, which different tasks fold. */
    @Test
    void whatIsInSeveralRecordingsCountsOnceAsInOneProcess() throws Exception {
        Path some = folder.resolve("copies");
        Cluster.makeFleet(some, 24);
        List<Path> made;
        try (Stream<Path> walk = Files.walk(some)) {
            made = walk.filter(Files::isRegularFile).sorted().toList();
        }
        Path backup = Files.createDirectories(some.resolve("backup/1"));
        for (int i = 0; i < 4; i++) {
            Files.copy(made.get(i), backup.resolve("old-" + i + "-20261102-000000.jfr"));
            try (OutputStream out = new GZIPOutputStream(
                    Files.newOutputStream(backup.resolve("packed-" + i + "-20261102-000000.jfr.gz")))) {
                Files.copy(made.get(i + 2), out);
            }
            // The first chunk is that of the recording; the second that of the dump before.
            try (OutputStream out = Files.newOutputStream(backup.resolve("dump-" + i + "-20261102-000000.jfr"))) {
                Files.copy(made.get(10 + i), out);
                Files.copy(made.get(11 + i), out);
            }
        }
        Path out = folder.resolve("counted");
        String[] arguments = {some.toString(), "--path-pattern", PATTERN, "-o", out.toString()};

        Cluster.Ended local = cluster.fleet(Cluster.IN_ONE_PROCESS, Map.of(), driver -> {}, arguments);

        assertThat(local.status()).as("%s", local.lines()).isZero();
        Options request = InputOptions.of(some).with(FleetOptions.PATH_PATTERN, PATTERN);
        String expected = json(FleetQuestion.ask(request, count -> {}).answer().report());
        assertThat(Files.readString(out.resolve("report.json"))).isEqualTo(expected);
        // 8 copies, and the 5 recordings of which the dumps are made.
        assertThat(expected).contains("13 more recordings were left out", "3 recordings were read without");
        try (DuckTables duck = new DuckTables(out.resolve("tables"))) {
            assertThat(duck.answer("SELECT count(*), sum(recordingsCount), sum(copiesCount) FROM recordings"))
                    .isEqualTo("23|23|13\n");
            assertThat(duck.answer("SELECT count(DISTINCT recording) FROM memorySamples"))
                    .isEqualTo(duck.answer("SELECT count(DISTINCT recording) FROM memory"));
            assertThat(expected)
                    .contains("\"pinsCount\": "
                            + duck.answer("SELECT sum(pinsCount) FROM pins").strip());
        }
    }

    @Test
    void theQuestionsOfThePageHaveTheSameAnswersInTwoEngines() throws Exception {
        Path tables = server.bucket("fleet").resolve("out/tables");
        List<SqlPage.Query> queries = SqlPage.queries();
        assertThat(queries).hasSizeGreaterThanOrEqualTo(10);
        try (DuckTables duck = new DuckTables(tables)) {
            Path asked = Files.writeString(folder.resolve("queries.sql"), SqlPage.joined(queries));
            Path answers = folder.resolve("answers.txt");
            Cluster.Ended spark = cluster.run(
                    QuestionsOnSpark.class.getName(), List.of(tables.toString(), asked.toString(), answers.toString()));
            assertThat(spark.status()).as("%s", spark.lines()).isZero();
            List<String> bySpark = SqlPage.split(Files.readString(answers));
            for (int i = 0; i < queries.size(); i++) {
                String byDuck = duck.answer(queries.get(i).sql());
                assertThat(byDuck).as(queries.get(i).question()).isNotBlank();
                assertThat(bySpark.get(i)).as(queries.get(i).question()).isEqualTo(byDuck);
            }
        }
    }

    @Test
    void theSumsOfTheTablesAreThoseOfTheReport() throws Exception {
        Path out = server.bucket("fleet").resolve("out");
        String report = Files.readString(out.resolve("report.json"));
        try (DuckTables duck = new DuckTables(out.resolve("tables"))) {
            assertThat(duck.answer("SELECT count(*), sum(recordingsCount), sum(unreadableCount) FROM recordings"))
                    .isEqualTo("1050|1050|15\n");
            // The highest sample of a category is its peak; of resident memory the kernel knows peaks between samples.
            assertThat(duck.answer("SELECT count(*) > 0, count(DISTINCT m.recording) FROM memory m JOIN"
                            + " (SELECT recording, category, max(sampleBytes) AS most FROM memorySamples"
                            + " GROUP BY recording, category) s ON s.recording = m.recording AND"
                            + " s.category = m.category WHERE s.most > m.maxBytes * 1.01"))
                    .isEqualTo("false|0\n");
            assertThat(duck.answer("SELECT count(DISTINCT recording) FROM memorySamples"))
                    .isEqualTo(duck.answer("SELECT count(DISTINCT recording) FROM memory"));
            for (String service : List.of("cart", "checkout", "search")) {
                String pins = duck.answer("SELECT sum(pinsCount) FROM pins WHERE service = '" + service + "'");
                String nanos = duck.answer("SELECT sum(pinnedNanos) FROM recordings WHERE service = '" + service + "'");
                assertThat(report).contains("\"pinsCount\": " + pins.strip());
                assertThat(report).contains("\"pinnedNanos\": " + nanos.strip());
            }
        }
    }

    @Test
    void whatIsThereIsNotReplaced() throws Exception {
        Path out = Files.createDirectories(folder.resolve("there"));
        Files.writeString(out.resolve("notes.txt"), "mine");
        Cluster.Ended again = cluster.fleet(
                Cluster.IN_ONE_PROCESS, Map.of(), driver -> {}, recordings.toString(), "-o", out.toString());
        assertThat(again.status()).isEqualTo(1);
        assertThat(again.said())
                .containsExactly(out + " is there already and is not empty; name another folder, or add --overwrite");
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> walk = Files.walk(recordings)) {
            return walk.filter(Files::isRegularFile).toList();
        }
    }

    private static String json(Report report) throws IOException {
        StringBuilder text = new StringBuilder();
        Format.JSON.renderer(TextOptions.PLAIN).render(report, text);
        return text.toString();
    }
}
