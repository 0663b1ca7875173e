package dev.loomweight.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.loomweight.cli.CliRun;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Where the memory of real servers is, on every Java that Loomweight reads, compared with smaps and jcmd. */
@Tag("applications")
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ApplicationMemoryTest {

    private static final long MB = 1L << 20;

    /** What is an advice to release what nobody holds, if the JVM's own malloc is meant. */
    private static final String LEAK = "Deflater";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @FieldSource("dev.loomweight.Jdks#ALL")
    void theTableOfASearchIsThatOfSmapsAndJcmd(String jdk) throws Exception {
        try (RunningJvm search = RunningJvm.start(
                jdk,
                List.of("-Xmx256m", "-XX:NativeMemoryTracking=detail", Application.CARRIERS_FOR_LUCENE),
                Application.jar("search/target/search.jar"),
                folder.resolve("index").toString())) {
            search.round();
            search.round();
            assertTable(search);
        }
    }

    @ParameterizedTest
    @FieldSource("dev.loomweight.Jdks#ALL")
    void theTableOfAServerIsThatOfSmapsAndJcmd(String jdk) throws Exception {
        Path jar = Application.jar("stubs/target/lib/wiremock-standalone-3.9.2.jar");
        try (RunningJvm stubs =
                RunningJvm.start(jdk, List.of("-Xmx256m", "-XX:NativeMemoryTracking=detail"), jar, "--port", "0")) {
            assertTable(stubs);
        }
    }

    @ParameterizedTest
    @FieldSource("dev.loomweight.Jdks#ALL")
    void withoutNmtNoPartIsCalledALeak(String jdk) throws Exception {
        Path jar = Application.jar("stubs/target/lib/wiremock-standalone-3.9.2.jar");
        try (RunningJvm stubs = RunningJvm.start(jdk, List.of("-Xmx256m"), jar, "--port", "0")) {
            Memory memory = memoryBetweenReadings(stubs);
            assertThat(memory.text)
                    .contains("malloc (JVM and native code", "NMT is off", "-XX:NativeMemoryTracking=summary")
                    .doesNotContain(LEAK, "malloc of native code");
        }
    }

    /** Its table, whose total is what the test itself reads meanwhile: the process grows and shrinks all the time. */
    private static Memory memoryBetweenReadings(RunningJvm jvm) throws Exception {
        List<Long> readings = Collections.synchronizedList(new ArrayList<>(List.of(jvm.residentBytes())));
        AtomicBoolean done = new AtomicBoolean();
        FutureTask<Void> reader = new FutureTask<>(() -> {
            while (!done.get()) {
                readings.add(jvm.residentBytes());
            }
            return null;
        });
        Thread.ofPlatform().daemon().start(reader);
        Memory memory;
        try {
            memory = memory(jvm);
        } finally {
            done.set(true);
            reader.get();
        }
        assertThat(memory.resident.get("total"))
                .isBetween(Collections.min(readings) - MB, Collections.max(readings) + MB);
        return memory;
    }

    private static void assertTable(RunningJvm jvm) throws Exception {
        Memory memory = memoryBetweenReadings(jvm);
        Map<String, Long> known = jvm.residentByCategory();
        // A zero or a gap would be a part that is not measured.
        assertClose(memory, "Java heap", known.getOrDefault("Java Heap", 0L));
        assertClose(memory, "code cache", known.getOrDefault("Code", 0L));
        assertClose(
                memory,
                "metaspace and class space",
                known.getOrDefault("Class", 0L) + known.getOrDefault("Metaspace", 0L));
        assertThat(memory.resident.get("thread stacks")).isPositive();
        long parts = memory.resident.entrySet().stream()
                .filter(part -> !part.getKey().equals("total"))
                .mapToLong(Map.Entry::getValue)
                .sum();
        assertThat(parts).isEqualTo(memory.resident.get("total"));
        assertThat(memory.shares.values().stream().mapToDouble(share -> share).sum())
                .isLessThanOrEqualTo(1.000_001);
        assertThat(memory.shares.values()).allSatisfy(share -> assertThat(share).isBetween(0.0, 1.0));
    }

    private static void assertClose(Memory memory, String part, long bytes) {
        assertThat(bytes).as("%s by page map and jcmd", part).isPositive();
        assertThat(memory.resident.get(part)).as(part).isCloseTo(bytes, within(MB + bytes / 10));
    }

    /**
     * The first table of memory.
     *
     * @param resident resident bytes by part, the total under {@code "total"}
     * @param shares of the resident memory, 0 to 1
     * @param text the whole report
     */
    private record Memory(Map<String, Long> resident, Map<String, Double> shares, String text) {}

    private static Memory memory(RunningJvm jvm) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int status = CliRun.run(out, err, "memory", jvm.pid(), "--format", "json");
        assertThat(status).as(err.toString()).isZero();
        Map<String, Long> resident = new HashMap<>();
        Map<String, Double> shares = new HashMap<>();
        JsonObject table = table(JsonParser.parseString(out.toString()).getAsJsonObject());
        for (JsonElement each : table.get("rows").getAsJsonArray()) {
            JsonObject row = each.getAsJsonObject();
            String role = row.has("role") ? row.get("role").getAsString() : "";
            if (role.equals("total")) {
                resident.put("total", row.get("residentBytes").getAsLong());
            } else if (role.isEmpty() && row.has("residentBytes")) {
                resident.put(
                        row.get("part").getAsString(), row.get("residentBytes").getAsLong());
                shares.put(row.get("part").getAsString(), row.get("shareRatio").getAsDouble());
            }
        }
        return new Memory(resident, shares, out.toString());
    }

    private static JsonObject table(JsonObject report) {
        for (JsonElement section : report.get("sections").getAsJsonArray()) {
            for (JsonElement each : section.getAsJsonObject().get("blocks").getAsJsonArray()) {
                JsonObject block = each.getAsJsonObject();
                if (block.get("id").getAsString().equals("memory1")) {
                    return block;
                }
            }
        }
        throw new AssertionError("no table of memory in " + report);
    }
}
