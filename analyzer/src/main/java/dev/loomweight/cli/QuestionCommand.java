package dev.loomweight.cli;

import dev.loomweight.command.LiveCapture;
import dev.loomweight.command.Question;
import dev.loomweight.command.Request;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code loomweight report|pins|memory PATH...}: answers a {@link Question}. */
final class QuestionCommand extends CliCommand {

    private final Question question;

    @Mixin
    private final InputArguments inputs = new InputArguments();

    @Option(
            names = "--reader",
            paramLabel = "READER",
            completionCandidates = Readers.class,
            defaultValue = "auto",
            description =
                    "Reader for recordings: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}). All of them give the"
                            + " same result for an undamaged recording.")
    private String reader = Request.AUTO;

    @Option(
            names = "--jmc-rules",
            description =
                    "Also run JDK Mission Control's automated rules over each recording; their results are a section of"
                            + " their own.")
    private boolean jmcRules;

    @Mixin
    private final InputArguments.Secrets secrets = new InputArguments.Secrets();

    private final List<Group> groups = new ArrayList<>();
    private @Nullable CapturingArguments capturing;

    @Mixin
    private Output output;

    @Mixin
    private final ScreenArguments screen = new ScreenArguments();

    QuestionCommand(Cli cli, Question question) {
        super(cli);
        this.question = question;
        this.output = question.captured() != null ? new Output.OfQuestion() : new Output.OfReport();
    }

    @Override
    public Integer call() {
        output.check(spec.commandLine());
        screen.check(spec.commandLine(), output);
        Request request = request();
        Question.Answer answer =
                capturing != null && LiveCapture.isNeeded(inputs.paths()) ? capture(request, capturing) : ask(request);
        List<String> paths = inputs.paths().stream().map(Path::toString).toList();
        List<String> arguments = spec.commandLine().getParseResult().originalArgs();
        return cli.write(answer, output, screen, ScreenArguments.more(arguments, paths), spec);
    }

    private Question.Answer ask(Request request) {
        try (ReadProgress progress = cli.progress()) {
            return question.ask(request, progress);
        }
    }

    /** The answer, from a capture where a running JVM is named; Ctrl-C ends that early. */
    private Question.Answer capture(Request request, CapturingArguments by) {
        Path kept = output instanceof Output.OfQuestion named ? named.capture() : null;
        StepPrinter steps = new StepPrinter(cli.console());
        LiveCapture capture = new LiveCapture(by.what(), kept, steps);
        try (steps;
                InterruptGuard guard = new InterruptGuard(capture::stop);
                ReadProgress progress = cli.progress()) {
            Question.Answer answer = question.ask(request, progress, capture);
            guard.workEnded();
            if (capture.kept() != null) {
                cli.complain(spec.qualifiedName(), "kept in " + capture.kept());
            }
            return answer;
        }
    }

    /** The command with the options that its question has. */
    CommandLine line() {
        CommandLine command = new CommandLine(this);
        for (Question.Options group : Question.Options.values()) {
            if (question.has(group)) {
                Group.of(group).ifPresent(arguments -> {
                    command.addMixin(group.name(), arguments);
                    groups.add(arguments);
                });
            }
        }
        if (question.captured() != null) {
            capturing = CapturingArguments.added(command, question, question.captured());
        }
        command.getCommandSpec().usageMessage().description(question.help().summary());
        command.registerConverter(Path.class, Path::of);
        return command;
    }

    /** The request that the arguments make. */
    Request request() {
        Request request = read();
        for (Group group : groups) {
            request = group.with(request, spec.commandLine());
        }
        return request;
    }

    private Request read() {
        try {
            return Request.of(inputs.paths(), reader, jmcRules, inputs.maxUnpackedBytes(), secrets.shown());
        } catch (IllegalArgumentException e) {
            throw misuse("--reader: " + e.getMessage(), e);
        }
    }

    /** A group of options of questions, about what is read and how. */
    @FunctionalInterface
    interface Group {

        /**
         * A request with what the user asked for.
         *
         * @throws ParameterException if a value is not valid
         */
        Request with(Request request, CommandLine command);

        /** The options of a group, or nothing where these are about how running JVMs are captured. */
        static Optional<Group> of(Question.Options group) {
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

    private static final class Readers implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Request.READERS.iterator();
        }
    }
}
