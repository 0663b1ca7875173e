package dev.loomweight.situation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.cli.CliRun;
import dev.loomweight.watch.Screens;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jline.terminal.Size;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the first screen says of each situation of {@code situations/situations.tsv}: what is wrong, where, and what to do, the
 * most harmful first, on any terminal. What does not hold yet is in {@code situations/open.tsv}, which must name no more than
 * that. The screens of the last run are in {@code target/situations}.
 */
class SituationsTest {

    private static final Path ACTUAL = Path.of("target", "situations");
    private static final List<Size> SIZES = List.of(Size.of(80, 24), Size.of(100, 40), Size.of(160, 50));

    /** So that the prompt and where a capture is leave nothing to scroll away. */
    private static final int MAX_ROWS = 22;

    /** The first words stand in these rows, the title's among them. */
    private static final int ROWS_OF_FIRST = 5;

    /** What stands still, what is slow, and what is large, in the words of findings and verdicts. */
    private static final List<Pattern> BY_HARM = List.of(
            Pattern.compile("have not run for|hang: |deadlock|can ever run|stands still|stood still"),
            Pattern.compile("pinned \\d+ times|waited for|wait for a processor for|keeps? a carrier"),
            Pattern.compile("resident; the|Resident memory of|Java heap used:"));

    private static final Pattern WITHOUT_SITE = Pattern.compile("^ {2}(-|—|unknown|\\?) ", Pattern.MULTILINE);

    @TempDir
    private static Path folder;

    @BeforeAll
    static void unpack() throws IOException {
        Situation.unpack(folder);
        // As it is copied while it grows.
        byte[] complete = Files.readAllBytes(Situation.RESOURCES.resolve("recordings/21/variety.jfr"));
        Files.write(folder.resolve("damaged-21.jfr"), Arrays.copyOf(complete, complete.length * 3 / 4));
    }

    @TestFactory
    Stream<DynamicTest> saysWhatIsWrongFirst() throws IOException {
        Map<String, String> open = open();
        List<DynamicTest> tests = new ArrayList<>();
        for (Situation situation : Situation.all()) {
            for (String door : situation.doors()) {
                String name = door.replace("@", situation.capture());
                tests.add(DynamicTest.dynamicTest(name, () -> {
                    List<String> wrong = new ArrayList<>();
                    // Where an overview fits and has its order, so have the others, which are shorter.
                    for (Size size : door.startsWith("report ") ? SIZES : SIZES.subList(0, 1)) {
                        wrong.addAll(judge(situation, door, size));
                    }
                    if (open.containsKey(name)) {
                        assertThat(wrong)
                                .as("%s holds now: take it off open.tsv", name)
                                .isNotEmpty();
                    } else {
                        assertThat(wrong)
                                .as("%s; the screens are in %s", name, ACTUAL.toAbsolutePath())
                                .isEmpty();
                    }
                }));
            }
        }
        return tests.stream();
    }

    @Test
    void whatIsOpenIsInTheList() throws IOException {
        List<String> names = Situation.all().stream()
                .flatMap(each -> each.doors().stream().map(door -> door.replace("@", each.capture())))
                .toList();
        assertThat(names).doesNotHaveDuplicates().containsAll(open().keySet());
        // What is missing, and what would be right.
        assertThat(open().values()).noneMatch(String::isBlank);
    }

    private static Map<String, String> open() throws IOException {
        Map<String, String> open = new TreeMap<>();
        for (String line : Files.readAllLines(Situation.FOLDER.resolve("open.tsv"))) {
            if (!line.isBlank() && !line.startsWith("#")) {
                String[] columns = line.split("\t", 2);
                open.put(columns[0], columns.length == 1 ? "" : columns[1]);
            }
        }
        return open;
    }

    /** What is wrong with a screen, a line each. */
    private static List<String> judge(Situation situation, String door, Size size) throws IOException {
        List<String> rows = rows(situation, door, size);
        List<String> wrong = new ArrayList<>();
        String at = size.getColumns() + "x" + size.getRows() + ": ";
        if (rows.size() > (size.getColumns() == 80 ? MAX_ROWS : size.getRows() - 2)) {
            wrong.add(at + rows.size() + " rows");
        }
        String text = words(rows);
        Matcher first = Pattern.compile(situation.first()).matcher(text);
        if (!first.find()
                || first.start()
                        > words(rows.stream().limit(ROWS_OF_FIRST).toList()).length()) {
            wrong.add(at + "does not begin with " + situation.first());
        } else if (!situation.second().isEmpty()
                && !Pattern.compile(situation.second()).matcher(text).find(first.end())) {
            wrong.add(at + "does not say then " + situation.second());
        }
        if (!situation.not().isEmpty()
                && Pattern.compile(situation.not()).matcher(text).find()) {
            wrong.add(at + "says " + situation.not());
        }
        int last = -1;
        for (Pattern harm : BY_HARM) {
            Matcher found = harm.matcher(text);
            if (found.find()) {
                if (found.start() < last) {
                    wrong.add(at + "says before what is worse: " + found.group());
                }
                last = found.start();
            }
        }
        if (WITHOUT_SITE.matcher(String.join("\n", rows)).find()) {
            wrong.add(at + "has a row without its site");
        }
        return wrong;
    }

    private static String words(List<String> rows) {
        return String.join(" ", rows).replaceAll("\\s+", " ");
    }

    private static List<String> rows(Situation situation, String door, Size size) throws IOException {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int status = CliRun.run(
                Map.of("LOOMWEIGHT_COLUMNS", "" + size.getColumns(), "LOOMWEIGHT_ROWS", "" + size.getRows()),
                out,
                err,
                Stream.of(door.split(" "))
                        .map(word -> word.equals("@") ? path(situation.capture()) : path(word))
                        .toList()
                        .toArray(new String[0]));
        // Taller than the terminal, so that what scrolls away is counted.
        List<String> rows = new ArrayList<>(Screens.shown(
                (out + err.toString()).replace("\n", "\r\n"), Size.of(size.getColumns(), 4 * size.getRows())));
        while (!rows.isEmpty() && rows.getLast().isBlank()) {
            rows.removeLast();
        }
        Files.createDirectories(ACTUAL);
        Files.write(
                ACTUAL.resolve(String.format(
                        Locale.ROOT,
                        "%s.%dx%d.text",
                        door.replace("@", situation.capture()).replaceAll("[^\\w.-]+", "-"),
                        size.getColumns(),
                        size.getRows())),
                Stream.concat(rows.stream(), Stream.of("exit status " + status)).toList());
        return rows;
    }

    /** A capture that is kept packed, a file of the resources, or a word that is neither. */
    private static String path(String word) {
        Path unpacked = folder.resolve(word);
        Path resource = Situation.RESOURCES.resolve(word);
        return Files.exists(unpacked)
                ? unpacked.toString()
                : word.contains("/") && Files.exists(resource) ? resource.toString() : word;
    }
}
