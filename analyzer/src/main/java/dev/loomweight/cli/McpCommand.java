package dev.loomweight.cli;

import dev.loomweight.command.Assistant;
import dev.loomweight.kernel.option.Options;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.util.ServiceLoader;

/** {@code loomweight mcp}: a server of the Model Context Protocol, which an assistant starts. */
final class McpCommand extends CliCommand {

    McpCommand(Cli cli) {
        super(
                cli,
                "mcp",
                Assistant.OPTIONS,
                "Answer the questions of an assistant (Model Context Protocol). A server on standard input and"
                        + " output, to be registered with its client. Reads files below --root only, and writes nothing.");
    }

    @Override
    int run(Options given) throws InterruptedException {
        Console console = cli.console();
        if (Console.isInputTerminal(System.getenv())) {
            console.err()
                    .println("loomweight mcp: waiting for messages of the Model Context Protocol, a line each; Ctrl-D"
                            + " ends. Register this command with an assistant instead: docs/mcp.md");
        }
        // Standard output is the protocol's alone: what anything else prints goes to standard error.
        System.setOut(System.err);
        Assistant assistant = ServiceLoader.load(Assistant.class).findFirst().orElseThrow();
        return assistant.run(
                given,
                new Assistant.Client(
                        Cli.Version.number(),
                        new FileInputStream(FileDescriptor.in),
                        new FileOutputStream(FileDescriptor.out)),
                new QuestionParser(cli, 0));
    }
}
