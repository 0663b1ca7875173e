package dev.loomweight.cli;

import dev.loomweight.command.Assistant;
import dev.loomweight.command.InputOptions;
import dev.loomweight.command.Question;
import dev.loomweight.kernel.option.Misuse;
import dev.loomweight.kernel.option.Option;
import dev.loomweight.kernel.option.Option.Taker;
import dev.loomweight.kernel.option.Options;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Parses questions with the options of the command line, for the prompt and for assistants. */
final class QuestionParser implements Assistant.Parser {

    private final Cli cli;

    private final long maxUnpackedBytes;

    /** @param maxUnpackedBytes limit for compressed inputs where a question gives none, in bytes, or 0 */
    QuestionParser(Cli cli, long maxUnpackedBytes) {
        this.cli = cli;
        this.maxUnpackedBytes = maxUnpackedBytes;
    }

    @Override
    public Options parse(Question question, List<String> words, List<Path> paths) {
        QuestionCommand command = new QuestionCommand(cli, question);
        Options given = parse(command, command.line(), words, paths);
        for (Option<?> printing : Option.all(ScreenOptions.ALL, Output.options(Output.REPORT))) {
            Misuse.require(
                    !given.has(printing),
                    printing.name() + " is for the command line; the prompt prints everything,"
                            + " and \"set\" and \"save\" have the formats");
        }
        return given.get(InputOptions.MAX_UNPACKED, 0L) == 0
                ? given.with(InputOptions.MAX_UNPACKED, maxUnpackedBytes)
                : given;
    }

    @Override
    public Options check(List<String> words, List<Path> paths) {
        CheckCommand command = new CheckCommand(cli);
        CommandLine line = command.line();
        // A name that begins with an at-sign is a name.
        line.setExpandAtFiles(false);
        return command.checked(parse(command, line, words, paths), CheckFile.NONE);
    }

    private static Options parse(CliCommand command, CommandLine line, List<String> words, List<Path> paths) {
        List<String> arguments = new ArrayList<>(words);
        arguments.add("--");
        paths.forEach(path -> arguments.add(path.toString()));
        try {
            line.parseArgs(arguments.toArray(String[]::new));
            return command.given();
        } catch (ParameterException e) {
            throw new Misuse(Meant.message(e), e);
        }
    }

    @Override
    public List<String> options(Question question) {
        return withoutPrinting(question).getCommandSpec().options().stream()
                .map(option -> option.longestName())
                .filter(name -> name.startsWith("--") && !name.equals("--help") && !name.equals("--version"))
                .sorted()
                .toList();
    }

    private CommandLine withoutPrinting(Question question) {
        QuestionCommand command = new QuestionCommand(cli, question);
        CommandLine line = command.line();
        command.options.remove(Taker.COMMAND_LINE, command.spec);
        return line;
    }

    @Override
    public String help(Question question) {
        return withoutPrinting(question).getHelp().optionList();
    }
}
