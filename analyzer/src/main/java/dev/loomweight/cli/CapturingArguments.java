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
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** The options of a question for the running JVMs among its inputs: how they are captured. */
final class CapturingArguments extends Arguments {

    private static final int MOST_DUMPS = 1000;
    private static final String DUMPS = "--dumps";
    private static final String EVERY = "--every";
    private static final String BUDGET = "--dump-budget";
    private static final String DURATION = "--duration";
    private static final String CPU_SAMPLES = "--cpu-samples";

    private final LiveCapture.What usual;

    /**
     * The options that apply to a question.
     *
     * @param usual what it captures where the user does not say
     */
    CapturingArguments(Question question, LiveCapture.What usual) {
        this.usual = usual;
        question.options().stream().sorted().forEach(this::declare);
    }

    private void declare(Options group) {
        switch (group) {
            case DUMPS -> {
                DumpRequest dumps = Objects.requireNonNull(usual.dumps());
                one(
                        int.class,
                        option(
                                        DUMPS,
                                        "N",
                                        "Number of thread dumps to take of a running JVM (default: ${DEFAULT-VALUE}). One"
                                                + " dump shows no movement.")
                                .defaultValue(Integer.toString(dumps.count())));
                time(option(EVERY, "TIME", "Time from one dump to the next (default: ${DEFAULT-VALUE}).")
                        .defaultValue(Durations.written(dumps.every())));
            }
            case DURATION -> {
                String how = usual.samples() == null ? "sample a running JVM by thread dumps" : "capture a running JVM";
                String description =
                        "How long to " + how + " (default: ${DEFAULT-VALUE}). Ctrl-C ends it early and still answers.";
                Duration duration = Objects.requireNonNull(usual.duration());
                time(option(DURATION, "TIME", description).defaultValue(Durations.written(duration)));
            }
            case BUDGET ->
                one(
                        String.class,
                        option(
                                BUDGET,
                                "PERCENT",
                                "Maximum share of the time for which the dumps may stop a running JVM (default: 0.5%%);"
                                        + " a processor is busy with them for at most 20 times that share."));
            case CPU_SAMPLES ->
                flag(
                        CPU_SAMPLES,
                        "Also record jdk.CPUTimeSample of a running JVM (JDK 25+, Linux): what runs, by processor time,"
                                + " native code included. The event is experimental and can crash the JVM when the"
                                + " recording ends.");
            default -> {
                // Of all inputs: QuestionCommand.Group.
            }
        }
    }

    /**
     * What to capture.
     *
     * @throws ParameterException if an option has an invalid value
     */
    LiveCapture.What what(CommandLine command) {
        ParseResult given = command.getParseResult();
        LiveCapture.What what = usual;
        DumpRequest dumps = usual.dumps();
        if (dumps != null && (given.hasMatchedOption(DUMPS) || given.hasMatchedOption(EVERY))) {
            Duration every = given.matchedOptionValue(EVERY, dumps.every());
            DumpArguments.requireMilli(command, EVERY, every);
            what = what.with(DumpRequest.of(count(command, given.matchedOptionValue(DUMPS, dumps.count())), every));
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

    private static int count(CommandLine command, int dumps) {
        if (dumps < 1 || dumps > MOST_DUMPS) {
            throw new ParameterException(
                    command,
                    "invalid value '" + dumps + "' for " + DUMPS + "; expected a number from 1 to " + MOST_DUMPS);
        }
        return dumps;
    }
}
