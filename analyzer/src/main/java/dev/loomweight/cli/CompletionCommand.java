package dev.loomweight.cli;

import dev.loomweight.completion.Shell;
import dev.loomweight.kernel.option.Misuse;
import dev.loomweight.kernel.option.Option;
import dev.loomweight.kernel.option.Options;
import dev.loomweight.match.Nearest;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** {@code loomweight completion bash|zsh|fish}: prints the script with which a shell completes command lines. */
final class CompletionCommand extends CliCommand {

    static final String NAME = "completion";

    private static final List<String> SHELLS =
            Arrays.stream(Shell.values()).map(Shell::toString).toList();

    private static final Option<String> SHELL = Option.text("", "SHELL", "bash, zsh or fish.")
            .offering(SHELLS)
            .required()
            .checked(shell -> Misuse.require(
                    SHELLS.contains(shell), "unknown shell '" + shell + "'" + Nearest.hintOrList(shell, SHELLS)));

    CompletionCommand(Cli cli) {
        super(
                cli,
                NAME,
                List.of(SHELL),
                "Print the completions of commands and options for a shell. The packages of loomweight install them.");
    }

    @Override
    int run(Options given) {
        Shell shell = Shell.valueOf(given.get(SHELL).toUpperCase(Locale.ROOT));
        cli.console().out().print(shell.script(CommandModel.node()));
        cli.console().out().flush();
        return Cli.OK;
    }
}
