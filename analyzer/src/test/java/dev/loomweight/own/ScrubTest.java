package dev.loomweight.own;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.loomweight.Jdks;
import dev.loomweight.agent.AgentCaptures;
import dev.loomweight.cli.CliRun;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code loomweight scrub}: what becomes of captures, damaged recordings and wrong words. */
class ScrubTest {

    private static final Path WITHOUT = Path.of("src/test/resources/recordings/25/pins.jfr");

    @TempDir
    private static Path shared;

    private static Path capture;

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeAll
    static void record() throws Exception {
        capture = SecretApp.capture(Jdks.home("loomweight.jdk.newest"), shared, "profile");
    }

    private int scrub(Object... arguments) {
        List<String> words = new ArrayList<>(List.of("scrub"));
        for (Object argument : arguments) {
            words.add(argument.toString());
        }
        return CliRun.run(out, err, words.toArray(String[]::new));
    }

    private String unwrapped() {
        return out.toString().replaceAll("\\s+", " ");
    }

    /** What the folder of this test holds, hidden files too. */
    private List<String> left() throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private static List<String> types(Path recording) throws IOException {
        return RecordingFile.readAllEvents(recording).stream()
                .map(event -> event.getEventType().getName())
                .toList();
    }

    @Test
    void aRecordingIsCopiedForItsOwnerAndFurtherTypesAreLeftOut() throws IOException {
        Path copy = folder.resolve("copy.jfr");
        assertThat(scrub(
                        capture.resolve("recording.jfr"),
                        copy,
                        "--drop",
                        "CPUInformation",
                        "--drop",
                        "jdk.GCHeapSummary"))
                .as(err.toString())
                .isZero();

        assertThat(types(capture.resolve("recording.jfr"))).contains("jdk.CPUInformation");
        assertThat(types(copy))
                .contains("jdk.ActiveSetting")
                .doesNotContain("jdk.CPUInformation", "jdk.JVMInformation");
        assertThat(SecretApp.in(Files.readAllBytes(copy))).isEmpty();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(copy)))
                .isEqualTo("rw-------");
        assertThat(unwrapped()).contains("recording.jfr jdk.CPUInformation 1 ", "Wrote " + copy);
        assertThat(left()).containsExactly("copy.jfr");
    }

    @Test
    void eventsThatStayAreTheSame() throws IOException {
        assertThat(scrub(WITHOUT, folder.resolve("copy.jfr"))).isZero();

        assertThat(RecordingFile.readAllEvents(folder.resolve("copy.jfr")))
                .extracting(RecordedEvent::toString)
                .containsExactlyElementsOf(RecordingFile.readAllEvents(WITHOUT).stream()
                        .map(RecordedEvent::toString)
                        .toList());
        assertThat(unwrapped()).contains("The recordings have no events that can hold secrets.");
    }

    @Test
    void filesOfACaptureThatCanHoldAnythingAreLeftOutAndNamed() throws Exception {
        Path own = copyOf(capture, folder.resolve("own.lw"));
        Files.writeString(own.resolve("hs_err_pid7.log"), "ACME_TOKEN=" + SecretApp.OF_ENVIRONMENT);
        Files.writeString(own.resolve("output.txt"), SecretApp.OF_ARGUMENT);
        Files.createDirectories(own.resolve("repository/2026"));
        Files.copy(own.resolve("recording.jfr"), own.resolve("repository/2026/chunk.jfr"));
        Files.writeString(own.resolve("repository/2026/broken.jfr"), "FLR\0" + SecretApp.OF_PROPERTY);
        try (var snapshots = Files.newDirectoryStream(own, "000-*")) {
            Path snapshot = snapshots.iterator().next();
            Files.writeString(snapshot.resolve("env.txt"), SecretApp.OF_FLAG);
            Files.writeString(snapshot.resolve("heap.hprof"), "JAVA PROFILE 1.0.2\0" + SecretApp.OF_ARGUMENT);
        }
        Path copy = folder.resolve("copy.lw");
        assertThat(scrub(own, copy)).as(err.toString()).isZero();

        assertThat(SecretApp.below(copy)).isEmpty();
        assertThat(copy.resolve("repository/2026/chunk.jfr")).isNotEmptyFile();
        assertThat(copy.resolve("repository/2026/broken.jfr")).doesNotExist();
        JsonObject manifest = AgentCaptures.json(own);
        List.of("classPath", "javaHome", "mainJar").forEach(manifest::remove);
        assertThat(AgentCaptures.json(copy)).isEqualTo(manifest);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(copy)))
                .isEqualTo("rwx------");
        assertThat(unwrapped())
                .contains(
                        "Left out, because they can contain secrets: ",
                        "/env.txt, ",
                        "/heap.hprof, hs_err_pid7.log, output.txt.")
                .contains("repository/2026/broken.jfr is left out: cannot read the recording");
        assertThat(CliRun.run(out, err, "memory", copy.toString()))
                .as(err.toString())
                .isZero();
    }

    @Test
    void aFolderOfCapturesIsCopiedWithAll() throws Exception {
        Path all = Files.createDirectory(folder.resolve("all"));
        copyOf(capture, all.resolve("one.lw"));
        copyOf(capture, all.resolve("two.lw"));
        Files.writeString(all.resolve("notes.txt"), SecretApp.OF_ARGUMENT);
        Path copy = folder.resolve("copy");
        assertThat(scrub(all, copy)).as(err.toString()).isZero();

        assertThat(SecretApp.below(copy)).isEmpty();
        assertThat(copy.resolve("one.lw/recording.jfr")).isNotEmptyFile();
        assertThat(copy.resolve("two.lw/recording.jfr")).isNotEmptyFile();
        assertThat(unwrapped()).contains("Left out, because they can contain secrets: notes.txt.");
    }

    private static Path copyOf(Path from, Path to) throws IOException {
        try (var files = Files.walk(from)) {
            for (Path file : files.sorted().toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
        return to;
    }

    @Test
    void whatIsDamagedIsLeftOutAndSaid() throws IOException {
        byte[] whole = Files.readAllBytes(capture.resolve("recording.jfr"));
        byte[] cut = Arrays.copyOf(whole, 2 * whole.length - 1000);
        System.arraycopy(whole, 0, cut, whole.length, whole.length - 1000);
        Path damaged = Files.write(folder.resolve("cut.jfr"), cut);
        Path copy = folder.resolve("copy.jfr");
        assertThat(scrub(damaged, copy)).as(err.toString()).isZero();

        assertThat(SecretApp.in(cut)).isNotEmpty();
        assertThat(SecretApp.in(Files.readAllBytes(copy))).isEmpty();
        assertThat(unwrapped())
                .contains("cut.jfr: " + (whole.length - 1000) + " bytes from offset " + whole.length
                        + " were not read: ");
    }

    // Loomweight reads around such a place, and the JDK, which writes the copy, does not.
    @Test
    void aChunkThatTheJdkCannotRewriteIsLeftOutWithItsEvents() throws IOException {
        byte[] whole = Files.readAllBytes(capture.resolve("recording.jfr"));
        byte[] twice = Arrays.copyOf(whole, 2 * whole.length);
        System.arraycopy(whole, 0, twice, whole.length, whole.length);
        // Where there are events: sizes among them that lead backwards, after which the JDK would read on for ever.
        int event = new String(whole, StandardCharsets.ISO_8859_1).indexOf(SecretApp.OF_ENVIRONMENT);
        Arrays.fill(twice, whole.length + event, whole.length + event + 4096, (byte) -1);
        Path damaged = Files.write(folder.resolve("overwritten.jfr"), twice);
        Path copy = folder.resolve("copy.jfr");
        assertThat(scrub(damaged, copy)).as(err.toString()).isZero();

        assertThat(SecretApp.in(Files.readAllBytes(copy))).isEmpty();
        assertThat(types(copy)).isNotEmpty();
        assertThat(unwrapped())
                .contains("The chunk of " + whole.length + " bytes at offset " + whole.length
                        + " could not be rewritten and is left out: ")
                .containsPattern("overwritten.jfr: \\d+ of \\d+ other events are not in the copy");
    }

    @Test
    void whatCannotBeCopiedIsOneLineAndLeavesNothing() throws IOException {
        byte[] whole = Files.readAllBytes(capture.resolve("recording.jfr"));
        Path cut = Files.write(folder.resolve("cut.jfr"), Arrays.copyOf(whole, whole.length - 1000));
        Path text = Files.writeString(folder.resolve("a.txt"), "hello");
        Path there = Files.writeString(folder.resolve("there.jfr"), "kept");
        Path copy = folder.resolve("copy.jfr");
        List<String> before = left();

        assertThat(scrub(cut, copy)).isEqualTo(1);
        assertThat(scrub(text, copy)).isEqualTo(1);
        assertThat(scrub(folder.resolve("none.jfr"), copy)).isEqualTo(1);
        assertThat(scrub(folder, copy)).isEqualTo(1);
        assertThat(scrub(WITHOUT, there)).isEqualTo(1);
        assertThat(scrub(WITHOUT, folder.resolve("none/copy.jfr"))).isEqualTo(1);
        assertThat(scrub(WITHOUT, copy, "--drop", "VirtualThreadPined")).isEqualTo(1);
        assertThat(scrub(WITHOUT)).isEqualTo(2);

        assertThat(err.toString().lines().filter(line -> line.startsWith("loomweight scrub: ")))
                .satisfiesExactly(
                        line -> assertThat(line).contains("cannot read the recording ", "copy or record it again"),
                        line -> assertThat(line).contains("a.txt is not a recording: it looks like text"),
                        line -> assertThat(line).contains("no such file or folder: ", "none.jfr"),
                        line -> assertThat(line).contains("is not a capture: neither it nor a folder in it has a"),
                        line -> assertThat(line).contains("there.jfr already exists and is not overwritten"),
                        line -> assertThat(line).contains("cannot write ", "no such file or folder"),
                        line -> assertThat(line)
                                .contains(
                                        "has the event type VirtualThreadPined; did you mean jdk.VirtualThreadPinned?"),
                        line -> assertThat(line).contains("missing required parameter: 'OUT'"));
        assertThat(left()).isEqualTo(before);
        assertThat(there).hasContent("kept");
        assertThat(out.toString()).isEmpty();
    }
}
