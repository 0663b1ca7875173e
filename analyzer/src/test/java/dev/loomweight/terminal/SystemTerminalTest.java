package dev.loomweight.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.loomweight.Jdks;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The prompt in a pseudo-terminal, with a PATH whose programs are traps. */
class SystemTerminalTest {

    private static final Path SCRIPT = Path.of("/usr/bin/script");

    private static final List<String> TRAPS = List.of(
            "stty", "tput", "infocmp", "test", "[", "tty", "uname", "sh", "bash", "env", "ps", "id", "ldd", "clear",
            "reset", "less", "locale", "java", "getconf");

    /** Of a terminal whose lines can be edited: bracketed paste is switched on before it. */
    private static final Pattern PROMPT = Pattern.compile("\u001b\\[\\?2004h[\\s\\S]*pins> ");

    @TempDir
    private Path folder;

    /** By the kernel on each JDK (JNI on 21, FFM on 25); where no library can be loaded, by the system's own programs. */
    @ParameterizedTest
    @CsvSource({
        "loomweight.jdk21, xterm-256color, ''",
        "loomweight.jdk.newest, tmux-256color, ''",
        "loomweight.jdk21, a-terminal-of-its-own, -Dorg.jline.terminal.jni=false"
    })
    void noProgramIsRunByItsName(String jdk, String type, String option) throws Exception {
        assumeTrue(Files.isExecutable(SCRIPT), "there is no " + SCRIPT + " to make a pseudo-terminal");
        Path traps = Files.createDirectory(folder.resolve("traps"));
        Path sprung = folder.resolve("sprung");
        for (String name : TRAPS) {
            Path trap = traps.resolve(name);
            Files.writeString(trap, "#!/bin/sh\necho " + name + " \"$@\" >>" + sprung + "\nexit 1\n");
            assertThat(trap.toFile().setExecutable(true)).isTrue();
        }
        Path shell = folder.resolve("shell");
        Files.writeString(shell, """
                stty rows 24 cols 91
                export PATH=%s TERM=%s LOOMWEIGHT_COLUMNS=91 LOOMWEIGHT_STDIN_TERMINAL=1
                export XDG_STATE_HOME=%s XDG_CONFIG_HOME=%s
                exec %s %s -XX:+UseSerialGC -XX:TieredStopAtLevel=1 --enable-native-access=ALL-UNNAMED \
                  -cp '%s' dev.loomweight.cli.Main repl src/test/resources/recordings/25/pins.jfr
                """.formatted(
                        traps,
                        type,
                        folder,
                        folder,
                        Jdks.home(jdk).resolve("bin/java"),
                        option,
                        System.getProperty("java.class.path")));
        Process process = new ProcessBuilder(SCRIPT.toString(), "-qefc", "/bin/bash " + shell, "/dev/null")
                .redirectErrorStream(true)
                .start();
        // Where the prompt never comes, the end of the output ends the waiting.
        CompletableFuture.delayedExecutor(45, TimeUnit.SECONDS).execute(() -> end(process));
        try {
            StringBuilder screen = new StringBuilder();
            byte[] some = new byte[8192];
            boolean asked = false;
            for (int read = process.getInputStream().read(some);
                    read > 0;
                    read = process.getInputStream().read(some)) {
                screen.append(new String(some, 0, read, StandardCharsets.ISO_8859_1));
                // What is typed before that is taken for the terminal's answers to JLine.
                if (!asked && PROMPT.matcher(screen).find()) {
                    asked = true;
                    process.getOutputStream().write("exit\r".getBytes(StandardCharsets.UTF_8));
                    process.getOutputStream().flush();
                }
            }

            assertThat(process.waitFor()).as(screen.toString()).isZero();
            assertThat(asked).as(screen.toString()).isTrue();
            assertThat(sprung).as("programs that were run").doesNotExist();
        } finally {
            end(process);
        }
    }

    private static void end(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
