package dev.loomweight.launch;

import dev.loomweight.capture.DataException;
import dev.loomweight.capture.DiagnosticCommands;
import dev.loomweight.capture.FailureLog;
import dev.loomweight.capture.SetSizes;
import dev.loomweight.jvm.NmtStart;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a running JVM says of itself, by keys of {@code capture.json}. */
final class JvmFacts {

    private static final Pattern STACK_SIZE = Pattern.compile("\\bThreadStackSize\\s*=\\s*(\\d+)");
    private static final Pattern VM_VERSION = Pattern.compile("(?m)^(?:JDK|OpenJDK.* version) (\\S+)");
    private static final Pattern NMT = Pattern.compile("\\b" + NmtStart.FLAG + "\\s*=\\s*(\\w+)");

    private JvmFacts() {}

    /**
     * Asks it.
     *
     * @return {@code jdk}, its version; {@code nmt}, the level of native memory tracking; {@code stackSizeBytes} of a
     *     platform thread and {@code heapMaxBytes}, if they are known; {@link SetSizes}, if there are some
     * @throws DataException if it is gone
     */
    static Map<String, Object> ask(DiagnosticCommands jvm) {
        Map<String, Object> keys = new LinkedHashMap<>();
        String version = version(jvm);
        keys.put("jdk", version.isEmpty() ? "unknown" : version);
        String flags = jvm.run("VM.flags -all");
        Matcher nmt = NMT.matcher(flags);
        keys.put("nmt", nmt.find() ? nmt.group(1) : "off");
        Matcher stackSize = STACK_SIZE.matcher(flags);
        if (stackSize.find()) {
            // The flag is in KB.
            keys.put("stackSizeBytes", Long.parseLong(stackSize.group(1)) * 1024);
        }
        long heapMax = FailureLog.heapMaxBytes(flags);
        if (heapMax > 0) {
            keys.put(FailureLog.HEAP_MAX, heapMax);
        }
        Map<String, Long> sizes = SetSizes.of(flags);
        if (!sizes.isEmpty()) {
            keys.put(SetSizes.KEY, sizes);
        }
        return keys;
    }

    /** The version of its JDK, such as {@code 21.0.8}; empty where it does not say. */
    static String version(DiagnosticCommands jvm) {
        Matcher version = VM_VERSION.matcher(jvm.run("VM.version"));
        return version.find() ? version.group(1) : "";
    }
}
