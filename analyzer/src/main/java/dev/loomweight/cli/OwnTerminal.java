package dev.loomweight.cli;

import dev.loomweight.capture.Proc;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The terminal of a command that was started by {@code java -jar}: the launcher, which tells it of one by environment
 * variables, did not run. Seen where {@code /proc} shows what is open, without the classes of the JDK's console.
 */
final class OwnTerminal {

    private static final List<String> STTY = List.of("/usr/bin/stty", "/bin/stty");

    private OwnTerminal() {}

    /**
     * An environment with the variables that the launcher sets.
     *
     * @param environment that of this process; where it has the size of a terminal, it is the answer
     * @param columns the name of the variable with the columns
     * @param rows that with the rows
     * @param error that which says that standard error is a terminal
     */
    static Map<String, String> in(Map<String, String> environment, String columns, String rows, String error) {
        if (environment.containsKey(columns) || !isTerminal(1)) {
            return environment;
        }
        String[] size = size().split(" ", -1);
        if (size.length != 2) {
            return environment;
        }
        Map<String, String> with = new HashMap<>(environment);
        with.put(rows, size[0]);
        with.put(columns, size[1]);
        if (isTerminal(2)) {
            with.put(error, "1");
        }
        return with;
    }

    private static Path stream(int number) {
        return Proc.self().resolve("fd").resolve(Integer.toString(number));
    }

    private static boolean isTerminal(int number) {
        try {
            String open = Files.readSymbolicLink(stream(number)).toString();
            return open.startsWith("/dev/pts/") || open.startsWith("/dev/tty");
        } catch (IOException e) {
            // There is no /proc, or it is closed.
            return false;
        }
    }

    /** The rows and columns as {@code stty size} prints them, or an empty text. */
    private static String size() {
        // Not by the PATH: a folder of the user's can have another program of this name.
        for (String stty : STTY) {
            if (new File(stty).canExecute()) {
                try {
                    Process asked = new ProcessBuilder(stty, "size")
                            .redirectInput(stream(1).toFile())
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
                    return new String(asked.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
                } catch (IOException e) {
                    return "";
                }
            }
        }
        return "";
    }
}
