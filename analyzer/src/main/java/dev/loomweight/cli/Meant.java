package dev.loomweight.cli;

import dev.loomweight.capture.InputFile;
import dev.loomweight.launch.JvmList;
import dev.loomweight.match.Nearest;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What is wrong with arguments, and what a user meant whose arguments are those of no command, or of another one. */
final class Meant {

    private static final Pattern OPTION_WITH_VALUE = Pattern.compile("'(-[^'=:]*)[=:][^']*'");
    private static final Pattern PROCESS_ID = Pattern.compile("\\d{1,9}");
    private static final Pattern CLASS = Pattern.compile("(?:[a-z_]\\w*\\.)*[A-Z]\\w*");

    /** What other tools call commands of Loomweight. */
    private static final Map<String, String> OTHERS = Map.ofEntries(
            Map.entry("version", "--version"),
            Map.entry("print", "report"),
            Map.entry("view", "report"),
            Map.entry("summary", "report"),
            Map.entry("show", "report"),
            Map.entry("analyze", "report"),
            Map.entry("start", "record"),
            Map.entry("attach", "record"),
            Map.entry("capture", "record"),
            Map.entry("profile", "run"),
            Map.entry("exec", "run"),
            Map.entry("top", "watch"),
            Map.entry("ps", "record"),
            Map.entry("list", "record"),
            Map.entry("compare", "diff"),
            Map.entry("merge", "fold"),
            Map.entry("assemble", "fold"),
            Map.entry("shell", "repl"),
            Map.entry("sql", "repl"),
            Map.entry("query", "repl"),
            Map.entry("nmt", "memory"),
            Map.entry("heap", "memory"),
            Map.entry("deadlock", "hang"),
            Map.entry("deadlocks", "hang"),
            Map.entry("locks", "waits"),
            Map.entry("stacks", "threads"),
            Map.entry("pinned", "pins"));

    private Meant() {}

    /**
     * A sentence for a word where a command is expected, such as {@code app.jfr}; null for one that is like none of these.
     */
    static @Nullable String command(String word) {
        String name = word.toLowerCase(Locale.ROOT);
        if (isJava(word)) {
            return word + " is not a command of loomweight; did you mean: loomweight run -- " + word + " ...?";
        }
        if (name.endsWith(".jar")) {
            return word + " is not a command; did you mean: loomweight run -- java -jar " + word + "?";
        }
        if (PROCESS_ID.matcher(word).matches() && !exists(word)) {
            return word + " is not a command; for a process, did you mean: loomweight record " + word
                    + ", or loomweight watch " + word + "?";
        }
        if (name.endsWith(".jfr") || name.endsWith(".lw") || exists(word)) {
            return word + " is not a command; did you mean: loomweight report " + word + "?";
        }
        return null;
    }

    /**
     * A sentence for arguments of {@code run} that have no {@code --}, such as {@code java -jar app.jar}; null where no
     * command of the user's is among them.
     *
     * @param words the arguments after {@code run}
     */
    static @Nullable String run(List<String> words) {
        for (String word : words) {
            if (word.startsWith("-")) {
                continue;
            }
            String own = null;
            if (isJava(word)) {
                own = word + " ...";
            } else if (word.toLowerCase(Locale.ROOT).endsWith(".jar")) {
                own = "java -jar " + word;
            } else if (word.endsWith(".java")) {
                own = "java " + word;
            } else if (CLASS.matcher(word).matches()) {
                own = "java -cp ... " + word;
            } else if (word.indexOf('/') >= 0 && exists(word)) {
                own = word;
            }
            if (own != null) {
                return "your own command comes after --; did you mean: loomweight run -- " + own + "?";
            }
        }
        return null;
    }

    private static boolean isJava(String word) {
        return word.equals("java") || word.endsWith("/java");
    }

