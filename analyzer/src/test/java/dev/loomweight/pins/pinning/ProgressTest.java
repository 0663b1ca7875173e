package dev.loomweight.pins.pinning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.Jdks;
import dev.loomweight.cli.CliRun;
import dev.loomweight.fold.Fold;
import dev.loomweight.fold.FoldRun;
import dev.loomweight.input.recording.ReaderChoice;
import dev.loomweight.input.recording.RecordingSource;
import dev.loomweight.pins.scheduler.FullWindows.Window;
import dev.loomweight.pins.scheduler.Steps;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When no virtual thread can run, against the progress that those of a real JVM made. */
@Tag("applications")
class ProgressTest {

    private static final String POOL = "-Djdk.virtualThreadScheduler.";

    // JFR's clock and that of the system differ by less.
    private static final long CLOCKS_NANOS = 3_000_000;

    // Two threads are pinned for half a second, three times.
    private static final long HALF = 500_000_000;

    @TempDir
    private Path folder;

    private record Moment(long nanos, long carriers) {}

    /**
     * One run.
     *
     * @param jdk the property that has the JDK's home
     * @param others what other threads do, for which the JVM adds carriers
     * @param maximum the pool's maximum, or 0 for the JVM's own
     * @param starts whether starts of threads are recorded
     * @param starved whether nothing can run while both threads are pinned
     * @param known whether the recording shows it
     */
    @ParameterizedTest
    @CsvSource({
        "loomweight.jdk21,       alone, 0, true,  true,  true",
        "loomweight.jdk21,       alone, 0, false, true,  false",
        "loomweight.jdk21,       alone, 2, false, true,  true",
        "loomweight.jdk21,       waits, 0, true,  false, true",
        "loomweight.jdk21,       waits, 0, false, false, false",
        "loomweight.jdk.newest,  alone, 0, true,  true,  true",
        "loomweight.jdk.newest,  writes, 0, true, false, true",
        "loomweight.jdk.newest,  writes, 0, false, false, false",
    })
    void noWindowThatIsCertainHasProgress(
            String jdk, String others, int maximum, boolean starts, boolean starved, boolean known) throws Exception {
        Path recording = folder.resolve("progress.jfr");
        List<Moment> progress = run(jdk, others, maximum, starts, recording);
        assertThat(progress).isNotEmpty();

        PinAnalysis analysis = new PinAnalysis();
        Fold.Folded<Pins> folded = fold(analysis, recording);
        PinSummary.OfProcess process =
                analysis.read(folded.all(), folded.coverage()).processes().getFirst();
        StarvedWindows starvation = StarvedWindows.of(process);
        assertThat(process.parallelism().carriers().known()).isEqualTo(2);

        for (Window window : starvation.longest()) {
            if (window.isCertain()) {
                assertThat(progress)
                        .as("%s", window)
                        .noneMatch(at -> at.nanos > window.fromNanos() + CLOCKS_NANOS
                                && at.nanos < window.toNanos() - CLOCKS_NANOS);
            }
        }
        String report = report(recording);
        if (starved) {
            assertThat(starvation.most().longestNanos()).isGreaterThan(HALF / 2);
        }
        if (starved && known) {
            assertThat(starvation.least()).isEqualTo(starvation.most());
            assertThat(report)
                    .contains("All carriers (2) were pinned at once, so that no other virtual thread could run: ");
        } else if (!known) {
            assertThat(starvation.least().nanos()).isZero();
            assertThat(report).doesNotContain("no other virtual thread could run");
        }
        assertThat(report).doesNotContainPattern("That is [^.;]*(\\d{4,}|[2-9]\\d{2}|1[1-9]\\d|10[1-9]) %");
    }

    /** The number of carriers from the recording is that which the program saw. */
    @ParameterizedTest
    @CsvSource({"loomweight.jdk21, waits", "loomweight.jdk.newest, writes"})
    void theRecordingHasTheCarriersThatThereWere(String jdk, String others) throws Exception {
        Path recording = folder.resolve("progress.jfr");
        List<Moment> progress = run(jdk, others, 0, true, recording);
        Pins pins = fold(new PinAnalysis(), recording).all();
        Steps most = pins.processes().values().iterator().next().sizes().most(Long.MAX_VALUE);

        assertThat(progress).extracting(Moment::carriers).as("the pool grew").anyMatch(carriers -> carriers > 2);
        assertThat(progress)
                .allSatisfy(at -> assertThat(at.carriers)
                        .isLessThanOrEqualTo(most.most(at.nanos - CLOCKS_NANOS, at.nanos + CLOCKS_NANOS)));
        assertThat(progress.getLast().carriers)
                .isEqualTo(most.most(progress.getLast().nanos, progress.getLast().nanos));
    }

    private static Fold.Folded<Pins> fold(PinAnalysis analysis, Path recording) {
        return FoldRun.read(List.of(analysis), List.of(RecordingSource.of(recording, ReaderChoice.AUTO)))
                .result(analysis);
    }

    private String report(Path recording) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        assertThat(CliRun.run(out, err, "pins", recording.toString())).isZero();
        return out.toString().replaceAll("\\s+", " ");
    }

    private List<Moment> run(String jdk, String others, int maximum, boolean starts, Path recording) throws Exception {
        Path pipe = folder.resolve("pipe");
        Path output = folder.resolve("output.txt");
        if (others.equals("writes")) {
            Process made = new ProcessBuilder("mkfifo", pipe.toString()).start();
            assertThat(made.waitFor(1, TimeUnit.MINUTES)).isTrue();
        }
        List<String> command = new ArrayList<>();
        command.add(Jdks.home(jdk).resolve("bin").resolve("java").toString());
        command.addAll(List.of(POOL + "parallelism=2", "-Djdk.reflect.useNativeAccessorOnly=true"));
        if (maximum > 0) {
            command.add(POOL + "maxPoolSize=" + maximum);
        }
        Path classes = Path.of(Progress.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        command.addAll(List.of("-cp", classes.toString(), Progress.class.getName()));
        command.addAll(List.of(others, pipe.toString(), recording.toString(), Boolean.toString(starts)));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
        Process process = builder.start();
        try {
            assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
            assertThat(process.exitValue()).as(() -> text(output)).isZero();
        } finally {
            process.destroyForcibly();
        }
        return Files.readAllLines(output).stream()
                .map(line -> line.split(" "))
                .map(line -> new Moment(Long.parseLong(line[0]), Long.parseLong(line[1])))
                .sorted((one, other) -> Long.compare(one.nanos, other.nanos))
                .toList();
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
