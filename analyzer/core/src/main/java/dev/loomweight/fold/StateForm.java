package dev.loomweight.fold;

import dev.loomweight.sample.state.StateParts;
import java.util.function.BiFunction;

/**
 * How fold files hold what a fold gathers.
 *
 * @param type the type of the parts; no two folds of one pass have different states of one type
 * @param maker makes what has some parts, to be merged, of the name of the process and these; an
 *     {@link IllegalArgumentException} says that their figures contradict each other
 * @param <A> what the fold gathers
 * @param <P> its parts, of one process
 */
public record StateForm<A, P extends StateParts>(Class<P> type, BiFunction<String, P, A> maker) {}
