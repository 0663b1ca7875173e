package dev.loomweight.render;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.loomweight.Tools;
import dev.loomweight.report.Block;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import dev.loomweight.report.StackTree;
import dev.loomweight.report.StackTree.Marker;
import dev.loomweight.report.StackTree.Node;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random stacks with known sums, as pprof's own tool and profiles of OpenTelemetry have them. */
class ProfilesTest {

    private static final int REPORTS = 8;

    @TempDir
    private Path folder;

    private final Random random = new Random(58);

    /** What each stack has, its frames from the innermost, by the names of the measures. */
    private final Map<String, Map<String, Long>> known = new TreeMap<>();

    private Report report() {
        known.clear();
        List<Node> roots = new ArrayList<>();
        int stacks = 1 + random.nextInt(20);
        for (int i = 0; i < stacks; i++) {
            long nanos = random.nextInt(4) == 0 ? 0 : 1 + random.nextLong(1L << 40);
            long count = 1L + random.nextInt(1000);
            List<String> frames = new ArrayList<>();
            int depth = 1 + random.nextInt(5);
            Node node = null;
            for (int d = 0; d < depth; d++) {
                int line = random.nextInt(4);
                String name = "com.acme.C" + random.nextInt(3) + ".m\u00fc" + d;
                frames.addFirst(name + ":" + line);
                String label =
                        line == 0 ? name : random.nextBoolean() ? name + ":" + line : name + "(C.java:" + line + ")";
                node = new Node(label, Marker.NONE, count, nanos, node == null ? List.of() : List.of(node));
            }
            roots.add(new Node("group", Marker.GROUP, count, nanos, List.of(node)));
            String stack = String.join(" ", frames);
            known.computeIfAbsent("pins", key -> new TreeMap<>()).merge(stack, count, Long::sum);
            if (nanos > 0) {
                known.computeIfAbsent("pinned", key -> new TreeMap<>()).merge(stack, nanos, Long::sum);
            }
        }
        List<Block> blocks = List.of(new StackTree("stacks", "stacks", roots));
        return new Report("pins", "random", List.of(new Section("pins", "Pins", blocks, List.of())));
    }

    @Test
    void pprofHasEveryStackWithItsTimeAndCount() throws Exception {
        Tools.require("go");
        for (int i = 0; i < REPORTS; i++) {
            Report report = report();
            Path file = folder.resolve(i + ".pb.gz");
            Files.write(file, Format.PPROF.renderer(TextOptions.PLAIN).bytes(report));
            ProcessBuilder raw = new ProcessBuilder("go", "tool", "pprof", "-raw", file.toString());
            raw.environment().put("PPROF_TMPDIR", folder.toString());
            assertThat(raw(Tools.run(raw, folder, Duration.ofMinutes(1)))).isEqualTo(known);
        }
    }

    /** What pprof prints: the measures, a line with values and locations for each stack, and the locations. */
    private static Map<String, Map<String, Long>> raw(String text) {
        List<String> lines = text.lines().toList();
        int samples = lines.indexOf("Samples:");
        int locations = lines.indexOf("Locations");
        List<String> measures = Arrays.stream(lines.get(samples + 1).strip().split(" ", -1))
                .map(measure -> measure.replaceFirst("/.*", ""))
                .toList();
        Map<String, String> frames = new TreeMap<>();
        for (String line : lines.subList(locations + 1, lines.indexOf("Mappings"))) {
            // 1: 0x0 M=1 com.acme.C.m C.java:12:0 s=0
            String[] words = line.strip().split(" ", -1);
            frames.put(words[0].replace(":", ""), words[3] + ":" + words[4].split(":", -1)[1]);
        }
        Map<String, Map<String, Long>> read = new TreeMap<>();
        for (String line : lines.subList(samples + 2, locations)) {
            String[] halves = line.split(":", -1);
            String[] values = halves[0].strip().split(" +", -1);
            String stack = String.join(
                    " ",
                    Arrays.stream(halves[1].strip().split(" ", -1))
                            .map(frames::get)
                            .toList());
            for (int i = 0; i < values.length; i++) {
                if (!values[i].equals("0")) {
                    read.computeIfAbsent(measures.get(i), key -> new TreeMap<>())
                            .merge(stack, Long.valueOf(values[i]), Long::sum);
                }
            }
        }
        return read;
    }

    @Test
    void otlpHasEveryStackWithItsTimeAndCount() throws Exception {
        for (int i = 0; i < REPORTS * 10; i++) {
            StringBuilder out = new StringBuilder();
            Format.OTLP.renderer(TextOptions.PLAIN).render(report(), out);
            JsonObject all = JsonParser.parseString(out.toString()).getAsJsonObject();
            assertThat(out).contains(OtlpRenderer.VERSION);
            assertThat(otlp(all)).isEqualTo(known);
        }
    }

    private static Map<String, Map<String, Long>> otlp(JsonObject all) {
        JsonObject tables = all.getAsJsonObject("dictionary");
        JsonObject scope = first(first(all, "resourceProfiles"), "scopeProfiles");
        // The first of each table stands for none.
        for (String table : List.of("mappingTable", "locationTable", "linkTable", "attributeTable")) {
            assertThat(first(tables, table).size()).as(table).isZero();
        }
        Map<String, Map<String, Long>> read = new TreeMap<>();
        for (JsonObject profile : objects(scope, "profiles")) {
            String measure = text(tables, profile.getAsJsonObject("sampleType"), "typeStrindex");
            for (JsonObject sample : objects(profile, "samples")) {
                JsonObject stack = objects(tables, "stackTable")
                        .get(sample.get("stackIndex").getAsInt());
                List<String> frames = new ArrayList<>();
                for (JsonElement location : stack.getAsJsonArray("locationIndices")) {
                    JsonObject line = first(objects(tables, "locationTable").get(location.getAsInt()), "lines");
                    JsonObject function = objects(tables, "functionTable")
                            .get(line.get("functionIndex").getAsInt());
                    frames.add(text(tables, function, "nameStrindex") + ":"
                            + line.get("line").getAsString());
                }
                read.computeIfAbsent(measure, key -> new TreeMap<>())
                        .merge(
                                String.join(" ", frames),
                                sample.getAsJsonArray("values").get(0).getAsLong(),
                                Long::sum);
            }
        }
        return read;
    }

    private static String text(JsonObject tables, JsonObject of, String index) {
        return tables.getAsJsonArray("stringTable")
                .get(of.get(index).getAsInt())
                .getAsString();
    }

    private static JsonObject first(JsonObject of, String name) {
        return objects(of, name).getFirst();
    }

    private static List<JsonObject> objects(JsonObject of, String name) {
        return StreamSupport.stream(of.getAsJsonArray(name).spliterator(), false)
                .map(JsonElement::getAsJsonObject)
                .toList();
    }
}
