package dev.loomweight.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CaptureFolderTest {

    @TempDir
    private Path temporary;

    /** It has every secret of a process. */
    @Test
    void aHeapDumpIsTakenByNameAlone() {
        assertThat(CaptureFolder.Part.usualWithout())
                .doesNotContain(CaptureFolder.Part.HEAP)
                .contains(CaptureFolder.Part.NMT);
        assertThat(CaptureFolder.Part.usualWithout(CaptureFolder.Part.NMT))
                .hasSize(CaptureFolder.Part.values().length - 2)
                .doesNotContain(CaptureFolder.Part.HEAP, CaptureFolder.Part.NMT);
    }

    @Test
    void onlyItsOwnerCanReadIt() throws IOException {
        CaptureFolder folder = CaptureFolder.create(temporary.resolve("deep/er/app.lw"));
        Path snapshot = folder.createSnapshot(3, 61, "after");

        assertThat(snapshot).hasFileName("003-61s-after");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.path())))
                .isEqualTo("rwx------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(snapshot)))
                .isEqualTo("rwx------");
    }

    @Test
    void nothingCapturedIsOverwritten() throws IOException {
        Path path = temporary.resolve("app.lw");
        CaptureFolder.create(path);
        CaptureFolder.create(path);
        Files.writeString(path.resolve("recording.jfr"), "x");

        assertThatThrownBy(() -> CaptureFolder.create(path))
                .isInstanceOf(DataException.class)
                .hasMessage(path + " exists and is not empty; nothing captured is overwritten,"
                        + " name another folder with -o");
        assertThat(path.resolve("recording.jfr")).hasContent("x");
    }

    @Test
    void aFileInTheWayIsSaid() throws IOException {
        Path file = Files.writeString(temporary.resolve("file"), "x");

        assertThatThrownBy(() -> CaptureFolder.create(file)).isInstanceOf(DataException.class);
        assertThatThrownBy(() -> CaptureFolder.create(file.resolve("below")))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("cannot write " + file);
    }

    @Test
    void theManifestIsReplacedWhole() throws IOException {
        CaptureFolder folder = CaptureFolder.create(temporary.resolve("app.lw"));
        folder.writeManifest(Map.of("status", "running"));
        folder.writeManifest(Map.of("status", "complete"));

        try (var files = Files.list(folder.path())) {
            assertThat(files.map(Path::getFileName).map(Path::toString)).containsExactly(CaptureFolder.MANIFEST);
        }
        assertThat(folder.resolve(CaptureFolder.MANIFEST)).content().contains("\"complete\"");
    }

    @Test
    void onlyACaptureOfNothingIsRemoved() throws IOException {
        CaptureFolder folder = CaptureFolder.create(temporary.resolve("app.lw"));
        folder.writeManifest(Map.of());
        Files.createFile(folder.resolve(CaptureFolder.SETTINGS));
        Path chunk = Files.createFile(
                Files.createDirectory(folder.resolve(CaptureFolder.REPOSITORY)).resolve("1.jfr"));

        assertThat(folder.removeIfNothingCaptured()).isFalse();
        Files.delete(chunk);
        Path output = Files.createFile(folder.resolve(CaptureFolder.OUTPUT));
        assertThat(folder.removeIfNothingCaptured()).isFalse();
        assertThat(folder.resolve(CaptureFolder.MANIFEST)).exists();
        Files.delete(output);
        assertThat(folder.removeIfNothingCaptured()).isTrue();
        assertThat(folder.path()).doesNotExist();
    }
}
