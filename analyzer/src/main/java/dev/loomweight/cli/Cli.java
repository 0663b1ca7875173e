package dev.loomweight.cli;

import dev.loomweight.capture.DataException;
import dev.loomweight.command.Question;
import dev.loomweight.launch.JvmList;
import dev.loomweight.launch.NotStarted;
import dev.loomweight.render.SafeText;
import dev.loomweight.render.TextOptions;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import dev.loomweight.report.WriterVersion;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** The command line: parses arguments, runs a command, and maps its result or failure to an exit status. */
final class Cli {

    /** Success. */
    static final int OK = 0;
    /** Invalid data, or a target that failed. */
    static final int DATA = 1;
    /** Invalid usage. */
    static final int USAGE = 2;
    /** A budget is exceeded or could not be measured. */
    static final int OVER_BUDGET = 3;
    /** 128 + SIGINT. */
    static final int INTERRUPTED = 130;

    private static final String LOOMWEIGHT = "loomweight";
    private static final String INTERNAL = "internal error: ";
    private static final String HOW_TO_TRACE = "; run again with --debug for a stack trace";

    /** Of a longer message, only the beginning and the end are shown. */
    private static final int MAX_CHARACTERS = 4000;

    /** How many budgets that failed a line on standard error names. */
    private static final int MAX_BUDGETS = 5;

    private final Console console;
    private final Duration progressDelay;
    private final @Nullable Consumer<Question.Answer> taker;

    private final OptionSpec debug = OptionSpec.builder("--debug")
            .type(boolean.class)
            .scopeType(CommandLine.ScopeType.INHERIT)
            .description("Print the stack trace of an error.")
            .build();

    Cli(Console console) {
        this(console, ReadProgress.USUAL_DELAY);
    }

    /** @param progressDelay how long reading takes at least to show its progress */
    Cli(Console console, Duration progressDelay) {
        this(console, progressDelay, null);
    }

    /** @param taker takes answers, which are not written; null where they are */
    Cli(Console console, Duration progressDelay, @Nullable Consumer<Question.Answer> taker) {
        this.console = console;
        this.progressDelay = progressDelay;
        this.taker = taker;
    }

    Console console() {
        return console;
    }

    /** The progress of reading, shown until it is closed. */
    ReadProgress progress() {
        return new ReadProgress(console, progressDelay);
    }

    /** Writes an answer and prints its problems; returns the exit status. */
    int write(Question.Answer answer, Output output, CommandSpec command) {
        return give(answer, () -> output.write(answer.report(), console), command);
    }

    /** The same for a report that a terminal has one screen of, with commands that show more. */
    int write(
            Question.Answer answer, Output output, ScreenOptions screen, ScreenOptions.More more, CommandSpec command) {
        return give(answer, () -> writeScreen(answer, output, screen, more), command);
    }

    /**
     * The exit status of what was judged. Where the verdict is in no text that people see, one line on standard error has it.
     *
     * @param status that of the answer as it was written
     */
    int judged(boolean passed, int status, Report report, Output output, CommandSpec command) {
        if (passed) {
            return status;
        }
        boolean seen = output.files().isEmpty() && output.isText();
        if (!seen && taker == null) {
            complain(command.qualifiedName(), verdict(report, output.files()));
        }
        return OVER_BUDGET;
    }

    private static String verdict(Report report, List<Path> files) {
        Section budgets = report.sections().stream()
                .filter(section -> section.id().equals("budgets"))
                .findFirst()
                .orElseThrow();
        List<String> failed = budgets.findings().stream()
                .filter(finding -> finding.severity() == Finding.Severity.PROBLEM)
                .map(finding -> withoutStop(finding.summary()))
                .toList();
        String headline = budgets.verdict().orElseThrow().sentences().getFirst();
        int more = failed.size() - MAX_BUDGETS;
        return Meant.lowerCase(withoutStop(headline)) + ": "
                + String.join("; ", failed.subList(0, Math.min(MAX_BUDGETS, failed.size())))
                + (more > 0 ? "; and " + more + " more" : "")
                + (files.isEmpty()
                        ? ""
                        : "; the report is in "
                                + files.stream().map(Path::toString).collect(Collectors.joining(", ")));
    }

    private static String withoutStop(String sentence) {
        return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
    }

    private void writeScreen(Question.Answer answer, Output output, ScreenOptions screen, ScreenOptions.More more) {
        boolean seen = console.terminal() && output.files().isEmpty() && output.isText();
        TextOptions options = screen.options(
                console.textOptions(),
                seen,
                output.hasTop(),
                console.rows(),
                answer.problems().size(),
                more);
        output.write(answer.report(), console.out(), options);
    }

    /** Gives an answer to whoever takes it; else writes it, with its problems. */
    private int give(Question.Answer answer, Runnable writing, CommandSpec command) {
        if (taker != null) {
            taker.accept(answer);
            return OK;
        }
        writing.run();
        answer.problems().forEach(problem -> complain(command.qualifiedName(), problem));
        return answer.problems().isEmpty() ? OK : DATA;
    }

