package dev.loomweight.cli;

import dev.loomweight.command.Question;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code loomweight report|pins|memory PATH...}: the door to every {@link Question}. */
@Command(mixinStandardHelpOptions = true, versionProvider = Version.class)
final class QuestionCommand implements Callable<Integer> {

    private final Cli cli;
    private final Question question;

    @Parameters(
            arity = "1..*",
            paramLabel = "PATH",
            description = "Captures (*.lw), folders of captures, recordings (*.jfr), texts of jcmd and /proc"
                    + " (NMT, class histogram, System.map, status, smaps_rollup), or the number of a running JVM.")
    private List<Path> paths = List.of();

    @Mixin
    private Output output = new Output();

    QuestionCommand(Cli cli, Question question) {
        this.cli = cli;
        this.question = question;
    }

    @Override
    public Integer call() {
        Question.Answer answer = question.ask(paths);
        output.write(answer.report(), cli.console());
        answer.problems().forEach(problem -> cli.complain("loomweight " + question.word(), problem));
        return answer.problems().isEmpty() ? Cli.OK : Cli.DATA;
    }
}
