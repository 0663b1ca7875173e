package dev.loomweight.memory.reconcile;

import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import dev.loomweight.sample.JvmTexts.ClassHistogram;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How large the headers of a JVM's objects are. JDK 24 to 26 have compact ones with {@code -XX:+UseCompactObjectHeaders}, and
 * JDK 27 has them by default, so what an object takes says more than an option: a {@link Object} is its header alone.
 */
public enum ObjectHeaders {
    /** 8 bytes. */
    COMPACT,
    /** 12 or 16 bytes. */
    USUAL,
    /** Nothing shows it. */
    UNKNOWN;

    private static final String OBJECT = "java.lang.Object";
    private static final String STRING = "java.lang.String";
    private static final long COMPACT_BYTES = 8;
    private static final long USUAL_BYTES = 16;
    private static final Pattern WITHOUT_OPTION = Pattern.compile("(?:1\\d|2[0-3])(?!\\d)");
    private static final String OPTION = "UseCompactObjectHeaders";

    /** Those of a process: by its class histogram, the options of its command, or its JDK. */
    public static ObjectHeaders of(ObservedProcess process) {
        ObjectHeaders headers = of(process.last().histogram());
        CaptureInfo info = process.info();
        if (headers != UNKNOWN || info == null) {
            return headers;
        }
        ObjectHeaders asked = of(info.command());
        return asked == UNKNOWN && WITHOUT_OPTION.matcher(info.jdk()).lookingAt() ? USUAL : asked;
    }

    /** Those of the JVM that a class histogram is of. */
    public static ObjectHeaders of(@Nullable ClassHistogram histogram) {
        return histogram == null
                ? UNKNOWN
                : of(
                        histogram.instancesOf(OBJECT),
                        histogram.bytesOf(OBJECT),
                        histogram.instancesOf(STRING),
                        histogram.bytesOf(STRING));
    }

    /** Objects that are aligned to 16 bytes take as much with headers of either size; strings of 24 bytes are not. */
    private static ObjectHeaders of(long objects, long bytes, long strings, long ofStrings) {
        if (objects == 0) {
            return UNKNOWN;
        }
        boolean finer = strings > 0 && ofStrings / strings % USUAL_BYTES != 0;
        return bytes == objects * COMPACT_BYTES ? COMPACT : bytes == objects * USUAL_BYTES && finer ? USUAL : UNKNOWN;
    }

    /** Of several equal options, the last one counts. */
    private static ObjectHeaders of(List<String> command) {
        ObjectHeaders headers = UNKNOWN;
        for (String word : command) {
            headers = word.equals("-XX:+" + OPTION) ? COMPACT : word.equals("-XX:-" + OPTION) ? USUAL : headers;
        }
        return headers;
    }
}
