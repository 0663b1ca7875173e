package dev.loomweight.cli;

import dev.loomweight.command.PinRequest;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The class files of the earlier of two builds. */
final class BeforeArguments {

    @Option(
            names = "--classpath-before",
            paramLabel = "PATH",
            description = "Class files of the earlier build, which made the recording to compare with, if --classpath has"
                    + " others: where they differ, the same holders look new.")
    private List<String> classpath = List.of();

    @Option(
            names = "--jdk-before",
            paramLabel = "HOME",
            description = "The JDK that made the earlier recording, if it is not that of --jdk.")
    private @Nullable Path jdk;

    /** The class files as they were given; may be empty. */
    List<String> classpath() {
        return classpath;
    }

    /** The JDK as it was given, or null. */
    @Nullable
    Path jdk() {
        return jdk;
    }

    /** The request for the earlier recording. */
    PinRequest request(PinRequest later) {
        return later.before(classpath, jdk);
    }
}
