package dev.loomweight.cli;

import dev.loomweight.command.Assistant;
import dev.loomweight.command.Assistant.Argument;
import dev.loomweight.command.Question;
import dev.loomweight.command.Question.Options;
import dev.loomweight.command.ReadingProgress;
import dev.loomweight.command.Request;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** Parses questions with the options of the command line, for an assistant. */
final class AssistantParser implements Assistant.Parser {

    /** The groups of options that capture nothing and show nothing that is masked. */
    private static final Set<Options> FOR_ASSISTANTS = Set.of(Options.PINS, Options.CLASSES, Options.SIZES);

    /** Of these, what an assistant must not ask for: to read the classes of a JDK runs its code, and files are to be below its roots. */
    private static final Set<String> OF_PEOPLE = Set.of("--jdk", "--no-classpath", "--faults");

    private final Cli cli;
    private final QuestionParser questions;

    AssistantParser(Cli cli) {
        this.cli = cli;
        this.questions = new QuestionParser(cli, 0);
    }

    @Override
    public Question.Answer ask(Question question, List<String> options, List<Path> paths, ReadingProgress progress) {
        return questions.ask(question, options, paths, progress);
    }

    @Override
    public Request request(Question question, List<String> options, List<Path> paths) {
        return questions.request(question, options, paths);
    }

    @Override
    public List<String> options(Question question) {
        return questions.options(question);
    }

    @Override
    public List<Argument> arguments(Question question) {
        return arguments(new QuestionCommand(cli, question).of(FOR_ASSISTANTS));
    }

    @Override
    public List<Argument> ofClasses() {
        return arguments(new ClassArguments().declared());
    }

    private static List<Argument> arguments(List<ArgSpec> declared) {
        return declared.stream()
                .map(OptionSpec.class::cast)
                .filter(option -> !OF_PEOPLE.contains(option.longestName()))
                .map(AssistantParser::argument)
                .toList();
    }

    private static Argument argument(OptionSpec option) {
        List<String> choices = new ArrayList<>();
        if (option.completionCandidates() != null) {
            option.completionCandidates().forEach(choices::add);
        }
        Argument.Kind kind = option.paramLabel().equals("PATH")
                ? Argument.Kind.FILES
                : option.isMultiValue()
                        ? Argument.Kind.TEXTS
                        : option.type() == int.class ? Argument.Kind.NUMBER : Argument.Kind.TEXT;
        // Choices are part of an argument's schema.
        String description = String.join(" ", option.description()).replace(": ${COMPLETION-CANDIDATES}", "");
        return new Argument(option.longestName().substring(2), description, kind, choices);
    }

    @Override
    public String help(Question question) {
        return questions.help(question);
    }

    @Override
    public Assistant.Checked check(List<String> options, List<Path> paths) {
        CheckCommand command = new CheckCommand(cli);
        CommandLine line = command.line();
        // A name that begins with an at-sign is a name.
        line.setExpandAtFiles(false);
        List<String> arguments = new ArrayList<>(options);
        arguments.add("--");
        paths.forEach(path -> arguments.add(path.toString()));
        try {
            line.parseArgs(arguments.toArray(String[]::new));
            return command.checked();
        } catch (ParameterException e) {
            throw new IllegalArgumentException(Cli.message(e), e);
        }
    }
}
