package dev.loomweight.cli;

import dev.loomweight.program.Programs;
import dev.loomweight.program.RunRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** The options of every command that runs programs of Loomweight's own under capture. */
final class RunArguments extends Arguments {

    private static final String JDK_HELP =
            "Home of the JDK that runs the target, 21 or newer (default: the JDK that runs loomweight).";

    private final One<Duration> settle;
    private final Several<Path> jdks;

    private final One<Path> folder = one(
            Path.class,
            output("DIR", "Directory for everything that is written (default: NAME-DATE-TIME.lw in the current one)."));

    /**
     * @param settle the default of {@code --settle}
     * @param severalJdks whether JDKs can be compared
     */
    RunArguments(String settle, boolean severalJdks) {
        this.settle =
                time(option("--settle", "TIME", "How long to wait before each snapshot (default: ${DEFAULT-VALUE}).")
                        .defaultValue(settle));
        this.jdks = several(
                Path.class,
                option("--jdk", "PATH", JDK_HELP + (severalJdks ? " Repeat the option to compare JDKs." : "")));
    }

    /** The folder to write to. */
    Path folder(String name) {
        return folder.or(CaptureNames.dated(name));
    }

    boolean severalJdks() {
        return jdks.get().size() > 1;
    }

    /** @throws ParameterException if there is more than one JDK */
    void requireOneJdk(CommandLine command) {
        if (severalJdks()) {
            throw new ParameterException(command, "option '--jdk' should be specified only once");
        }
    }

    /** What to run. */
    RunRequest request(Programs programs, int repeats, Path target) {
        List<Optional<Path>> homes = jdks.get().isEmpty()
                ? List.of(Optional.empty())
                : jdks.get().stream().distinct().map(Optional::of).toList();
        return new RunRequest(programs, homes, repeats, settle.get(), target);
    }
}
