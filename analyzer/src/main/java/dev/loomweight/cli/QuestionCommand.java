package dev.loomweight.cli;

import dev.loomweight.command.PinRequest;
import dev.loomweight.command.Question;
import dev.loomweight.command.Request;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code loomweight report|pins|memory PATH...}: the door to every {@link Question}. */
@Command(mixinStandardHelpOptions = true, versionProvider = Version.class)
final class QuestionCommand implements Callable<Integer> {

    private final Cli cli;
    private final Question question;

    @Parameters(
            arity = "1..*",
            paramLabel = "PATH",
            description = "Captures (*.lw), folders of captures, recordings (*.jfr), texts of jcmd and /proc"
                    + " (NMT, VM.info, class histogram, System.map, native_heap_info, heap_info, smaps, smaps_rollup,"
                    + " status, Thread.dump_to_file), any of them compressed, - for standard input, or the number of a running"
                    + " JVM.")
    private List<Path> paths = List.of();

    @Option(
            names = "--reader",
            paramLabel = "READER",
            completionCandidates = Readers.class,
            defaultValue = "auto",
            description =
                    "What recordings are read by: ${COMPLETION-CANDIDATES} (default ${DEFAULT-VALUE}). All of them"
                            + " give the same of a recording that is not damaged.")
    private String reader = Request.AUTO;

    @Option(
            names = "--jmc-rules",
            description = "Run JDK Mission Control's automated rules over each recording, and show what they say in a"
                    + " section of its own.")
    private boolean jmcRules;

    @Mixin
    private final SecretsArgument secrets = new SecretsArgument();

    private final PinArguments pins = new PinArguments();
    private final SizeArguments sizes = new SizeArguments();

    @Mixin
    private final UnpackArguments unpacked = new UnpackArguments();

    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private Output output = new AnswerOutput();

    QuestionCommand(Cli cli, Question question) {
        this.cli = cli;
        this.question = question;
    }

    @Override
    public Integer call() {
        output.check(Objects.requireNonNull(spec).commandLine());
        Question.Answer answer = question.ask(request());
        output.write(answer.report(), cli.console());
        answer.problems().forEach(problem -> cli.complain("loomweight " + question.word(), problem));
        return answer.problems().isEmpty() ? Cli.OK : Cli.DATA;
    }

    /** The options of questions that are of pins. */
    PinArguments pins() {
        return pins;
    }

    /** The options of questions that propose sizes. */
    SizeArguments sizes() {
        return sizes;
    }

    /** What its words ask for. */
    Request request() {
        PinRequest asked = pins.request(Objects.requireNonNull(spec).commandLine());
        try {
            return new Request(paths, reader, jmcRules, asked, sizes.limitBytes(), unpacked.bytes(), secrets.shown());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(Objects.requireNonNull(spec).commandLine(), "--reader: " + e.getMessage(), e);
        }
    }

    private static final class Readers extends ArrayList<String> {
        private static final long serialVersionUID = 1;

        Readers() {
            super(Request.READERS);
        }
    }
}
