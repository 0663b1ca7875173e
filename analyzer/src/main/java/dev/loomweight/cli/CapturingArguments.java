package dev.loomweight.cli;

import dev.loomweight.amount.Durations;
import dev.loomweight.capture.DumpRequest;
import dev.loomweight.capture.RecordingOptions.Samples;
import dev.loomweight.command.LiveCapture;
import dev.loomweight.command.Question;
import dev.loomweight.command.Question.Options;
import java.time.Duration;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** The options of a question for the running JVMs among its inputs: how they are captured. */
final class CapturingArguments {

    private static final int MOST_DUMPS = 1000;
    private static final String DUMPS = "--dumps";
    private static final String EVERY = "--every";
    private static final String BUDGET = "--dump-budget";
    private static final String DURATION = "--duration";
    private static final String CPU_SAMPLES = "--cpu-samples";

    private final CommandLine command;
    private final LiveCapture.What usual;

    private CapturingArguments(CommandLine command, LiveCapture.What usual) {
        this.command = command;
        this.usual = usual;
    }

    /**
     * Adds the options that apply to a question.
     *
     * @param usual what it captures where the user does not say
     */
    static CapturingArguments added(CommandLine command, Question question, LiveCapture.What usual) {
        CapturingArguments arguments = new CapturingArguments(command, usual);
        question.options().stream().sorted().forEach(arguments::add);
        return arguments;
    }

    private void add(Options group) {
        switch (group) {
            case DUMPS -> {
                DumpRequest dumps = Objects.requireNonNull(usual.dumps());
                add(OptionSpec.builder(DUMPS)
                        .paramLabel("N")
                        .type(int.class)
                        .defaultValue(Integer.toString(dumps.count()))
                        .description("Number of thread dumps to take of a running JVM (default: ${DEFAULT-VALUE}). One"
                                + " dump shows no movement."));
                add(time(EVERY, dumps.every())
                        .description("Time from one dump to the next (default: ${DEFAULT-VALUE})."));
            }
            case DURATION ->
                add(time(DURATION, Objects.requireNonNull(usual.duration()))
                        .description("How long to "
                                + (usual.samples() == null
                                        ? "sample a running JVM by thread dumps"
                                        : "capture a running JVM")
                                + " (default: ${DEFAULT-VALUE}). Ctrl-C ends it early and still answers."));
            case BUDGET ->
                add(OptionSpec.builder(BUDGET)
                        .paramLabel("PERCENT")
                        .type(String.class)
                        .description(
                                "Maximum share of the time for which the dumps may stop a running JVM (default: 0.5%%);"
                                        + " a processor is busy with them for at most 20 times that share."));
            case CPU_SAMPLES ->
                add(OptionSpec.builder(CPU_SAMPLES)
                        .type(boolean.class)
                        .description("Also record jdk.CPUTimeSample of a running JVM (JDK 25+, Linux): what runs, by"
                                + " processor time, native code included. The event is experimental and can crash the"
                                + " JVM when the recording ends."));
            default -> {
                // Of all inputs: QuestionCommand.Group.
            }
        }
    }

    private static OptionSpec.Builder time(String name, Duration usual) {
        return OptionSpec.builder(name)
                .paramLabel("TIME")
                .type(Duration.class)
                .converters(new Converters.OfDuration())
                .defaultValue(Durations.written(usual));
    }

    private void add(OptionSpec.Builder option) {
        command.getCommandSpec().addOption(option.build());
    }

    /**
     * What to capture.
     *
     * @throws ParameterException if an option has an invalid value
     */
    LiveCapture.What what() {
        ParseResult given = command.getParseResult();
        LiveCapture.What what = usual;
        DumpRequest dumps = usual.dumps();
        if (dumps != null && (given.hasMatchedOption(DUMPS) || given.hasMatchedOption(EVERY))) {
            Duration every = given.matchedOptionValue(EVERY, dumps.every());
            DumpArguments.requireMilli(command, EVERY, every);
            what = what.with(DumpRequest.of(count(given.matchedOptionValue(DUMPS, dumps.count())), every));
        }
        if (dumps != null && given.hasMatchedOption(BUDGET)) {
            what = what.with(dumps.with(DumpArguments.share(command, given.matchedOptionValue(BUDGET, ""))));
        }
        if (given.hasMatchedOption(DURATION)) {
            Duration duration = given.matchedOptionValue(DURATION, Duration.ZERO);
            DumpArguments.requireMilli(command, DURATION, duration);
            what = what.with(duration);
        }
        return given.hasMatchedOption(CPU_SAMPLES) ? what.with(Samples.CPU_TIME) : what;
    }

    private int count(int dumps) {
        if (dumps < 1 || dumps > MOST_DUMPS) {
            throw new ParameterException(
                    command,
                    "invalid value '" + dumps + "' for " + DUMPS + "; expected a number from 1 to " + MOST_DUMPS);
        }
        return dumps;
    }
}
