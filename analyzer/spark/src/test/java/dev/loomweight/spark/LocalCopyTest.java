package dev.loomweight.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Of a file system that is not this machine's, as far as Hadoop knows. */
class LocalCopyTest {

    private static final AtomicInteger OPENED = new AtomicInteger();
    private static volatile int failures;

    private final Configuration hadoop = new Configuration(false);

    @TempDir
    private Path folder;

    private Path temporary;

    /** Files of this machine with another scheme, of which the first few cannot be opened. */
    public static final class Remote extends RawLocalFileSystem {

        @Override
        public String getScheme() {
            return "remote";
        }

        @Override
        public java.net.URI getUri() {
            return java.net.URI.create("remote:///");
        }

        @Override
        public FSDataInputStream open(org.apache.hadoop.fs.Path path, int bufferSize) throws IOException {
            if (OPENED.incrementAndGet() <= failures) {
                throw new IOException("connection reset");
            }
            if (path.getName().startsWith("removed")) {
                throw new FileNotFoundException(path.toString());
            }
            return super.open(path, bufferSize);
        }
    }

    @BeforeEach
    void remote() throws IOException {
        hadoop.set("fs.remote.impl", Remote.class.getName());
        OPENED.set(0);
        failures = 0;
        temporary = Files.createDirectory(folder.resolve("temporary"));
    }

    private Recording recording(String scheme, String name, String content) throws IOException {
        Path file = Files.writeString(folder.resolve(name), content);
        String uri = scheme + "://" + file;
        return new Recording(
                uri, uri, new ArrayList<>(List.of(new Recording.Part(name, uri, content.length()))), new TreeMap<>());
    }

    private List<Path> left() throws IOException {
        try (Stream<Path> all = Files.list(temporary)) {
            return all.toList();
        }
    }

    @Test
    void aRemoteRecordingIsCopiedAndRemoved() throws Exception {
        Recording recording = recording("remote", "a.jfr", "some bytes");
        try (LocalCopy copy = LocalCopy.of(recording, hadoop, temporary, 100)) {
            assertThat(copy.path()).startsWith(temporary).hasFileName("a.jfr").hasContent("some bytes");
        }
        assertThat(left()).isEmpty();
    }

    @Test
    void whatIsLocalIsReadWhereItIs() throws Exception {
        Recording recording = recording("file", "a.jfr", "some bytes");
        try (LocalCopy copy = LocalCopy.of(recording, hadoop, temporary, 1)) {
            assertThat(copy.path()).isEqualTo(folder.resolve("a.jfr"));
        }
        assertThat(folder.resolve("a.jfr")).exists();
    }

    @Test
    void aCaptureIsCopiedWithItsFolders() throws Exception {
        Files.createDirectories(folder.resolve("x.lw/000-0s-start"));
        ArrayList<Recording.Part> parts = new ArrayList<>();
        for (String part : List.of("000-0s-start/status", "capture.json")) {
            Files.writeString(folder.resolve("x.lw").resolve(part), part);
            parts.add(new Recording.Part(part, "remote://" + folder + "/x.lw/" + part, part.length()));
        }
        Recording capture = new Recording("x.lw", "remote://" + folder + "/x.lw", parts, new TreeMap<>());
        try (LocalCopy copy = LocalCopy.of(capture, hadoop, temporary, 100)) {
            assertThat(copy.path()).isDirectory().hasFileName("x.lw");
            assertThat(copy.path().resolve("000-0s-start/status")).hasContent("000-0s-start/status");
            assertThat(copy.path().resolve("capture.json")).hasContent("capture.json");
        }
        assertThat(left()).isEmpty();
    }

    @Test
    void aRecordingThatGrewOverTheLimitIsNotCopiedToItsEnd() throws Exception {
        Recording listed = recording("remote", "a.jfr", "short");
        Files.writeString(folder.resolve("a.jfr"), "much longer than it was");
        assertThatThrownBy(() -> LocalCopy.of(listed, hadoop, temporary, 10))
                .isInstanceOf(LocalCopy.UnreadableException.class)
                .hasMessage("it has more than 10 bytes; --most-local allows more");
        assertThat(left()).isEmpty();
    }

    @Test
    void anObjectThatFailsIsOpenedAgain() throws Exception {
        failures = LocalCopy.ATTEMPTS - 1;
        Recording recording = recording("remote", "a.jfr", "some bytes");
        try (LocalCopy copy = LocalCopy.of(recording, hadoop, temporary, 100)) {
            assertThat(copy.path()).hasContent("some bytes");
        }
        OPENED.set(0);
        failures = LocalCopy.ATTEMPTS;
        assertThatThrownBy(() -> LocalCopy.of(recording, hadoop, temporary, 100))
                .isInstanceOf(LocalCopy.UnreadableException.class)
                .hasMessage("it could not be read in 3 attempts: IOException");
        assertThat(left()).isEmpty();
    }

    @Test
    void anObjectThatWasRemovedIsNotOpenedAgain() throws Exception {
        Recording recording = recording("remote", "removed.jfr", "some bytes");
        assertThatThrownBy(() -> LocalCopy.of(recording, hadoop, temporary, 100))
                .isInstanceOf(LocalCopy.UnreadableException.class)
                .hasMessage("it was removed after it was listed");
        assertThat(OPENED).hasValue(1);
    }
}