    /** Runs one command line and returns its exit status. */
    int run(String... written) {
        boolean ascii = String.join("", written).chars().allMatch(letter -> letter < 128);
        String unreadable = ascii ? null : Meant.locale(List.of(written), System.getProperty("sun.jnu.encoding"));
        if (unreadable != null) {
            complain(LOOMWEIGHT, unreadable);
            return USAGE;
        }
        CommandTree commands = new CommandTree(this);
        List<String> asked = new ArrayList<>(List.of(commands.withHelpOption(written)));
        boolean complete = HelpCommand.takeAll(asked);
        String[] args = asked.toArray(String[]::new);
        CommandLine line = line(commands, asked, false);
        if (!complete && (asked.isEmpty() || HelpCommand.isAsked(asked))) {
            ShortHelp.applyTo(line);
        }
        // An argument file after -- is for the java command that is run.
        line.setExpandAtFiles(!List.of(args).contains("--"));
        line.setParameterExceptionHandler(this::misused);
        line.setExecutionExceptionHandler((e, command, parsed) -> failed(e, command));
        return execute(line, args.length == 0 ? new String[] {"--help"} : args);
    }

    /**
     * The command {@code loomweight}, as it prints on this console.
     *
     * @param arguments to whose command it is limited, if they name one
     * @param all whether its help lists all commands
     */
    CommandLine line(CommandTree commands, List<String> arguments, boolean all) {
        CommandLine line = line();
        commands.addTo(line, arguments, all);
        line.setOut(console.out());
        line.setErr(console.err());
        line.setColorScheme(CommandLine.Help.defaultColorScheme(
                console.colour() ? CommandLine.Help.Ansi.ON : CommandLine.Help.Ansi.OFF));
        line.setUsageHelpWidth(Math.max(60, Math.min(console.width(), 100)));
        line.setCaseInsensitiveEnumValuesAllowed(true);
        return line;
    }

    /** The command {@code loomweight}, without the commands that it has. */
    CommandLine line() {
        CommandSpec spec = CliCommand.spec(
                this,
                LOOMWEIGHT,
                "Measure the memory of platform and virtual threads, and find the code that pins virtual threads.");
        spec.usageMessage().synopsisSubcommandLabel("COMMAND");
        spec.add(debug);
        return CliCommand.line(spec);
    }

    /** The last resort: inputs are bounded, so that none of them should end here. */
    private int execute(CommandLine line, String... args) {
        try {
            return line.execute(args);
        } catch (OutOfMemoryError e) {
            long heap = Runtime.getRuntime().maxMemory() >> 20;
            complain(
                    LOOMWEIGHT,
                    "out of memory: the heap of " + heap
                            + " MB is too small for this input; set a larger one with LOOMWEIGHT_JAVA_OPTS=-Xmx8g,"
                            + " or reduce the input");
            return trace(e, DATA);
        } catch (StackOverflowError e) {
            complain(LOOMWEIGHT, "an input is nested too deeply" + HOW_TO_TRACE);
            return trace(e, DATA);
        } catch (LinkageError | AssertionError e) {
            complain(LOOMWEIGHT, INTERNAL + e + HOW_TO_TRACE);
            return trace(e, DATA);
        }
    }

    private int misused(ParameterException e, String[] args) {
        String message = Meant.words(e, List.of(args));
        String name = e.getCommandLine().getCommandSpec().qualifiedName();
        complain(name, message + (message.endsWith("?") ? "" : "; see " + name + " --help"));
        return trace(e, USAGE);
    }

    private int failed(Exception e, CommandLine command) {
        if (e instanceof InterruptedException || e instanceof CancellationException) {
            return INTERRUPTED;
        }
        String name = command.getCommandSpec().qualifiedName();
        if (e instanceof InvalidPathException invalid) {
            complain(name, Meant.path(invalid));
            return trace(e, USAGE);
        }
        boolean ambiguous = e instanceof JvmList.Ambiguous;
        boolean expected = ambiguous || e instanceof DataException;
        complain(name, expected ? String.valueOf(e.getMessage()) : INTERNAL + e + HOW_TO_TRACE);
        return trace(e, ambiguous ? USAGE : e instanceof NotStarted not ? not.status() : DATA);
    }

    /** Prints one line on standard error, whatever characters are in it. */
    void complain(String name, String message) {
        console.err().println(name + ": " + SafeText.of(shortened(message)));
        console.err().flush();
    }

    /** A message can quote a name from a file, which can be very long. */
    private static String shortened(String message) {
        return message.length() <= MAX_CHARACTERS
                ? message
                : message.substring(0, MAX_CHARACTERS / 2) + " ... "
                        + message.substring(message.length() - MAX_CHARACTERS / 2);
    }

    private int trace(Throwable e, int status) {
        if (Boolean.TRUE.equals(debug.getValue())) {
            e.printStackTrace(console.err());
        }
        return status;
    }

    /** The version, as the jar's manifest has it. */
    static final class Version implements IVersionProvider {

        @Override
        public String[] getVersion() {
            return new String[] {"loomweight " + number() + " on Java " + System.getProperty("java.version")};
        }

        /** The version alone. */
        static String number() {
            String version = WriterVersion.get();
            return version == null ? "(not from a jar)" : version;
        }
    }
}
