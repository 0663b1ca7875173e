package dev.loomweight.cli;

import dev.loomweight.amount.Durations;
import dev.loomweight.capture.DumpRequest;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** The options of commands that write captures, for the thread dumps in them. Of questions: {@link CapturingArguments}. */
final class DumpArguments extends Arguments {

    private static final String SAMPLED = "sampled";
    private static final int MOST = 10_000;

    private final One<String> dumps = one(
            String.class,
            option(
                    "--dumps",
                    "N",
                    "Take N thread dumps, virtual threads included, in addition to the snapshots; record ends after"
                            + " them unless --duration is given. With the word sampled instead of N, as many as --dump-budget"
                            + " permits until the end."));

    private final One<Duration> every = time(option(
            "--every",
            "TIME",
            "Time from one thread dump to the next (default: 2s; the shortest, with --dumps sampled: 100ms)."));

    private final One<String> budget = one(
            String.class,
            option(
                    "--dump-budget",
                    "PERCENT",
                    "Maximum share of the time for which sampled thread dumps may stop the application (default:"
                            + " 0.5%%); a processor is busy with them for at most 20 times that share."));

    private final Flag withoutOwnedLocks = flag(
            "--no-owned-locks",
            "With --dumps N: do not ask which java.util.concurrent locks platform threads own. For that, the"
                    + " first dump stops the application while the JVM searches its heap.");

    /**
     * Which thread dumps are wanted, or null for none.
     *
     * @throws ParameterException if an option has an invalid value, or no effect
     */
    @Nullable
    DumpRequest request(CommandLine command) {
        if (!dumps.given()) {
            String unused = every.given()
                    ? "--every"
                    : budget.given() ? "--dump-budget" : withoutOwnedLocks.given() ? "--no-owned-locks" : null;
            if (unused != null) {
                throw new ParameterException(
                        command,
                        unused + " is about thread dumps; add --dumps N or --dumps " + SAMPLED
                                + (every.given() ? " (snapshots have --snapshot-every)" : ""));
            }
            return null;
        }
        if (every.given()) {
            requireMilli(command, "--every", every.get());
        }
        if (dumps.get().equals(SAMPLED)) {
            return new DumpRequest(0, every.or(DumpRequest.SHORTEST), share(command), DumpRequest.Print.NONE);
        }
        if (budget.given()) {
            throw new ParameterException(
                    command,
                    "--dump-budget limits --dumps " + SAMPLED + "; a number of dumps is taken as it is asked for");
        }
        return new DumpRequest(
                count(command, dumps.get()),
                every.or(DumpRequest.USUAL_EVERY),
                DumpRequest.USUAL_BUDGET,
                withoutOwnedLocks.given() ? DumpRequest.Print.THREADS : DumpRequest.Print.OWNED_LOCKS);
    }

    private static int count(CommandLine command, String text) {
        int count = text.matches("\\d{1,6}") ? Integer.parseInt(text) : 0;
        if (count < 1 || count > MOST) {
            throw new ParameterException(
                    command,
                    "invalid value '" + text + "' for --dumps; expected a number from 1 to " + MOST + ", or "
                            + SAMPLED);
        }
        return count;
    }

    /** @throws ParameterException if the time of an option is less than a millisecond */
    static void requireMilli(CommandLine command, String option, Duration time) {
        if (time.compareTo(Duration.ofMillis(1)) < 0) {
            throw new ParameterException(command, option + " must be 1ms or more, not " + Durations.written(time));
        }
    }

    private double share(CommandLine command) {
        return share(command, budget.orNull());
    }

    /**
     * A budget of dumps.
     *
     * @param budget as the user wrote it, or null for the usual one
     * @return a share of the time, over 0, at most 1
     * @throws ParameterException if it is none
     */
    static double share(CommandLine command, @Nullable String budget) {
        if (budget == null) {
            return DumpRequest.USUAL_BUDGET;
        }
        String digits = budget.endsWith("%") ? budget.substring(0, budget.length() - 1) : "";
        double share = digits.matches("\\d{1,3}(\\.\\d{1,6})?") ? Double.parseDouble(digits) / 100 : 0;
        if (share <= 0 || share > 1) {
            throw new ParameterException(
                    command,
                    "invalid value '" + budget + "' for --dump-budget; expected a share of the time such as 0.5%");
        }
        return share;
    }
}
