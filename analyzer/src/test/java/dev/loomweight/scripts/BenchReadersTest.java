package dev.loomweight.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.scripts.Machine.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code scripts/bench readers} in a made-up checkout: readers that answer differently are not compared. */
@Tag("oracles")
class BenchReadersTest {

    private static final String AGREED = """
            loomweight-chunk pins 3 nanos 1000 sites 2 stacks 12
            loomweight-jdk failed
            jfr-summary pins 3 nanos - sites - stacks -
            jmc pins 3 nanos 1003 sites 2 stacks 12
            """;

    /** Each class of a reader is a line of the file beside the recording; JSON is what ours prints. */
    private static final String JAVA = """
            for a; do
              case $a in
                *Reader) main=${a##*.} ;;
                *ReportAnswer) main=Report ;;
                -XX:DumpLoadedClassList=*) echo 'java/lang/Object id: 0' >"${a#*=}" ;;
              esac
            done
            if [[ -n ${main:-} ]]; then
              grep "^$main " "$HOME/answers" | cut -d ' ' -f 2-
            fi
            """;

    private static final String SPREAD = "[\\d.]+ \\([\\d.]+\\.\\.[\\d.]+\\)";

    @TempDir
    private Path folder;

    private Machine machine;
    private Path script;
    private Path recording;

    @BeforeEach
    void checkout() throws IOException {
        script = Machine.checkout(folder, "readers").resolve("scripts/lib/bench/readers");
        recording = Files.writeString(folder.resolve("some.jfr"), "FLR");
        machine = new Machine(folder);
        machine.command("mvn", Machine.MAVEN);
        machine.set(
                "LOOMWEIGHT_JDK",
                machine.jdkThat(JAVA, "jdk", "25.0.3", "javac").toString());
    }

