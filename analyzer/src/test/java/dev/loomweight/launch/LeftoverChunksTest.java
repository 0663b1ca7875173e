package dev.loomweight.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.own.OtherUser;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is read from a process that is not trusted. */
class LeftoverChunksTest {

    @TempDir
    private Path folder;

    /** The target says itself where its chunks are. */
    @Test
    void chunksAreLookedForInNoFolderOfAnotherUser() throws Exception {
        OtherUser.assumePossible();
        Files.writeString(folder.resolve("precious.jfr"), "precious");
        Process other = OtherUser.idle();
        try {
            assertThatThrownBy(() -> LeftoverChunks.open(other.pid(), folder))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("it belongs to root, not to ");
            OtherUser.own(folder);
            try (LeftoverChunks chunks = LeftoverChunks.open(other.pid(), folder)) {
                assertThatThrownBy(() -> chunks.copyTo(folder.resolve("copies"), 1 << 20))
                        .hasMessageContaining("it belongs to root, not to ");
            }
        } finally {
            other.destroyForcibly().waitFor();
        }
    }

    @Test
    void anAnswerWithoutEndFails() throws IOException {
        assertThatThrownBy(() -> Attached.read(new ByteArrayInputStream(new byte[100]), 64, new AtomicLong()))
                .hasMessageContaining("more than 64 bytes");
        assertThat(Attached.read(new ByteArrayInputStream(new byte[64]), 64, new AtomicLong()))
                .hasSize(64);
    }
}
