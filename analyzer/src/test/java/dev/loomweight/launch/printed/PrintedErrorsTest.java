package dev.loomweight.launch.printed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a JVM printed that did not start; the lines are those of JDK 11, 17, 21 and 25. */
class PrintedErrorsTest {

    @TempDir
    private Path folder;

    private String refusal(String output) throws IOException {
        return PrintedErrors.refusal(Files.writeString(folder.resolve("output.txt"), output));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Initial heap size set to a larger value than the maximum heap size",
                "Incompatible minimum and maximum heap sizes specified",
                "Incompatible minimum and initial heap sizes specified",
            })
    void optionsThatDoNotGoTogether(String line) throws IOException {
        assertThat(refusal("starting\nPicked up _JAVA_OPTIONS: -Xmx294m\nError occurred during initialization of VM\n"
                        + line + "\n"))
                .isEqualTo(line);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Invalid ReservedCodeCacheSize: 49152K. Must be at least InitialCodeCacheSize=65536K.",
                "SoftMaxHeapSize must be less than or equal to the maximum heap size",
                "Unrecognized VM option 'MinHeapSize=200m'",
            })
    void anOptionThatIsNotAllowed(String line) throws IOException {
        assertThat(refusal(line + "\nError: Could not create the Java Virtual Machine.\n"
                        + "Error: A fatal exception has occurred. Program will exit.\n"))
                .isEqualTo(line);
    }

    /** It was too little memory, and not an option. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "java.lang.OutOfMemoryError: Metaspace",
                "Could not reserve enough space for 2097152KB object heap",
                "GC triggered before VM initialization completed. Try increasing NewSize, current value 768K.",
            })
    void aJvmThatLacksMemoryDoesNotRefuse(String line) throws IOException {
        assertThat(refusal("Error occurred during initialization of VM\n" + line + "\n"))
                .isEmpty();
    }

    @Test
    void whatWasNotWrittenSaysNothing() throws IOException {
        assertThat(refusal("")).isEmpty();
        assertThat(PrintedErrors.refusal(folder.resolve("none.txt"))).isEmpty();
    }
}
