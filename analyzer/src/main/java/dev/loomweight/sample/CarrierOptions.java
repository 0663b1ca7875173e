package dev.loomweight.sample;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the options of a JVM say of the number of its carriers. The JVM takes as many as it may use processors, unless a
 * property says otherwise ({@code java.lang.VirtualThread.createDefaultScheduler}).
 *
 * @param parallelism by {@code -Djdk.virtualThreadScheduler.parallelism}, or 0 where it is not said
 * @param processors by {@code -XX:ActiveProcessorCount}, or 0 where it is not said
 */
public record CarrierOptions(long parallelism, long processors) {

    private static final Pattern PARALLELISM =
            Pattern.compile("-Djdk\\.virtualThreadScheduler\\.parallelism=([1-9]\\d{0,5})");
    private static final Pattern PROCESSORS = Pattern.compile("-XX:ActiveProcessorCount=([1-9]\\d{0,5})");

    /** Reads options, of which the last of a kind is in force. */
    public static CarrierOptions of(CharSequence options) {
        return new CarrierOptions(last(PARALLELISM.matcher(options)), last(PROCESSORS.matcher(options)));
    }

    private static long last(Matcher options) {
        long last = 0;
        while (options.find()) {
            last = Long.parseLong(options.group(1));
        }
        return last;
    }
}
