package dev.loomweight.cli;

import dev.loomweight.command.EarlierClasses;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The class files of the earlier of two builds. */
final class BeforeArguments {

    @Option(
            names = "--classpath-before",
            paramLabel = "PATH",
            description = "Class files of the earlier build, for the recording to compare with (default: those that its"
                    + " capture names, else those of --classpath).")
    private List<String> classpath = List.of();

    @Option(
            names = "--jdk-before",
            paramLabel = "HOME",
            description =
                    "The JDK that made the earlier recording (default: the one that its capture names, else that of"
                            + " --jdk).")
    private @Nullable Path jdk;

    /** The class files as they were given. */
    EarlierClasses classes() {
        return new EarlierClasses(classpath, jdk);
    }
}
