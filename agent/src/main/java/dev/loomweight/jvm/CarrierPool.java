package dev.loomweight.jvm;

/**
 * How many carriers a JVM has for its virtual threads.
 *
 * @param carriers how many run virtual threads at once, or 0 where that is not known
 * @param maximum how many there can be at the time, with those that the JVM adds while threads block; 0 where that is not
 *     known
 */
public record CarrierPool(long carriers, long maximum) {

    /** The pool's maximum where no property says otherwise, unless the parallelism is larger ({@code VirtualThread}). */
    public static final long DEFAULT_MAXIMUM = 256;

    /** The same where there are so many now, or fewer. */
    public CarrierPool atMost(long now) {
        long all = Math.max(carriers, now);
        return new CarrierPool(carriers, maximum > 0 ? Math.min(maximum, all) : all);
    }

    /** Whether there are never more carriers than run virtual threads at once: none is added for a thread that waits. */
    public boolean isFixed() {
        return maximum > 0 && maximum <= carriers;
    }
}
