package dev.loomweight.pins.pinning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.loomweight.samples.Expected;
import dev.loomweight.samples.Gallery;
import java.io.File;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every exhibit in a real JVM of both JDKs: report and agent find what its
 * {@code .expected} file says, and nothing else.
 */
@Tag("applications")
class GalleryFindingsTest {

    /** As Loomweight records, and JFR by itself. */
    private static final int WHOLE_STACKS = 256;

    private static final int JFR_STACKS = 64;
    private static final int AT_ONCE = 4;
    private static final long SECONDS_TO_END = 300;

    @TempDir
    private static Path folder;

    private static final Map<Run, Future<Path>> RECORDINGS = new HashMap<>();
    private static final ExecutorService RUNNERS =
            Executors.newFixedThreadPool(AT_ONCE, Thread.ofPlatform().daemon().factory());

    record Run(String exhibit, String jdk, int stackDepth) {}

    static List<Run> runs() throws Exception {
        List<Run> runs = new ArrayList<>();
        for (String exhibit : Gallery.names()) {
            boolean depths = Expected.of(exhibit).sites().stream()
                    .anyMatch(site -> site.stack().depth() == JFR_STACKS);
            for (String jdk : List.of("loomweight.jdk21", "loomweight.jdk.newest")) {
                runs.add(new Run(exhibit, jdk, WHOLE_STACKS));
                if (depths) {
                    runs.add(new Run(exhibit, jdk, JFR_STACKS));
                }
            }
        }
        return runs;
    }

    /** They sleep most of their time, so several run at once. */
    @BeforeAll
    static void startAll() throws Exception {
        for (Run run : runs()) {
            if (!home(run).isEmpty()) {
                Callable<Path> recording = () -> record(run);
                RECORDINGS.put(run, RUNNERS.submit(recording));
            }
        }
    }

    @AfterAll
    static void stop() {
        RUNNERS.shutdownNow();
    }

    @ParameterizedTest
    @MethodSource("runs")
    void findsExactlyWhatIsExpected(Run run) throws Exception {
        Future<Path> recording = RECORDINGS.get(run);
        assumeTrue(
                recording != null,
                "no JDK is named by -D" + run.jdk + "; scripts/test finds or fetches one and names it");

        GalleryFindings findings =
                GalleryFindings.of(recording.get(SECONDS_TO_END, TimeUnit.SECONDS), Path.of(home(run)));
        Expected expected = Expected.of(run.exhibit);
        findings.areExactly(expected, run.stackDepth);
        findings.agentAgrees(expected, run.stackDepth);
    }

    private static String home(Run run) {
        return System.getProperty(run.jdk, "");
    }

    private static Path record(Run run) throws Exception {
        Path own = Files.createDirectory(folder.resolve(run.exhibit + run.jdk + run.stackDepth));
        Path recording = own.resolve("recording.jfr");
        Path settings = own.resolve("everything.jfc");
        try (InputStream in =
                Objects.requireNonNull(GalleryFindingsTest.class.getResourceAsStream("/gallery/everything.jfc"))) {
            Files.write(settings, in.readAllBytes());
        }
        List<String> command = new ArrayList<>();
        command.add(Path.of(home(run), "bin", "java").toString());
        command.add("-Xlog:disable");
        command.addAll(Expected.of(run.exhibit).flags());
        command.add("-XX:FlightRecorderOptions:stackdepth=" + run.stackDepth + ",repository=" + own);
        command.add("-XX:StartFlightRecording:settings=" + settings + ",filename=" + recording);
        command.addAll(List.of("-cp", GalleryFindings.classes().toString(), Gallery.class.getName(), run.exhibit));
        File output = own.resolve("output").toFile();
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output);
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
        Process process = builder.start();
        try {
            process.getOutputStream().close();
            assertThat(process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue())
                    .as(Files.readString(output.toPath(), StandardCharsets.UTF_8))
                    .isZero();
            return recording;
        } finally {
            process.destroyForcibly();
        }
    }
}