    private static boolean exists(String word) {
        try {
            return Files.exists(Path.of(word));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /**
     * A sentence for a command that reads pins and was given a running JVM, which has none to read.
     *
     * @param path a process id, the main class of a running JVM, or a jar
     * @param what what is read
     * @return null where the path names none
     */
    static @Nullable String recording(Path path, String what) {
        String word = path.toString();
        boolean jar = InputFile.isJar(path);
        if (word.isEmpty() || (!jar && Files.exists(path))) {
            return null;
        }
        if (PROCESS_ID.matcher(word).matches() || isRunning(word)) {
            return what + ", and " + word
                    + " is a running JVM, of which nothing is recorded yet; use loomweight record " + word
                    + ", or loomweight watch " + word;
        }
        return jar ? what + ", and " + word + " is a program; use loomweight run -- java -jar " + word : null;
    }

    private static boolean isRunning(String word) {
        try {
            return JvmList.called(word).isPresent();
        } catch (JvmList.Ambiguous e) {
            return true;
        }
    }

    /**
     * A sentence for arguments that cannot name a file in this locale, as names that are not ASCII with {@code LC_ALL=C}.
     *
     * @param charset the charset of file names, as {@code sun.jnu.encoding} has it
     * @return null where all can
     */
    static @Nullable String locale(List<String> arguments, @Nullable String charset) {
        try {
            if (charset == null
                    || arguments.stream().allMatch(Charset.forName(charset).newEncoder()::canEncode)) {
                return null;
            }
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            return null;
        }
        return "an argument has characters that this locale (" + charset
                + ") cannot express; set LC_ALL=C.UTF-8 and run the command again";
    }

    /** The same for a path that was refused. */
    static String path(InvalidPathException e) {
        String of = locale(List.of(e.getInput()), System.getProperty("sun.jnu.encoding"));
        return of == null ? "invalid path: " + e.getReason() : of.replaceFirst("an argument", "a path");
    }

    /** What is wrong with the arguments of a command, or what was meant by them. */
    static String words(ParameterException e, List<String> args) {
        return Objects.requireNonNullElseGet(meant(e, args), () -> message(e));
    }

    /** What was meant by arguments that are those of no command; null if that is not known. */
    private static @Nullable String meant(ParameterException e, List<String> args) {
        if (e instanceof MissingParameterException) {
            return unknownOption(e.getCommandLine(), args);
        }
        if (!(e instanceof UnmatchedArgumentException unmatched)) {
            return null;
        }
        if (e.getCommandLine().getParent() == null) {
            return unmatched.getUnmatched().isEmpty()
                    ? null
                    : command(unmatched.getUnmatched().getFirst());
        }
        boolean own = e.getCommandLine().getCommandName().equals("run") && !args.contains("--");
        return own ? run(args.subList(args.indexOf("run") + 1, args.size())) : null;
    }

    /**
     * What is wrong with an option that the command does not have, where picocli complains of a missing argument first;
     * null if there is none.
     */
    private static @Nullable String unknownOption(CommandLine command, List<String> args) {
        return args.stream()
                .takeWhile(word -> !word.equals("--"))
                .filter(word ->
                        word.startsWith("--") && command.getCommandSpec().findOption(word.split("=", 2)[0]) == null)
                .findFirst()
                .map(word -> message(new UnmatchedArgumentException(command, List.of(word))))
                .orElse(null);
    }

    /** What is wrong with the arguments, and what the user may have meant. */
    static String message(ParameterException e) {
        StringBuilder message = new StringBuilder(lowerCase(e));
        if (e instanceof UnmatchedArgumentException unmatched && isCommandExpected(unmatched)) {
            String word = typed(unmatched);
            String other = OTHERS.get(word.toLowerCase(Locale.ROOT));
            boolean lab = e.getCommandLine().getCommandName().equals(CommandTree.LAB);
            return "unknown " + (lab ? "program" : "command") + " '" + word + "'"
                    + (other == null || lab
                            ? Nearest.hint(word, known(unmatched))
                            : "; did you mean: loomweight " + other + "?");
        }
        if (e instanceof UnmatchedArgumentException unmatched) {
            // The option of an application, passed without --, can have a password as its value.
            message = new StringBuilder(OPTION_WITH_VALUE.matcher(message).replaceAll("'$1'"));
            message.append(Nearest.hint(typed(unmatched), known(unmatched)));
        } else if (e.getArgSpec() != null && e.getArgSpec().typeInfo().isEnum() && e.getValue() != null) {
            message.append(Nearest.hint(e.getValue(), words(e.getArgSpec())));
        }
        return message.toString();
    }

    private static boolean isCommandExpected(UnmatchedArgumentException e) {
        return !typed(e).isEmpty()
                && !typed(e).startsWith("-")
                && !e.getCommandLine().getSubcommands().isEmpty()
                && !e.getCommandLine().getCommandName().equals(CommandTree.RUN);
    }

    /** The values of an option as they are documented: picocli names constants, and takes them in any case. */
    private static List<String> words(ArgSpec option) {
        List<String> words = new ArrayList<>();
        option.typeInfo().getEnumConstantNames().forEach(name -> words.add(name.toLowerCase(Locale.ROOT)));
        return words;
    }

    /** The first word that is unknown, of an option without its value. */
    private static String typed(UnmatchedArgumentException e) {
        String word = e.getUnmatched().isEmpty() ? "" : e.getUnmatched().getFirst();
        return word.startsWith("-") ? word.split("=", 2)[0] : word;
    }

    /** What could stand in its place: options, or commands. */
    private static Collection<String> known(UnmatchedArgumentException e) {
        CommandSpec command = e.getCommandLine().getCommandSpec();
        return typed(e).startsWith("-")
                ? command.optionsMap().keySet()
                : command.subcommands().keySet();
    }

    /** Messages of picocli start in upper case; those of Loomweight do not, since they follow the command's name. */
    private static String lowerCase(ParameterException e) {
        return lowerCase(e.getMessage() == null ? e.toString() : e.getMessage());
    }

    static String lowerCase(String message) {
        return message.isEmpty() ? message : Character.toLowerCase(message.charAt(0)) + message.substring(1);
    }
}
