package dev.loomweight.cli;

import dev.loomweight.command.LiveCapture;
import dev.loomweight.command.PinRequest;
import dev.loomweight.command.Question;
import dev.loomweight.command.Question.Options;
import dev.loomweight.command.Request;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

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

    // Each only of questions that have its options.
    private @Nullable PinArguments pins;
    private @Nullable ClassArguments classes;
    private @Nullable OwnerArguments owners;
    private @Nullable SizeArguments sizes;
    private @Nullable LiveArguments live;
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
        if (question.has(Options.PINS)) {
            pins = with(command, "pins", new PinArguments());
        }
        if (question.has(Options.CLASSES)) {
            classes = with(command, "classes", new ClassArguments());
        }
        if (question.has(Options.OWNERS)) {
            owners = with(command, "owners", new OwnerArguments());
        }
        if (question.has(Options.SIZES)) {
            sizes = with(command, "sizes", new SizeArguments());
        }
        if (question.has(Options.NMT)) {
            live = with(command, "live", new LiveArguments());
        }
        if (question.captured() != null) {
            capturing = CapturingArguments.added(command, question, question.captured());
        }
        command.getCommandSpec().usageMessage().description(question.summary());
        command.registerConverter(Path.class, Path::of);
        return command;
    }

    private static <T> T with(CommandLine command, String name, T options) {
        command.addMixin(name, options);
        return options;
    }

    /** Where the class files are; for pins, which pins. */
    private PinRequest pinRequest() {
        if (pins != null) {
            return pins.request(spec.commandLine());
        }
        return classes == null ? PinRequest.NONE : classes.request();
    }

    /** The request that the arguments make. */
    Request request() {
        PinRequest asked = pinRequest();
        try {
            Request request = new Request(
                    owners == null ? inputs.paths() : owners.with(inputs.paths()),
                    reader,
                    jmcRules,
                    asked,
                    sizes == null ? 0 : sizes.limitBytes(),
                    inputs.maxUnpackedBytes(),
                    secrets.shown(),
                    live == null ? null : live.nmt());
            return owners == null ? request : owners.with(request, spec.commandLine());
        } catch (IllegalArgumentException e) {
            throw misuse("--reader: " + e.getMessage(), e);
        }
    }

    private static final class Readers implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Request.READERS.iterator();
        }
    }
}
