package dev.loomweight.cli;

import dev.loomweight.command.InputOptions;
import dev.loomweight.command.LiveCapture;
import dev.loomweight.command.Question;
import dev.loomweight.kernel.option.Option;
import dev.loomweight.kernel.option.Options;
import java.nio.file.Path;
import java.util.List;

/** {@code loomweight report|pins|memory PATH...}: answers a {@link Question}. */
final class QuestionCommand extends CliCommand {

    private final Question question;

    QuestionCommand(Cli cli, Question question) {
        super(
                cli,
                question.word(),
                Option.all(
                        List.of(
                                InputOptions.PATHS,
                                InputOptions.MAX_UNPACKED,
                                InputOptions.READER,
                                InputOptions.JMC_RULES,
                                InputOptions.SHOW_SECRETS),
                        ScreenOptions.ALL,
                        Output.options(question.captured() == null ? Output.REPORT : Output.REPORT_AND_CAPTURE),
                        question.options()),
                question.help().summary());
        this.question = question;
    }

    @Override
    int run(Options given) {
        Output output = new Output(given, Output.REPORT, question.captured() != null);
        ScreenOptions screen = new ScreenOptions(given, output);
        LiveCapture.What what = question.capturedOf(given);
        return what == null ? write(ask(given), given, output, screen) : capture(given, what, output, screen);
    }

    private int write(Question.Answer answer, Options given, Output output, ScreenOptions screen) {
        List<String> arguments = spec.commandLine().getParseResult().originalArgs();
        List<String> named =
                given.get(InputOptions.PATHS).stream().map(Path::toString).toList();
        return cli.write(answer, output, screen, ScreenOptions.more(arguments, named), spec);
    }

    private Question.Answer ask(Options given) {
        try (ReadProgress progress = cli.progress()) {
            return question.ask(given, progress, null);
        }
    }

    /** Answers from a capture of a running JVM; Ctrl-C ends that early, and the end of the program waits for the answer. */
    private int capture(Options given, LiveCapture.What what, Output output, ScreenOptions screen) {
        Path kept = output.capture();
        StepPrinter steps = new StepPrinter(cli.console());
        LiveCapture capture = new LiveCapture(what, kept, steps);
        // Half of one snapshot answers nothing: if it is not kept either, it is not waited for.
        boolean endsEarly = kept != null || !given.get(InputOptions.WEIGHT);
        try (InterruptGuard guard = endsEarly ? new InterruptGuard(capture::stop) : null) {
            Question.Answer answer;
            try (steps;
                    ReadProgress progress = cli.progress()) {
                answer = question.ask(given, progress, capture);
            }
            if (guard != null) {
                guard.workEnded();
            }
            if (capture.kept() != null) {
                cli.complain(spec.qualifiedName(), "kept in " + capture.kept());
            }
            return write(answer, given, output, screen);
        }
    }
}
