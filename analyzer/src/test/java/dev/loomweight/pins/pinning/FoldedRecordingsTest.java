package dev.loomweight.pins.pinning;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.loomweight.Jdks;
import dev.loomweight.fold.FoldRun;
import dev.loomweight.input.recording.ReaderChoice;
import dev.loomweight.input.recording.RecordingSource;
import dev.loomweight.render.Format;
import dev.loomweight.render.TextOptions;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import dev.loomweight.report.StackTree;
import dev.loomweight.report.Table;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Folded stacks of recordings of real programs, with the frames that the JDK's own tool prints. */
class FoldedRecordingsTest {

    private static final Path RESOURCES = Path.of("src/test/resources");
    private static final String SHOP = "stacks/shop-jdk21.jfr.gz";
    private static final Pattern FOLDED = Pattern.compile("… (\\d+) frames of ");

    /** So wide that no frame takes two lines. */
    private static final int WIDE = 1000;

    @TempDir
    private Path folder;

    static List<String> recordings() throws IOException {
        try (Stream<Path> files = Files.walk(RESOURCES)) {
            return files.map(file -> RESOURCES.relativize(file).toString())
                    .filter(name -> name.endsWith(".jfr") || name.equals(SHOP))
                    .filter(name -> !name.startsWith("fuzz"))
                    .sorted(Comparator.naturalOrder())
                    .toList();
        }
    }

    /** The frames that lines stand for are those that are missing. */
    @ParameterizedTest
    @MethodSource("recordings")
    void shownAndFoldedFramesAreAllOfThem(String recording) throws IOException {
        Section section = section(recording);
        List<String> all = stacks(section, TextOptions.PLAIN.withUnfoldedStacks(true));
        List<String> folded = stacks(section, TextOptions.PLAIN);

        long counted = 0;
        for (String line : folded) {
            Matcher matcher = FOLDED.matcher(line);
            counted += matcher.find() ? Long.parseLong(matcher.group(1)) : 1;
        }
        assertThat(all).noneMatch(line -> FOLDED.matcher(line).find());
        assertThat(counted).isEqualTo(all.size());
        assertThat(marked(folded)).isEqualTo(marked(all));
    }

    @Test
    void theStacksOfAServerFitOnAScreenOrTwo() throws IOException {
        Section section = section(SHOP);
        List<String> folded = stacks(section, TextOptions.PLAIN);

        assertThat(stacks(section, TextOptions.PLAIN.withUnfoldedStacks(true))).hasSizeGreaterThan(600);
        assertThat(folded).hasSizeLessThan(120);
        assertThat(folded).anyMatch(line -> line.endsWith("… 54 frames of Tomcat, Spring, the JDK, the servlet API"));
    }

    /** Every way through the tree, from the innermost frame to the outermost, is a stack that {@code jfr print} has. */
    @Test
    void theFramesAreThoseOfTheJdksTool() throws Exception {
        Path recording = unpacked(SHOP);
        Path printed = folder.resolve("printed.json");
        Process jfr = new ProcessBuilder(
                        Jdks.home("loomweight.jdk.newest").resolve("bin/jfr").toString(),
                        "print",
                        "--json",
                        "--stack-depth",
                        "2048",
                        "--events",
                        "jdk.VirtualThreadPinned,jdk.JavaMonitorEnter,jdk.JavaMonitorWait",
                        recording.toString())
                .redirectOutput(printed.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            assertThat(jfr.waitFor()).isZero();
        } finally {
            jfr.destroyForcibly();
        }
        Set<List<String>> recorded = new HashSet<>();
        JsonObject json = JsonParser.parseString(Files.readString(printed)).getAsJsonObject();
        for (JsonElement event : json.getAsJsonObject("recording").getAsJsonArray("events")) {
            JsonElement stack =
                    event.getAsJsonObject().getAsJsonObject("values").get("stackTrace");
            if (stack.isJsonObject()) {
                recorded.add(frames(stack.getAsJsonObject().getAsJsonArray("frames")));
            }
        }
        List<List<String>> ours = new ArrayList<>();
        paths(tree(section(SHOP)).roots(), new ArrayList<>(), ours);

        assertThat(ours).hasSizeGreaterThanOrEqualTo(10);
        assertThat(recorded).containsAll(ours);
    }

