package dev.loomweight.input.text;

import dev.loomweight.jvm.NmtStart;
import dev.loomweight.sample.NmtMessage.Kind;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The one-line answers of {@code VM.native_memory}, from HotSpot's {@code nmt/nmtDCmd.cpp} and its forerunners. */
final class NmtMessages {

    /** How an answer begins, and what it means. */
    private static final Map<String, Kind> BEGINNINGS = new LinkedHashMap<>();

    static {
        BEGINNINGS.put("Native memory tracking is not enabled", Kind.OFF);
        BEGINNINGS.put("Native memory tracking has been ", Kind.SHUT_DOWN);
        BEGINNINGS.put("Detail tracking is not enabled", Kind.SUMMARY_ONLY);
        BEGINNINGS.put("No baseline for comparison", Kind.NO_BASELINE);
        BEGINNINGS.put("No detail baseline for comparison", Kind.NO_BASELINE);
        BEGINNINGS.put("Baseline succeeded", Kind.BASELINE_TAKEN);
        BEGINNINGS.put("Baseline taken", Kind.BASELINE_TAKEN);
        BEGINNINGS.put("Incorrect scale value: ", Kind.BAD_REQUEST);
        BEGINNINGS.put("At most one of the following option", Kind.BAD_REQUEST);
        BEGINNINGS.put("No command to execute", Kind.BAD_REQUEST);
        BEGINNINGS.put("This option is deprecated and will be ignored.", Kind.BAD_REQUEST);
        // The one option of the command that JDKs have dropped.
        BEGINNINGS.put("java.lang.IllegalArgumentException: Unknown argument 'shutdown'", Kind.BAD_REQUEST);
    }

    private NmtMessages() {}

    /** The meaning of a stripped line as an answer; null for any other line. */
    static @Nullable Kind kind(String text) {
        if (text.isEmpty() || "NDBIATj".indexOf(text.charAt(0)) < 0) {
            return null;
        }
        for (Map.Entry<String, Kind> entry : BEGINNINGS.entrySet()) {
            if (text.startsWith(entry.getKey())) {
                return entry.getValue();
            }
        }
        return null;
    }

    /** The message about an answer; null where the answer itself is enough. */
    static @Nullable String advice(Kind kind) {
        return switch (kind) {
            case OFF -> "native memory tracking is off in this process; " + NmtStart.START_SUMMARY;
            case SHUT_DOWN ->
                "native memory tracking was switched off in this process; restart it to track memory again";
            case SUMMARY_ONLY -> "native memory tracking is at summary in this process; " + NmtStart.START_DETAIL;
            case NO_BASELINE ->
                "there is no baseline to compare with; take one first: jcmd PID VM.native_memory baseline";
            case BAD_REQUEST -> "the JVM refused the request";
            case BASELINE_TAKEN -> null;
        };
    }
}
