package dev.loomweight.launch;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of {@code java}, by the syntax of the java launcher (the tool's specification, "java [options]
 * mainclass [args ...]"). Words of argument files ({@code @file}) are not looked at.
 *
 * @param options the words before what is started, each option with its value
 * @param classPath the entries of the class path as they were written; for {@code -jar} the jar
 * @param main the main class, the jar's path, {@code module/class}, or null if the words name nothing to start
 */
public record JavaCommand(
        List<String> options,
        List<String> classPath,
        @Nullable String main) {

    /** The options that decide how many carriers there are, and how pins are traced: numbers and words, no secrets. */
    private static final List<String> OF_THE_SCHEDULER =
            List.of("-Djdk.virtualThreadScheduler.", "-XX:ActiveProcessorCount=", "-Djdk.tracePinnedThreads");

    private static final String MODULE_PATH = "--module-path";

    private static final Set<String> CLASS_PATH = Set.of("-cp", "-classpath", "--class-path");

    private static final Set<String> WITH_VALUE = Set.of(
            "-p",
            MODULE_PATH,
            "--upgrade-module-path",
            "--add-modules",
            "--limit-modules",
            "--enable-native-access",
            "--illegal-native-access",
            "--add-reads",
            "--add-exports",
            "--add-opens",
            "--patch-module",
            "--source",
            "-d",
            "--describe-module");

    public JavaCommand {
        options = List.copyOf(options);
        classPath = List.copyOf(classPath);
    }

    /**
     * Reads the words.
     *
     * @param words the arguments after {@code java}
     */
    public static JavaCommand parse(List<String> words) {
        List<String> options = new ArrayList<>();
        List<String> classPath = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            String next = i + 1 < words.size() ? words.get(i + 1) : null;
            if (!word.startsWith("-") && !word.startsWith("@")) {
                return new JavaCommand(options, classPath, word);
            }
            if (word.equals("-jar")) {
                return new JavaCommand(options, next == null ? List.of() : List.of(next), next);
            }
            if (word.equals("-m") || word.equals("--module")) {
                return new JavaCommand(options, classPath, next);
            }
            if (word.startsWith("--module=")) {
                return new JavaCommand(options, classPath, word.substring("--module=".length()));
            }
            options.add(word);
            if (next != null && (CLASS_PATH.contains(word) || WITH_VALUE.contains(word))) {
                options.add(next);
                i++;
            }
            if (CLASS_PATH.contains(word)) {
                split(next, classPath);
            } else if (word.startsWith("--class-path=")) {
                split(word.substring("--class-path=".length()), classPath);
            }
        }
        return new JavaCommand(options, classPath, null);
    }

    private static void split(@Nullable String path, List<String> entries) {
        // The last class path wins.
        entries.clear();
        if (path != null) {
            for (String entry : path.split(java.io.File.pathSeparator, -1)) {
                if (!entry.isBlank()) {
                    entries.add(entry);
                }
            }
        }
    }

    /** Whether a jar is started, by {@code -jar}. */
    public boolean isOfJar() {
        return main != null && classPath.equals(List.of(main));
    }

    /** The entries of the module path as they were written; empty if there is none. */
    List<String> modulePath() {
        List<String> entries = new ArrayList<>();
        for (int i = 0; i < options.size(); i++) {
            String option = options.get(i);
            if (option.startsWith(MODULE_PATH + "=")) {
                split(option.substring(MODULE_PATH.length() + 1), entries);
            } else if (i + 1 < options.size() && (option.equals("-p") || option.equals(MODULE_PATH))) {
                split(options.get(i + 1), entries);
            }
        }
        return entries;
    }

    /** The name of the program: the main class or the file name of the jar; {@code java} if it is not known. */
    public String name() {
        if (main == null) {
            return "java";
        }
        int slash = main.lastIndexOf('/');
        return main.substring(slash + 1);
    }

    /**
     * Whether this is what a user means by a word: the main class, with its package or without, or the jar, with its
     * path or without, with its ending or without.
     */
    public boolean isCalled(String word) {
        String name = name();
        String bare = name.endsWith(".jar") ? name.substring(0, name.length() - 4) : simple(name);
        return main != null && (word.equals(main) || word.equals(name) || word.equals(bare));
    }

    private static String simple(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    /**
     * The class path's entries seen from here.
     *
     * @param folder the working directory of the process
     */
    public List<String> classPath(Path folder) {
        return classPath.stream()
                // Not resolve: an entry may end in a star, which some file systems do not take.
                .map(entry -> entry.startsWith("/") ? entry : folder + "/" + entry)
                .toList();
    }

    /** The last value of an option that is written {@code name=value}, or null if it is not there. */
    public @Nullable String value(String name) {
        return value(options, name);
    }

    /** The same among some words. */
    public static @Nullable String value(List<String> words, String name) {
        String value = null;
        for (String word : words) {
            if (word.startsWith(name + "=")) {
                value = word.substring(name.length() + 1);
            }
        }
        return value;
    }

    /** Its options on the scheduler of virtual threads, as they were given; what the environment adds is not among them. */
    List<String> schedulerOptions() {
        return options.stream()
                .filter(option -> OF_THE_SCHEDULER.stream().anyMatch(option::startsWith))
                .toList();
    }
}
