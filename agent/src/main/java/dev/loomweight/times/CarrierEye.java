package dev.loomweight.times;

import dev.loomweight.capture.DataException;
import dev.loomweight.times.CarrierInterval.Pool;
import java.util.Set;

/** What looks at the carriers of a process: from inside or from outside. Used by one thread. */
interface CarrierEye extends AutoCloseable {

    /** Whether the process can have carriers: not on a JDK without virtual threads. */
    boolean hasCarriers();

    /**
     * Looks once at what each carrier does, and at what it has used.
     *
     * @return for how long that disturbed the process, in nanoseconds: what the budget limits
     * @throws DataException if it cannot be looked now
     */
    long look(CarrierSums sums);

    /** Adds what each carrier has used up to now, without a look at what it does. */
    void measure(CarrierSums sums);

    /** The keys of the carriers that are there. */
    Set<Long> alive();

    /** What the scheduler says of itself. */
    Pool pool();

    /**
     * The processor time that looking has taken in the process so far, in nanoseconds, or {@link
     * CarrierInterval#UNKNOWN}.
     */
    long costNanos();

    @Override
    void close();
}
