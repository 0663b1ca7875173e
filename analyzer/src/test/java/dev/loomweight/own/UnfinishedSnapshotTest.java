package dev.loomweight.own;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loomweight.cli.CliRun;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a process that is killed has of a snapshot is read, and nothing of what was half written. */
class UnfinishedSnapshotTest {

    private static final String STATUS_OF_KILL = "137";

    @TempDir
    private Path folder;

    @Test
    void allThatWasCompleteIsReadWhereTheHistogramLacks() throws Exception {
        Path last = killedIn("GC.class_histogram", 100);
        assertThat(last.resolve("heap_info.txt")).isNotEmptyFile();
        assertThat(last.resolve("histogram.txt")).doesNotExist();

        String report = loomweight("report");
        assertThat(report)
                .contains(
                        "The snapshot \"at-limit\" is unfinished: 10 of 11 files are complete, without histogram.txt.")
                .contains("what grew most: direct buffers and Unsafe (+100 MB).")
                .contains("it had " + resident(last) + " resident");
        assertThat(report).contains(last.getFileName() + "/threads.txt: The dump shows");
        assertThat(loomweight("memory")).contains(resident(last));
    }

    /** The first is divided by what the JVM says, the second is not: no part of it is compared. */
    @Test
    void ofOneThatIsNotDividedTheSumAloneIsRead() throws Exception {
        Path last = killedIn("VM.native_memory", 100);
        assertThat(last.resolve("smaps")).isNotEmptyFile();
        assertThat(last.resolve("nmt.txt")).doesNotExist();

        String report = loomweight("report");
        assertThat(report)
                .contains("The snapshot \"at-limit\" is unfinished: ", "without nmt.txt, ")
                .contains("it had " + resident(last) + " resident")
                .doesNotContain("what grew most", "pages.txt");
        long kilobytes = kilobytes(last) - kilobytes(snapshot("000-"));
        assertThat(grown(report)).isCloseTo(kilobytes / 1024.0, within(1.0));
    }

    private static double grown(String report) {
        String before = "It had grown by ";
        int at = report.indexOf(before);
        assertThat(at).as(report).isPositive();
        return Double.parseDouble(report.substring(at + before.length()).replaceFirst(" .*", ""));
    }

    /** The folder of the snapshot in which it was killed. */
    private Path killedIn(String command, int megabytes) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:NativeMemoryTracking=summary",
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledInSnapshot.class.getName(),
                        capture().toString(),
                        command,
                        Integer.toString(megabytes))
                .inheritIO()
                .start();
        try {
            assertThat(process.waitFor()).asString().isEqualTo(STATUS_OF_KILL);
        } finally {
            process.destroyForcibly().onExit().join();
        }
        return snapshot("001-");
    }

    private Path snapshot(String beginning) throws IOException {
        try (Stream<Path> inside = Files.list(capture())) {
            return inside.filter(path -> Objects.toString(path.getFileName()).startsWith(beginning))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** As a report writes it. */
    private static String resident(Path snapshot) throws IOException {
        return String.format(Locale.ROOT, "%.0f MB", kilobytes(snapshot) / 1024.0);
    }

    /** The sum of its mappings. */
    private static long kilobytes(Path snapshot) throws IOException {
        try (Stream<String> lines = Files.lines(snapshot.resolve("smaps"))) {
            return lines.filter(line -> line.startsWith("Rss:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .sum();
        }
    }

    /** Without the breaks of lines. */
    private String loomweight(String command) {
        StringWriter out = new StringWriter();
        StringWriter errors = new StringWriter();
        CliRun.run(out, errors, command, capture().toString());
        assertThat(errors.toString()).isEmpty();
        return out.toString().replaceAll("\\s+", " ");
    }

    private Path capture() {
        return folder.resolve("app.lw");
    }
}
