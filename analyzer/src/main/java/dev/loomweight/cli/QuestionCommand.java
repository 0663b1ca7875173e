package dev.loomweight.cli;

import dev.loomweight.command.LiveCapture;
import dev.loomweight.command.Question;
import dev.loomweight.command.Request;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.ParameterException;

/** {@code loomweight report|pins|memory PATH...}: answers a {@link Question}. */
final class QuestionCommand extends CliCommand {

    private final Question question;

    private final InputArguments inputs = group(new InputArguments());

    private final One<String> reader = one(
            String.class,
            option(
                            "--reader",
                            "READER",
                            "Reader for recordings: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}). All of them give the"
                                    + " same result for an undamaged recording.")
                    .completionCandidates(Request.READERS)
                    .defaultValue("auto"));

    private final Flag jmcRules = flag(
            "--jmc-rules",
            "Also run JDK Mission Control's automated rules over each recording; their results are a section of"
                    + " their own.");

    private final InputArguments.Secrets secrets = group(new InputArguments.Secrets());

    private final Map<Question.Options, Group> groups = new EnumMap<>(Question.Options.class);
    private final @Nullable CapturingArguments capturing;
    private final Output output;

    private final ScreenArguments screen = group(new ScreenArguments());

    QuestionCommand(Cli cli, Question question) {
        super(cli, question.word(), question.help().summary());
        this.question = question;
        LiveCapture.What captured = question.captured();
        this.output = group(captured != null ? new Output.OfQuestion() : new Output.OfReport());
        for (Question.Options options : Question.Options.values()) {
            if (question.has(options)) {
                Group.of(options).ifPresent(group -> groups.put(options, group(group)));
            }
        }
        this.capturing = captured != null ? group(new CapturingArguments(question, captured)) : null;
    }

    @Override
    public Integer call() {
        output.check(spec.commandLine());
        screen.check(spec.commandLine(), output);
        Request request = request();
        return capturing != null && LiveCapture.isNeeded(inputs.paths())
                ? capture(request, capturing)
                : write(ask(request));
    }

    private int write(Question.Answer answer) {
        List<String> paths = inputs.paths().stream().map(Path::toString).toList();
        List<String> arguments = spec.commandLine().getParseResult().originalArgs();
        return cli.write(answer, output, screen, ScreenArguments.more(arguments, paths), spec);
    }

    private Question.Answer ask(Request request) {
        try (ReadProgress progress = cli.progress()) {
            return question.ask(request, progress);
        }
    }

    /** Answers from a capture of a running JVM; Ctrl-C ends that early, and is what the end of the program waits for. */
    private int capture(Request request, CapturingArguments by) {
        Path kept = output instanceof Output.OfQuestion named ? named.capture() : null;
        StepPrinter steps = new StepPrinter(cli.console());
        LiveCapture capture = new LiveCapture(by.what(spec.commandLine()), kept, steps);
        // Half of one snapshot answers nothing: if it is not kept either, it is not waited for.
        boolean endsEarly = kept != null || !request.weight();
        try (InterruptGuard guard = endsEarly ? new InterruptGuard(capture::stop) : null) {
            Question.Answer answer;
            try (steps;
                    ReadProgress progress = cli.progress()) {
                answer = question.ask(request, progress, capture);
            }
            if (guard != null) {
                guard.workEnded();
            }
            if (capture.kept() != null) {
                cli.complain(spec.qualifiedName(), "kept in " + capture.kept());
            }
            return write(answer);
        }
    }

    /** The options that say how a report is printed, which is not asked of who answers. */
    List<ArgSpec> ofPrinting() {
        return Stream.of(output, screen)
                .flatMap(group -> group.declared().stream())
                .toList();
    }

    /** The options of some groups, as far as the question has them. */
    List<ArgSpec> of(Set<Question.Options> wanted) {
        return groups.entrySet().stream()
                .filter(group -> wanted.contains(group.getKey()))
                .flatMap(group -> group.getValue().declared().stream())
                .toList();
    }

    /** The request that the arguments make. */
    Request request() {
        Request request = read();
        for (Group group : groups.values()) {
            request = group.with(request, spec.commandLine());
        }
        return request;
    }

    private Request read() {
        try {
            return Request.of(
                    inputs.paths(), reader.get(), jmcRules.given(), inputs.maxUnpackedBytes(), secrets.shown());
        } catch (IllegalArgumentException e) {
            throw misuse("--reader: " + e.getMessage(), e);
        }
    }

    /** A group of options of questions, about what is read and how. */
    abstract static class Group extends Arguments {

        /**
         * A request with what the user asked for.
         *
         * @throws ParameterException if a value is not valid
         */
        abstract Request with(Request request, CommandLine command);

        /** The options of a group, or nothing where these are about how running JVMs are captured. */
        private static Optional<Group> of(Question.Options group) {
            return Optional.ofNullable(
                    switch (group) {
                        case PINS -> new PinArguments();
                        case CLASSES -> new ClassArguments();
                        case OWNERS -> new OwnerArguments();
                        case SIZES -> new SizeArguments();
                        case NMT -> new LiveArguments();
                        case WEIGHT -> new WeightArguments();
                        case DUMPS, BUDGET, DURATION, CPU_SAMPLES -> null;
                    });
        }
    }
}
