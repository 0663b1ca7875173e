package dev.loomweight.fold;

import dev.loomweight.sample.state.StateParts;

/**
 * How fold files hold what a fold gathers.
 *
 * @param <A> what the fold gathers
 * @param <P> its parts, of one process
 */
public interface StateForm<A, P extends StateParts> {

    /** The type of the parts; no two folds of one pass have different states of one type. */
    Class<P> type();

    /**
     * What has these parts, to be merged.
     *
     * @param process what the process is called
     * @throws IllegalArgumentException if their figures contradict each other
     */
    A of(String process, P parts);

    /** A form. */
    static <A, P extends StateParts> StateForm<A, P> of(Class<P> type, Maker<A, P> maker) {
        return new StateForm<>() {

            @Override
            public Class<P> type() {
                return type;
            }

            @Override
            public A of(String process, P parts) {
                return maker.of(process, parts);
            }
        };
    }

    /** Makes what has some parts: {@link StateForm#of(String, StateParts)}. */
    @FunctionalInterface
    interface Maker<A, P extends StateParts> {

        /** What has these parts. */
        A of(String process, P parts);
    }
}
