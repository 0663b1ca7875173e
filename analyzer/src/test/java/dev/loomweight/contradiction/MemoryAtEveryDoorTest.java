package dev.loomweight.contradiction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the texts and captures among the fixtures have of memory is the same, to the byte, at every door. */
class MemoryAtEveryDoorTest {

    private static final Pattern COMMITTED = Pattern.compile(" diff=false .* committed=(\\d+) ");

    @TempDir
    private Path folder;

    /** NMT's reports, with the total that was counted without any reader of ours. */
    static Stream<Arguments> reports() throws IOException {
        Path texts = Door.FIXTURES.resolve("nmt");
        List<Arguments> reports = new ArrayList<>();
        for (String line : Files.readAllLines(texts.resolve("expected.tsv"), StandardCharsets.UTF_8)) {
            String[] parts = line.split("\t", -1);
            Matcher committed = COMMITTED.matcher(line);
            if (parts.length > 2 && parts[1].equals("report") && committed.find()) {
                reports.add(Arguments.of(texts.resolve(parts[0]), Long.parseLong(committed.group(1))));
            }
        }
        assertThat(reports).hasSizeGreaterThan(40);
        return reports.stream();
    }

    static Stream<Path> texts() throws IOException {
        return reports().map(report -> (Path) report.get()[0]);
    }

    static List<Path> captures() throws IOException {
        return Door.fixtures("capture.json").stream().map(Path::getParent).toList();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("reports")
    void partsAndCategoriesAddUpToTheTotalOfNmt(Path text, long committed) {
        JsonObject memory = Door.json("memory", text.toString());
        List<JsonObject> parts = Door.rows(memory, "reconciliation", "memory1");
        List<JsonObject> categories = Door.rows(memory, "nmt", "categories1");

        // A text in larger units has each line rounded by itself: less than one unit a line, as the JVM's own sum.
        long rounding = rounding(text) * (parts.size() + categories.size());
        assertThat(committed(Door.total(memory, "reconciliation", "memory1")))
                .as("total of the parts")
                .isCloseTo(committed, offset(rounding));
        assertThat(sum(parts)).as("parts").isCloseTo(committed, offset(rounding));
        assertThat(committed(Door.total(memory, "nmt", "categories1")))
                .as("total of the categories")
                .isCloseTo(committed, offset(rounding));
        assertThat(sum(categories)).as("categories").isCloseTo(committed, offset(rounding));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("texts")
    void reportAndFoldHaveTheSameTables(Path text) {
        String file = text.toString();
        String fold = folder.resolve("x.lwf").toString();
        Door.text("fold", file, "-o", fold);
        JsonObject memory = Door.json("memory", file);
        JsonObject folded = Door.json("memory", fold);

        assertThat(Door.rows(Door.json("report", file), "reconciliation", "memory1"))
                .as("report")
                .isEqualTo(Door.rows(memory, "reconciliation", "memory1"));
        assertThat(Door.rows(folded, "reconciliation", "memory1"))
                .as("fold")
                .isEqualTo(Door.rows(memory, "reconciliation", "memory1"));
        assertThat(Door.rows(folded, "nmt", "categories1"))
                .as("categories of the fold")
                .isEqualTo(Door.rows(memory, "nmt", "categories1"));
    }

    /** Snapshots, the kernel's peak and JFR's each miss something: the highest of all is the peak, whoever says it. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("captures")
    void thePeakOfResidentMemoryIsOne(Path capture) {
        String path = capture.toString();
        JsonObject memory = Door.json("memory", path);
        Map<String, Long> limit = amounts(Door.rows(memory, "reconciliation", "limit1"));
        long recorded = Door.rows(memory, "recordedMemory", "recorded1").stream()
                .filter(row -> row.get("category").getAsString().equals("resident memory"))
                .mapToLong(row -> row.get("peakBytes").getAsLong())
                .max()
                .orElse(0);
        long fleet = Door.rows(Door.json("fleet", path), "memory", "categories").stream()
                .filter(row -> row.get("category").getAsString().equals("RSS"))
                .mapToLong(row -> row.get("maxBytes").getAsLong())
                .max()
                .orElseThrow();
        long budget = Door.rows(Door.json("check", path, "--budget", "rss=1KB"), "budgets", "limits")
                .getFirst()
                .get("measuredBytes")
                .getAsLong();

        assertThat(limit).containsEntry("peak", budget);
        assertThat(limit.get("resident memory (RSS)")).isLessThanOrEqualTo(budget);
        assertThat(recorded).as("of the recording alone").isLessThanOrEqualTo(budget);
        assertThat(fleet).as("fleet").isEqualTo(budget);
    }

    /** One unit of a text, in bytes; 0 for bytes. */
    private static long rounding(Path text) {
        String name = String.valueOf(text.getFileName());
        return name.contains("-GB") ? 1L << 30 : name.contains("-MB") ? 1L << 20 : name.contains("-b") ? 0 : 1L << 10;
    }

    /** Of the rows that are no parts of others. */
    private static long sum(List<JsonObject> rows) {
        return rows.stream()
                .filter(row -> !row.has("role"))
                .mapToLong(MemoryAtEveryDoorTest::committed)
                .sum();
    }

    private static long committed(JsonObject row) {
        JsonElement amount = row.get("committedBytes");
        return amount == null || amount.isJsonNull() ? 0 : amount.getAsLong();
    }

    private static Map<String, Long> amounts(List<JsonObject> rows) {
        Map<String, Long> amounts = new TreeMap<>();
        rows.stream()
                .filter(row -> row.has("amountBytes"))
                .forEach(row -> amounts.put(
                        row.get("figure").getAsString(), row.get("amountBytes").getAsLong()));
        return amounts;
    }
}
