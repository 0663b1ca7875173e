package dev.loomweight.input.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TemporaryFolderTest {

    private static final int ENTRIES = 30_000;
    private static final int PROCESSES = 3;

    @TempDir
    Path temporary;

    @Test
    void threeProcessesAtOnceTidyUpWhatAKilledOneLeftAndNoneFails() throws Exception {
        Path abandoned = abandoned("loomweight-inputs-1", ENTRIES);
        List<Process> processes = new ArrayList<>();
        List<BufferedReader> printed = new ArrayList<>();
        try {
            for (int i = 0; i < PROCESSES; i++) {
                Process process = start();
                processes.add(process);
                printed.add(
                        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)));
            }
            for (BufferedReader each : printed) {
                assertThat(each.readLine()).isEqualTo(OneMore.READY);
            }
            for (Process each : processes) {
                each.getOutputStream().write('\n');
                each.getOutputStream().flush();
            }
            for (int i = 0; i < PROCESSES; i++) {
                assertThat(String.join("\n", printed.get(i).lines().toList())).isEqualTo(OneMore.DONE);
                assertThat(processes.get(i).waitFor()).isZero();
            }
        } finally {
            processes.forEach(Process::destroyForcibly);
        }
        assertThat(abandoned).doesNotExist();
        try (Stream<Path> left = Files.list(temporary)) {
            assertThat(left).isEmpty();
        }
    }

    private Process start() throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx64m",
                        "-Djava.io.tmpdir=" + temporary,
                        "-cp",
                        System.getProperty("java.class.path"),
                        OneMore.class.getName())
                .redirectErrorStream(true)
                .start();
    }

    /** What each of the processes does. */
    static final class OneMore {
        static final String READY = "ready";
        static final String DONE = "done";

        private OneMore() {}

        public static void main(String[] arguments) throws IOException {
            System.out.println(READY);
            System.in.read();
            try (TemporaryFolder folder = new TemporaryFolder()) {
                Files.createFile(folder.path().resolve("own"));
            }
            System.out.println(DONE);
        }
    }

    @Test
    void whatIsStillInUseStays() throws Exception {
        Path used = abandoned("loomweight-inputs-2", 3);
        Process holder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Holder.class.getName(),
                        used.resolve(".lock").toString())
                .redirectErrorStream(true)
                .start();
        try (BufferedReader printed =
                new BufferedReader(new InputStreamReader(holder.getInputStream(), StandardCharsets.UTF_8))) {
            assertThat(printed.readLine()).isEqualTo(OneMore.READY);
            runOneMore();
            assertThat(used.resolve("2")).exists();
        } finally {
            holder.destroyForcibly().waitFor();
        }
        runOneMore();
        assertThat(used).doesNotExist();
    }

    @Test
    void aSecondFolderOfTheSameProcessDoesNotGiveUpTheFirst() throws Exception {
        Path mine;
        try (TemporaryFolder first = new TemporaryFolder();
                TemporaryFolder second = new TemporaryFolder()) {
            mine = first.path();
            second.path();
            Process other = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xmx64m",
                            "-cp",
                            System.getProperty("java.class.path"),
                            Holder.class.getName(),
                            mine.resolve(".lock").toString())
                    .redirectErrorStream(true)
                    .start();
            try (BufferedReader printed =
                    new BufferedReader(new InputStreamReader(other.getInputStream(), StandardCharsets.UTF_8))) {
                assertThat(printed.readLine()).isEqualTo(Holder.LOCKED);
            } finally {
                other.destroyForcibly().waitFor();
            }
        }
        assertThat(mine).doesNotExist();
    }

    /** Holds a lock until it is killed. */
    static final class Holder {
        static final String LOCKED = "locked by another process";

        private Holder() {}

        public static void main(String[] arguments) throws IOException {
            try (FileChannel channel = FileChannel.open(Path.of(arguments[0]), StandardOpenOption.WRITE);
                    FileLock lock = channel.tryLock()) {
                System.out.println(lock == null ? LOCKED : OneMore.READY);
                System.in.read();
            }
        }
    }

    @Test
    void whatWasLeftBeforeItsLockOrAfterItGoesToo() throws Exception {
        Path old = Files.createDirectory(temporary.resolve("loomweight-inputs-3"));
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofHours(2))));
        Path begun = Files.createDirectory(temporary.resolve("loomweight-inputs-4"));
        runOneMore();
        assertThat(old).doesNotExist();
        assertThat(begun).exists();
    }

    private void runOneMore() throws Exception {
        Process process = start();
        process.getOutputStream().close();
        try (BufferedReader printed =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            assertThat(printed.lines().toList()).containsExactly(OneMore.READY, OneMore.DONE);
        } finally {
            process.waitFor();
        }
    }

    private Path abandoned(String name, int entries) throws IOException {
        Path folder = Files.createDirectory(temporary.resolve(name));
        Files.createFile(folder.resolve(".lock"));
        for (int i = 0; i < entries; i++) {
            Files.createFile(folder.resolve(Integer.toString(i)));
        }
        return folder;
    }
}
