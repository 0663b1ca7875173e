package dev.loomweight.cli;

import dev.loomweight.capture.DataException;
import dev.loomweight.command.Question;
import dev.loomweight.launch.JvmList;
import dev.loomweight.launch.program.MemorySample;
import dev.loomweight.launch.program.PublishedExperiment;
import dev.loomweight.render.SafeText;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;
import picocli.CommandLine;

/** Arguments in, exit status out: the door of the command line. */
@Command(
        name = "loomweight",
        description = "What platform and virtual threads weigh, and what pins them.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            RunCommand.class,
            RecordCommand.class,
            WatchCommand.class,
            DiffCommand.class,
            CheckCommand.class,
            ScrubCommand.class,
            ReplCommand.class
        })
final class Cli {

    /** Fine. */
    static final int OK = 0;
    /** Bad data, or a target that failed. */
    static final int DATA = 1;
    /** Bad usage. */
    static final int USAGE = 2;
    /** A budget is broken, or could not be measured. */
    static final int OVER_BUDGET = 3;
    /** 128 + SIGINT. */
    static final int INTERRUPTED = 130;

    private static final String LOOMWEIGHT = "loomweight";
    private static final String INTERNAL = "internal error: ";

    /** Of a message, its beginning and its end are shown. */
    private static final int MOST_CHARACTERS = 4000;

    private static final Pattern OPTION_WITH_VALUE = Pattern.compile("'(-[^'=:]*)[=:][^']*'");

    private final Console console;

    @Option(
            names = "--debug",
            scope = CommandLine.ScopeType.INHERIT,
            description = "Print the stack trace of an error.")
    private boolean debug;

    Cli(Console console) {
        this.console = console;
    }

    Console console() {
        return console;
    }

    /** Runs one command line and gives its exit status. */
    int run(String... args) {
        CommandLine line = new CommandLine(this, new Factory(this));
        for (Question question : Question.ALL) {
            line.addSubcommand(question.word(), line(new QuestionCommand(this, question), question));
        }
        CommandLine runs = Objects.requireNonNull(line.getSubcommands().get("run"));
        runs.addSubcommand("sleepers", RunArguments.line(new SleepersCommand(this), "2s"));
        for (String name : MemorySample.names()) {
            runs.addSubcommand(name, RunArguments.lineOfOneJdk(new MemorySampleCommand(this, name), "1s"));
        }
        for (String name : PublishedExperiment.names()) {
            String repeats = Integer.toString(PublishedExperiment.repeats(name));
            runs.addSubcommand(name, ExperimentArguments.line(new ExperimentCommand(this, name), repeats));
        }
        runs.addSubcommand("all", ExperimentArguments.line(new AllExperimentsCommand(this), "that of each experiment"));
        line.registerConverter(Path.class, Path::of);
        line.setOut(console.out());
        line.setErr(console.err());
        line.setColorScheme(CommandLine.Help.defaultColorScheme(
                console.colour() ? CommandLine.Help.Ansi.ON : CommandLine.Help.Ansi.OFF));
        line.setUsageHelpWidth(Math.max(60, Math.min(console.width(), 100)));
        line.setCaseInsensitiveEnumValuesAllowed(true);
        // An argument file of a command that is to be run is for its java.
        line.setExpandAtFiles(!List.of(args).contains("--"));
        line.setParameterExceptionHandler(this::misused);
        line.setExecutionExceptionHandler((e, command, parsed) -> failed(e, command));
        return execute(line, args.length == 0 ? new String[] {"--help"} : args);
    }

    /** The last resort: inputs are bounded so that none of them comes here. */
    private int execute(CommandLine line, String... args) {
        try {
            return line.execute(args);
        } catch (OutOfMemoryError e) {
            long heap = Runtime.getRuntime().maxMemory() >> 20;
            complain(
                    LOOMWEIGHT,
                    "the input needs more memory than the " + heap
                            + " MB there are; give more with LOOMWEIGHT_JAVA_OPTS=-Xmx8g, or a smaller input");
            return trace(e, DATA);
        } catch (StackOverflowError e) {
            complain(LOOMWEIGHT, "an input is nested too deeply; --debug shows where");
            return trace(e, DATA);
        } catch (LinkageError | AssertionError e) {
            complain(LOOMWEIGHT, INTERNAL + e + "; --debug shows where");
            return trace(e, DATA);
        }
    }

