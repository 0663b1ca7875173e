package dev.loomweight.cli;

import dev.loomweight.command.Explorer;
import dev.loomweight.command.Question;
import dev.loomweight.command.ReadingProgress;
import dev.loomweight.command.Request;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Parses questions with the options of the command line, for the prompt. */
final class QuestionParser implements Explorer.Asker {

    private final Cli cli;

    private final long maxUnpackedBytes;

    /** @param maxUnpackedBytes limit for compressed inputs where a question gives none, in bytes, or 0 */
    QuestionParser(Cli cli, long maxUnpackedBytes) {
        this.cli = cli;
        this.maxUnpackedBytes = maxUnpackedBytes;
    }

    @Override
    public Question.Answer ask(Question question, List<String> options, List<Path> paths, ReadingProgress progress) {
        return question.ask(request(question, options, paths), progress);
    }

    @Override
    public Request request(Question question, List<String> options, List<Path> paths) {
        QuestionCommand command = new QuestionCommand(cli, question);
        CommandLine line = command.line();
        List<String> arguments = new ArrayList<>(options);
        arguments.add("--");
        paths.forEach(path -> arguments.add(path.toString()));
        try {
            line.parseArgs(arguments.toArray(String[]::new)).matchedOptions().stream()
                    .filter(command.ofPrinting()::contains)
                    .findFirst()
                    .ifPresent(option -> {
                        throw new ParameterException(
                                line,
                                option.longestName() + " is for the command line; the prompt prints everything,"
                                        + " and \"set\" and \"save\" have the formats");
                    });
            Request asked = command.request();
            return asked.maxUnpackedBytes() == 0 ? asked.withMaxUnpacked(maxUnpackedBytes) : asked;
        } catch (ParameterException e) {
            throw new IllegalArgumentException(Cli.message(e), e);
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
        command.ofPrinting().forEach(line.getCommandSpec()::remove);
        return line;
    }

    @Override
    public String help(Question question) {
        return withoutPrinting(question).getHelp().optionList();
    }
}
