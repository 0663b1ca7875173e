package dev.loomweight.own;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.Jdks;
import dev.loomweight.launch.Attached;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** A JVM with the process number of one that was killed. */
class StaleSocketTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @FieldSource("dev.loomweight.Jdks#BOTH")
    void theSocketOfAKilledJvmDoesNotKeepItFromBeingAsked(String jdk) throws Exception {
        Path socket = null;
        try (OwnApp target = OwnApp.start(Jdks.home(jdk), folder, List.of())) {
            socket = Path.of("/tmp/.java_pid" + target.pid());
            // What is left when it is closed refuses connections.
            ServerSocketChannel.open(StandardProtocolFamily.UNIX)
                    .bind(UnixDomainSocketAddress.of(socket))
                    .close();
            Files.setLastModifiedTime(socket, FileTime.from(Instant.EPOCH));

            try (Attached jvm = Attached.attach(target.handle().pid())) {
                assertThat(jvm.run("VM.version")).contains("JDK");
            }
        } finally {
            if (socket != null) {
                Files.deleteIfExists(socket);
            }
        }
    }
}
