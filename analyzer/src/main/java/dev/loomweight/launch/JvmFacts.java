package dev.loomweight.launch;

import dev.loomweight.capture.ClassFacts;
import dev.loomweight.capture.DataException;
import dev.loomweight.capture.DiagnosticCommands;
import dev.loomweight.capture.SetSizes;
import dev.loomweight.jvm.NmtStart;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What is known of a JVM, by keys of {@code capture.json}. */
final class JvmFacts {

    private static final Pattern STACK_SIZE = Pattern.compile("\\bThreadStackSize\\s*=\\s*(\\d+)");
    private static final Pattern VM_VERSION = Pattern.compile("(?m)^(?:JDK|OpenJDK.* version) (\\S+)");
    private static final Pattern NMT = Pattern.compile("\\b" + NmtStart.FLAG + "\\s*=\\s*(\\w+)");

    /** The key of the options that the scheduler of virtual threads was given. */
    private static final String COMMAND = "command";

    private JvmFacts() {}

    /**
     * What a capture says of a JVM that it attaches to.
     *
     * @param target its name
     * @param collector what captures it
     * @param labels what it is of, by the key of them
     * @param classes whether its class path and JDK are wanted
     * @throws DataException if it is gone
     */
    static Map<String, Object> of(
            DiagnosticCommands jvm, String target, String collector, Map<String, Object> labels, boolean classes) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("target", target);
        facts.put("collector", collector);
        facts.put("pid", jvm.pid());
        facts.putAll(ask(jvm));
        facts.putAll(labels);
        RunningJvm.find(jvm.pid())
                .map(found -> found.askedBy(jvm))
                .ifPresent(found -> facts.putAll(classes(found, classes)));
        return facts;
    }

    /**
     * Asks it.
     *
     * @return {@code jdk}, its version; {@code nmt}, the level of native memory tracking; {@code stackSizeBytes} of a
     *     platform thread and what {@link SetSizes#facts} has, if they are known
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
        keys.putAll(SetSizes.facts(flags));
        return keys;
    }

    /**
     * Where the classes of a JVM are and how many carriers it was given: so that a capture is explained with its own class
     * files, later too, and without its command line, which can hold passwords.
     *
     * @param wanted whether its class path and JDK are
     */
    static Map<String, Object> classes(RunningJvm jvm, boolean wanted) {
        Map<String, Object> facts = new LinkedHashMap<>();
        if (wanted) {
            facts.putAll(classes(jvm.classPath(), jvm.home(), jvm.command()));
        }
        List<String> options = jvm.command().schedulerOptions();
        if (!options.isEmpty()) {
            facts.put(COMMAND, options);
        }
        return facts;
    }

    /** The class files alone, of a JVM that is no longer there. */
    static Map<String, Object> classes(List<String> classPath, @Nullable Path home, JavaCommand command) {
        boolean isJar = command.isOfJar() && !classPath.isEmpty();
        return ClassFacts.of(
                classPath,
                home == null ? "" : home.toString(),
                isJar ? classPath.getFirst() : "",
                command.main() == null ? "" : command.name());
    }

    /** The version of its JDK, such as {@code 21.0.8}; empty where it does not say. */
    static String version(DiagnosticCommands jvm) {
        Matcher version = VM_VERSION.matcher(jvm.run("VM.version"));
        return version.find() ? version.group(1) : "";
    }
}
