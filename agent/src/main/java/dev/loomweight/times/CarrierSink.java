package dev.loomweight.times;

import java.io.Closeable;
import java.io.IOException;

/** Where the intervals go that a {@link CarrierCollector} has seen. Used by its thread alone. */
interface CarrierSink extends Closeable {

    /**
     * Takes the interval that follows.
     *
     * @throws IOException if it cannot be written; no more will be added
     */
    void add(CarrierInterval interval) throws IOException;

    /** How many intervals of the beginning one is to have now, 1 or more. */
    default long intervalsInOne() {
        return 1;
    }

    @Override
    default void close() throws IOException {}
}
