package dev.loomweight.cli;

import dev.loomweight.command.Explorer;
import java.nio.file.Path;
import java.util.ServiceLoader;

/** {@code loomweight repl [PATH...]}: a prompt for questions about inputs, which stay open. */
final class ReplCommand extends CliCommand {

    private final Several<Path> paths = several(
            Path.class,
            parameter("PATH", "Inputs to open: captures (*.lw), recordings (*.jfr), output of jcmd and /proc.")
                    .required(false)
                    .arity("0..*"));

    private final Several<String> commands = several(
            String.class,
            option("--command", "COMMAND", "Run this command and exit; repeatable, in the given order.")
                    .names("-c", "--command"));

    private final One<Path> script = one(
            Path.class,
            option(
                            "--file",
                            "FILE",
                            "Run the commands in this file, or - for standard input, and exit. For scripts: #!/usr/bin/env -S"
                                    + " loomweight repl -f")
                    .names("-f", "--file"));

    private final Several<Path> sources = several(
            Path.class,
            option(
                    "--source",
                    "DIR",
                    "The application's source folders, or a checkout: \"site N\" shows the source line of the holder."));

    private final Flag noClasspath =
            flag("--no-classpath", "Do not take from captures where the class files and the JDK are.");

    private final InputArguments.Secrets secrets = group(new InputArguments.Secrets());

    private final InputArguments.Unpacking unpacked = group(new InputArguments.Unpacking());

    ReplCommand(Cli cli) {
        super(
                cli,
                "repl",
                "Explore recordings, captures and texts at a prompt. Reports, pipelines over every event type, SQL. Type"
                        + " help there for its commands. Without a terminal, reads commands from standard input.");
    }

    @Override
    public Integer call() {
        refuseJvms(paths.get(), "the prompt reads files");
        Console console = cli.console();
        Explorer explorer = ServiceLoader.load(Explorer.class).findFirst().orElseThrow();
        return explorer.run(
                new Explorer.Options(
                        paths.get(),
                        commands.get(),
                        script.orNull(),
                        unpacked.bytes(),
                        sources.get(),
                        !noClasspath.given(),
                        secrets.shown(),
                        console.out(),
                        console.err(),
                        console.terminal() && Console.isInputTerminal(System.getenv()),
                        console.width(),
                        console.colour()),
                new QuestionParser(cli, unpacked.bytes()));
    }
}