    /** The command of a question, with the options that bear on it. */
    CommandLine line(QuestionCommand asked, Question question) {
        CommandLine command = new CommandLine(asked);
        if (question.isOfPins()) {
            command.addMixin("pins", asked.pins());
        }
        if (question.isOfSizes()) {
            command.addMixin("sizes", asked.sizes());
        }
        command.getCommandSpec().usageMessage().description(question.summary());
        command.registerConverter(Path.class, Path::of);
        return command;
    }

    private int misused(ParameterException e, String[] args) {
        String message = message(e);
        String name = e.getCommandLine().getCommandSpec().qualifiedName();
        complain(name, message + (message.endsWith("?") ? "" : "; see " + name + " --help"));
        return trace(e, USAGE);
    }

    /** What is wrong with the words, and what may have been meant. */
    static String message(ParameterException e) {
        StringBuilder message = new StringBuilder(lowerCase(e));
        if (e instanceof UnmatchedArgumentException unmatched) {
            // Options of an application, for which -- was forgotten, can have a password behind their names.
            message = new StringBuilder(OPTION_WITH_VALUE.matcher(message).replaceAll("'$1'"));
            List<String> suggestions = unmatched.getSuggestions();
            if (!suggestions.isEmpty()) {
                message.append("; did you mean ")
                        .append(String.join(" or ", suggestions))
                        .append('?');
            }
        }
        return message.toString();
    }

    private int failed(Exception e, CommandLine command) {
        if (e instanceof InterruptedException) {
            return INTERRUPTED;
        }
        String name = command.getCommandSpec().qualifiedName();
        if (e instanceof JvmList.Ambiguous) {
            complain(name, lowerCase(e));
            return trace(e, USAGE);
        }
        if (e instanceof DataException) {
            complain(name, lowerCase(e));
        } else {
            complain(name, INTERNAL + e + "; --debug shows where");
        }
        return trace(e, DATA);
    }

    /** One line on standard error, whatever names are in it. */
    void complain(String name, String message) {
        console.err().println(name + ": " + SafeText.of(shortened(message)));
        console.err().flush();
    }

    /** A name that somebody made up can be as long as a file. */
    private static String shortened(String message) {
        return message.length() <= MOST_CHARACTERS
                ? message
                : message.substring(0, MOST_CHARACTERS / 2) + " ... "
                        + message.substring(message.length() - MOST_CHARACTERS / 2);
    }

    private int trace(Throwable e, int status) {
        if (debug) {
            e.printStackTrace(console.err());
        }
        return status;
    }

    /** Messages of this project start in lower case so that the command's name fits before them; picocli's do not. */
    private static String lowerCase(Exception e) {
        String message = e.getMessage() == null ? e.toString() : e.getMessage();
        return message.isEmpty() ? message : Character.toLowerCase(message.charAt(0)) + message.substring(1);
    }

    /** Makes the commands, which all share this door. */
    private record Factory(Cli cli) implements CommandLine.IFactory {

        @Override
        public <K> K create(Class<K> type) throws Exception {
            if (type == RunCommand.class) {
                return type.cast(new RunCommand(cli));
            }
            if (type == RecordCommand.class) {
                return type.cast(new RecordCommand(cli));
            }
            if (type == WatchCommand.class) {
                return type.cast(new WatchCommand(cli));
            }
            if (type == ReplCommand.class) {
                return type.cast(new ReplCommand(cli));
            }
            if (type == DiffCommand.class) {
                return type.cast(new DiffCommand(cli));
            }
            if (type == CheckCommand.class) {
                return type.cast(new CheckCommand(cli));
            }
            if (type == ScrubCommand.class) {
                return type.cast(new ScrubCommand(cli));
            }
            return CommandLine.defaultFactory().create(type);
        }
    }
}
