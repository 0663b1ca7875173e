package dev.loomweight.sample;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the options of a JVM say of the number of its carriers. The JVM takes as many as it may use processors, unless a
 * property says otherwise ({@code java.lang.VirtualThread.createDefaultScheduler}).
 *
 * @param parallelism by {@code -Djdk.virtualThreadScheduler.parallelism}; 0 where it is not said, {@link #UNKNOWN} where
 *     its value was left out
 * @param processors by {@code -XX:ActiveProcessorCount}; 0 where it is not said, {@link #UNKNOWN} where its value was left
 *     out
 * @param maxPoolSize by {@code -Djdk.virtualThreadScheduler.maxPoolSize}; 0 where it is not said, so that the JVM's default
 *     is in force, and {@link #UNKNOWN} where the options do not show it
 */
public record CarrierOptions(long parallelism, long processors, long maxPoolSize) {

    /** The options are not known, or one is there and its value was left out of the recording (JEP 536). */
    public static final long UNKNOWN = -1;

    /** What stands for a value that was left out. */
    private static final String REDACTED = "[REDACTED]";

    private static final String VALUE = "([1-9]\\d{0,5}|" + Pattern.quote(REDACTED) + ")";
    private static final Pattern PARALLELISM = Pattern.compile("-Djdk\\.virtualThreadScheduler\\.parallelism=" + VALUE);
    private static final Pattern PROCESSORS = Pattern.compile("-XX:ActiveProcessorCount=" + VALUE);
    private static final String MAX_POOL_SIZE = "-Djdk.virtualThreadScheduler.maxPoolSize=";
    private static final Pattern MAXIMUM = Pattern.compile(Pattern.quote(MAX_POOL_SIZE) + VALUE + "(?!\\S)");

    /** Reads options, of which the last of a kind is in force; all options of the JVM, or null where they are not known. */
    public static CarrierOptions of(@Nullable CharSequence options) {
        if (options == null) {
            return new CarrierOptions(0, 0, UNKNOWN);
        }
        long maximum = last(MAXIMUM.matcher(options));
        // What is said without a number is not the default.
        boolean hidden = maximum == 0 && options.toString().contains(MAX_POOL_SIZE);
        return new CarrierOptions(
                last(PARALLELISM.matcher(options)), last(PROCESSORS.matcher(options)), hidden ? UNKNOWN : maximum);
    }

    private static long last(Matcher options) {
        long last = 0;
        while (options.find()) {
            last = options.group(1).equals(REDACTED) ? UNKNOWN : Long.parseLong(options.group(1));
        }
        return last;
    }
}
