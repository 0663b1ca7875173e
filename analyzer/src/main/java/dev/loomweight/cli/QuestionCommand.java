package dev.loomweight.cli;

import dev.loomweight.command.LiveCapture;
import dev.loomweight.command.PinRequest;
import dev.loomweight.command.Question;
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
    private final SecretsArgument secrets = new SecretsArgument();

    private final PinArguments pins = new PinArguments();
    private final SizeArguments sizes = new SizeArguments();
    private final LiveArguments live = new LiveArguments();
    private final ClassArguments classes = new ClassArguments();
    private final OwnerArguments owners = new OwnerArguments();

    private final JvmArguments jvms = new JvmArguments();
    private final HangArguments hang = new HangArguments();
    private final WaitArguments waits = new WaitArguments();

    @Mixin
    private Output output;

    @Mixin
    private final ScreenArguments screen = new ScreenArguments();

    QuestionCommand(Cli cli, Question question) {
        super(cli);
        this.question = question;
        this.output = question.capturesJvms() ? new CapturingOutput() : new ReportOutput();
    }

    @Override
    public Integer call() {
        output.check(spec.commandLine());
        screen.check(spec.commandLine(), output);
        if (question.equals(Question.PINS)) {
            refuseJvms(inputs.paths(), "pins are read from recordings");
        }
        Request request = request();
        Question.Answer answer =
                question.capturesJvms() && LiveCapture.isNeeded(inputs.paths()) ? capture(request) : ask(request);
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
    private Question.Answer capture(Request request) {
        Path kept = output instanceof CapturingOutput capturing ? capturing.capture() : null;
        StepPrinter steps = new StepPrinter(cli.console());
        LiveCapture capture = liveCapture(kept, steps);
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

    private LiveCapture liveCapture(@Nullable Path kept, StepPrinter steps) {
        CommandLine command = spec.commandLine();
        if (question.equals(Question.HANG)) {
            return hang.capture(command, kept, steps);
        }
        return question.equals(Question.WAITS)
                ? waits.capture(command, kept, steps)
                : jvms.capture(command, kept, steps);
    }

    /** The options of questions about pins. */
    PinArguments pins() {
        return pins;
    }

    /** The options of questions that explain stacks by class files and are not about pins. */
    ClassArguments classes() {
        return classes;
    }

    /** The options of questions about who owns locks. */
    OwnerArguments owners() {
        return owners;
    }

    /** The options of questions that recommend settings. */
    SizeArguments sizes() {
        return sizes;
    }

    /** The options of questions that running JVMs can be asked. */
    LiveArguments live() {
        return live;
    }

    /** The options of the question where carriers' time goes, for running JVMs. */
    JvmArguments jvms() {
        return jvms;
    }

    /** The options of the question whether a process hangs. */
    HangArguments hang() {
        return hang;
    }

    /** The options of the question what threads wait for, for running JVMs. */
    WaitArguments waits() {
        return waits;
    }

    /** Where the class files are; for pins, which pins. */
    private PinRequest pinRequest() {
        return question.isOfClassFiles() ? classes.request() : pins.request(spec.commandLine());
    }

    /** The request that the arguments make. */
    Request request() {
        PinRequest asked = pinRequest();
        try {
            Request request = new Request(
                    owners.with(inputs.paths()),
                    reader,
                    jmcRules,
                    asked,
                    sizes.limitBytes(),
                    inputs.maxUnpackedBytes(),
                    secrets.shown(),
                    live.nmt());
            return owners.with(request, spec.commandLine());
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
