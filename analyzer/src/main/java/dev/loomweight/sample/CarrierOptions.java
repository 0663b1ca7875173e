package dev.loomweight.sample;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the options of a JVM say of the number of its carriers. The JVM takes as many as it may use processors, unless a
 * property says otherwise ({@code java.lang.VirtualThread.createDefaultScheduler}).
 *
 * @param parallelism by {@code -Djdk.virtualThreadScheduler.parallelism}, 0 where it is not said, or {@link #REDACTED}
 * @param processors by {@code -XX:ActiveProcessorCount}, 0 where it is not said, or {@link #REDACTED}
 */
public record CarrierOptions(long parallelism, long processors) {

    /** The option is there, and its value was left out of the recording (JEP 536). */
    public static final long REDACTED = -1;

    /** What stands for a value that was left out. */
    private static final String MARK = "[REDACTED]";

    private static final String VALUE = "=([1-9]\\d{0,5}|" + Pattern.quote(MARK) + ")";
    private static final Pattern PARALLELISM =
            Pattern.compile("-Djdk\\.virtualThreadScheduler\\.parallelism" + VALUE);
    private static final Pattern PROCESSORS = Pattern.compile("-XX:ActiveProcessorCount" + VALUE);

    /** Reads options, of which the last of a kind is in force. */
    public static CarrierOptions of(CharSequence options) {
        return new CarrierOptions(last(PARALLELISM.matcher(options)), last(PROCESSORS.matcher(options)));
    }

    private static long last(Matcher options) {
        long last = 0;
        while (options.find()) {
            last = options.group(1).equals(MARK) ? REDACTED : Long.parseLong(options.group(1));
        }
        return last;
    }
}
