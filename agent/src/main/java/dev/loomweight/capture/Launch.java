package dev.loomweight.capture;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How a user's command is started with more options for its JVM: behind {@code java}, where that is its first word; in
 * the variable {@code JAVA_TOOL_OPTIONS}, which every JVM below a script reads, where it is not.
 *
 * @param command the words to start
 * @param toolOptions what {@code JAVA_TOOL_OPTIONS} has to be, or null where it is left alone
 * @param java the {@code java} that will run, or null where that is not known
 */
record Launch(
        List<String> command,
        @Nullable String toolOptions,
        @Nullable Path java) {

    /** The variable whose words every JVM takes before those of its command line. */
    static final String VARIABLE = "JAVA_TOOL_OPTIONS";

    private static final Pattern PLAIN = Pattern.compile("[\\w@%+=:,./*#-]+");

    /**
     * Plans it.
     *
     * @param asked the user's command; at least one word
     * @param options for the JVM
     * @param before what the variable is in the environment, or null
     */
    static Launch of(List<String> asked, List<String> options, @Nullable String before) {
        String program = asked.get(0);
        if (RunningJvm.isJava(program)) {
            List<String> command = new ArrayList<>();
            command.add(program);
            // The user's options follow, and the last of two wins.
            command.addAll(options);
            command.addAll(asked.subList(1, asked.size()));
            return new Launch(List.copyOf(command), null, find(program));
        }
        List<String> words = new ArrayList<>();
        if (before != null && !before.isBlank()) {
            words.add(before);
        }
        options.forEach(option -> words.add(quoted(option)));
        return new Launch(List.copyOf(asked), String.join(" ", words), null);
    }

    /** The same as a line for a shell. */
    String shown() {
        List<String> words = new ArrayList<>();
        if (toolOptions != null) {
            words.add(VARIABLE + "=" + quoted(toolOptions));
        }
        command.forEach(word -> words.add(quoted(word)));
        return String.join(" ", words);
    }

    /** The home of the JDK that will run, or null where that is not known. */
    @Nullable
    Path javaHome() {
        Path bin = java == null ? null : java.getParent();
        return bin == null ? null : bin.getParent();
    }

    /** A word for a shell, and for the JVM that takes apart the variable: both know the same quotes. */
    private static String quoted(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\"'\"'") + "'";
    }

    private static @Nullable Path find(String program) {
        List<String> places = program.contains(File.separator)
                ? List.of("")
                : List.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1));
        for (String place : places) {
            Path file = Path.of(place, program);
            if (Files.isExecutable(file)) {
                try {
                    return file.toRealPath();
                } catch (IOException e) {
                    return null;
                }
            }
        }
        return null;
    }
}
