package dev.loomweight.cli;

import dev.loomweight.command.Explorer;
import dev.loomweight.command.Question;
import dev.loomweight.command.Request;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Gives the questions of the command line, with all of their options, to a door that keeps its inputs open. */
final class QuestionAsker implements Explorer.Asker {

    private final Cli cli;

    private final long maxUnpackedBytes;

    /** @param maxUnpackedBytes what compressed inputs may hold where a question does not say, or 0 */
    QuestionAsker(Cli cli, long maxUnpackedBytes) {
        this.cli = cli;
        this.maxUnpackedBytes = maxUnpackedBytes;
    }

    @Override
    public Question.Answer ask(Question word, List<String> options, List<Path> paths, LongConsumer read) {
        return word.ask(request(word, options, paths), read);
    }

    @Override
    public Request request(Question word, List<String> options, List<Path> paths) {
        QuestionCommand command = new QuestionCommand(cli, word);
        CommandLine line = cli.line(command, word);
        List<String> arguments = new ArrayList<>(options);
        arguments.add("--");
        paths.forEach(path -> arguments.add(path.toString()));
        try {
            line.parseArgs(arguments.toArray(String[]::new));
            Request asked = command.request();
            return asked.maxUnpackedBytes() == 0 ? asked.withMaxUnpacked(maxUnpackedBytes) : asked;
        } catch (ParameterException e) {
            throw new IllegalArgumentException(Cli.message(e), e);
        }
    }

    @Override
    public List<String> options(Question word) {
        return cli.line(new QuestionCommand(cli, word), word).getCommandSpec().options().stream()
                .map(option -> option.longestName())
                .filter(name -> name.startsWith("--") && !name.equals("--help") && !name.equals("--version"))
                .sorted()
                .toList();
    }

    @Override
    public String help(Question word) {
        CommandLine line = cli.line(new QuestionCommand(cli, word), word);
        return line.getHelp().optionList();
    }
}
