package dev.loomweight.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a terminal shows of a report. After a wanted change, look at the files that a run leaves in {@code
 * target/first-screen}, and copy those that are right: {@code cp target/first-screen/*.text
 * src/test/resources/first-screen/}.
 */
class FirstScreenTest {

    private static final Path ACTUAL = Path.of("target", "first-screen");
    private static final Path RESOURCES = Path.of("src", "test", "resources");
    private static final Path TUTORIAL = RESOURCES.resolve("tutorial/app.jfr");

    /** The prompt, and the line that a command says where a capture is. */
    private static final int OTHER_ROWS = 2;

    private final StringWriter err = new StringWriter();

    /** What is read, by the name of its golden files. */
    private static Map<String, Path> situations() throws IOException {
        return Map.of(
                "spring-21", RESOURCES.resolve("first-screen/spring-21"),
                "spring-25", RESOURCES.resolve("first-screen/spring-25"),
                "sleepers", RESOURCES.resolve("first-screen/sleepers"),
                "no-pins", RESOURCES.resolve("recordings/25/silent.jfr"),
                "not-recorded", RESOURCES.resolve("recordings/21/pinning-off.jfr"),
                "damaged", damaged(),
                "killed", RESOURCES.resolve("first-screen/killed"),
                "nmt", RESOURCES.resolve("nmt/21.0.8/platform-summary.txt"));
    }

    /** A recording that was cut off while it was copied. */
    private static Path damaged() throws IOException {
        byte[] whole = Files.readAllBytes(RESOURCES.resolve("recordings/21/variety.jfr"));
        Path cut = Files.createDirectories(ACTUAL).resolve("damaged.jfr");
        Files.write(cut, Arrays.copyOf(whole, whole.length * 3 / 4));
        return cut;
    }

    /** A screen that is compared with a golden file. */
    record Screen(String name, int columns, int rows) {

        String file() {
            return name + "." + columns + "x" + rows + ".text";
        }

        @Override
        public String toString() {
            return file();
        }
    }

    static Stream<Screen> screens() throws IOException {
        return situations().keySet().stream()
                .sorted()
                .flatMap(name -> Stream.of(new Screen(name, 80, 24), new Screen(name, 120, 40)));
    }

    @ParameterizedTest
    @MethodSource("screens")
    void looksLikeItsGoldenFileAndFits(Screen screen) throws IOException {
        Path input = Objects.requireNonNull(situations().get(screen.name()));
        String actual = onTerminal(screen.columns(), screen.rows(), "report", input.toString());
        Files.createDirectories(ACTUAL);
        Files.writeString(ACTUAL.resolve(screen.file()), actual);

        assertThat(rows(actual, screen.columns())).as(actual).isLessThanOrEqualTo(screen.rows() - OTHER_ROWS);
        assertThat(actual)
                .as("first-screen/%s; the actual one is in %s", screen.file(), ACTUAL.toAbsolutePath())
                .isEqualTo(golden(screen.file()));
    }

    /** What each situation says, and no other. */
    private static final Map<String, String> WORDS = Map.of(
            "spring-21", "upgrade pgjdbc if it is older than 42.6.0, or",
            "spring-25", "first use of classes, 59 sites",
            "sleepers", "300 sleeping platform threads took ",
            "no-pins", "silent.jfr 0 pins recorded",
            "not-recorded", "Pinning was not recorded",
            "damaged", "could not be read",
            "killed", "com.acme.Tickets was killed (status 137",
            "nmt", "No recording was read, so nothing is known of pins.");

    @Test
    void eachSaysWhatMattersAndNothingOfTheSortOfTheOthers() throws IOException {
        for (Map.Entry<String, Path> situation : situations().entrySet()) {
            String screen = onTerminal(80, 24, "report", situation.getValue().toString());
            String words = screen.replaceAll("\\s+", " ");
            WORDS.forEach((name, said) -> assertThat(words.contains(said))
                    .as(situation.getKey() + " says \"" + said + "\": " + screen)
                    .isEqualTo(situation.getKey().equals(name)));
        }
    }

    /** The README lists the commands; the tutorial, which finds this line in nine steps, need not be known. */
    @ParameterizedTest
    @ValueSource(strings = {"report", "pins"})
    void whoHasReadTheReadmeAloneFindsTheGuiltyLineOfTheTutorial(String command) throws IOException {
        assertThat(Files.readString(Path.of("../README.md"))).contains("`loomweight " + command + " PATH...`");

        String screen = onTerminal(80, 24, command, TUTORIAL.toString());

        assertThat(screen.replaceAll("\\s+", " "))
                .contains("shop.Inventory.reserve ", "line 12 → use a ReentrantLock instead of synchronized, or move");
        assertThat(rows(screen, 80)).isLessThanOrEqualTo(24 - OTHER_ROWS);
    }

    @ParameterizedTest
    @CsvSource({"40, 14", "60, 18", "80, 20", "100, 30", "200, 60"})
    void neverHasMoreRowsThanTheTerminal(int columns, int rows) throws IOException {
        String screen = onTerminal(
                columns,
                rows,
                "pins",
                RESOURCES.resolve("first-screen/spring-25").toString());
        assertThat(rows(screen, columns)).as(screen).isLessThanOrEqualTo(rows - OTHER_ROWS);
    }

    @Test
    void everythingIsWhatAPipeAndAFileGet(@TempDir Path folder) throws IOException {
        String file = TUTORIAL.toString();
        String pipe = run(Map.of(), "pins", file, "--full");
        Path saved = folder.resolve("report.txt");

        assertThat(onTerminal(Console.WIDTH_WITHOUT_TERMINAL, 24, "pins", file, "--full"))
                .isEqualTo(pipe);
        assertThat(onTerminal(80, 24, "pins", file, "-o", saved.toString())).isEmpty();
        assertThat(pipe).contains("Holders and blocking calls");
        assertThat(run(Map.of(), "pins", file)).contains("Holders and blocking calls");
        assertThat(saved).content().contains("Holders and blocking calls");
        // Rows that one screen does not have.
        assertThat(onTerminal(80, 24, "pins", file, "--top", "40")).contains("Holders and blocking calls");
    }

    @Test
    void oneScreenIsForAPipeAndAFileToo(@TempDir Path folder) throws IOException {
        String file = TUTORIAL.toString();
        Path saved = folder.resolve("report.txt");
        String terminal = onTerminal(80, 24, "pins", file);

        assertThat(run(Map.of("LOOMWEIGHT_COLUMNS", "80", "NO_COLOR", "1"), "pins", file, "--brief"))
                .isEqualTo(terminal);
        assertThat(run(Map.of(), "pins", file, "--brief").lines())
                .hasSizeLessThan(24)
                .anyMatch(line -> line.contains("loomweight pins " + file + " --full"));
        assertThat(run(Map.of(), "pins", file, "--brief", "-o", saved.toString()))
                .isEmpty();
        assertThat(saved).content().contains("line 12 →").doesNotContain("Holders and blocking calls");
    }

    @Test
    void theCommandsThatShowMoreAreThoseThatWereGivenAndCanBeCopied(@TempDir Path folder) throws IOException {
        Path odd = folder.resolve("it's mine.jfr");
        Files.copy(TUTORIAL, odd);
        String quoted = "'" + odd.toString().replace("'", "'\\''") + "'";

        assertThat(onTerminal(200, 40, "pins", "--own", "com.acme", odd.toString()))
                .contains("loomweight pins --own com.acme " + quoted + " --full (or -o report.html)\n")
                .contains("loomweight repl " + quoted + "\n");
        assertThat(onTerminal(200, 40, "pins", "--", odd.toString()))
                .contains("loomweight pins --full -- " + quoted + " (or -o report.html)\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "pins a.jfr --full --brief | --full and --brief exclude each other; pass one of them",
                "pins a.jfr --brief --format json | --brief applies to text only; drop it, or write text",
                "memory a.jfr --brief -o a.html | --brief applies to text only; drop it, or write text",
                "report a.jfr --brief -o a.txt -o a.json | --brief applies to text only; drop it, or write text",
                "run sleepers --full --brief | --full and --brief exclude each other; pass one of them",
                "record 1 --full --brief | --full and --brief exclude each other; pass one of them",
                "run --brief --report a.csv -- java -version | --brief applies to text only; drop it, or write text",
            })
    void whatCannotBeBothIsAMisuse(String line, String message) {
        StringWriter out = new StringWriter();
        assertThat(CliRun.run(out, err, line.split(" "))).isEqualTo(2);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString()).contains(message).containsOnlyOnce("\n");
    }

    @Test
    void otherFormatsAreWholeInATerminal() throws IOException {
        String file = TUTORIAL.toString();
        for (String format : List.of("json", "markdown", "csv", "collapsed")) {
            assertThat(onTerminal(80, 24, "pins", file, "--format", format))
                    .isEqualTo(run(Map.of(), "pins", file, "--format", format));
        }
    }

    private String onTerminal(int columns, int rows, String... arguments) throws IOException {
        return run(
                Map.of("LOOMWEIGHT_COLUMNS", "" + columns, "LOOMWEIGHT_ROWS", "" + rows, "NO_COLOR", "1"), arguments);
    }

    private String run(Map<String, String> environment, String... arguments) {
        StringWriter out = new StringWriter();
        assertThat(CliRun.run(environment, out, err, arguments))
                .as(err.toString())
                .isZero();
        return out.toString();
    }

    /** How many rows of a terminal a text takes. */
    private static int rows(String text, int columns) {
        List<Integer> rows = new ArrayList<>();
        text.lines()
                .forEach(line ->
                        rows.add(Math.max(1, (line.codePointCount(0, line.length()) + columns - 1) / columns)));
        return rows.stream().mapToInt(Integer::intValue).sum();
    }

    /** The content of a golden file; nothing where it is missing, so that the first run leaves the actual one. */
    private static String golden(String file) throws IOException {
        try (InputStream in = FirstScreenTest.class.getResourceAsStream("/first-screen/" + file)) {
            return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
