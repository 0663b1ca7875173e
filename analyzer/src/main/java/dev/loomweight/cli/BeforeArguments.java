package dev.loomweight.cli;

import dev.loomweight.command.EarlierClasses;
import java.nio.file.Path;
import picocli.CommandLine;

/** The class files of the earlier of two builds. */
final class BeforeArguments extends Arguments {

    private final Several<String> classpath = several(
            String.class,
            option(
                    "--classpath-before",
                    "PATH",
                    "Class files of the earlier build, for the recording to compare with (default: those that its"
                            + " capture names, else those of --classpath)."));

    private final One<Path> jdk = one(
            Path.class,
            option(
                    "--jdk-before",
                    "HOME",
                    "The JDK that made the earlier recording (default: the one that its capture names, else that of"
                            + " --jdk)."));

    /** The class files as they were given; those that are not there are named on standard error. */
    EarlierClasses classes(CommandLine command) {
        ClassArguments.warnOfMissing(command, "--classpath-before", classpath.get());
        return new EarlierClasses(classpath.get(), jdk.orNull());
    }
}
