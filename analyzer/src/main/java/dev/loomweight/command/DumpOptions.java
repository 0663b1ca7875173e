package dev.loomweight.command;

import dev.loomweight.amount.Durations;
import dev.loomweight.capture.DumpRequest;
import dev.loomweight.kernel.option.Misuse;
import dev.loomweight.kernel.option.Option;
import dev.loomweight.kernel.option.Options;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The options of thread dumps: those that a question takes of a running JVM, and those in a capture. */
public final class DumpOptions {

    private static final String SAMPLED = "sampled";
    private static final int MAX_OF_QUESTION = 1000;
    private static final int MAX_OF_CAPTURE = 10_000;

    private static final Option<Integer> COUNT = Option.number(
                    "--dumps",
                    "Number of thread dumps to take of a running JVM (default: ${DEFAULT-VALUE}). One dump shows no movement.")
            .usually(Integer.toString(DumpRequest.USUAL_COUNT));

    private static final Option<Duration> EVERY = Option.time(
                    "--every", "Time from one dump to the next (default: ${DEFAULT-VALUE}).")
            .usually(Durations.written(DumpRequest.USUAL_EVERY));

    /** Those of a question that takes a number of dumps. */
    static final List<Option<?>> OF_NUMBER = Option.in(Option.Group.CAPTURE, List.of(COUNT, EVERY));

    /** For how long a running JVM is sampled by dumps; 30 seconds are some 250, where these are short. */
    static final Option<Duration> DURATION = Option.time(
                    InputOptions.DURATION.name(),
                    "How long to sample a running JVM by thread dumps (default: ${DEFAULT-VALUE}). Ctrl-C ends it early and"
                            + " still answers.")
            .usually("30s")
            .in(Option.Group.CAPTURE);

    /** What the dumps of a question may cost. */
    static final Option<String> BUDGET = Option.text(
                    "--dump-budget",
                    "PERCENT",
                    "Maximum share of the time for which the dumps may stop a running JVM (default: 0.5%%);"
                            + " a processor is busy with them for at most 20 times that share.")
            .in(Option.Group.CAPTURE);

    private static final Option<String> DUMPS = Option.text(
            "--dumps",
            "N",
            "Take N thread dumps, virtual threads included, in addition to the snapshots; record ends after"
                    + " them unless --duration is given. With the word sampled instead of N, as many as --dump-budget"
                    + " permits until the end.");

    private static final Option<Boolean> NO_OWNED_LOCKS = Option.flag(
            "--no-owned-locks",
            "With --dumps N: do not ask which java.util.concurrent locks platform threads own. For that, the"
                    + " first dump stops the application while the JVM searches its heap.");

    /** Those of commands that write captures. */
    public static final List<Option<?>> OF_CAPTURES = List.of(
            DUMPS,
            Option.time(
                    EVERY.name(),
                    "Time from one thread dump to the next (default: 2s; the shortest, with --dumps sampled: 100ms)."),
            Option.text(
                    BUDGET.name(),
                    "PERCENT",
                    "Maximum share of the time for which sampled thread dumps may stop the application (default:"
                            + " 0.5%%); a processor is busy with them for at most 20 times that share."),
            NO_OWNED_LOCKS);

    private DumpOptions() {}

    /**
     * The thread dumps of a question that takes a number of them.
     *
     * @throws Misuse if an option has an invalid value
     */
    static DumpRequest ofNumber(Options given) {
        Duration every = atLeastMilli(given, EVERY);
        int count = given.get(COUNT);
        Misuse.require(
                count >= 1 && count <= MAX_OF_QUESTION,
                "invalid value '" + count + "' for --dumps; expected a number from 1 to " + MAX_OF_QUESTION);
        return DumpRequest.of(count, every);
    }

    /**
     * The thread dumps that a capture takes, or null for none.
     *
     * @throws Misuse if an option has an invalid value, or no effect
     */
    public static @Nullable DumpRequest ofCapture(Options given) {
        if (!given.has(DUMPS)) {
            for (Option<?> unused : List.of(EVERY, BUDGET, NO_OWNED_LOCKS)) {
                Misuse.require(
                        !given.has(unused),
                        unused.name() + " is about thread dumps; add --dumps N or --dumps " + SAMPLED
                                + (unused.equals(EVERY) ? " (snapshots have --snapshot-every)" : ""));
            }
            return null;
        }
        atLeastMilli(given, EVERY);
        String dumps = given.get(DUMPS);
        if (dumps.equals(SAMPLED)) {
            return new DumpRequest(0, given.get(EVERY, DumpRequest.SHORTEST), budget(given), DumpRequest.Print.NONE);
        }
        Misuse.require(
                !given.has(BUDGET),
                "--dump-budget limits --dumps " + SAMPLED + "; a number of dumps is taken as it is asked for");
        int count = dumps.matches("\\d{1,6}") ? Integer.parseInt(dumps) : 0;
        Misuse.require(
                count >= 1 && count <= MAX_OF_CAPTURE,
                "invalid value '" + dumps + "' for --dumps; expected a number from 1 to " + MAX_OF_CAPTURE + ", or "
                        + SAMPLED);
        return new DumpRequest(
                count,
                given.get(EVERY, DumpRequest.USUAL_EVERY),
                DumpRequest.USUAL_BUDGET,
                given.get(NO_OWNED_LOCKS) ? DumpRequest.Print.THREADS : DumpRequest.Print.OWNED_LOCKS);
    }

    /**
     * The time of an option.
     *
     * @throws Misuse if it is less than a millisecond
     */
    public static Duration atLeastMilli(Options given, Option<Duration> option) {
        Duration time = given.get(option);
        Misuse.require(
                time.compareTo(Duration.ofMillis(1)) >= 0,
                option.name() + " must be 1ms or more, not " + Durations.written(time));
        return time;
    }

    /**
     * The budget of dumps: a share of the time, over 0, at most 1.
     *
     * @throws Misuse if the option has an invalid value
     */
    static double budget(Options given) {
        if (!given.has(BUDGET)) {
            return DumpRequest.USUAL_BUDGET;
        }
        String budget = given.get(BUDGET);
        String digits = budget.endsWith("%") ? budget.substring(0, budget.length() - 1) : "";
        double share = digits.matches("\\d{1,3}(\\.\\d{1,6})?") ? Double.parseDouble(digits) / 100 : 0;
        Misuse.require(
                share > 0 && share <= 1,
                "invalid value '" + budget + "' for --dump-budget; expected a share of the time such as 0.5%");
        return share;
    }
}
