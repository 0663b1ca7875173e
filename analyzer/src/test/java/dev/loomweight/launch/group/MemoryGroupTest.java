package dev.loomweight.launch.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryGroupTest {

    private static final long BYTES = 64L << 20;

    @TempDir
    private Path folder;

    @Test
    void aCommandRunsInTheGroupOrItIsSaidWhyThereIsNone() throws Exception {
        Path group = null;
        try (MemoryGroup made = MemoryGroup.of(BYTES)) {
            assertThat(made.words()).isNotEmpty();
            assertThat(made.isEnforced()).isEqualTo(!made.prefix().isEmpty());
            if (made.words().startsWith("control group ")) {
                group = Path.of(made.words().substring("control group ".length()));
                List<String> words = new ArrayList<>(made.prefix());
                words.addAll(List.of("cat", "/proc/self/cgroup"));
                Process process =
                        new ProcessBuilder(words).redirectErrorStream(true).start();
                String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                assertThat(process.waitFor()).isZero();
                assertThat(printed).contains(String.valueOf(group.getFileName()));
            }
        }
        if (group != null) {
            assertThat(group).as("removed").doesNotExist();
        }
    }

    @Test
    void aGroupThatDoesNotDivideMemoryIsPassedOver() throws Exception {
        Path membership = Files.writeString(folder.resolve("cgroup"), "0::/user/session\n");
        Path session = Files.createDirectories(folder.resolve("mount/user/session"));
        Files.writeString(folder.resolve("mount/cgroup.controllers"), "memory\n");
        Files.writeString(session.resolve("cgroup.subtree_control"), "cpu\n");

        try (MemoryGroup made = MemoryGroup.of(BYTES, membership, folder.resolve("mount"))) {
            assertThat(made.words()).doesNotStartWith("control group ");
        }
        try (Stream<Path> left = Files.list(session)) {
            assertThat(left).hasSize(1);
        }
    }
}
