package dev.loomweight.capture;

import java.io.File;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where the classes of a target are, by keys of {@code capture.json}: paths and the name of the main class alone, so that
 * the capture is explained with its own class files later, without its command line, which can hold passwords.
 */
public final class ClassFacts {

    /** The key of the class path and module path: files and folders, absolute. */
    public static final String CLASS_PATH = "classPath";

    /** The key of the home of the JDK. */
    public static final String JAVA_HOME = "javaHome";

    /** The key of the main class; missing where a jar was started. */
    public static final String MAIN_CLASS = "mainClass";

    /** The key of the jar that was started with {@code -jar}, absolute. */
    public static final String MAIN_JAR = "mainJar";

    private ClassFacts() {}

    /** What this JVM says of itself; each is missing where it is not known. */
    public static Map<String, Object> ofThisJvm() {
        return of(
                System.getProperty("java.class.path", ""),
                System.getProperty("jdk.module.path", ""),
                System.getProperty("java.home", ""),
                System.getProperty("sun.java.command", ""));
    }

    /**
     * The same of any JVM.
     *
     * @param classPath its class path, with the system's separators; for {@code -jar} the jar
     * @param modulePath its module path, or an empty string
     * @param javaHome the home of its JDK, or an empty string
     * @param command the main class, {@code module/class} or jar, with the arguments after it, of which nothing is taken
     */
    static Map<String, Object> of(String classPath, String modulePath, String javaHome, String command) {
        List<String> entries = new ArrayList<>();
        for (String entry : (classPath + File.pathSeparator + modulePath).split(File.pathSeparator, -1)) {
            if (!entry.trim().isEmpty()) {
                entries.add(entry);
            }
        }
        // The name of a jar can have spaces; the class path is then that name alone.
        boolean isJar = !classPath.isEmpty() && (command + " ").startsWith(classPath + " ");
        String first = command.split(" ", 2)[0];
        return of(entries, javaHome, isJar ? classPath : "", isJar ? "" : first.substring(first.indexOf('/') + 1));
    }

    /**
     * The same, each missing where it is empty.
     *
     * @param entries the class path and module path
     * @param jar the jar that was started
     * @param mainClass the main class where none was
     */
    public static Map<String, Object> of(List<String> entries, String javaHome, String jar, String mainClass) {
        Map<String, Object> facts = new LinkedHashMap<>();
        if (!entries.isEmpty()) {
            facts.put(CLASS_PATH, entries.stream().map(ClassFacts::absolute).toList());
        }
        if (!javaHome.isEmpty()) {
            facts.put(JAVA_HOME, absolute(javaHome));
        }
        if (!jar.isEmpty()) {
            facts.put(MAIN_JAR, absolute(jar));
        } else if (!mainClass.isEmpty()) {
            facts.put(MAIN_CLASS, mainClass);
        }
        return facts;
    }

    // As text: an entry may end in a star, which some file systems do not take.
    private static String absolute(String entry) {
        try {
            return Path.of(entry).toAbsolutePath().toString();
        } catch (InvalidPathException e) {
            return entry;
        }
    }
}
