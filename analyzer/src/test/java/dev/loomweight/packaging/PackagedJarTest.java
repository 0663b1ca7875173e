package dev.loomweight.packaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.loomweight.Jdks;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command's jar as it is packaged, and the start archive that the launcher makes of it. */
@Tag("packaged")
class PackagedJarTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path JAR = ROOT.resolve("analyzer/target/loomweight.jar");
    private static final Path RECORDING = Path.of("src/test/resources/recordings/25/pins.jfr");

    @TempDir
    private static Path folder;

    private static Path archive = Path.of("");

    /** Makes an archive by the launcher's own functions, of two commands. */
    @BeforeAll
    static void archive() throws Exception {
        assumeTrue(Files.exists(JAR), "there is no " + JAR + "; mvn package makes it");
        archive = folder.resolve("start.jsa");
        Result made = run(
                "bash",
                "-euc",
                "source \"$root/scripts/lib/archive.sh\"; ARCHIVE_TRAINING=(--version \"pins $PWD/$recording\"); archive_make",
                "root=" + ROOT,
                "jar=" + JAR,
                "archive=" + archive,
                "recording=" + RECORDING,
                "JDK_RUN=" + home());
        assertThat(made.status()).as(made.output()).isZero();
        assertThat(archive).isNotEmptyFile();
    }

    @Test
    void everyClassHasStackMapsAndMakesNoneForRecordsAndSwitches() throws Exception {
        List<String> old = new ArrayList<>();
        List<String> dynamic = new ArrayList<>();
        int classes = 0;
        try (ZipFile jar = new ZipFile(JAR.toFile())) {
            for (ZipEntry entry : Collections.list(jar.entries())) {
                if (entry.getName().endsWith(".class")) {
                    try (InputStream in = jar.getInputStream(entry)) {
                        byte[] bytes = in.readAllBytes();
                        classes++;
                        if (RaisedClass.version(bytes) < RaisedClass.OLDEST) {
                            old.add(entry.getName());
                        }
                        if (!Arrays.equals(DirectClass.of(bytes), bytes)) {
                            dynamic.add(entry.getName());
                        }
                    }
                }
            }
            assertThat(jar.getEntry("META-INF/licenses/h2/NOTICE.txt")).isNotNull();
        }
        assertThat(classes).isGreaterThan(5000);
        assertThat(old).isEmpty();
        assertThat(dynamic).isEmpty();
    }

    /** What is not in the archive are classes that the JVM makes at run time: proxies of annotations, method handles. */
    @Test
    void theClassesOfACommandComeFromTheArchive() throws Exception {
        for (List<String> command : List.of(List.of("--version"), List.of("pins", RECORDING.toString()))) {
            Path log = folder.resolve(command.getFirst() + ".log");
            Result result = start(List.of("-Xlog:class+load:file=" + log), JAR, command);
            assertThat(result.status()).as(result.output()).isZero();
            List<String> loaded = Files.readAllLines(log);
            List<String> others = loaded.stream()
                    .filter(line -> !line.contains("shared objects file"))
                    .toList();
            assertThat(loaded).anyMatch(line -> line.contains(" picocli.CommandLine source: shared objects file"));
            assertThat(others)
                    .as("%d of %d", others.size(), loaded.size())
                    .noneMatch(line -> line.contains("loomweight.jar"))
                    .hasSizeLessThan(loaded.size() / 20);
        }
    }

    /** A command says nothing of an archive that does not fit: of another jar, cut off, or for another collector. */
    @Test
    void anArchiveThatDoesNotFitIsNotMentioned() throws Exception {
        Path copy = Files.copy(JAR, folder.resolve("copy.jar"));
        Result fitting = start(List.of(), JAR, List.of("--version"));
        assertThat(fitting.output()).matches("loomweight \\S+ on Java \\S+\\R");
        assertThat(start(List.of(), copy, List.of("--version"))).isEqualTo(fitting);
        assertThat(start(List.of("-XX:+UseZGC"), JAR, List.of("--version"))).isEqualTo(fitting);
        byte[] bytes = Files.readAllBytes(archive);
        Path whole = archive;
        archive = Files.write(folder.resolve("cut.jsa"), Arrays.copyOf(bytes, bytes.length / 2));
        try {
            assertThat(start(List.of(), JAR, List.of("--version"))).isEqualTo(fitting);
        } finally {
            archive = whole;
        }
    }

    private record Result(int status, String output) {}

    /** Starts the command as the launcher does. */
    private static Result start(List<String> options, Path jar, List<String> arguments) throws Exception {
        List<String> command = new ArrayList<>(
                List.of(home().resolve("bin/java").toString(), "-Xlog:disable", "-XX:SharedArchiveFile=" + archive));
        if (options.stream().noneMatch(option -> option.endsWith("GC"))) {
            command.add("-XX:+UseSerialGC");
        }
        command.addAll(options);
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-jar", jar.toString()));
        command.addAll(arguments);
        return run(command, List.of());
    }

    private static Result run(String shell, String option, String script, String... environment) throws Exception {
        return run(List.of(shell, option, "properties=(-Da=b); " + script), List.of(environment));
    }

    private static Result run(List<String> command, List<String> environment) throws Exception {
        Path output = folder.resolve("output.txt");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        for (String variable : environment) {
            int equals = variable.indexOf('=');
            builder.environment().put(variable.substring(0, equals), variable.substring(equals + 1));
        }
        Process process = builder.start();
        try {
            assertThat(process.waitFor(2, TimeUnit.MINUTES)).as("ends").isTrue();
            return new Result(process.exitValue(), Files.readString(output));
        } finally {
            process.destroyForcibly();
        }
    }

    private static Path home() throws IOException {
        return Jdks.home("loomweight.jdk.newest").toRealPath();
    }
}
