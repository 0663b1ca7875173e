package dev.loomweight.launch;

import dev.loomweight.capture.ClassFacts;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where the classes of a target are and how many carriers it was given, by keys of {@code capture.json}: so that a capture
 * is explained with its own class files, later too, and without its command line, which can hold passwords.
 */
final class OwnClasses {

    private OwnClasses() {}

    /** The key of the options that the scheduler of virtual threads was given. */
    private static final String COMMAND = "command";

    /**
     * What is known of a JVM, by these keys; each is missing where nothing is known.
     *
     * @param classes whether its class path and JDK are wanted
     */
    static Map<String, Object> facts(RunningJvm jvm, boolean classes) {
        Map<String, Object> facts = new LinkedHashMap<>();
        if (classes) {
            facts.putAll(facts(jvm.classPath(), jvm.home(), jvm.command()));
        }
        List<String> options = jvm.command().schedulerOptions();
        if (!options.isEmpty()) {
            facts.put(COMMAND, options);
        }
        return facts;
    }

    /** The class files alone, of a JVM that is no longer there. */
    static Map<String, Object> facts(List<String> classPath, @Nullable Path home, JavaCommand command) {
        Map<String, Object> facts = new LinkedHashMap<>();
        if (!classPath.isEmpty()) {
            facts.put(
                    ClassFacts.CLASS_PATH,
                    classPath.stream()
                            .map(entry -> Path.of(entry).toAbsolutePath().toString())
                            .toList());
        }
        if (home != null) {
            facts.put(ClassFacts.JAVA_HOME, home.toAbsolutePath().toString());
        }
        if (command.isOfJar() && !classPath.isEmpty()) {
            facts.put(
                    ClassFacts.MAIN_JAR,
                    Path.of(classPath.getFirst()).toAbsolutePath().toString());
        } else if (command.main() != null) {
            facts.put(ClassFacts.MAIN_CLASS, command.name());
        }
        return facts;
    }
}
