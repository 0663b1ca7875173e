package dev.loomweight.fold;

import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.state.StateParts;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * How fold files hold what a fold gathers.
 *
 * @param type the type of the parts; no two folds of one pass have different states of one type
 * @param maker makes what has some parts, to be merged, of the name of the process and these; an
 *     {@link IllegalArgumentException} says that their figures contradict each other
 * @param <A> what the fold gathers
 * @param <P> its parts, of one process
 */
public record StateForm<A, P extends StateParts>(Class<P> type, BiFunction<String, P, A> maker) {

    /**
     * What is written into fold files of what a fold gathers.
     *
     * @param <A> what the fold gathers
     */
    public interface Stored<A> extends OfFold<A> {

        /**
         * The parts of each process that has any, by the name of the process. Those that gathered the same in another order
         * have equal parts.
         *
         * @param all everything that was folded; not changed
         * @param coverage what the inputs recorded
         */
        Map<String, ? extends StateParts> parts(A all, Coverage coverage);

        /** What is written of a state that is whole without the coverage. */
        static <A> Stored<A> of(Fold<A> fold, Function<A, Map<String, ? extends StateParts>> parts) {
            return new Stored<>() {

                @Override
                public Fold<A> fold() {
                    return fold;
                }

                @Override
                public Map<String, ? extends StateParts> parts(A all, Coverage coverage) {
                    return parts.apply(all);
                }
            };
        }
    }
}
