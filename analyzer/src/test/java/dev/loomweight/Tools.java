package dev.loomweight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** Programs of the machine that some tests need and {@code scripts/test package} installs where it can. */
public final class Tools {

    private Tools() {}

    /**
     * Runs a program that reads nothing and must succeed; neither it nor a process that it started is left.
     *
     * @param program its command, folder and environment
     * @param folder for its output
     * @param longest how long it may take
     * @return its standard output and error
     */
    public static String run(ProcessBuilder program, Path folder, Duration longest) throws Exception {
        Path output = Files.createTempFile(folder, "output", "");
        Process process = program.redirectErrorStream(true)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(longest.toMillis(), TimeUnit.MILLISECONDS))
                    .as("ends: %s", program.command())
                    .isTrue();
            String text = Files.readString(output);
            assertThat(process.exitValue()).as(text).isZero();
            return text;
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    /**
     * Skips the test where a program is not installed.
     *
     * @param command its name, perhaps with arguments after a space
     */
    public static void require(String command) {
        String name = command.split(" ", 2)[0];
        assumeTrue(
                Arrays.stream(Objects.requireNonNullElse(System.getenv("PATH"), "")
                                .split(File.pathSeparator, -1))
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder, name))),
                "the program " + name + " is not installed");
    }

    /**
     * Skips the test where a shared library is not installed.
     *
     * @param name its file's name
     * @return where Debian installs it
     */
    public static Path requireLibrary(String name) throws IOException {
        Path libraries = Path.of("/usr/lib");
        if (Files.isDirectory(libraries)) {
            try (DirectoryStream<Path> folders = Files.newDirectoryStream(libraries, "*-linux-gnu*")) {
                for (Path folder : folders) {
                    if (Files.exists(folder.resolve(name))) {
                        return folder.resolve(name);
                    }
                }
            }
        }
        return Assumptions.abort("the library " + name + " is not installed");
    }
}