    @ParameterizedTest
    @CsvSource({"80", "100", "120"})
    void theTablesOfSitesAndHoldersStayTables(int width) throws IOException {
        Section section = section(SHOP);
        List<Table> tables = section.blocks().stream()
                .filter(block -> block.id().equals("sites") || block.id().equals("holders"))
                .map(Table.class::cast)
                .toList();

        assertThat(tables).hasSize(2).allSatisfy(table -> {
            List<String> lines =
                    text(new Section("pins", "Pins", List.of(table), List.of()), new TextOptions(width, false));
            assertThat(lines).as("headings on a rule").anyMatch(line -> line.matches(" *─{60,}"));
            assertThat(lines).allMatch(line -> line.length() <= width);
        });
    }

    private Section section(String recording) throws IOException {
        PinAnalysis pins = new PinAnalysis();
        FoldRun run = FoldRun.read(List.of(pins), List.of(RecordingSource.of(unpacked(recording), ReaderChoice.AUTO)));
        return pins.finish(run.of(pins), run.coverage());
    }

    private Path unpacked(String recording) throws IOException {
        Path file = RESOURCES.resolve(recording);
        if (!recording.endsWith(".gz")) {
            return file;
        }
        Path unpacked = folder.resolve("unpacked.jfr");
        if (!Files.exists(unpacked)) {
            try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
                Files.copy(in, unpacked);
            }
        }
        return unpacked;
    }

    private static StackTree tree(Section section) {
        return section.blocks().stream()
                .filter(StackTree.class::isInstance)
                .map(StackTree.class::cast)
                .findFirst()
                .orElseThrow();
    }

    /** The lines of the stacks, without headings and remarks; none where there are no stacks. */
    private static List<String> stacks(Section section, TextOptions options) {
        if (section.blocks().stream().noneMatch(StackTree.class::isInstance)) {
            return List.of();
        }
        TextOptions wide = new TextOptions(WIDE, false).withUnfoldedStacks(options.unfolded());
        List<String> lines = text(new Section("pins", "", List.of(tree(section)), List.of()), wide);
        // The headings of the report, the tree and its figures.
        int from = lines.indexOf("  " + tree(section).title()) + 2;
        return lines.subList(from, lines.size()).stream()
                .filter(line -> !line.contains(StackTree.TRUNCATED))
                .toList();
    }

    private static List<String> text(Section section, TextOptions options) {
        StringBuilder text = new StringBuilder();
        try {
            Format.TEXT.renderer(options).render(new Report("pins", "", List.of(section)), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString().lines().filter(line -> !line.isBlank()).toList();
    }

    private static List<String> marked(List<String> lines) {
        return lines.stream()
                .filter(line -> line.contains("← "))
                .map(line -> line.replaceAll("^[^\\p{Alpha}]*([0-9][^ ]* +[^ ]+ +[^\\p{Alpha}]*)?", ""))
                .map(line -> line.substring(line.lastIndexOf(' ', line.indexOf(" ← ") - 1) + 1))
                .toList();
    }

    private static List<String> frames(JsonArray frames) {
        List<String> methods = new ArrayList<>();
        for (JsonElement each : frames) {
            JsonObject frame = each.getAsJsonObject();
            JsonObject method = frame.getAsJsonObject("method");
            String type = method.getAsJsonObject("type").get("name").getAsString();
            String name = type.replace('/', '.').replaceAll("[+.]0x[0-9a-f]+(.\\d+)?$", "") + "."
                    + method.get("name").getAsString();
            int line = frame.get("lineNumber").getAsInt();
            methods.add(line > 0 ? name + ":" + line : name);
        }
        return methods;
    }

    private static void paths(List<StackTree.Node> nodes, List<String> before, List<List<String>> into) {
        for (StackTree.Node node : nodes) {
            List<String> path = new ArrayList<>(before);
            if (node.isFrame()) {
                path.add(node.label());
            }
            if (node.children().isEmpty()) {
                into.add(path);
            } else {
                paths(node.children(), path, into);
            }
        }
    }
}
