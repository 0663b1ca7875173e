package dev.loomweight.capture;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The event types of the JDK that can hold a password or token of an application without its knowing: its environment,
 * properties, options and arguments, and the command lines of other processes. The one list for all that warns of them,
 * masks them, and leaves them out.
 *
 * <p>Not in it are texts that an application writes itself (messages of exceptions, names of threads) and what merely
 * names a place (paths, hosts, certificates): who looks at such events wants these, and logs hold them as well.
 */
public final class SecretEvents {

    /** What is shown in the place of a value. */
    public static final String MASK = "(masked; --show-secrets)";

    private static final Map<String, Set<String>> FIELDS = Map.ofEntries(
            Map.entry("jdk.InitialEnvironmentVariable", Set.of("value")),
            Map.entry("jdk.InitialSystemProperty", Set.of("value")),
            Map.entry("jdk.JVMInformation", Set.of("jvmArguments", "jvmFlags", "javaArguments")),
            Map.entry("jdk.SystemProcess", Set.of("commandLine")),
            Map.entry("jdk.ProcessStart", Set.of("command")),
            // The configuration of keystores and providers, which sites put PINs into.
            Map.entry("jdk.InitialSecurityProperty", Set.of("value")),
            Map.entry("jdk.SecurityPropertyModification", Set.of("value")),
            // The text after the jar or library: agents of monitoring take their access tokens there.
            Map.entry("jdk.JavaAgent", Set.of("options")),
            Map.entry("jdk.NativeAgent", Set.of("options")),
            // -XX:OnError and -XX:OnOutOfMemoryError are command lines.
            Map.entry("jdk.StringFlag", Set.of("value")),
            Map.entry("jdk.StringFlagChanged", Set.of("oldValue", "newValue")));

    /** Their full names. */
    public static final Set<String> TYPES = FIELDS.keySet();

    private static final String ENABLED = "#enabled";

    private SecretEvents() {}

    /** The fields of a type that can hold a secret, by their names; empty for a type that has none. */
    public static Set<String> fields(String type) {
        return FIELDS.getOrDefault(type, Set.of());
    }

    /**
     * The types that some settings switch on, sorted.
     *
     * @param settings as {@code jdk.jfr} has them: {@code jdk.JVMInformation#enabled} to {@code true}
     */
    public static List<String> recordedBy(Map<String, String> settings) {
        return TYPES.stream()
                .filter(type -> "true".equals(settings.get(type + ENABLED)))
                .sorted()
                .toList();
    }
}
