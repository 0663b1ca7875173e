package dev.loomweight.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.Jdks;
import dev.loomweight.own.CommandProcess;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What the pages show of inputs that are in the repository, and of the lab, is what the command prints. Of a recording it is
 * the same to the letter. Of the lab, which runs once, figures may differ, but not what they count, and none may become zero
 * or unknown. What a terminal shows is in the output for a pipe, too.
 */
@Tag("oracles")
class ShownScreensTest {

    /** So many blocks were found and compared when this was written last; the names of the tests say which. */
    private static final int LEAST = 13;

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final String RECORDING = "app.jfr";
    private static final String LAB = "lab sleepers";
    private static final Map<String, String> TERMINAL =
            Map.of("LOOMWEIGHT_COLUMNS", "100", "LOOMWEIGHT_ROWS", "40", "NO_COLOR", "1");

    private static final Pattern BLOCK =
            Pattern.compile("^```(|console)\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern PROMPT = Pattern.compile("app> ([^\n]+)\n");
    private static final Pattern NAMED = Pattern.compile("`loomweight ([^`]+)`");
    private static final Pattern FIGURE = Pattern.compile(
            "(?<![\\p{L}\\d.])(-?\\d[\\d,]*(?:\\.\\d+)?)(?: (B|KB|MB|GB|TB|ns|µs|ms|s|min|h|%)(?![\\p{L}\\d]))?");

    /** Between two runs of the lab on different machines; an amount in a wrong unit is a thousand times another. */
    private static final double MAX_APART = 10;

    @TempDir
    private Path folder;

    private final Map<List<String>, String> printed = new HashMap<>();

    /**
     * A block of a page.
     *
     * @param place page and line
     * @param command what prints it, without {@code loomweight}; at a prompt what is typed there
     * @param prompt whether it is a prompt's
     * @param text what is shown
     */
    private record Shown(String place, String command, boolean prompt, String text) {

        boolean isOfLab() {
            return command.equals(LAB);
        }

        boolean canBePrinted() {
            return prompt || isOfLab() || command.endsWith(" " + RECORDING);
        }
    }

    @TestFactory
    Stream<DynamicTest> pagesShowWhatIsPrinted() throws IOException {
        Files.copy(Path.of("src/test/resources/tutorial", RECORDING), folder.resolve(RECORDING));
        List<Shown> all = new ArrayList<>();
        for (Path page : DocsLinksTest.pages()) {
            all.addAll(shown(page));
        }
        List<Shown> compared = all.stream().filter(Shown::canBePrinted).toList();
        assertThat(compared).as("blocks that can be compared").hasSizeGreaterThanOrEqualTo(LEAST);
        return compared.stream()
                .map(shown -> DynamicTest.dynamicTest(shown.place + ": " + shown.command, () -> compare(shown)));
    }

    /** The blocks of a page that follow their command: one at a prompt, or one that is named in the paragraph before. */
    private static List<Shown> shown(Path page) throws IOException {
        String text = Files.readString(page);
        List<Shown> shown = new ArrayList<>();
        Matcher block = BLOCK.matcher(text);
        while (block.find()) {
            String before = text.substring(0, block.start());
            String place = ROOT.relativize(page) + ":" + before.lines().count();
            String content = block.group(2);
            Matcher prompt = PROMPT.matcher(content);
            String paragraph =
                    before.stripTrailing().substring(before.stripTrailing().lastIndexOf('\n') + 1);
            Matcher named = NAMED.matcher(paragraph);
            if (prompt.lookingAt()) {
                shown.add(new Shown(place, prompt.group(1), true, content.substring(prompt.end())));
            } else if (block.group(1).isEmpty() && named.find() && !content.matches("(?s)(loomweight|scripts/).*")) {
                shown.add(new Shown(place, named.group(1), false, content));
            }
        }
        return shown;
    }

    private void compare(Shown shown) throws Exception {
        String[] words = shown.command.split(" ");
        String actual = shown.prompt ? atPrompt(shown.command) : print(TERMINAL, shown.isOfLab() ? lab() : words);
        // To be looked at, and taken over if it is right.
        Path folderOfActual = Files.createDirectories(Path.of("target/shown"));
        Files.writeString(folderOfActual.resolve(shown.place.replaceAll("\\W", "-") + ".text"), actual);

        if (shown.isOfLab()) {
            assertAlike(shown.text, actual);
        } else {
            assertThat(actual).isEqualTo(shown.text);
        }
        if (!shown.prompt) {
            assertSaid(actual, print(Map.of(), shown.isOfLab() ? new String[] {"report", "sleepers.lw"} : words));
        }
    }

    /** As it is shown, with shorter waits, and on the JDK that the pages name. */
    private static String[] lab() {
        String jdk = Jdks.home(Jdks.BOTH.getLast()).toString();
        return new String[] {"lab", "sleepers", "-o", "sleepers.lw", "--settle", "200ms", "--jdk", jdk};
    }

    private String atPrompt(String line) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int status = CliRun.run(
                out, err, "repl", folder.resolve(RECORDING).toString(), "--source", "src/test/java", "-c", line);
        assertThat(status).as(err.toString()).isZero();
        return out.toString().replace(folder + "/", "");
    }

