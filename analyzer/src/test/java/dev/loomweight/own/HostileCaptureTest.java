package dev.loomweight.own;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.cli.CliRun;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Root reads a capture that another user writes. A test that blocks has failed. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HostileCaptureTest {

    private static final String MANIFEST = """
            {"schemaVersion": 1, "started": "2026-11-22T00:00:00Z", "status": "running", "target": "app", "pid": 1,
             "snapshots": [{"index": 0, "name": "start", "folder": "%s"}]}
            """;

    @TempDir
    private Path folder;

    private final StringWriter err = new StringWriter();
    private Path capture;
    private Path secret;

    @BeforeEach
    void make() throws Exception {
        secret = Files.writeString(folder.resolve("secret"), "secret");
        capture = Files.createDirectory(folder.resolve("app.lw"));
        Files.createDirectories(capture.resolve("snapshot"));
        Files.writeString(capture.resolve("capture.json"), String.format(MANIFEST, "snapshot"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"capture.json", "snapshot/nmt.txt", "recording.jfr"})
    void aFifoIsNotWaitedFor(String name) throws Exception {
        OtherUser.assumePossible();
        Files.deleteIfExists(capture.resolve(name));
        fifo(capture.resolve(name));
        give();

        assertThat(run("report")).as(err.toString()).isEqualTo(1);
        assertThat(err.toString())
                .contains(" belongs to another user, and ", name + " was not read: it is not a regular file");
    }

    @Test
    void aLinkIsNotFollowed() throws Exception {
        OtherUser.assumePossible();
        Files.createSymbolicLink(capture.resolve("snapshot/nmt.txt"), secret);
        give();

        assertThat(run("report")).isEqualTo(1);
        assertThat(err.toString()).contains("it is a symbolic link").doesNotContain("secret\n");
    }

    /** To read the classes of a JDK runs its code. */
    @Test
    void aJdkThatItNamesRunsNothing() throws Exception {
        Path ran = folder.resolve("ran");
        Path jdk = jdkThatCreates(ran);
        Files.copy(Path.of("src/test/resources/recordings/21/pins.jfr"), capture.resolve("recording.jfr"));
        String manifest = Files.readString(capture.resolve("capture.json"))
                .replace("\"pid\": 1,", "\"pid\": 1, \"classPath\": [], \"javaHome\": \"" + jdk + "\",");
        Files.writeString(capture.resolve("capture.json"), manifest);

        assertThat(run("pins")).as(err.toString()).isZero();
        assertThat(ran).doesNotExist();
        // Where the user names it, it does: the test could tell.
        assertThat(CliRun.run(new StringWriter(), err, "pins", capture.toString(), "--jdk", jdk.toString()))
                .isZero();
        assertThat(ran).exists();
    }

    private Path jdkThatCreates(Path file) throws IOException {
        Path jdk = Files.createDirectories(folder.resolve("jdk"));
        Path java = Files.createDirectories(jdk.resolve("bin")).resolve("java");
        assertThat(Files.writeString(java, "").toFile().setExecutable(true)).isTrue();
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"25.0.1\"\n");
        Files.writeString(Files.createDirectories(jdk.resolve("lib")).resolve("modules"), "");
        Path source = Files.writeString(folder.resolve("JrtFileSystemProvider.java"), """
                package jdk.internal.jrtfs;

                public class JrtFileSystemProvider {
                    public JrtFileSystemProvider() throws java.io.IOException {
                        java.nio.file.Files.createFile(java.nio.file.Path.of("%s"));
                    }
                }
                """.formatted(file));
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                null,
                                null,
                                "--patch-module",
                                "java.base=" + folder,
                                "-d",
                                folder.toString(),
                                source.toString()))
                .isZero();
        String name = "jdk/internal/jrtfs/JrtFileSystemProvider.class";
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(jdk.resolve("lib/jrt-fs.jar")))) {
            jar.putNextEntry(new ZipEntry(name));
            Files.copy(folder.resolve(name), jar);
        }
        return jdk;
    }

    /** Also where it is the caller's own: what is watched is written at the same time. */
    @Test
    void whoeverWritesItWatchingDoesNotBlock() throws Exception {
        Files.delete(capture.resolve("capture.json"));
        fifo(capture.resolve("capture.json"));

        assertThat(run("watch")).isEqualTo(1);
        assertThat(err.toString()).contains("is not a readable capture.json (it is not a regular file)");
    }

    @Test
    void aRepositoryThatIsALinkIsNotWatched() throws Exception {
        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        Files.writeString(elsewhere.resolve("2026.jfr"), "");
        Files.createSymbolicLink(capture.resolve("repository"), elsewhere);

        assertThat(run("watch")).isEqualTo(1);
        assertThat(err.toString()).contains("repository").doesNotContain("has no recording");
    }

    @Test
    void aChunkThatIsAFifoIsNotWatched() throws Exception {
        Files.createDirectories(capture.resolve("repository/2026"));
        fifo(capture.resolve("repository/2026/2026.jfr"));

        assertThat(run("watch")).isEqualTo(1);
        assertThat(err.toString()).contains("has no recording in progress");
    }

    @ParameterizedTest
    @ValueSource(strings = {"../outside", "/etc", ".."})
    void aSnapshotLiesInsideTheCapture(String name) throws Exception {
        Files.writeString(capture.resolve("capture.json"), String.format(MANIFEST, name));

        assertThat(run("report")).isEqualTo(1);
        assertThat(err.toString()).contains("is not the name of a folder in the capture");
    }

    private int run(String question) {
        return CliRun.run(new StringWriter(), err, question, capture.toString());
    }

    private void give() throws IOException {
        try (Stream<Path> all = Files.walk(capture)) {
            for (Path path : all.toList()) {
                OtherUser.own(path);
            }
        }
    }

    private static void fifo(Path path) throws Exception {
        Process made = new ProcessBuilder("mkfifo", path.toString()).start();
        assertThat(made.waitFor(60, TimeUnit.SECONDS) && made.exitValue() == 0).isTrue();
    }
}
