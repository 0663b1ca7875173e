package dev.loomweight.own;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.agent.AgentCaptures;
import dev.loomweight.capture.CaptureFolder.Part;
import dev.loomweight.capture.RecordingOptions.Samples;
import dev.loomweight.cli.CliRun;
import dev.loomweight.input.recording.reader.ChunkedFile;
import dev.loomweight.launch.Attached;
import dev.loomweight.launch.CaptureProgress;
import dev.loomweight.launch.CaptureRequest;
import dev.loomweight.launch.CaptureRequest.SnapshotRequest;
import dev.loomweight.launch.CaptureRequest.Watched;
import dev.loomweight.launch.LiveRecording;
import dev.loomweight.launch.RecordRun;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Root captures the JVM of a user who wants root to delete, to read, to wait or to fill its disk. */
@Tag("oracles")
class HostileTargetTest {

    private static final String SECRET = "the secret that only root may read";
    private static final long DEADLINE_SECONDS = 120;

    @TempDir
    private Path folder;

    private final List<String> remarks = new CopyOnWriteArrayList<>();
    private Path precious;
    private Path secret;

    @BeforeEach
    void make() throws Exception {
        OtherUser.assumePossible();
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        precious = Files.createDirectory(folder.resolve("precious"));
        secret = Files.writeString(precious.resolve("secret.jfr"), SECRET);
        Files.setPosixFilePermissions(precious, PosixFilePermissions.fromString("rwx------"));
    }

    @Test
    void aFolderThatBecomesALinkIsNotEmptied() throws Exception {
        capture("folder", precious);

        assertThat(secret).hasContent(SECRET);
    }

    @Test
    void aFolderOfChunksThatBecomesALinkIsNotEmptied() throws Exception {
        capture("chunks", precious);

        assertThat(secret).hasContent(SECRET);
    }

    @Test
    void aRecordingThatBecomesALinkIsNotFollowed() throws Exception {
        capture("link", secret);

        assertThat(captured())
                .isNotEmpty()
                .allSatisfy(file -> assertThat(Files.readString(file, java.nio.charset.StandardCharsets.ISO_8859_1))
                        .doesNotContain(SECRET));
    }

    @Test
    void aRecordingThatBecomesAFifoDoesNotStopTheCapture() throws Exception {
        capture("fifo", precious);

        assertThat(AgentCaptures.manifest(folder.resolve("app.lw"))).contains("\"complete\"");
    }

    @Test
    void aRecordingWithoutEndIsNotCopied() throws Exception {
        capture("sparse", precious);

        for (Path file : captured()) {
            assertThat(Files.size(file)).as(file.toString()).isLessThan(1L << 30);
        }
        assertThat(String.join("\n", remarks)).contains("the recording could not be fetched: the target wrote 107");
    }

    /** Runs the attack to its end, with a capture around it. */
    private void capture(String attack, Path aim) throws Exception {
        try (OtherUser app = OtherUser.start(folder, HostileApp.class, attack, aim.toString())) {
            RecordRun run = new RecordRun(request(app.pid()), progress());
            CompletableFuture<Void> ended = new CompletableFuture<>();
            Thread.ofPlatform().daemon().start(() -> {
                try {
                    run.run();
                    ended.complete(null);
                } catch (Throwable e) {
                    ended.completeExceptionally(e);
                }
            });
            AgentCaptures.untilSampled(folder.resolve("app.lw"));
            app.tell();
            Path attacked = Path.of(app.await("attacked", "refused").split(" ", 3)[1]);
            if (attack.equals("chunks")) {
                app.kill();
            } else {
                run.stop();
            }
            try {
                // A capture that blocks has failed.
                ended.get(DEADLINE_SECONDS, TimeUnit.SECONDS);
                assertThat(attack.equals("chunks") || Files.notExists(attacked, LinkOption.NOFOLLOW_LINKS))
                        .as("the folder is gone")
                        .isTrue();
            } finally {
                clean(attacked);
            }
        }
    }

    /** Also where a link to something else has the folder's name by now. */
    private static void clean(Path attacked) throws IOException {
        Path moved = attacked.resolveSibling(attacked.getFileName() + "-moved");
        for (Path path : List.of(attacked, moved)) {
            if (Files.isSymbolicLink(path)) {
                Files.delete(path);
            } else if (Files.exists(path)) {
                OtherUser.deleteAll(path);
            }
        }
    }

    private RecordRun.Request request(long pid) {
        return new RecordRun.Request(
                pid,
                "app",
                RecordRun.Until.STOPPED,
                64L << 20,
                new CaptureRequest(
                        folder.resolve("app.lw"),
                        new SnapshotRequest(Duration.ofHours(1), EnumSet.of(Part.STATUS, Part.THREADS), false),
                        null,
                        0,
                        true,
                        new Watched(true, false, Samples.NONE),
                        null,
                        Map.of()));
    }

    private CaptureProgress progress() {
        return new CaptureProgress() {
            @Override
            public void step(String what) {
                remarks.add(what);
            }

            @Override
            public void remark(String what) {
                remarks.add(what);
            }

            @Override
            public void interrupted(String what) {
                remarks.add(what);
            }
        };
    }

    private List<Path> captured() throws IOException {
        try (Stream<Path> all = Files.walk(folder.resolve("app.lw"))) {
            return all.filter(Files::isRegularFile).toList();
        }
    }

    @Test
    void theThreadsOfAnotherUsersJvmAreCaptured() throws Exception {
        StringWriter err = new StringWriter();
        try (OtherUser app = OtherUser.start(folder, HostileApp.class, "link", "/nowhere")) {
            int status = CliRun.run(
                    new StringWriter(),
                    err,
                    "record",
                    Long.toString(app.pid()),
                    "--duration",
                    "0s",
                    "--threads",
                    "-o",
                    folder.resolve("app.lw").toString());
            assertThat(status).as(err.toString()).isZero();
        }
        assertThat(captured().stream()
                        .filter(file -> file.endsWith("threads.txt"))
                        .toList())
                .isNotEmpty()
                .allSatisfy(file -> assertThat(Files.readString(file)).contains("HostileApp.main"));
    }

    @Test
    void theRecordingOfAnotherUsersJvmIsDumped() throws Exception {
        Path dump = folder.resolve("dump.jfr");
        try (OtherUser app = OtherUser.start(folder, HostileApp.class, "link", "/nowhere");
                Attached jvm = Attached.attach(app.pid());
                LiveRecording recording = LiveRecording.start(jvm, false)) {
            recording.dump(dump);
        }
        assertThat(ChunkedFile.isBegunIn(dump)).isTrue();
    }

    @Test
    void rootWatchesTheJvmOfAnotherUser() throws Exception {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        try (OtherUser app = OtherUser.start(folder, HostileApp.class, "link", "/nowhere")) {
            int status =
                    CliRun.run(out, err, "watch", Long.toString(app.pid()), "--interval", "100ms", "--count", "20");

            assertThat(status).as(err.toString()).isZero();
        }
        assertThat(out.toString().lines()).hasSize(20);
    }
}
