package dev.loomweight.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class CaptureSlotsTest {

    @TempDir
    private Path folder;

    @Test
    void theFirstHasTheNameThatWasWantedAndIsLocked() {
        CaptureFolder capture = CaptureSlots.next(folder.resolve("app.lw"), 3);

        assertThat(capture.path()).isEqualTo(folder.resolve("app.lw"));
        assertThat(capture.resolve("agent.lock")).exists();
    }

    @Test
    void theNextHasANumberAndTheOldestGoesWithAllThatIsInIt() throws IOException {
        ended("app.lw", 1);
        ended("app-2.lw", 2);
        ended("app-3.lw", 3);

        CaptureFolder capture = CaptureSlots.next(folder.resolve("app.lw"), 3);

        assertThat(capture.path()).isEqualTo(folder.resolve("app-4.lw"));
        assertThat(folder).isDirectoryNotContaining("glob:**/app.lw");
        assertThat(folder.resolve("app-2.lw/repository/chunk.jfr")).exists();
    }

    @Test
    void aCaptureInUseStays() throws IOException {
        CaptureFolder first = CaptureSlots.next(folder.resolve("app.lw"), 1);
        Files.writeString(first.resolve("capture.json"), "{}");

        CaptureFolder second = CaptureSlots.next(folder.resolve("app.lw"), 1);

        assertThat(second.path()).isEqualTo(folder.resolve("app-2.lw"));
        assertThat(first.resolve("capture.json")).exists();
    }

    @Test
    void whatAnotherMadeIsNeverDeleted() throws IOException {
        Files.createDirectories(folder.resolve("app.lw"));
        Files.writeString(folder.resolve("app.lw/precious"), "");
        Files.createDirectories(folder.resolve("app-x.lw"));

        assertThat(CaptureSlots.next(folder.resolve("app.lw"), 1).path()).isEqualTo(folder.resolve("app-2.lw"));
        assertThat(folder.resolve("app.lw/precious")).exists();
        assertThat(folder.resolve("app-x.lw")).exists();
    }

    @Test
    @Timeout(60)
    void noLinkIsTakenForACaptureAndNoFifoIsWaitedFor() throws Exception {
        Path outside = Files.createDirectory(folder.resolve("outside"));
        Files.writeString(outside.resolve("agent.lock"), "");
        Files.createSymbolicLink(folder.resolve("app.lw"), outside);
        Files.createDirectory(folder.resolve("app-2.lw"));
        HeldFolderTest.fifo(folder.resolve("app-2.lw/agent.lock"));
        ended("app-3.lw", 3);
        Files.createSymbolicLink(folder.resolve("app-3.lw/link"), outside);

        assertThat(CaptureSlots.next(folder.resolve("app.lw"), 1).path()).isEqualTo(folder.resolve("app-4.lw"));

        assertThat(folder.resolve("app.lw")).isSymbolicLink();
        assertThat(outside.resolve("agent.lock")).exists();
        assertThat(folder.resolve("app-2.lw/agent.lock")).exists();
        assertThat(folder.resolve("app-3.lw")).doesNotExist();
    }

    @Test
    void whatBelongsToAnotherUserIsNeitherDeletedNorWrittenTo() throws Exception {
        OtherUser.assumePossible();
        ended("app.lw", 1);
        OtherUser.own(folder.resolve("app.lw"));
        OtherUser.own(Files.createDirectory(folder.resolve("app-2.lw")));

        assertThat(CaptureSlots.next(folder.resolve("app.lw"), 1).path()).isEqualTo(folder.resolve("app-3.lw"));

        assertThat(folder.resolve("app.lw/repository/chunk.jfr")).exists();
        assertThat(folder.resolve("app-2.lw")).isEmptyDirectory();
        assertThatThrownBy(() -> CaptureFolder.create(folder.resolve("app-2.lw")))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("belongs to the user nobody, who could change what is captured there");
    }

    private void ended(String name, int age) throws IOException {
        Path chunk = folder.resolve(name).resolve("repository/chunk.jfr");
        Files.createDirectories(chunk.getParent());
        Files.writeString(chunk, "");
        Path lock = folder.resolve(name).resolve("agent.lock");
        Files.writeString(lock, "");
        Files.setLastModifiedTime(lock, FileTime.fromMillis(1000L * age));
    }
}
