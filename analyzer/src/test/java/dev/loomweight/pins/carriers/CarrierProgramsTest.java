package dev.loomweight.pins.carriers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.loomweight.cli.CliRun;
import dev.loomweight.command.InputOptions;
import dev.loomweight.command.Question;
import dev.loomweight.fold.Samples;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code loomweight carriers PID} of programs that keep their carriers in one way each: the table names it, and adds up to
 * what the test itself reads from {@code /proc}.
 */
@Tag("applications")
class CarrierProgramsTest {

    private static final String JDK_21 = "loomweight.jdk21";
    private static final String NEWEST = "loomweight.jdk.newest";

    @TempDir
    private static Path classes;

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeAll
    static void compile() throws IOException, InterruptedException {
        CarrierProgram.compile(classes);
    }

    @ParameterizedTest
    @ValueSource(strings = {JDK_21, NEWEST})
    void aStormOfYieldsIsASpin(String jdk) throws Exception {
        Section section = captured(jdk, List.of(), "yields", "4");

        Finding spin = first(section);
        assertThat(spin.id()).as(said()).isEqualTo("carriersSpin");
        assertThat(spin.summary()).contains("Carriers.yields", "Thread.yield");
    }

    @Test
    void whatComputesIsNamed() throws Exception {
        Section section = captured(NEWEST, List.of(), "computes", "4");

        // On a machine that is busy with other things, it also waits for a processor, which is said too.
        assertThat(section.findings())
                .as(said())
                .filteredOn(finding -> finding.id().equals("carriersBusy"))
                .singleElement()
                .satisfies(busy -> assertThat(busy.summary()).contains("Carriers.compute"));
        assertThat(ids(section)).isSubsetOf("carriersBusy", "processorsTooFew");
    }

    @Test
    void aNativeSleepIsBlockedAndNotPinned() throws Exception {
        Section section = captured(NEWEST, List.of(), "sleeps", "2");

        assertThat(first(section).id()).as(said()).isEqualTo("carriersBlocked");
        assertThat(first(section).summary()).contains("NativeCarriers.sleeps");
        assertThat(first(section).solution()).as("its calls end").startsWith("Move such calls to platform threads");
    }

    @ParameterizedTest
    @ValueSource(strings = {JDK_21, NEWEST})
    void aReadOfAPipeIsBlocked(String jdk) throws Exception {
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        Section section = captured(jdk, List.of(), "reads", "2", pipe.toString());

        assertThat(first(section).id()).as(said()).isEqualTo("carriersBlocked");
        assertThat(first(section).summary()).contains("Carriers.reads", "2 of ", " carriers have not run for");
        assertThat(first(section).solution()).as("its calls do not end").doesNotContain("platform threads");
    }

    /** Each read ends after some milliseconds: no thread hangs. */
    @ParameterizedTest
    @ValueSource(strings = {JDK_21, NEWEST})
    void readsThatEndAreToBeMoved(String jdk) throws Exception {
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        Section section = captured(jdk, List.of(), "answered", "2", pipe.toString());

        assertThat(first(section).id()).as(said()).isEqualTo("carriersBlocked");
        assertThat(first(section).solution()).as(said()).startsWith("Move such calls to platform threads");
        assertThat(section.blocks()).as(said()).noneMatch(block -> block.id().equals("held"));
    }

    /** A pin that has not ended, and a thread that waits for its monitor or its class: both are in no recording. */
    @ParameterizedTest
    @ValueSource(strings = {JDK_21, NEWEST})
    void threadsThatDoNotMoveAreToBeAskedForAHang(String jdk) throws Exception {
        Section section = captured(jdk, List.of(), "hangs", "2");
        Finding found = first(section);

        assertThat(found.id()).as(said()).isEqualTo("carriersBlocked");
        assertThat(found.severity()).as(said()).isEqualTo(Finding.Severity.PROBLEM);
        assertThat(found.summary())
                .contains("2 of 2 carriers have ", "run for ", "up to the end: at ", "Carriers$Settings.load:");
        assertThat(found.explanation())
                .contains("pins that have not ended are in no recording", "No other virtual thread could run")
                // The seven that were started last, and one that woke the scheduler.
                .containsPattern("At least [78] virtual threads were ready to run");
        assertThat(found.solution())
                .startsWith("Ask whether these threads hang: loomweight hang ")
                .doesNotContain("platform threads");
        List<String> frames = Samples.block(section, "held", Table.class).rows().stream()
                .map(row -> ((Cell.Text) row.cells().getFirst()).value())
                .toList();
        assertThat(frames)
                .as("the application's own, not the JDK's")
                .hasSize(2)
                .anyMatch(frame -> frame.startsWith("Carriers$Settings.load:"))
                .anyMatch(
                        frame -> frame.startsWith(jdk.equals(JDK_21) ? "Carriers$Monitor.enter:" : "Carriers.hangs:"));
    }

