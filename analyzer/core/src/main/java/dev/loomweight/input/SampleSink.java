package dev.loomweight.input;

import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.state.StateParts;

/** Takes samples as a source reads them; of a fold file, also what was gathered before. */
@FunctionalInterface
public interface SampleSink {

    /** One sample and where it comes from. */
    void accept(Origin origin, Sample sample);

    /** Whether states of that kind are wanted; the others are left unread. */
    default boolean takes(Class<? extends StateParts> kind) {
        return false;
    }

    /**
     * A state of a kind that is wanted.
     *
     * @param process what the process is called
     * @throws IllegalArgumentException if its figures contradict each other
     */
    default void merge(String process, StateParts parts) {}
}
