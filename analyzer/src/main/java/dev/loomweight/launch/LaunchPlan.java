package dev.loomweight.launch;

import dev.loomweight.capture.DataException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How to start a user's command with additional options for its JVM: after {@code java} if that is its first word, else in
 * the variable {@code JAVA_TOOL_OPTIONS}, which every JVM started by a script reads.
 *
 * @param command the words to start
 * @param toolOptions what {@code JAVA_TOOL_OPTIONS} has to be, or null where it is left alone
 * @param java the {@code java} that will run, or null where that is not known
 * @param shown the same as a line to show: the program, what is added to its options, and what it starts; in the place of
 *     the user's own options and arguments, which can hold a password, three dots
 */
record LaunchPlan(
        List<String> command,
        @Nullable String toolOptions,
        @Nullable Path java,
        String shown) {

    /** The variable whose words every JVM takes before those of its command line. */
    static final String VARIABLE = "JAVA_TOOL_OPTIONS";

    private static final String LEFT_OUT = "...";

    private static final Pattern PLAIN = Pattern.compile("[\\w@%+=:,./*#-]+");

    /**
     * Plans it.
     *
     * @param asked the user's command; at least one word
     * @param options for the JVM
     * @param before what the variable is in the environment, or null
     */
    static LaunchPlan plan(List<String> asked, List<String> options, @Nullable String before) {
        String program = asked.get(0);
        if (RunningJvm.isJava(program)) {
            List<String> command = new ArrayList<>();
            command.add(program);
            // The user's options follow, and the last of two wins.
            command.addAll(options);
            List<String> own = asked.subList(1, asked.size());
            command.addAll(own);
            return new LaunchPlan(List.copyOf(command), null, find(program), shown(program, options, own));
        }
        List<String> words = new ArrayList<>();
        boolean more = before != null && !before.isBlank();
        if (more) {
            words.add(before);
        }
        options.forEach(option -> words.add(quoted(option)));
        String toolOptions = String.join(" ", words);
        if (more) {
            words.set(0, LEFT_OUT);
        }
        String shown = VARIABLE + "=" + quoted(String.join(" ", words)) + " " + quoted(program)
                + (asked.size() > 1 ? " " + LEFT_OUT : "");
        return new LaunchPlan(List.copyOf(asked), toolOptions, null, shown);
    }

    /**
     * Checks what would fail whatever is added to it.
     *
     * @param asked the user's command; at least one word
     * @throws NotStarted if there is no such program, or it is not executable
     * @throws DataException if {@code java} is to start a jar that does not exist
     */
    static void requireProgram(List<String> asked) {
        String program = asked.get(0);
        // Elsewhere programs are found by other rules.
        if (File.separatorChar == '/'
                && places(program).noneMatch(place -> Files.isExecutable(place) && !Files.isDirectory(place))) {
            boolean there = program.contains("/") && Files.exists(Path.of(program));
            throw new NotStarted(
                    "cannot start " + program + ": "
                            + (there
                                    ? "it is not executable"
                                    : program.contains("/")
                                            ? "there is no such file"
                                            : "there is no such program in the folders of PATH"),
                    there ? NotStarted.NOT_EXECUTABLE : NotStarted.MISSING);
        }
        JavaCommand command = JavaCommand.parse(asked.subList(1, asked.size()));
        String main = command.main();
        int at = command.options().size() + 1;
        if (RunningJvm.isJava(program)
                && main != null
                && asked.get(at).equals("-jar")
                && !Files.exists(Path.of(main))) {
            throw new DataException("cannot start " + program + ": there is no jar " + main);
        }
    }

    private static Stream<Path> places(String program) {
        return program.contains(File.separator)
                ? Stream.of(Path.of(program))
                : Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                        .map(place -> Path.of(place, program));
    }

    private static String shown(String program, List<String> options, List<String> own) {
        List<String> words = new ArrayList<>();
        words.add(quoted(program));
        options.forEach(option -> words.add(quoted(option)));
        JavaCommand command = JavaCommand.parse(own);
        String main = command.main();
        if (!command.options().isEmpty()) {
            words.add(LEFT_OUT);
        }
        if (main != null) {
            words.add(quoted(command.name()));
            int at = command.options().size();
            boolean behindOption = Set.of("-jar", "-m", "--module").contains(own.get(at));
            if (own.size() > at + (behindOption ? 2 : 1)) {
                words.add(LEFT_OUT);
            }
        }
        return String.join(" ", words);
    }

    /** The home of the JDK that will run, or null where that is not known. */
    @Nullable
    Path javaHome() {
        Path bin = java == null ? null : java.getParent();
        return bin == null ? null : bin.getParent();
    }

    /** Options as the JVM parses them in a variable. */
    static String words(List<String> options) {
        return options.stream().map(LaunchPlan::quoted).collect(Collectors.joining(" "));
    }

    /** A word for a shell, and for the JVM that parses the variable: both know the same quotes. */
    private static String quoted(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\"'\"'") + "'";
    }

    private static @Nullable Path find(String program) {
        return places(program)
                .filter(Files::isExecutable)
                .findFirst()
                .map(LaunchPlan::real)
                .orElse(null);
    }

    private static @Nullable Path real(Path file) {
        try {
            return file.toRealPath();
        } catch (IOException e) {
            return null;
        }
    }
}
