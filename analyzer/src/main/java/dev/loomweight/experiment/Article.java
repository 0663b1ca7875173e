package dev.loomweight.experiment;

import dev.loomweight.experiment.Verdict.Decision;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What there is to read about an experiment.
 *
 * @param claimed what was done and concluded where it was published, in our words
 * @param here how it is done here
 * @param why why figures here and there agree or differ: what is at work, never what was measured
 */
public record Article(List<String> claimed, List<String> here, List<Why> why) {

    public Article {
        claimed = List.copyOf(claimed);
        here = List.copyOf(here);
        why = List.copyOf(why);
    }

    /** The reasons that bear on what was found, by the decisions of each claim on the JDKs. */
    List<String> why(Map<String, List<Decision>> decisions) {
        return why.stream()
                .filter(one -> one.isOf(decisions))
                .map(Why::sentence)
                .toList();
    }

    /**
     * A reason.
     *
     * @param sentence what is at work
     * @param claims the claims that it is about; empty where it is worth reading in any case
     * @param decision what must be found of one of them, on one JDK, for it to be worth reading; ignored without claims
     */
    public record Why(String sentence, Set<String> claims, Decision decision) {

        public Why {
            claims = Set.copyOf(claims);
        }

        /** A reason that is worth reading whatever was found. */
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

        /** A reason why one of these claims cannot be told. */
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