    /** One capture has what each of the three parts asks for, and each says of it what the whole says. */
    @ParameterizedTest
    @ValueSource(strings = {JDK_21, NEWEST})
    void threadsOfAProcessAnswersAllThreeAtOnce(String jdk) throws Exception {
        Path capture = folder.resolve("threads.lw");
        try (CarrierProgram program = CarrierProgram.start(classes, jdk, List.of(), "hangs", "2")) {
            int status = CliRun.run(out, err, "threads", program.pid(), "-o", capture.toString());
            assertThat(status).as(said()).isZero();
        }
        List<Section> all =
                Question.THREADS.ask(InputOptions.of(capture)).report().sections();

        assertThat(all)
                .extracting(Section::id)
                .containsSubsequence("hang", "waits", CarrierAnalysis.ID)
                .contains("coverage");
        assertThat(finding(all, "hang")).as(said()).contains("Carriers exhausted: all 2 carriers are held");
        assertThat(finding(all, CarrierAnalysis.ID)).as(said()).contains("2 of 2 carriers have ");
        for (Question part : List.of(Question.HANG, Question.WAITS, Question.CARRIERS)) {
            assertThat(all)
                    .containsAll(part.ask(InputOptions.of(capture)).report().sections().stream()
                            .filter(section -> !section.id().equals("coverage"))
                            .toList());
        }
    }

    private static String finding(List<Section> sections, String id) {
        return sections.stream()
                .filter(section -> section.id().equals(id))
                .flatMap(section -> section.findings().stream())
                .map(Finding::summary)
                .findFirst()
                .orElse("");
    }

    /** They are in no recording; the carriers that stand still and the dumps that are taken of them show them. */
    @ParameterizedTest
    @ValueSource(strings = {JDK_21, NEWEST})
    void pinsOfAProcessHasThoseThatHaveNotEnded(String jdk) throws Exception {
        try (CarrierProgram program = CarrierProgram.start(classes, jdk, List.of(), "hangs", "2")) {
            assertThat(CliRun.run(out, err, "pins", program.pid())).as(said()).isZero();
        }
        assertThat(out.toString())
                .as(said())
                .contains("Carriers are held by virtual threads that wait: 1.", "Held carriers", "Carriers$Settings");
    }

    @Test
    void synchronizedPinsOn21() throws Exception {
        Section section = captured(JDK_21, List.of(), "synchronizes", "2");

        assertThat(first(section).id()).as(said()).isEqualTo("carriersPinned");
        assertThat(first(section).summary()).contains("Carriers.hold");
        assertThat(section.blocks())
                .as("its pins end")
                .noneMatch(block -> block.id().equals("held"));
    }

    @Test
    void anUpcallThatBlocksPins() throws Exception {
        Section section = captured(NEWEST, List.of(), "callsBack", "2");

        assertThat(first(section).id()).as(said()).isEqualTo("carriersPinned");
        assertThat(first(section).summary()).contains("NativeCarriers");
    }

    /** Two carriers and eight other threads have one processor. */
    @Test
    void tooFewProcessorsAreSaid() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/taskset")), "there is no taskset");
        Section section = captured(
                JDK_21, List.of("taskset", "-c", "0"), "crowded", "2", "-", "1", "2", "3", "4", "5", "6", "7", "8");

