package dev.loomweight.cli;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;

/** The commands as the command line has them: what completions and man pages are made from. */
public final class CommandModel {

    private CommandModel() {}

    /** The command {@code loomweight} with all of its commands, at any depth; it is not to be run. */
    public static CommandLine all() {
        Cli cli = new Cli(
                Console.of(new PrintWriter(Writer.nullWriter()), new PrintWriter(Writer.nullWriter()), Map.of()));
        CommandLine line = new CommandLine(cli);
        new CommandTree(cli).addTo(line, List.of());
        return line;
    }
}
