package dev.loomweight.cli;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** The options of {@code run} that try proposed limits. */
final class VerifyArguments extends Arguments {

    private final Flag verify = flag(
            "--verify",
            "Propose memory limits from this run, and run the command again under each of them and under"
                    + " 10 %% less, in a control group where one can be made; reports whether it was killed or failed,"
                    + " and at what cost. The command must need no input, and end by itself or with --duration.");

    private final One<Long> limitBytes = size(option(
            "--limit",
            "SIZE",
            "With --verify: the limit to try, such as 512m (default: a comfortable and the least one)."));

    private final One<Duration> duration = time(
            option("--duration", "TIME", "End the command with SIGTERM after this time (default: it ends by itself)."));

    /** Whether limits are to be tried. */
    boolean verify() {
        return verify.given();
    }

    /** The limit to try, in bytes, or 0 for those that are proposed. */
    long limitBytes() {
        return limitBytes.or(0L);
    }

    /** How long the command runs, or null until it ends. */
    @Nullable
    Duration duration() {
        return duration.orNull();
    }

    /** @throws ParameterException if the options do not go together */
    void check(CommandLine command) {
        if (limitBytes.given() && !verify.given()) {
            throw new ParameterException(command, "--limit applies to --verify");
        }
        if (limitBytes.given() && limitBytes.get() == 0) {
            throw new ParameterException(command, "--limit must be above 0");
        }
        if (duration.given() && duration.get().isZero()) {
            throw new ParameterException(command, "--duration must be 1ms or more, not 0");
        }
    }
}
