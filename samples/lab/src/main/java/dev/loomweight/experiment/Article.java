package dev.loomweight.experiment;

import dev.loomweight.experiment.ClaimVerdict.Decision;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The texts about an experiment.
 *
 * @param claimed what was published, in our words
 * @param here how it is measured here
 * @param why causes of differences and agreements; never measured values
 */
public record Article(List<String> claimed, List<String> here, List<Why> why) {

    public Article {
        claimed = List.copyOf(claimed);
        here = List.copyOf(here);
        why = List.copyOf(why);
    }

    /** The reasons that apply to the decisions on each claim on the JDKs. */
    List<String> why(Map<String, List<Decision>> decisions) {
        return why.stream()
                .filter(one -> one.isOf(decisions))
                .map(Why::sentence)
                .toList();
    }

    /**
     * A reason.
     *
     * @param sentence the cause
     * @param claims the claims that it is about; empty if it always applies
     * @param decision the decision on one of them, on any JDK, for which it applies; ignored without claims
     */
    public record Why(String sentence, Set<String> claims, Decision decision) {

        public Why {
            claims = Set.copyOf(claims);
        }

        /** A reason that always applies. */
        static Why always(String sentence) {
            return new Why(sentence, Set.of(), Decision.UNDECIDED);
        }

        /** A reason why one of these claims holds. */
        static Why holds(String sentence, String... claims) {
            return new Why(sentence, Set.of(claims), Decision.HOLDS);
        }

        /** A reason why one of these claims does not hold. */
        static Why fails(String sentence, String... claims) {
            return new Why(sentence, Set.of(claims), Decision.FAILS);
        }

        /** A reason why one of these claims is undecided. */
        static Why undecided(String sentence, String... claims) {
            return new Why(sentence, Set.of(claims), Decision.UNDECIDED);
        }

        private boolean isOf(Map<String, List<Decision>> decisions) {
            return claims.isEmpty()
                    || claims.stream()
                            .anyMatch(claim ->
                                    decisions.getOrDefault(claim, List.of()).contains(decision));
        }
    }
}
