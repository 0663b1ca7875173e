package dev.loomweight.launch;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where the classes of a target are and how many carriers it was given, by keys of {@code capture.json}: so that a capture
 * is explained with its own class files, later too, and without its command line, which can hold passwords.
 */
public final class OwnClasses {

    /** The key of the class path: files and folders, absolute. */
    public static final String CLASS_PATH = "classPath";

    /** The key of the home of the JDK. */
    public static final String JAVA_HOME = "javaHome";

    private OwnClasses() {}

    /** The key of the options that the scheduler of virtual threads was given. */
    private static final String COMMAND = "command";

    /** What is known of a JVM, by these keys; each is missing where nothing is known. */
    static Map<String, Object> facts(RunningJvm jvm) {
        Map<String, Object> facts = new LinkedHashMap<>();
        if (!jvm.classPath().isEmpty()) {
            facts.put(
                    CLASS_PATH,
                    jvm.classPath().stream()
                            .map(entry -> Path.of(entry).toAbsolutePath().toString())
                            .toList());
        }
        Path home = jvm.home();
        if (home != null) {
            facts.put(JAVA_HOME, home.toAbsolutePath().toString());
        }
        List<String> options = jvm.command().schedulerOptions();
        if (!options.isEmpty()) {
            facts.put(COMMAND, options);
        }
        return facts;
    }
}