    /** What the command prints in the folder of the inputs; of one that ran before, what it printed then. */
    private String print(Map<String, String> environment, String... words) throws Exception {
        List<String> key = new ArrayList<>(List.of(words));
        key.add(environment.toString());
        String before = printed.get(key);
        if (before != null) {
            return before;
        }
        try (CommandProcess process = CommandProcess.start(folder, environment, words)) {
            assertThat(process.status())
                    .as(Files.readString(folder.resolve("err.txt")))
                    .isZero();
            String text = String.join("\n", process.printed()) + "\n";
            printed.put(key, text);
            return text;
        }
    }

    // Of the lab: the same words and rows, and figures that count the same.

    private static void assertAlike(String shown, String actual) {
        assertThat(words(actual)).as(actual).isEqualTo(words(shown));
        List<MatchResult> figures = figures(actual);
        List<MatchResult> before = figures(shown);
        for (int i = 0; i < before.size(); i++) {
            assertThat(isAlike(before.get(i), figures.get(i)))
                    .as(before.get(i).group() + " is now " + figures.get(i).group() + ":\n" + actual)
                    .isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "platform  28 KB ███, platform  30.5 KB ██▎, true",
        "platform  980 B, platform  1.02 KB, true",
        "platform  28 KB, platform  28 MB, false",
        "platform  28 KB, platform  28 s, false",
        "platform  28 KB, platform  0 KB, false",
        "platform  28 KB, platform  unknown, false",
        "platform  28 KB, platform, false",
        "pins 0, pins 0, true",
        "pins 0, pins 3, false",
        "a 1 KB b 2 KB, b 2 KB a 1 KB, false",
        "took 3.91 GB in all, took 3.91 GB, false",
    })
    void figuresOfTheLabMayDifferAndNothingElse(String shown, String actual, boolean alike) {
        ThrowingCallable compared = () -> assertAlike(shown, actual);
        if (alike) {
            assertThatCode(compared).doesNotThrowAnyException();
        } else {
            assertThatThrownBy(compared).isInstanceOf(AssertionError.class);
        }
    }

    /** Without what follows from figures: their own digits, how they fill lines, and the lengths of bars. */
    private static String words(String text) {
        return FIGURE.matcher(plain(text))
                .replaceAll(figure -> "#" + (figure.group(2) == null ? "" : dimension(figure.group(2))));
    }

    private static List<MatchResult> figures(String text) {
        return FIGURE.matcher(plain(text)).results().toList();
    }

    private static String plain(String text) {
        return text.replaceAll("[█▉▊▋▌▍▎▏]+", "").replaceAll("─+", "─").replaceAll("\\s+", " ");
    }

    private static boolean isAlike(MatchResult one, MatchResult other) {
        double left = amount(one);
        double right = amount(other);
        return (left == 0 || right == 0) ? left == right : (left / right <= MAX_APART && right / left <= MAX_APART);
    }

    private static double amount(MatchResult figure) {
        double number = Double.parseDouble(figure.group(1).replace(",", ""));
        return switch (figure.group(2)) {
            case "KB", "µs" -> number * 1e3;
            case "MB", "ms" -> number * 1e6;
            case "GB", "s" -> number * 1e9;
            case "TB" -> number * 1e12;
            case "min" -> number * 60e9;
            case "h" -> number * 3600e9;
            case null, default -> number;
        };
    }

    private static String dimension(String unit) {
        return unit.equals("%") ? "%" : unit.endsWith("B") ? "size" : "time";
    }

    // In a pipe: what a terminal shows first is said in the same words, and the rows are in the same order.

    private static void assertSaid(String screen, String pipe) {
        assertThat(pipe).startsWith(screen.substring(0, screen.indexOf('\n') + 1));
        assertThat(pipe.contains("What to act on ─"))
                .as(pipe)
                .isEqualTo(Pattern.compile("[▲■] |\\d more findings?;")
                        .matcher(screen)
                        .find());
        String said = said(pipe);
        List<String> rows = new ArrayList<>();
        for (String part : screen.substring(screen.indexOf('\n') + 1).split("\n\n", -1)) {
            int rule = part.indexOf("──");
            if (rule >= 0) {
                List<String> ofTable = rows(part.substring(part.indexOf('\n', rule)));
                assertThat(rows(pipe)).as(pipe).containsSubsequence(ofTable);
                rows.addAll(ofTable);
            } else if (!part.startsWith("  Recorded: ")) {
                assertThat(said.contains(said(part))
                                || Stream.of(said(part).split("(?<=\\.) ")).allMatch(said::contains))
                        .as(part + "\n is in\n" + pipe)
                        .isTrue();
            }
        }
        assertThat(rows).hasSizeGreaterThan(1);
    }

    private static String said(String text) {
        return text.replace("•", "").replaceAll("\\s+", " ").strip();
    }

    /** The first cells of the rows of tables: of methods, which are abbreviated where there is less room, their ends. */
    private static List<String> rows(String text) {
        return text.lines()
                .filter(line -> line.matches(" {2}[^ ─].*"))
                .map(line -> line.strip().split(" {2,}", -1)[0].replaceFirst("^[\\w.]*?(\\w+\\.[\\w<>]+)$", "$1"))
                .toList();
    }
}
