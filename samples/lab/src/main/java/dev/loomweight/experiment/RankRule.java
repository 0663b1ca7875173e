package dev.loomweight.experiment;

import dev.loomweight.experiment.ClaimVerdict.Decision;
import dev.loomweight.fold.Spread;
import dev.loomweight.report.Amounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A figure that must be the highest or the lowest of several in each round.
 *
 * @param one the figure
 * @param others the figures to compare with; those that were not measured are skipped
 * @param end whether it must be the highest or the lowest
 * @param words the condition, for people
 */
public record RankRule(Rival one, List<Rival> others, End end, String words) implements ClaimRule {

    /** JdkRuns of the same program differ by this factor, so a smaller lead does not count. */
    private static final double LEAD = 1.05;

    public RankRule {
        others = List.copyOf(others);
    }

    /** An end of a ranking. */
    public enum End {
        /** The largest figure. */
        HIGHEST,
        /** The smallest figure. */
        LOWEST
    }

    /**
     * A figure to compare.
     *
     * @param key the figure
     * @param name its name in sentences
     */
    public record Rival(String key, String name) {}

    @Override
    public ClaimVerdict judge(JdkRuns runs) {
        Optional<Spread> own = runs.spread(one.key());
        if (own.isEmpty()) {
            return ClaimVerdict.undecided(runs.whyAbsent(one.key()));
        }
        List<String> absent = new ArrayList<>();
        List<String> ahead = new ArrayList<>();
        List<String> close = new ArrayList<>();
        for (Rival other : others) {
            Optional<Spread> lead = lead(runs, other);
            if (lead.isEmpty()) {
                absent.add(other.name() + " (" + runs.whyMissing(other.key(), one.key()) + ")");
            } else if (Bounds.atMost(1 / LEAD).judge(lead.get()) == Decision.HOLDS) {
                ahead.add(other.name());
            } else if (Bounds.atLeast(LEAD).judge(lead.get()) != Decision.HOLDS) {
                close.add(other.name());
            }
        }
        String measured = Amounts.count(Math.round(own.get().median()));
        String without = absent.isEmpty() ? "" : "without " + String.join(", ", absent);
        if (absent.size() == others.size()) {
            return new ClaimVerdict(Decision.UNDECIDED, measured, without);
        }
        if (!ahead.isEmpty()) {
            return new ClaimVerdict(
                    Decision.FAILS, measured, (end == End.HIGHEST ? "higher: " : "lower: ") + String.join(", ", ahead));
        }
        return close.isEmpty()
                ? new ClaimVerdict(Decision.HOLDS, measured, without)
                : new ClaimVerdict(Decision.UNDECIDED, measured, "too close to " + String.join(", ", close));
    }

    /** The factor by which it is ahead of another. */
    private Optional<Spread> lead(JdkRuns runs, Rival other) {
        return runs.spread(round -> end == End.HIGHEST
                ? round.number(one.key()) / round.number(other.key())
                : round.number(other.key()) / round.number(one.key()));
    }
}
