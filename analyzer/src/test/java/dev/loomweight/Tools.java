package dev.loomweight;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;

/** Programs of the machine that some tests need and {@code scripts/test-package} installs where it can. */
public final class Tools {

    private Tools() {}

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
}
