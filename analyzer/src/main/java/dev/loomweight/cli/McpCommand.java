package dev.loomweight.cli;

import dev.loomweight.command.Assistant;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;

/** {@code loomweight mcp}: a server of the Model Context Protocol, which an assistant starts. */
final class McpCommand extends CliCommand {

    private final Several<Path> roots = several(
            Path.class,
            option(
                    "--root",
                    "DIR",
                    "Folder whose files may be read; repeatable (default: the current one). Links that lead out of"
                            + " it are refused."));

    private final Flag allowRecord = flag(
            "--allow-record",
            "Offer the tool record too: captures running JVMs of this user for at most 10 minutes, below"
                    + " the first root.");

    McpCommand(Cli cli) {
        super(
                cli,
                "mcp",
                "Answer the questions of an assistant (Model Context Protocol). A server on standard input and"
                        + " output, to be registered with its client. Reads files below --root only, and writes nothing.");
    }

    @Override
    public Integer call() throws InterruptedException {
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
                new Assistant.Options(
                        roots.or(List.of(Path.of(""))),
                        allowRecord.given(),
                        Cli.Version.number(),
                        new FileInputStream(FileDescriptor.in),
                        new FileOutputStream(FileDescriptor.out)),
                new AssistantParser(cli));
    }
}
