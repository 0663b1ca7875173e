package dev.loomweight.own;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.loomweight.Jdks;
import dev.loomweight.bytecode.Compiled;
import dev.loomweight.cli.CliRun;
import dev.loomweight.launch.Attached;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.h2.Driver;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs that leak in thread-locals, which say what they planted, against what is said of their heap dumps. */
@Tag("applications")
class ThreadLocalLeaksTest {

    private static final List<String> KINDS = List.of(
            "static",
            "inheritable",
            "pool",
            "virtual",
            "library",
            "instance",
            "gone",
            "supplied",
            "subclass",
            "map",
            "task",
            "cycle",
            "requests");

    /** What arrays, entries and objects around them take in addition, by thread or value. */
    private static final long MAX_AROUND_BYTES = 1_000;

    @TempDir
    private Path folder;

    /** A leak: the bytes without headers, the pattern of its place, its value, and the threads. */
    private record Planted(String kind, long bytes, String place, String value, String names) {

        static Planted of(String line) {
            String[] words = line.split(" ", -1);
            String place = Stream.of(words[2].replace('|', ' ').split(">"))
                    .map(step -> "\\Q" + step.replace("*", "\\E.*\\Q") + "\\E")
                    .collect(Collectors.joining(" > "));
            return new Planted(
                    words[0],
                    Long.parseLong(words[1]),
                    place,
                    words[3].replace('|', ' '),
                    words[4].equals("-") ? "" : words[4]);
        }

        boolean isNamedBy(JsonObject row) {
            return row.get("place").getAsString().matches(place)
                    && row.get("value").getAsString().equals(value)
                    && row.get("names").getAsString().contains(names);
        }
    }

    /** What a program planted, and its heap dump, thread dump and class histogram. */
    private record Dumped(List<Planted> planted, Path heap, Path threads, Path histogram) {}

