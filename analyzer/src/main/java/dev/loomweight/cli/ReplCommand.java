package dev.loomweight.cli;

import dev.loomweight.command.Explorer;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code loomweight repl [PATH...]}: a prompt for questions about inputs, which stay open. */
@Command(
        name = "repl",
        description =
                "Explore recordings, captures and texts at a prompt. Reports, pipelines over every event type, SQL. Type"
                        + " help there for its commands. Without a terminal, reads commands from standard input.")
final class ReplCommand extends CliCommand {

    @Parameters(
            arity = "0..*",
            paramLabel = "PATH",
            description = "Inputs to open: captures (*.lw), recordings (*.jfr), output of jcmd and /proc.")
    private List<Path> paths = List.of();

    @Option(
            names = {"-c", "--command"},
            paramLabel = "COMMAND",
            description = "Run this command and exit; repeatable, in the given order.")
    private List<String> commands = List.of();

    @Option(
            names = {"-f", "--file"},
            paramLabel = "FILE",
            description =
                    "Run the commands in this file, or - for standard input, and exit. For scripts: #!/usr/bin/env -S"
                            + " loomweight repl -f")
    private @Nullable Path script;

    @Option(
            names = "--source",
            paramLabel = "DIR",
            description =
                    "The application's source folders, or a checkout: \"site N\" shows the source line of the holder.")
    private List<Path> sources = List.of();

    @Option(names = "--no-classpath", description = "Do not take from captures where the class files and the JDK are.")
    private boolean noClasspath;

    @Mixin
    private final InputArguments.Secrets secrets = new InputArguments.Secrets();

    @Mixin
    private final InputArguments.Unpacking unpacked = new InputArguments.Unpacking();

    ReplCommand(Cli cli) {
        super(cli);
    }

    @Override
    public Integer call() {
        refuseJvms(paths, "the prompt reads files");
        Console console = cli.console();
        Explorer explorer = ServiceLoader.load(Explorer.class).findFirst().orElseThrow();
        return explorer.run(
                new Explorer.Options(
                        paths,
                        commands,
                        script,
                        unpacked.bytes(),
                        sources,
                        !noClasspath,
                        secrets.shown(),
                        console.out(),
                        console.err(),
                        console.terminal() && Console.isInputTerminal(System.getenv()),
                        console.width(),
                        console.colour()),
                new QuestionParser(cli, unpacked.bytes()));
    }
}
