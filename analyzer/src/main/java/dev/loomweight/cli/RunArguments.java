package dev.loomweight.cli;

import dev.loomweight.program.Programs;
import dev.loomweight.program.RunRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options of every command that runs programs of Loomweight's own under capture. */
final class RunArguments {

    private static final String SETTLE = "--settle";
    private static final String JDK = "--jdk";
    private static final String JDK_HELP =
            "Home of the JDK that runs the target, 21 or newer (default: the JDK that runs loomweight).";

    @Option(
            names = SETTLE,
            paramLabel = "TIME",
            converter = Converters.OfDuration.class,
            description = "How long to wait before each snapshot (default: ${DEFAULT-VALUE}).")
    private Duration settle = Duration.ZERO;

    @Option(names = JDK, paramLabel = "PATH", description = JDK_HELP + " Repeat the option to compare JDKs.")
    private List<Path> jdks = List.of();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR",
            description = "Directory for everything that is written (default: NAME-DATE-TIME.lw in the current one).")
    private @Nullable Path folder;

    /** A command with these options, with its own default of {@code --settle}. */
    static CommandLine line(Object command, String settle) {
        CommandLine line = new CommandLine(command);
        change(line, SETTLE, option -> option.defaultValue(settle));
        return line;
    }

    /** The same for a command that runs on one JDK only. */
    static CommandLine lineOfOneJdk(Object command, String settle) {
        CommandLine line = line(command, settle);
        change(line, JDK, option -> option.description(JDK_HELP));
        return line;
    }

    /** Replaces an option by one that is the same but for what is changed. */
    static void change(CommandLine line, String name, UnaryOperator<OptionSpec.Builder> change) {
        CommandSpec spec = line.getCommandSpec();
        OptionSpec option = spec.findOption(name);
        spec.remove(option);
        spec.addOption(change.apply(OptionSpec.builder(option)).build());
    }

    /** The folder to write to. */
    Path folder(String name) {
        return folder == null ? CaptureNames.dated(name) : folder;
    }

    boolean severalJdks() {
        return jdks.size() > 1;
    }

    /** @throws ParameterException if there is more than one JDK */
    void requireOneJdk(CommandLine command) {
        if (severalJdks()) {
            throw new ParameterException(command, "option '--jdk' should be specified only once");
        }
    }

    /** What to run. */
    RunRequest request(Programs programs, int repeats, Path target) {
        List<Optional<Path>> homes = jdks.isEmpty()
                ? List.of(Optional.empty())
                : jdks.stream().distinct().map(Optional::of).toList();
        return new RunRequest(programs, homes, repeats, settle, target);
    }
}
