package dev.loomweight.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.loomweight.capture.HeldFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcFilesTest {

    @TempDir
    private Path folder;

    /** The files of a process with other mounts are its own, and so are its links: absolute ones lead out of them. */
    @Test
    void noLinkLeadsOutOfTheFilesOfAContainer() throws Exception {
        Path secret = Files.createDirectory(folder.resolve("secret"));
        Path mounted = Files.createDirectory(folder.resolve("mounted"));
        String script = "mount -t tmpfs none '" + mounted + "' && ln -s '" + secret + "' '" + mounted
                + "/link' && mkdir '" + mounted + "/real' && echo ready && exec cat";
        Process container = new ProcessBuilder("unshare", "--mount", "sh", "-c", script).start();
        try {
            assumeTrue("ready".equals(container.inputReader().readLine()), "no namespaces here");
            ProcFiles files = new ProcFiles(container.pid());
            assertThat(files.isForeign()).isTrue();
            try (HeldFolder real = files.open(mounted + "/real", null)) {
                assertThat(real.names()).isEmpty();
            }
            assertThatThrownBy(() -> files.open(mounted + "/link", null)).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> files.open(mounted + "/../../..", null)).isInstanceOf(IOException.class);
        } finally {
            container.destroyForcibly().waitFor();
        }
    }
}
