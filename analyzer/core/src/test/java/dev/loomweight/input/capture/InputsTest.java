package dev.loomweight.input.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.capture.DataException;
import dev.loomweight.input.Source;
import dev.loomweight.input.recording.ReaderChoice;
import dev.loomweight.input.recording.Recordings;
import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.PinEvents.Pin;
import dev.loomweight.sample.Sample;
import dev.loomweight.source.recording.fixture.RecordPinning.Scene;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import net.jpountz.xxhash.XXHashFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputsTest {

    private final List<Inputs> opened = new ArrayList<>();

    private static final String MANIFEST = """
            {
              "schemaVersion": 1,
              "started": "2026-11-01T10:00:00Z",
              "status": "interrupted while measuring",
              "snapshots": [
                {"index": 0, "name": "before", "time": "2026-11-01T10:00:03Z", "folder": "000-3s-before",
                 "missing": {"system_map.txt": "this JDK has no System.map"}}
              ],
              "target": "sleepers",
              "kind": "virtual",
              "command": ["java", "-XX:+AlwaysPreTouch"],
              "threadsAsked": 4001,
              "threadsRan": 4000,
              "depth": 3,
              "jdk": "25.0.3+9-LTS",
              "pid": 77,
              "stackSizeBytes": 1048576,
              "aKeyOfLater": {"x": 1}
            }
            """;

    @TempDir
    private Path folder;

    @AfterEach
    void close() {
        opened.forEach(Inputs::close);
    }

    private List<Source> open(Path... paths) {
        Inputs inputs = Inputs.open(List.of(paths), ReaderChoice.AUTO);
        opened.add(inputs);
        return inputs.sources();
    }

    @Test
    void aCaptureIsItsManifestAndThePartsOfItsSnapshots() throws IOException {
        write("v.lw/capture.json", MANIFEST);
        write("v.lw/000-3s-before/status", "VmRSS:\t 12 kB\n");
        write("v.lw/000-3s-before/cgroup.txt", "/x/memory.max 99\n");
        write("v.lw/000-3s-before/heap_info.txt", "ZHeap used 2M, capacity 64M, max capacity 64M\n");

        List<Source> sources = open(folder.resolve("v.lw"));

        assertThat(sources)
                .extracting(source -> source.origin().instrument())
                .containsExactly(Instrument.CAPTURE, Instrument.PROC, Instrument.HEAP_INFO, Instrument.CGROUP);
        assertThat(sources)
                .allSatisfy(source -> assertThat(source.origin().subject()).isEqualTo("virtual"));
        assertThat(sources.get(1).origin().moment())
                .isEqualTo(new Origin.SnapshotId(0, "before", Instant.parse("2026-11-01T10:00:03Z")));
    }

    @Test
    void theManifestTellsTheTargetAndWhatIsMissing() throws IOException {
        write("v.lw/capture.json", MANIFEST);
        List<Sample> samples = new ArrayList<>();

        var coverage = open(folder.resolve("v.lw"))
                .get(0)
                .read(Interest.in(CaptureInfo.class), () -> (origin, sample) -> samples.add(sample));

        assertThat(samples).singleElement().isInstanceOfSatisfying(CaptureInfo.class, info -> {
            assertThat(info.kind()).isEqualTo("virtual");
            assertThat(info.threadsAsked()).isEqualTo(4001);
            assertThat(info.threadsRan()).isEqualTo(4000);
            assertThat(info.depth()).isEqualTo(3);
            assertThat(info.command()).containsExactly("java", "-XX:+AlwaysPreTouch");
            assertThat(info.status()).isEqualTo("interrupted while measuring");
        });
        assertThat(coverage.sources().get(0).notes())
                .containsExactly(
                        "The capture ended early: interrupted while measuring.",
                        "The snapshot \"before\" is without system_map.txt: this JDK has no System.map.");
    }

    @Test
    void aFolderOfCapturesIsAllOfThemAndTwoOfOneNameAreToldApart() throws IOException {
        write("b.lw/capture.json", MANIFEST);
        write("a.lw/capture.json", MANIFEST.replace("10:00:00Z", "11:00:00Z"));
        write("notes/readme.txt", "not a capture");

        assertThat(open(folder))
                .extracting(source -> source.origin().subject())
                .containsExactly("virtual", "virtual 2");
    }

    @Test
    void capturesSnapshotsAndTextsThatAreGivenTwiceAreReadOnce() throws IOException {
        write("v.lw/capture.json", MANIFEST);
        write("v.lw/000-3s-before/status", "VmRSS:\t 12 kB\n");
        write("copy.lw/capture.json", MANIFEST);
        write("copy.lw/000-3s-before/status", "VmRSS:\t 12 kB\n");
        write("other/status", "VmRSS:\t 13 kB\n");
        Path capture = folder.resolve("v.lw");
        Path snapshot = capture.resolve("000-3s-before");
        Path text = folder.resolve("other/status");
        Path link = Files.createSymbolicLink(folder.resolve("link"), text);
        Path copy = Files.copy(text, folder.resolve("copy.txt"));
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(folder.resolve("status.gz")))) {
            Files.copy(text, out);
        }

        // What is a part of another is left out whichever comes first.
        List<Source> sources = open(
                text,
                snapshot.resolve("status"),
                snapshot,
                capture,
                folder.resolve("copy.lw"),
                link,
                copy,
                folder.resolve("status.gz"),
                folder.resolve("other/../other/status"));

        assertThat(sources.stream()
                        .filter(Source::hasContent)
                        .map(source -> source.origin().file()))
                .containsExactly(text + "", capture + "/capture.json", snapshot + "/status");
        assertThat(sources.stream().filter(source -> !source.hasContent()).flatMap(InputsTest::notes))
                .containsExactly(
                        "The text is given more than once and was read once.",
                        "The snapshot is given more than once and was read once.",
                        "The capture is a copy of " + capture + " and was read once.",
                        "The text is given more than once and was read once.",
                        "The text is a copy of " + text + " and was read once.",
                        "The text is a copy of " + text + " and was read once.",
                        "The text is given more than once and was read once.");
    }

    @Test
    void aCopyWithOtherFilesIsReadToo() throws IOException {
        write("v.lw/capture.json", MANIFEST);
        write("v.lw/000-3s-before/status", "VmRSS:\t 12 kB\n");
        write("copy.lw/capture.json", MANIFEST);

        assertThat(open(folder.resolve("copy.lw"), folder.resolve("v.lw")))
                .extracting(source -> source.origin().subject())
                .containsExactly("virtual", "virtual 2", "virtual 2");
    }

    private static Stream<String> notes(Source source) {
        return source.read(Interest.in(CaptureInfo.class), () -> (origin, sample) -> {}).sources().stream()
                .flatMap(of -> of.notes().stream());
    }

    @Test
    void aKilledTargetsRecordingIsWhatItsRepositoryHolds() throws IOException {
        write("v.lw/capture.json", MANIFEST);
        write("v.lw/recording.jfr", "");
        write("v.lw/repository/2026_11_01/2.jfr", "FLR\0 second");
        write("v.lw/repository/2026_11_01/1.jfr", "FLR\0 first");
        write("v.lw/repository/2026_11_01/3.jfr", "");

        assertThat(open(folder.resolve("v.lw")))
                .extracting(
                        source -> Path.of(source.origin().file()).getFileName().toString())
                .containsExactly("capture.json", "1.jfr", "2.jfr");
    }

    @Test
    void whatIsNotThereOrNoCaptureIsSaidInOneLine() throws IOException {
        assertThatThrownBy(() -> open(folder.resolve("absent")))
                .isInstanceOf(DataException.class)
                .hasMessage("no such file or folder: " + folder.resolve("absent"));
        assertThatThrownBy(() -> open(folder))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith("the folder " + folder + " is not a capture");
        write("x.lw/capture.json", "{");
        assertThatThrownBy(() -> open(folder))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("is not a readable capture.json");
    }

    @Test
    void aCaptureOfANewerLoomweightIsNotGuessedAt() throws IOException {
        write("v.lw/capture.json", "{\"schemaVersion\": 2}");

        assertThatThrownBy(() -> open(folder.resolve("v.lw")))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("newer loomweight (schema 2, this one reads up to 1)");
    }

    private void write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    @Test
    void aCompressedFileIsWhatItHolds() throws IOException {
        Path recording = Recordings.of(25, Scene.PINS);
        Path packed = folder.resolve("app.jfr.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            Files.copy(recording, out);
        }
        List<Sample> samples = new ArrayList<>();
        Source source = open(packed).getFirst();
        source.read(Recordings.ALL_EVENTS, () -> (origin, sample) -> samples.add(sample));

        assertThat(source.origin()).isEqualTo(new Origin("app.jfr.gz", null, packed.toString(), Instrument.JFR));
        assertThat(samples).isEqualTo(Recordings.read(recording).samples());
    }

    /** By the framing of LZ4 alone: a block that is stored as it is needs no compressor. */
    @Test
    void anLz4FileIsWhatItHolds() throws IOException {
        byte[] recording = Files.readAllBytes(Recordings.of(25, Scene.PINS));
        ByteBuffer frame = ByteBuffer.allocate(recording.length + 64).order(ByteOrder.LITTLE_ENDIAN);
        byte[] descriptor = {0b0110_0000, 0b0111_0000};
        frame.putInt(0x184D2204).put(descriptor);
        frame.put((byte) (XXHashFactory.safeInstance().hash32().hash(descriptor, 0, 2, 0) >> 8));
        frame.putInt(recording.length | 0x8000_0000).put(recording).putInt(0);
        Path packed = Files.write(folder.resolve("app.jfr.lz4"), Arrays.copyOf(frame.array(), frame.position()));
        List<Sample> samples = new ArrayList<>();
        open(packed).getFirst().read(Recordings.ALL_EVENTS, () -> (origin, sample) -> samples.add(sample));

        assertThat(samples)
                .isEqualTo(Recordings.read(Recordings.of(25, Scene.PINS)).samples());
    }

    @Test
    void aZipIsItsCapturesOrElseItsFiles() throws IOException {
        Path captures = zip(
                "captures.zip",
                "shop/v.lw/capture.json",
                MANIFEST,
                "shop/v.lw/000-3s-before/status",
                "VmRSS:\t 12 kB\n");
        Path root = zip("root.zip", "capture.json", MANIFEST);
        Path files = zip("files.zip", "notes/status", "VmRSS:\t 12 kB\n");

        assertThat(open(captures, root, files))
                .extracting(source -> source.origin().file())
                .containsExactly(
                        captures + "/shop/v.lw/capture.json",
                        captures + "/shop/v.lw/000-3s-before/status",
                        root + "/capture.json",
                        files + "/notes/status");
    }

    @Test
    void whatIsPackedByAnotherProgramIsNamedWithTheOneThatUnpacksIt() throws IOException {
        byte[] xz = {(byte) 0xFD, '7', 'z', 'X', 'Z', 0, 0, 4};
        byte[] zstd = {0x28, (byte) 0xB5, 0x2F, (byte) 0xFD, 4, 0};
        byte[] bzip2 = "BZh91AY&SY...".getBytes(StandardCharsets.ISO_8859_1);

        for (var packed :
                Map.of("xz -d", xz, "zstd -d", zstd, "bzip2 -d", bzip2).entrySet()) {
            Path file = Files.write(folder.resolve("app.jfr.packed"), packed.getValue());
            assertThatThrownBy(() -> open(file))
                    .isInstanceOf(DataException.class)
                    .hasMessageContaining(file + " is packed by ")
                    .hasMessageEndingWith("unpack it by " + packed.getKey() + " FILE");
        }
        Path text = Files.writeString(folder.resolve("BZh9.txt"), "BZh9 is how a text can begin");
        assertThat(open(text)).hasSize(1);
    }

    @Test
    void oneOfManyThatCannotBeReadCostsOnlyItself() throws IOException {
        Path recording = Recordings.of(25, Scene.PINS);
        Path broken = Files.write(folder.resolve("broken.gz"), new byte[] {0x1F, (byte) 0x8B, 8, 0, 1});
        Path fold = Files.write(folder.resolve("app.lwf"), new byte[] {(byte) 0x8C, 'L', 'W', 'F', 13, 10, 26, 10, 2});

        List<Source> all = open(broken, recording, fold);

        assertThat(all).hasSize(3);
        assertThat(all.get(1).isRecording()).isTrue();
        assertThatThrownBy(() -> all.get(0).read(Recordings.ALL_EVENTS, () -> (origin, sample) -> {}))
                .hasMessageContaining(broken.toString());
        assertThatThrownBy(() -> all.get(2).read(Recordings.ALL_EVENTS, () -> (origin, sample) -> {}))
                .hasMessageContaining(fold + " is damaged");
        assertThatThrownBy(() -> open(fold)).hasMessageContaining(fold + " is damaged");
        assertThatThrownBy(() -> open(recording, folder.resolve("nosuch.jfr")))
                .hasMessageContaining("no such file or folder");
    }

    @Test
    void nothingUnpackedIsLeftBehind() throws IOException {
        Path packed = zip("root.zip", "capture.json", MANIFEST, "000-3s-before/status", "VmRSS:\t 12 kB\n");
        Path unpacked;
        try (Unpacked all = new Unpacked(new UnpackLimit(0))) {
            unpacked = all.unpack(packed, packed.toString(), FileKind.of(packed));
            assertThat(unpacked.resolve("000-3s-before/status")).hasContent("VmRSS:\t 12 kB");
        }
        assertThat(unpacked.getParent()).doesNotExist();
    }

    @Test
    void aPackedFileThatIsDamagedOrLeadsOutIsRefused() throws IOException {
        Path broken = Files.write(folder.resolve("broken.gz"), new byte[] {0x1F, (byte) 0x8B, 8, 0, 1});
        Path outside = zip("outside.zip", "../../evil", "x");
        Path empty = Files.write(folder.resolve("empty.zip"), new byte[] {'P', 'K', 3, 4, 0});

        assertThatThrownBy(() -> open(broken))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith("cannot unpack " + broken);
        assertThatThrownBy(() -> open(outside))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("its entry ../../evil points outside of it");
        assertThatThrownBy(() -> open(empty)).isInstanceOf(DataException.class);
    }

    /** A zip of names and contents in turn. */
    private Path zip(String name, String... entries) throws IOException {
        Path file = folder.resolve(name);
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(file))) {
            for (int i = 0; i < entries.length; i += 2) {
                out.putNextEntry(new ZipEntry(entries[i]));
                out.write(entries[i + 1].getBytes(StandardCharsets.UTF_8));
                out.closeEntry();
            }
        }
        return file;
    }

    @Test
    void whatStandsBeforeTheFirstChunkMakesNoTextOfARecording() throws IOException {
        byte[] recording = Files.readAllBytes(Recordings.of(25, Scene.PINS));
        for (String before : List.of("HTTP/1.1 200 OK\r\n\r\n", "\0".repeat(4096), "F")) {
            Path file = folder.resolve("saved.jfr");
            try (OutputStream out = Files.newOutputStream(file)) {
                out.write(before.getBytes(StandardCharsets.UTF_8));
                out.write(recording);
            }
            List<Sample> pins = new ArrayList<>();
            List<String> notes = open(file)
                    .getFirst()
                    .read(Interest.in(Pin.class), () -> (origin, sample) -> pins.add(sample))
                    .sources()
                    .getFirst()
                    .notes();

            assertThat(pins)
                    .hasSameSizeAs(
                            Recordings.read(Recordings.of(25, Scene.PINS)).of(Pin.class));
            assertThat(notes).anyMatch(note -> note.startsWith(before.length() + " byte"));
        }
    }

    @Test
    void aManifestOfAnotherShapeIsRefused() throws IOException {
        for (String wrong : List.of(
                MANIFEST.replace("4001", "\"many\""),
                MANIFEST.replace("\"depth\": 3", "\"depth\": 3000000000"),
                MANIFEST.replace("\"before\"", "{}"),
                MANIFEST.replace("000-3s-before", "../other.lw"),
                MANIFEST.replace("000-3s-before", ".."),
                MANIFEST.replace("000-3s-before", "/etc"),
                MANIFEST.replace("000-3s-before", "a\\u0000b"))) {
            assertThat(wrong).isNotEqualTo(MANIFEST);
            Path capture = Files.createDirectories(folder.resolve("app.lw"));
            Files.writeString(capture.resolve("capture.json"), wrong);

            assertThatThrownBy(() -> open(capture))
                    .isInstanceOf(DataException.class)
                    .hasMessageContaining("is not a readable capture.json");
        }
    }
}
