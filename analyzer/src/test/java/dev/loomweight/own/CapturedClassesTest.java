package dev.loomweight.own;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.loomweight.cli.CliRun;
import dev.loomweight.source.recording.fixture.RecordPinning;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.StringWriter;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The class files that a capture names, in every command that reads captures. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CapturedClassesTest {

    private static final String WANTED = "for want of ";
    private static final String HOLDER = "PinningCauses.lambda$monitor$0";
    private static final String LATER = "2100-01-01T00:00:00Z";

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private Path classes = Path.of("");
    private Path capture = Path.of("");

    @BeforeEach
    void make() throws Exception {
        classes = ofProgram();
        capture = capture("app.lw", Map.of("classPath", List.of(classes.toString())));
    }

    /** The program of the recording, which is among the tests: these are in a folder, or packed for this module. */
    private Path ofProgram() throws Exception {
        Path tests = Path.of(RecordPinning.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        if (Files.isDirectory(tests)) {
            return tests;
        }
        Path unpacked = folder.resolve("classes");
        String of = RecordPinning.class.getPackageName().replace('.', '/');
        try (FileSystem jar = FileSystems.newFileSystem(tests);
                Stream<Path> files = Files.walk(jar.getPath(of))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path to = unpacked.resolve(file.toString());
                Files.createDirectories(Objects.requireNonNull(to.getParent()));
                Files.copy(file, to);
            }
        }
        return unpacked;
    }

    @Test
    void pinsAndReportUseThem() {
        for (String command : List.of("pins", "report")) {
            assertThat(run(command, capture.toString())).contains("holder").doesNotContain(WANTED, "is your own code");
            assertThat(run(command, capture.toString(), "--no-classpath")).contains(WANTED);
        }
    }

    @Test
    void aRecordingInTheCaptureIsExplainedAsTheCaptureIs() {
        assertThat(run("pins", capture.resolve("recording.jfr").toString())).doesNotContain(WANTED);
    }

    @Test
    void aFolderOfCapturesAndSeveralAreToo() throws IOException {
        Path other = capture("runs/1.lw", Map.of("classPath", List.of(classes.toString())));
        capture("runs/2.lw", Map.of());

        assertThat(run("pins", folder.resolve("runs").toString())).doesNotContain(WANTED);
        assertThat(run("pins", capture.toString(), other.toString())).doesNotContain(WANTED);
    }

    @Test
    void aZippedCaptureIsToo() throws IOException {
        Path zip = folder.resolve("app.zip");
        try (ZipOutputStream to = new ZipOutputStream(Files.newOutputStream(zip))) {
            for (String name : List.of("capture.json", "recording.jfr")) {
                to.putNextEntry(new ZipEntry("app.lw/" + name));
                Files.copy(capture.resolve(name), to);
            }
        }

        assertThat(run("pins", zip.toString())).doesNotContain(WANTED);
    }

    /** A baseline has the sites that the check has found. */
    @Test
    void checkUsesThem() throws IOException {
        assertThat(baseline("with.json")).contains("synchronizedBlock").doesNotContain("\"unknown\"");
        assertThat(baseline("without.json", "--no-classpath")).doesNotContain("synchronizedBlock");
    }

    private String baseline(String name, String... more) throws IOException {
        Path saved = folder.resolve(name);
        List<String> arguments =
                new ArrayList<>(List.of("check", capture.toString(), "--budget=pins=0", "--save-baseline=" + saved));
        arguments.addAll(List.of(more));
        // This recording is without an event that the budget needs.
        assertThat(status(arguments.toArray(String[]::new))).as(err.toString()).isEqualTo(3);
        return Files.readString(saved);
    }

    @Test
    void diffUsesThoseOfEachAndThoseOfTheLaterForOneThatNamesNone() throws IOException {
        Path bare = capture("bare.lw", Map.of());

        assertThat(run("diff", bare.toString(), capture.toString()))
                .as("the same recording twice, with the same class files")
                .doesNotContain(WANTED, "unknown holder");
        Path same = capture("same.lw", Map.of("classPath", List.of(classes.toString())));
        assertThat(diffs(bare, capture)).isEqualTo(diffs(same, capture));
        assertThat(diffs(bare, capture("other.lw", Map.of()))).isNotEqualTo(diffs(same, capture));
    }

    private String diffs(Path before, Path after) {
        return run("diff", before.toString(), after.toString(), "--format", "json")
                .replaceAll("(bare|same|other)\\.lw", "app.lw")
                .replaceAll("\"started\": *\"[^\"]*\"", "");
    }

    @Test
    void thePromptUsesThem() {
        String[] asked = {"repl", capture.toString(), "-c", "events jdk.VirtualThreadPinned | by holder, cause"};
        String known = run(asked);
        assertThat(known).contains(HOLDER);
        String[] without = Arrays.copyOf(asked, asked.length + 1);
        without[asked.length] = "--no-classpath";
        assertThat(run(without)).isNotEqualTo(known).doesNotContain(HOLDER);
        assertThat(run(
                        "repl",
                        capture.toString(),
                        "-c",
                        "set classpath none",
                        "-c",
                        "events jdk.VirtualThreadPinned | by holder, cause"))
                .doesNotContain(HOLDER);
        assertThat(run("repl", capture.toString(), "-c", "pins")).doesNotContain(WANTED);
        assertThat(run("repl", capture.toString(), "-c", "pins --no-classpath")).contains(WANTED);
    }

    @Test
    void whatTheUserNamesIsUsedInstead() {
        assertThat(run("pins", capture.toString(), "--classpath", folder.toString()))
                .contains(WANTED);
    }

    @Test
    void ofACaptureThatWasMovedOneNoteSaysWhatIsMissing() throws IOException {
        List<String> gone = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            gone.add("/nowhere/lib/" + i + ".jar");
        }
        Path moved = capture("moved.lw", Map.of("classPath", gone, "javaHome", "/nowhere/jdk", "mainJar", gone.get(0)));

        String text = run("pins", moved.toString(), "--format", "json");

        assertThat(text).contains(WANTED);
        assertThat(notes(text))
                .containsExactly(
                        "Nothing of the class path that " + moved.resolve("capture.json")
                                + " names is on this machine (/nowhere/lib/0.jar, ...); pass the class files with"
                                + " --classpath.",
                        "The JDK that " + moved.resolve("capture.json") + " names is not on this machine"
                                + " (/nowhere/jdk); pass the JDK that made the recording with --jdk.");

        gone.add(classes.toString());
        Path some = capture("some.lw", Map.of("classPath", gone));
        assertThat(notes(run("pins", some.toString(), "--format", "json")))
                .singleElement()
                .asString()
                .startsWith("30 of the 31 entries of the class path that ")
                .contains("are not on this machine");
    }

    @Test
    void whatHasChangedSinceIsSaid() throws IOException {
        Path old =
                capture("old.lw", Map.of("started", "2001-01-01T00:00:00Z", "classPath", List.of(classes.toString())));

        assertThat(run("pins", old.toString())).doesNotContain(WANTED);
        assertThat(notes(run("pins", old.toString(), "--format", "json")))
                .singleElement()
                .asString()
                .contains(".class", "changed since the capture: lines and locks may be those of another build.");
    }

    /** A capture can come from anyone: what it names is looked at, and neither waited for nor believed. */
    @Test
    void whatNoCollectorWritesHarmsNothing() throws Exception {
        Path fifo = folder.resolve("fifo.jar");
        Process made = new ProcessBuilder("mkfifo", fifo.toString()).start();
        assertThat(made.waitFor(60, TimeUnit.SECONDS) && made.exitValue() == 0).isTrue();
        Path huge = folder.resolve("huge.jar");
        try (RandomAccessFile file = new RandomAccessFile(huge.toFile(), "rw")) {
            file.setLength(1L << 36);
        }
        Path home = folder.resolve("jdk");
        Files.createDirectories(home.resolve("lib"));
        Process second =
                new ProcessBuilder("mkfifo", home.resolve("lib/modules").toString()).start();
        assertThat(second.waitFor(60, TimeUnit.SECONDS) && second.exitValue() == 0)
                .isTrue();
        List<Object> entries = new ArrayList<>(List.of(
                1,
                Map.of("a", "b"),
                "",
                "relative.jar",
                "\0",
                "\\\\server\\share\\app.jar",
                "//server/share/app.jar",
                "/dev/zero",
                "/proc/self/mem",
                fifo.toString(),
                huge.toString(),
                folder + "/*",
                capture.resolve("recording.jfr").toString()));
        Path hostile = capture(
                "hostile.lw",
                Map.of(
                        "classPath",
                        entries,
                        "javaHome",
                        home.toString(),
                        "mainJar",
                        "\0",
                        "mainClass",
                        "../../etc/passwd"));

        assertThat(run("pins", hostile.toString())).contains(WANTED);

        Path other = capture("other.lw", Map.of("classPath", "x", "javaHome", List.of(), "mainClass", 1, "mainJar", 2));
        assertThat(run("pins", other.toString())).contains(WANTED);
    }

    @Test
    void aScrubbedCaptureDoesNotNameThem() throws IOException {
        Path named = capture(
                "named.lw",
                Map.of(
                        "classPath", List.of("/home/jane/shop.jar"),
                        "javaHome", "/home/jane/jdk",
                        "mainJar", "/home/jane/shop.jar",
                        "mainClass", "com.acme.Shop"));
        Path copy = folder.resolve("copy.lw");

        assertThat(run("scrub", named.toString(), copy.toString()))
                .contains("capture.json is without the paths of class files and JDK (classPath, javaHome, mainJar).");
        JsonObject manifest = JsonParser.parseString(Files.readString(copy.resolve("capture.json")))
                .getAsJsonObject();
        assertThat(manifest.keySet())
                .contains("schemaVersion", "target", "mainClass")
                .doesNotContain("classPath", "javaHome", "mainJar");
    }

    private Path capture(String name, Map<String, ?> classesNamed) throws IOException {
        Path made = Files.createDirectories(folder.resolve(name));
        Map<String, Object> keys = new LinkedHashMap<>(Map.of(
                "schemaVersion",
                1,
                "started",
                LATER,
                "status",
                "complete",
                "target",
                "app",
                "pid",
                1,
                "snapshots",
                List.of()));
        keys.putAll(classesNamed);
        Files.writeString(made.resolve("capture.json"), new Gson().toJson(keys));
        Files.copy(Path.of("src/test/resources/recordings/21/pins.jfr"), made.resolve("recording.jfr"));
        return made;
    }

    private String run(String... arguments) {
        out.getBuffer().setLength(0);
        assertThat(status(arguments)).as(err.toString()).isZero();
        return out.toString().replaceAll("\\s+", " ");
    }

    private int status(String... arguments) {
        err.getBuffer().setLength(0);
        return CliRun.run(out, err, arguments);
    }

    private static List<String> notes(String report) {
        List<String> notes = new ArrayList<>();
        JsonParser.parseString(report)
                .getAsJsonObject()
                .getAsJsonArray("sections")
                .forEach(section -> section.getAsJsonObject()
                        .getAsJsonArray("blocks")
                        .forEach(block -> {
                            if (block.getAsJsonObject().get("id").getAsString().equals("classFiles")) {
                                block.getAsJsonObject()
                                        .getAsJsonArray("sentences")
                                        .forEach(sentence -> notes.add(sentence.getAsString()));
                            }
                        }));
        return notes;
    }
}