    private Dumped run(String jdk, List<String> leaks) throws Exception {
        String h2 = Path.of(Driver.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .toString();
        try (InputStream in = Objects.requireNonNull(getClass().getResourceAsStream("/locals/Leaks.java"))) {
            String source = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            Compiled.into(folder, "Leaks.java", source, "--release", "17", "-g", "-cp", h2);
        }
        List<String> command = new ArrayList<>(List.of(
                Jdks.home(jdk).resolve("bin/java").toString(),
                "-Xmx300m",
                "-cp",
                folder + File.pathSeparator + h2,
                "Leaks"));
        command.addAll(leaks);
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<Planted> planted = new ArrayList<>();
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = out.readLine(); !"ready".equals(line); line = out.readLine()) {
                planted.add(Planted.of(Objects.requireNonNull(line, "it ended")));
            }
            Path heap = folder.resolve("heap.hprof");
            try (Attached jvm = Attached.attach(process.pid())) {
                Path threads = threads(jvm, jdk);
                Path histogram = Files.writeString(folder.resolve("histogram.txt"), jvm.run("GC.class_histogram"));
                assertThat(jvm.run("GC.heap_dump " + heap)).contains("Heap dump file created");
                return new Dumped(planted, heap, threads, histogram);
            }
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    /** A thread dump, which has virtual threads where the JDK has them. */
    private Path threads(Attached jvm, String jdk) throws IOException {
        if (jdk.equals("loomweight.jdk17")) {
            return Files.writeString(folder.resolve("threads.txt"), jvm.run("Thread.print"));
        }
        Path json = folder.resolve("threads.json");
        assertThat(jvm.run("Thread.dump_to_file -format=json " + json)).contains("Created");
        return json;
    }

    private static String screen(Path... inputs) {
        return answer(Stream.of(inputs).map(Path::toString).toList());
    }

    private static String answer(List<String> words) {
        List<String> all = new ArrayList<>(List.of("threads", "--weight"));
        all.addAll(words);
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        assertThat(CliRun.run(out, err, all.toArray(String[]::new)))
                .as(err.toString())
                .isZero();
        return out.toString().replaceAll("\\s+", " ");
    }

    private List<JsonObject> locals(Dumped dumped) throws IOException {
        Path report = folder.resolve("report.json");
        answer(List.of(dumped.threads.toString(), "--heap", dumped.heap.toString(), "-o", report.toString()));
        return stream(JsonParser.parseString(Files.readString(report))
                        .getAsJsonObject()
                        .get("sections"))
                .flatMap(section -> stream(section.get("blocks")))
                .filter(block ->
                        block.has("id") && block.get("id").getAsString().equals("threadLocals"))
                .flatMap(block -> stream(block.get("rows")))
                .toList();
    }

    private static Stream<JsonObject> stream(JsonElement array) {
        return StreamSupport.stream(array.getAsJsonArray().spliterator(), false).map(JsonElement::getAsJsonObject);
    }

    /** Each is a row of its own with its place, and with all bytes; the largest comes first. */
    private static void assertNamed(List<Planted> planted, List<JsonObject> rows) {
        assertThat(rows)
                .extracting(row -> row.get("allBytes").getAsLong())
                .isSortedAccordingTo(Collections.reverseOrder());
        for (Planted leak : planted) {
            assertThat(rows.stream().filter(leak::isNamedBy).toList())
                    .as("%s among %s", leak, rows)
                    .singleElement()
                    .satisfies(row -> assertThat(row.get("allBytes").getAsLong())
                            .as(leak.toString())
                            .isBetween(leak.bytes, (long) (1.07 * leak.bytes) + 20 * MAX_AROUND_BYTES));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"loomweight.jdk17", "loomweight.jdk21", "loomweight.jdk.newest"})
    void eachKindIsNamed(String jdk) throws Exception {
        List<String> leaks = KINDS.stream()
                .filter(kind -> !kind.equals("virtual") || !jdk.equals("loomweight.jdk17"))
                .map(kind -> kind + ":" + 3 + ":" + (300_000 + 8_000 * KINDS.indexOf(kind)))
                .toList();
        Dumped dumped = run(jdk, leaks);

        assertThat(dumped.planted).hasSameSizeAs(leaks);
        assertNamed(dumped.planted, locals(dumped));
    }

    @ParameterizedTest
    @CsvSource({"loomweight.jdk17", "loomweight.jdk21", "loomweight.jdk.newest"})
    void whateverIsPlantedIsNamed(String jdk) throws Exception {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        List<String> kinds = new ArrayList<>(KINDS);
        Collections.shuffle(kinds, random);
        List<String> leaks = kinds.stream()
                .filter(kind -> !kind.equals("virtual") || !jdk.equals("loomweight.jdk17"))
                .limit(1 + random.nextInt(6))
                .map(kind -> String.format(
                        Locale.ROOT, "%s:%d:%d", kind, 1 + random.nextInt(9), 800 * (10 + random.nextInt(1_000))))
                .toList();
        String words = "seed " + seed + ": " + leaks;
        System.out.println(words);
        Dumped dumped = run(jdk, leaks);

        assertThat(dumped.planted).as(words).hasSameSizeAs(leaks);
        assertNamed(dumped.planted, locals(dumped));
    }

    @Test
    void aPoolLeadsBeforeTheVirtualThreadsThatAreLess() throws Exception {
        Dumped dumped = run("loomweight.jdk.newest", List.of("pool:6:17500000", "virtual:100:100"));

        assertThat(answer(List.of(dumped.threads.toString(), "--heap", dumped.heap.toString(), "--brief")))
                .containsSubsequence(
                        "6 threads named mail-N, 16.7 MB each",
                        "The ThreadLocal in the static field Leaks$MailQueue.BUFFERS (java.lang.ThreadLocal) holds 100"
                                + " MB: byte[], in 6 threads named mail-N, 16.7 MB each.")
                .doesNotContain("virtual threads is");
    }

    @Test
    void aLongChainOfNodesHasAShortPath() throws Exception {
        Dumped dumped = run("loomweight.jdk.newest", List.of("nodes:20000:800", "instance:1:900000"));
        List<JsonObject> rows = locals(dumped);

        assertNamed(dumped.planted, rows);
        assertThat(rows.getFirst().get("place").getAsString())
                .isEqualTo("Leaks$Node.first > Leaks$Node.next > Leaks$Node.service > Leaks$Service.shorts");
    }

    @Test
    void withoutAHeapDumpNoSiteIsTheHeaviest() throws Exception {
        Dumped dumped = run("loomweight.jdk.newest", List.of("pool:6:4000000", "virtual:100:100"));

        assertThat(screen(dumped.threads, dumped.histogram))
                .contains("Which threads hold most is not known without a heap dump")
                .contains("jcmd PID GC.heap_dump FILE, and add --heap FILE")
                .doesNotContain("heaviest");
    }
}
