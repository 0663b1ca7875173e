package dev.loomweight.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.loomweight.launch.Attached;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jline.terminal.Size;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command in a pseudo-terminal, which {@code script} of util-linux makes, against real JVMs. */
@Tag("oracles")
class WatchScreenTest {

    private static final Size SIZE = Size.of(100, 30);
    private static final Path SCRIPT = Path.of("/usr/bin/script");

    @TempDir
    private Path folder;

    private final List<Process> processes = new ArrayList<>();
    private final StringBuilder sent = new StringBuilder();

    @BeforeEach
    void needATerminal() {
        assumeTrue(Files.isExecutable(SCRIPT), "there is no " + SCRIPT + " to make a pseudo-terminal");
    }

    @AfterEach
    void leaveNothingRunning() {
        processes.forEach(process -> {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"loomweight.jdk21", "loomweight.jdk.newest"})
    void theScreenShowsPinsAndHeedsItsKeys(String jdk) throws Exception {
        Process target = kept(Targets.start(jdk, "-XX:NativeMemoryTracking=summary"));
        Process terminal = open(Long.toString(target.pid()), "--interval", "200ms");

        await(terminal, "PinsUntilItsInputEnds.call", "native reflection", "Carriers", "Java Heap");
        press(terminal, "?");
        await(terminal, "sort sites by pinned time");
        press(terminal, "?");
        await(terminal, "PinsUntilItsInputEnds.call");
        press(terminal, "p");
        await(terminal, "paused ");
        press(terminal, "\r");
        await(terminal, "Held by", "PinsUntilItsInputEnds");
        press(terminal, "\u001b[D");
        press(terminal, "d");
        await(terminal, "Written to watch-" + target.pid());
        if (jdk.equals("loomweight.jdk.newest")) {
            press(terminal, "w");
            await(terminal, "Who waits for whom", "No hang found in 2 dumps", "w look again");
            press(terminal, "t");
            await(terminal, "What threads weigh, by site", "t weigh again");
            press(terminal, "\u001b[D");
        }
        press(terminal, "q");

        assertThat(terminal.waitFor()).isZero();
        rest(terminal);
        assertThat(Files.readString(folder.resolve("status"))).isEqualTo("0\n");
        assertThat(Files.readString(folder.resolve("after"))).isEqualTo(Files.readString(folder.resolve("before")));
        assertThat(sent.indexOf("\u001b[?1049l")).isNotNegative();
        assertThat(shown()).as("the last screen stays").contains("Carriers", "PinsUntilItsInputEnds.call");
        try (Attached jvm = Attached.attach(target.pid())) {
            assertThat(jvm.run("JFR.check")).contains("No available recordings");
        }
        assertThat(written()).isDirectoryContaining("glob:**recording.jfr");
    }

    @Test
    void controlCEndsTheScreenAndPutsTheTerminalBack() throws Exception {
        Process target = kept(Targets.start("loomweight.jdk.newest"));
        Process terminal = open(Long.toString(target.pid()), "--interval", "200ms");

        await(terminal, "-XX:NativeMemoryTracking=summary");
        press(terminal, "\u0003");

        assertThat(terminal.waitFor()).isZero();
        rest(terminal);
        assertThat(Files.readString(folder.resolve("status"))).isEqualTo("0\n");
        assertThat(Files.readString(folder.resolve("after"))).isEqualTo(Files.readString(folder.resolve("before")));
        try (Attached jvm = Attached.attach(target.pid())) {
            assertThat(jvm.run("JFR.check")).contains("No available recordings");
        }
    }

    @Test
    void aTargetThatEndsLeavesItsLastScreenAndASentence() throws Exception {
        Process target = kept(Targets.start("loomweight.jdk21"));
        Process terminal = open(Long.toString(target.pid()), "--interval", "200ms");

        await(terminal, "PinsUntilItsInputEnds.call");
        target.destroyForcibly();

        assertThat(terminal.waitFor()).isZero();
        rest(terminal);
        assertThat(Files.readString(folder.resolve("status"))).isEqualTo("0\n");
        assertThat(shown()).contains("PinsUntilItsInputEnds.call", "Process " + target.pid() + " has ended");
    }

    /** Starts the command in a pseudo-terminal, and writes how the terminal was set before and after. */
    private Process open(String... arguments) throws IOException {
        String command =
                Targets.watch(arguments).stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
        Path shell = folder.resolve("shell");
        Files.writeString(shell, """
                export TERM=xterm-256color LOOMWEIGHT_COLUMNS=%1$d
                unset NO_COLOR
                stty cols %1$d rows %2$d
                stty -a >before
                %3$s
                echo $? >status
                stty -a >after
                """.formatted(SIZE.getColumns(), SIZE.getRows(), command));
        return kept(new ProcessBuilder(SCRIPT.toString(), "-qfec", "bash " + shell, "/dev/null")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start());
    }

    private Process kept(Process process) {
        processes.add(process);
        return process;
    }

    private static void press(Process terminal, String keys) throws IOException {
        Writer in = terminal.outputWriter(StandardCharsets.UTF_8);
        in.write(keys);
        in.flush();
    }

    /** Reads until all of some words are on the screen. */
    private void await(Process terminal, String... words) throws IOException {
        InputStream in = terminal.getInputStream();
        byte[] some = new byte[8192];
        while (!Stream.of(words).allMatch(shown()::contains)) {
            int read = in.read(some);
            assertThat(read).as("the terminal was closed, showing\n%s", shown()).isPositive();
            sent.append(new String(some, 0, read, StandardCharsets.ISO_8859_1));
        }
    }

    private void rest(Process terminal) throws IOException {
        sent.append(new String(terminal.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1));
    }

    private String shown() {
        // Collected byte by byte: a read can end within a character.
        String text = new String(sent.toString().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
        return String.join("\n", Screens.shown(text, SIZE));
    }

    private Path written() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".lw"))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
