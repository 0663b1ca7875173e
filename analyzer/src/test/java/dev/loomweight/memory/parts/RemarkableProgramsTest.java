package dev.loomweight.memory.parts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.loomweight.Jdks;
import dev.loomweight.command.InputOptions;
import dev.loomweight.command.Question;
import dev.loomweight.launch.LiveSnapshot;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Programs that take memory of one kind and know how much: the first sentence on the parts of their memory names it, of the
 * running process and of its texts as loose files.
 */
@Tag("applications")
class RemarkableProgramsTest {

    private static final String RESOURCES = "src/test/resources/remarkable/";

    private static final String SUMMARY = "-XX:NativeMemoryTracking=summary";

    /** The first amount of a sentence. */
    private static final Pattern AMOUNT = Pattern.compile("([\\d.,]+) (KB|MB|GB)\\b");

    /** Where version 1 of control groups counts memory. */
    private static final Path GROUPS = Path.of("/sys/fs/cgroup/memory");

    @TempDir
    private static Path classes;

    @TempDir
    private Path folder;

    @BeforeAll
    static void compile() throws IOException {
        compile("Remarkable", "11");
        compile("RemarkableNative", "25");
    }

    private static void compile(String name, String release) throws IOException {
        Path source = classes.resolve(name + ".java");
        Files.copy(Path.of(RESOURCES + name + ".java.txt"), source);
        List<String> options = new ArrayList<>(List.of("-Xlint:-options", "-d", classes.toString(), source.toString()));
        options.addAll(0, List.of("--release", release));
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, options.toArray(String[]::new)))
                .isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "11, loaders 20000, -Xmx300m, largeMetaspace",
        "21, loaders 20000, -Xmx300m, largeMetaspace",
        ".newest, loaders 20000, -Xmx300m, largeMetaspace",
        "11, deflaters 500, -Xmx64m, nativeMalloc",
        "17, deflaters 500, -Xmx64m, nativeMalloc",
        ".newest, deflaters 500, -Xmx64m, nativeMalloc",
        "11, freed 8, -Xmx64m, mallocRetained",
        "21, freed 8, -Xmx64m, mallocRetained",
        ".newest, freed 8, -Xmx64m, mallocRetained",
        "11, nothing, -Xms300m -Xmx300m -XX:+AlwaysPreTouch, unusedHeap",
        "17, nothing, -Xms300m -Xmx300m -XX:+AlwaysPreTouch, unusedHeap",
        "21, nothing, -Xms300m -Xmx300m -XX:+AlwaysPreTouch, unusedHeap",
        ".newest, nothing, -Xms300m -Xmx300m -XX:+AlwaysPreTouch, unusedHeap",
        "11, direct 150, -Xmx200m, directMemory",
        "21, direct 150, -Xmx200m, directMemory",
        ".newest, direct 150, -Xmx200m, directMemory",
        "11, writers 40, -Xmx400m -XX:+UseSerialGC, buffersOfThreads",
        "17, writers 40, -Xmx400m -XX:+UseSerialGC, buffersOfThreads",
        ".newest, writers 40, -Xmx400m -XX:+UseSerialGC, buffersOfThreads",
        "11, threads 1500, -Xmx64m, largeStacks",
        "21, threads 1500, -Xmx64m, largeStacks",
        ".newest, threads 1500, -Xmx64m, largeStacks",
        "11, strings 1500000, -Xmx600m, manyInternedStrings",
        "17, strings 1500000, -Xmx600m, manyInternedStrings",
        ".newest, strings 1500000, -Xmx600m, manyInternedStrings",
        "11, files 200, -Xmx64m, mappedFiles",
        "21, files 200, -Xmx64m, mappedFiles",
        ".newest, files 200, -Xmx64m, mappedFiles",
        ".newest, arenas 150, --enable-native-access=ALL-UNNAMED, directMemory",
        ".newest, mapped 200, --enable-native-access=ALL-UNNAMED, unexplainedMemory",
        ".newest, blocks 150, --enable-native-access=ALL-UNNAMED, nativeMalloc",
        ".newest, huge 60, --enable-native-access=ALL-UNNAMED -Xint, stacksInHugePages",
    })
    void theFirstSentenceNamesWhatTheProgramTook(String jdk, String work, String options, String id) throws Exception {
        try (Program program = start(jdk, work, options)) {
            Path capture = folder.resolve("capture.lw");
            LiveSnapshot.take(program.process.pid(), capture);
            Path snapshot = snapshot(capture);
            if (work.startsWith("writers")) {
                histogram(program.process.pid(), snapshot.resolve("histogram.txt"));
            }

            Finding found = first(ask(capture));
            Finding loose = first(ask(files(snapshot)));

            assertThat(found.id()).as(found.summary()).isEqualTo(id);
            assertThat(loose.id()).as(loose.summary()).isEqualTo(id);
            assertThat(found.solution()).isNotEmpty();
            if (jdk.equals("11")) {
                assertThat(found.solution()).doesNotContain("System.trim_native_heap", "System.native_heap_info");
            }
            if (program.bytes > 0) {
                assertThat(amount(found.summary())).isBetween(program.bytes * 0.55, program.bytes * 1.2);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"shared 200, tmpfs", "child 200, otherProcesses"})
    void whatElseTheContainerIsChargedForIsFirst(String work, String id) throws Exception {
        assumeTrue(Files.isWritable(GROUPS), "control groups of version 1 cannot be made here");
        Path group = Files.createDirectory(
                GROUPS.resolve("loomweight-" + ProcessHandle.current().pid()));
        Path file = Path.of("/dev/shm/loomweight-" + ProcessHandle.current().pid());
        try {
            Files.writeString(group.resolve("memory.limit_in_bytes"), "600M");
            try (Program program = start(".newest", work, "-Xmx64m -Dfile=" + file, group)) {
                Path capture = folder.resolve("capture.lw");
                LiveSnapshot.take(program.process.pid(), capture);

                Finding found = first(ask(capture));

                assertThat(found.id()).as(found.summary()).isEqualTo(id);
                assertThat(amount(found.summary())).isBetween(program.bytes * 0.9, program.bytes * 1.3);
            }
        } finally {
            Files.deleteIfExists(file);
            // The kernel empties it when the last process of it has ended.
            while (!Files.readString(group.resolve("cgroup.procs")).isEmpty()) {
                Thread.onSpinWait();
            }
            Files.delete(group);
        }
    }

    @Test
    void collectionsThatDirectBuffersCauseAreSaid() throws Exception {
        for (String jdk : List.of("17", "21", ".newest")) {
            Path recording = folder.resolve("churn" + jdk + ".jfr");
            String options = "-Xmx400m -XX:MaxDirectMemorySize=120m"
                    + " -XX:StartFlightRecording:settings=profile,jdk.DirectBufferStatistics#period=50ms,filename="
                    + recording;
            try (Program program = start(jdk, "churn 100", options)) {
                // It ends, and writes its recording.
                program.process.getOutputStream().close();
                assertThat(program.process.waitFor()).isZero();
            }

            Finding found = first(ask(recording));

            assertThat(found.id()).as(jdk + found.summary()).isEqualTo("directBuffersAtLimit");
            assertThat(found.solution()).doesNotContain("ZGC");
        }
    }

    /** Ends with its process. */
    private record Program(Process process, long bytes) implements AutoCloseable {

        @Override
        public void close() {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().onExit().join();
        }
    }

    private static Program start(String jdk, String work, String options) throws IOException {
        return start(jdk, work, options, null);
    }

    private static Program start(String jdk, String work, String options, @Nullable Path group) throws IOException {
        boolean ofNative = Stream.of("arenas", "mapped", "blocks", "huge").anyMatch(work::startsWith);
        List<String> command = new ArrayList<>();
        if (group != null) {
            command.addAll(List.of("sh", "-c", "echo $$ > " + group.resolve("cgroup.procs") + "; exec \"$@\"", "sh"));
        }
        command.add(Jdks.home("loomweight.jdk" + jdk).resolve("bin/java").toString());
        command.add(SUMMARY);
        command.addAll(List.of(options.split(" ")));
        command.addAll(List.of("-cp", classes.toString(), ofNative ? "RemarkableNative" : "Remarkable"));
        command.addAll(List.of(work.split(" ")));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        List<String> printed = new ArrayList<>();
        for (String line = process.inputReader().readLine();
                line != null;
                line = process.inputReader().readLine()) {
            if (line.startsWith("READY ")) {
                return new Program(process, Long.parseLong(line.substring(6)));
            }
            printed.add(line);
        }
        throw new AssertionError(printed);
    }

    private static void histogram(long pid, Path file) throws Exception {
        Files.writeString(file, jcmd(pid, "GC.class_histogram"));
    }

    private static String jcmd(long pid, String... command) throws Exception {
        List<String> all = new ArrayList<>(
                List.of(Jdks.home("loomweight.jdk.newest").resolve("bin/jcmd").toString(), Long.toString(pid)));
        all.addAll(List.of(command));
        Process process = new ProcessBuilder(all).redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(text).isZero();
        return text;
    }

    private static Report ask(Path... paths) {
        return Question.MEMORY.ask(InputOptions.of(paths)).report();
    }

    private static Finding first(Report report) {
        Section parts = report.sections().stream()
                .filter(section -> section.id().equals("reconciliation"))
                .findFirst()
                .orElseThrow();
        assertThat(parts.findings()).as(parts.toString()).isNotEmpty();
        return parts.findings().getFirst();
    }

    private static double amount(String sentence) {
        Matcher amount = AMOUNT.matcher(sentence);
        assertThat(amount.find()).as(sentence).isTrue();
        double unit = switch (amount.group(2)) {
            case "KB" -> 1 << 10;
            case "MB" -> 1 << 20;
            default -> 1 << 30;
        };
        return Double.parseDouble(amount.group(1).replace(",", "")) * unit;
    }

    private static Path snapshot(Path capture) throws IOException {
        try (Stream<Path> files = Files.walk(capture)) {
            return files.filter(file -> file.endsWith("nmt.txt"))
                    .findFirst()
                    .map(file -> Objects.requireNonNull(file.getParent()))
                    .orElseThrow();
        }
    }

    private static Path[] files(Path snapshot) throws IOException {
        try (Stream<Path> files = Files.list(snapshot)) {
            return files.sorted().toArray(Path[]::new);
        }
    }
}
