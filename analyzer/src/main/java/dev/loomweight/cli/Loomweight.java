package dev.loomweight.cli;

import dev.loomweight.command.Question;
import dev.loomweight.report.Report;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The command for programs: asks what a command line asks, and gives the report instead of writing it. Command lines and
 * the ids in reports stay from one release to the next.
 *
 * <pre>{@code
 * Loomweight.Answer answer = Loomweight.ask("pins", "app.jfr", "--own", "com.acme");
 * answer.report().sections().forEach(section -> section.findings().forEach(finding -> log(finding.summary())));
 * }</pre>
 */
public final class Loomweight {

    private Loomweight() {}

    /**
     * An answer.
     *
     * @param report the report
     * @param problems inputs or parts of them that could not be read, a line each; the report is of the others
     * @param passed whether {@code check} or a budget of {@code fleet} passed; true where nothing was judged
     */
    public record Answer(Report report, List<String> problems, boolean passed) {

        public Answer {
            problems = List.copyOf(problems);
        }
    }

    /**
     * Asks a question of recordings, captures, texts, fold files or running JVMs. Safe for several threads. What the report
     * is written with, such as {@code --format} and {@code --output}, has no effect.
     *
     * @param commandLine a command that reports and its arguments, as the shell takes them: {@code report}, {@code pins},
     *     {@code check} and others, but none that writes files or runs until it is stopped
     * @throws IllegalArgumentException if the command line is invalid, or is of a command that gives no report; the message is
     *     the command's
     * @throws IOException if there is nothing to report: inputs are missing, damaged or say nothing of the question; the
     *     message is the command's
     */
    public static Answer ask(String... commandLine) throws IOException {
        StringWriter said = new StringWriter();
        PrintWriter out = new PrintWriter(said);
        Console console = Console.of(out, out, Map.of());
        List<Question.Answer> answers = new ArrayList<>();
        int status = new Cli(console, ReadProgress.USUAL_DELAY, answers::add).run(commandLine);
        out.flush();
        if (status == Cli.USAGE) {
            throw new IllegalArgumentException(said.toString().strip());
        }
        if (answers.isEmpty()) {
            if (status == Cli.OK) {
                throw new IllegalArgumentException(String.join(" ", commandLine) + " gives no report");
            }
            throw new IOException(said.toString().strip());
        }
        Question.Answer last = answers.getLast();
        return new Answer(last.report(), last.problems(), status != Cli.OVER_BUDGET);
    }
}