        assertThat(first(section).id()).as(said()).isEqualTo("processorsTooFew");
        assertThat(first(section).severity()).isEqualTo(Finding.Severity.PROBLEM);
    }

    /** A collector that stops all threads: the JVM's own log says for how long. */
    @ParameterizedTest
    @ValueSource(strings = {JDK_21, NEWEST})
    void collectionsAreNoCallsThatBlock(String jdk) throws Exception {
        Path log = folder.resolve("safepoints.txt");
        String options = "JDK_JAVA_OPTIONS=-XX:+UseSerialGC -Xlog:safepoint:file=" + log + ":utctime";
        Section section = captured(jdk, List.of("env", options), "collects", "1");
        Table table = Samples.block(section, "time", Table.class);

        assertThat(ids(section))
                .as(said())
                .contains("carriersStopped")
                .doesNotContain("carriersBlocked", "carriersPinned", "carriersSpin");
        Instant[] watched = watched(folder.resolve("carriers.lw"));
        long nanos = Duration.between(watched[0], watched[1]).toNanos();
        double whole = (double) CarrierProgram.PARALLELISM * nanos;
        double seen = whole - nanos(table, "No carrier") - nanos(table, "Not observed");
        double logged = stopped(log, watched) * (seen / nanos);
        assertThat(nanos(table, "Stopped by the JVM"))
                .as(said())
                .isGreaterThan(0.1 * seen)
                .isBetween(logged - 0.05 * whole, logged + 0.05 * whole);
    }

    /** For how long the JVM stopped in some time, by its log, in nanoseconds. */
    private static double stopped(Path log, Instant[] within) throws IOException {
        Pattern stop = Pattern.compile("^\\[(\\S+)] Safepoint .* At safepoint: +(\\d+) ns,.*");
        DateTimeFormatter format = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSZ", Locale.ROOT);
        double sum = 0;
        for (String line : Files.readAllLines(log)) {
            Matcher matcher = stop.matcher(line);
            if (matcher.matches()) {
                Instant end = format.parse(matcher.group(1), Instant::from);
                sum += end.isAfter(within[0]) && end.isBefore(within[1]) ? Double.parseDouble(matcher.group(2)) : 0;
            }
        }
        return sum;
    }

    @ParameterizedTest
    @ValueSource(strings = {JDK_21, NEWEST})
    void whatIsHealthyHasNoFinding(String jdk) throws Exception {
        Section section = captured(jdk, List.of(), "healthy", "20");

        assertThat(section.findings()).as(said()).isEmpty();
    }

    private Section captured(String jdk, List<String> before, String... arguments) throws Exception {
        Path capture = folder.resolve("carriers.lw");
        try (CarrierProgram program = CarrierProgram.start(classes, jdk, before, arguments)) {
            int status = CliRun.run(out, err, "carriers", program.pid(), "--duration", "7s", "-o", capture.toString());
            assertThat(status).as(said()).isZero();
            Section section = Question.CARRIERS.ask(InputOptions.of(capture)).report().sections().stream()
                    .filter(one -> one.id().equals(CarrierAnalysis.ID))
                    .findFirst()
                    .orElseThrow();
            addsUp(program, capture, Samples.block(section, "time", Table.class));
            return section;
        }
    }

    /** Within 5 % of the carriers times the time, by the file's own stamps; and what ran, by the test's own readings. */
    private void addsUp(CarrierProgram program, Path capture, Table table) throws IOException {
        Instant from = watched(capture)[0];
        Instant to = watched(capture)[1];
        double whole =
                (double) CarrierProgram.PARALLELISM * Duration.between(from, to).toNanos();
        double added = nanos(table, "of which added");
        long[] sums = CarrierMaker.sums(table);

        assertThat((double) sums[0]).as(said()).isBetween(0.95 * sums[1], 1.05 * sums[1]);
        assertThat(sums[1] - added).as(said()).isBetween(0.95 * whole, 1.05 * whole);
        // Before the first look no carrier is known: the table says for how long, and what ran then is in none of its
        // lines.
        double ran = program.ranBetween(from, to);
        double running = nanos(table, "Running Java");
        assertThat(ran)
                .as(said())
                .isBetween(running - 0.05 * whole, running + nanos(table, "Not observed") + 0.05 * whole);
    }

    /** When the carriers were watched, by the file's own stamps. */
    private static Instant[] watched(Path capture) throws IOException {
        List<String> intervals;
        try (Stream<String> lines = Files.lines(capture.resolve("carriers.txt"))) {
            intervals = lines.filter(line -> line.startsWith("interval ")).toList();
        }
        return new Instant[] {
            Instant.parse(intervals.getFirst().split(" ", -1)[1]),
            Instant.parse(intervals.getLast().split(" ", -1)[2])
        };
    }

    private static double nanos(Table table, String row) {
        return table.rows().stream()
                .filter(one -> ((Cell.Text) one.cells().getFirst()).value().startsWith(row))
                .mapToDouble(one -> (double) ((Cell.Nanos) one.cells().get(1)).value())
                .sum();
    }

    private Finding first(Section section) {
        assertThat(section.findings()).as(said()).isNotEmpty();
        return section.findings().getFirst();
    }

    private static List<String> ids(Section section) {
        return CarrierMaker.findings(section);
    }

    private String said() {
        return out + "\n" + err;
    }
}
