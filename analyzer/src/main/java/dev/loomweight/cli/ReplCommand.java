package dev.loomweight.cli;

import dev.loomweight.command.Explorer;
import dev.loomweight.command.InputOptions;
import dev.loomweight.kernel.option.Options;
import java.util.ServiceLoader;

/** {@code loomweight repl [PATH...]}: a prompt for questions about inputs, which stay open. */
final class ReplCommand extends CliCommand {

    ReplCommand(Cli cli) {
        super(
                cli,
                "repl",
                Explorer.OPTIONS,
                "Explore recordings, captures and texts at a prompt. Reports, pipelines over every event type, SQL. Type"
                        + " help there for its commands. Without a terminal, reads commands from standard input.");
    }

    @Override
    int run(Options given) {
        refuseJvms(given.get(Explorer.PATHS), "the prompt reads files");
        Console console = cli.console();
        Explorer explorer = ServiceLoader.load(Explorer.class).findFirst().orElseThrow();
        return explorer.run(
                given,
                new Explorer.Screen(
                        console.out(),
                        console.err(),
                        console.terminal() && Console.isInputTerminal(System.getenv()),
                        console.width(),
                        console.colour()),
                new QuestionParser(cli, given.get(InputOptions.MAX_UNPACKED, 0L)));
    }
}