    @Test
    void readersThatAgreeAreTimedAndTabled() throws Exception {
        answers("""
                Report pins 3 nanos 1000 sites 2 stacks 12
                EventStreamReader pins 3 nanos 1003 sites 2 stacks 12
                FloorReader pins 3 nanos 1000 sites - stacks - events 40 sum 7
                """);
        Outcome outcome = bench("loomweight-chunk,event-stream,cat,checkpoints-2", "--runs", "2");
        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.out().lines())
                .satisfiesExactly(
                        line -> assertThat(line)
                                .startsWith("`scripts/bench readers some.jfr --only ")
                                .endsWith("All that answer: 3 pins, 0.000 s in all, 2 sites, 12 stacks."),
                        line -> assertThat(line).isEmpty(),
                        line -> assertThat(line).startsWith("| reader | wall s |"),
                        line -> assertThat(line).startsWith("|---|"),
                        line -> assertThat(line)
                                .matches("\\| `loomweight pins --reader chunk` \\| " + SPREAD + " \\| " + SPREAD
                                        + " \\| " + SPREAD + " \\| - \\| - \\| .*"),
                        line -> assertThat(line)
                                .matches("\\| EventStream.* \\| " + SPREAD + " \\| " + SPREAD + " \\| " + SPREAD
                                        + " \\| " + SPREAD + " \\| " + SPREAD + " \\| .*"),
                        line -> assertThat(line).startsWith("| `cat` |"),
                        line -> assertThat(line)
                                .startsWith("| floor: headers and checkpoints, 2 threads |")
                                .contains("| 1.00 (1.00..1.00) |"));
    }

    @Test
    void everyShapeThatIsThereIsTakenAndTabled() throws Exception {
        answers("FloorReader pins - nanos - sites - stacks - events 40 sum 7\n");
        for (String name : new String[] {"everything-5242880", "threads-5242880"}) {
            Files.writeString(folder.resolve(name + ".jfr"), "FLR");
        }
        Outcome outcome = machine.run(
                script,
                "--shapes",
                folder.toString(),
                "--shape",
                "everything,threads",
                "--size",
                "5m",
                "--only",
                "cat,checkpoints-2",
                "--runs",
                "1");
        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.out())
                .startsWith("#### `everything`, 5.24 MB\n\n")
                .contains("\n#### `threads`, 5.24 MB\n\n")
                .contains("\n| recording | ours, wall s | times the floor |\n|---|---|---|\n| `everything`, 5.24 MB |")
                .contains("\n| `threads`, 5.24 MB |");
    }

    /** What is told of all seeds is the worst, the median and the best of what is told of each. */
    @Test
    void ofRandomShapesTheSpreadIsTold() throws Exception {
        answers("""
                Report pins 3 nanos 1000 sites 2 stacks 12
                EventStreamReader pins 3 nanos 1003 sites 2 stacks 12
                FloorReader pins - nanos - sites - stacks - events 40 sum 7
                """);
        for (int seed = 1; seed <= 3; seed++) {
            Files.writeString(folder.resolve("random-" + seed + "-5242880.jfr"), "FLR");
        }
        String only = "loomweight-chunk,event-stream,checkpoints-2";
        String[] arguments = {
            "--shapes", folder.toString(), "--random", "3", "--size", "5m", "--only", only, "--runs", "1"
        };
        Outcome outcome = machine.run(script, arguments);
        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.out())
                .contains("#### `random-1`, 5.24 MB\n")
                .contains("#### `random-3`, 5.24 MB\n")
                .contains("\n| random, 5.24 MB: ours, of the wall of | seeds | worst | median | best |\n")
                .containsPattern("\n\\| EventStream, [^|]* \\| 3 \\| [\\d.]+ \\(random-\\d\\) \\| [\\d.]+ \\| ")
                .containsPattern("\n\\| floor: headers and checkpoints, 2 threads \\| 3 \\| ");
    }

    @Test
    void theWorstRatioIsTheHighest() throws Exception {
        Path ratios = Files.writeString(folder.resolve("ratios"), """
                event-stream random-1 0.1500
                event-stream random-2 0.4100
                event-stream random-3 0.2500
                """);
        assertThat(machine.bash("source lib/readers.sh; random_table '1 GB' " + ratios)
                        .out())
                .isEqualTo("""
                        | random, 1 GB: ours, of the wall of | seeds | worst | median | best |
                        |---|---|---|---|---|
                        | EventStream, pins alone, unordered, reused | 3 | 0.41 (random-2) | 0.25 | 0.15 (random-1) |
                        """);
    }

    @Test
    void startsAreComparedWithTheirPeers() throws Exception {
        Files.copy(
                folder.resolve("jdks/jdk/bin/java"),
                folder.resolve("jdks/jdk/bin/jfr"),
                StandardCopyOption.COPY_ATTRIBUTES);
        Outcome outcome = machine.run(script, "--start", recording.toString(), "--runs", "2");
        assertThat(outcome.status()).as(outcome.err()).isZero();
        String row = " \\| " + SPREAD + " \\| " + SPREAD + " \\|";
        assertThat(outcome.out().lines())
                .anyMatch(line -> line.matches("\\| `loomweight --version`" + row))
                .anyMatch(line -> line.matches("\\| `jfr --version`" + row))
                .anyMatch(line -> line.matches("\\| `loomweight --version` \\| `jfr --version`" + row))
                .anyMatch(line -> line.matches("\\| `loomweight pins` \\| `jfr view pinned-threads`" + row));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --runs 2                         | name a recording
            a.jfr --random 3                 | one of FILE, --shapes and --start at a time
            --random x                       | --random x is not a number of 1 or more
            --random 3 --shape pins          | --shape is not for --random
            a.jfr --start a.jfr              | one of FILE, --shapes and --start at a time
            --shapes . --start a.jfr         | one of FILE, --shapes and --start at a time
            --shapes . --shape big           | unknown shape big; expected one of everything pins server threads
            --shapes . --size 3x             | --size 3x is not a size; expected for example 500000, 64k, 100m or 2g
            --start a.jfr --only cat         | --only is for readers, not for --start
            a.jfr --size 3m                  | --shape and --size are for --shapes
            """)
    void badUsageIsOneLine(String arguments, String message) throws Exception {
        Files.writeString(folder.resolve("a.jfr"), "FLR");
        assertThat(machine.run(script, arguments.split(" ", -1)))
                .isEqualTo(new Outcome(2, "", "scripts/bench readers: " + message + "; --help shows the options\n"));
    }

    @Test
    void aReaderThatCountsOtherwiseEndsTheMeasurement() throws Exception {
        answers("""
                RecordingFileReader pins 3 nanos 1000 sites 2 stacks 12
                EventStreamReader pins 2 nanos 900 sites 2 stacks 12
                """);
        Outcome outcome = bench("recording-file,event-stream");
        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err())
                .contains("the readers disagree: pins 3 according to recording-file, 2 according to event-stream\n")
                .doesNotContain("turn 1");
    }

    @Test
    void anotherReaderThatFailsIsAResultAndOursAFault() throws Exception {
        answers("EventStreamReader pins 3 nanos 1000 sites 2 stacks 12\n");
        Path jfr = machine.jdkThat(JAVA, "jdk", "25.0.3", "javac").resolve("bin/jfr");
        Files.writeString(jfr, "#!/bin/bash\necho 'jfr summary: a chunk is damaged' >&2; exit 1\n");
        assertThat(jfr.toFile().setExecutable(true)).isTrue();
        Outcome others = bench("event-stream,jfr-summary", "--runs", "1");
        assertThat(others.status()).as(others.err()).isZero();
        assertThat(others.err()).contains("jfr-summary failed: jfr summary: a chunk is damaged\n");
        assertThat(others.out()).contains("| `jfr summary` (counts alone) | failed | - |");

        machine.command("mvn", Machine.MAVEN + "exit 1");
        machine.set(
                "LOOMWEIGHT_JDK",
                machine.jdkThat("[[ $* != *pins* ]]", "jdk", "25.0.3", "javac").toString());
        Outcome ours = bench("loomweight-chunk", "--runs", "1");
        assertThat(ours.status()).isEqualTo(1);
        assertThat(ours.out()).contains("| `loomweight pins --reader chunk` | failed | - |");
    }

    @Test
    void whatIsNotToldAndWhatRoundingDoesIsNoDisagreement() throws Exception {
        assertThat(agree(AGREED)).isEqualTo(new Outcome(0, "", ""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jmc pins 4 nanos 1000 sites 2 stacks 12",
                "jmc pins 3 nanos 1004 sites 2 stacks 12",
                "jmc pins 3 nanos 996 sites 2 stacks 12",
                "jmc pins 3 nanos 1000 sites 1 stacks 12",
                "jmc pins 3 nanos 1000 sites 2 stacks 13",
                "jmc pins 3",
                "jmc",
            })
    void everyOtherDifferenceIs(String answer) throws Exception {
        Outcome outcome = agree(AGREED.replaceFirst("(?m)^jmc.*$", answer));
        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.out()).contains("jmc").hasLineCount(1);
    }

    @Test
    void theCountOfTheViewIsTheSumOfItsColumn() throws Exception {
        Path view = Files.writeString(folder.resolve("view"), """

                                              Pinned Virtual Threads

                Method                            Pinned Count Longest Pinning Total Time Pinned
                --------------------------------- ------------ --------------- -----------------
                acme.Cart.add(int, Object)               3,219         9.80 ms           11.9 ms
                acme.Cart.remove(long)                      12         8.27 ms        1 m 11.8 s

                """);
        assertThat(machine.bash("source lib/readers.sh; reader_answer jfr-view " + view)
                        .out())
                .isEqualTo("pins 3231 nanos - sites - stacks -\n");
    }

    @Test
    void anUnknownReaderIsNamedWithThoseThatAre() throws Exception {
        Outcome outcome = bench("jafar");
        assertThat(outcome.status()).isEqualTo(2);
        assertThat(outcome.err())
                .startsWith("scripts/bench readers: unknown reader jafar; expected one of loomweight-chunk ")
                .hasLineCount(1);
    }

    private void answers(String lines) throws IOException {
        Files.writeString(folder.resolve("home/answers"), lines);
    }

    private Outcome bench(String only, String... more) throws IOException, InterruptedException {
        String[] arguments = {recording.toString(), "--only", only};
        String[] all = new String[arguments.length + more.length];
        System.arraycopy(arguments, 0, all, 0, arguments.length);
        System.arraycopy(more, 0, all, arguments.length, more.length);
        return machine.run(script, all);
    }

    private Outcome agree(String answers) throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("agreement"), answers);
        return machine.bash("source lib/readers.sh; agree " + file);
    }
}
