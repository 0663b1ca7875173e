package dev.loomweight.cli;

import dev.loomweight.render.TextOptions;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * The output streams of a command, and what the terminal can do.
 *
 * @param out standard output
 * @param err standard error
 * @param terminal whether standard output is a terminal
 * @param errTerminal whether standard error is one
 * @param errWidth the columns of a line of standard error
 * @param rewritesLines whether standard error is a terminal that can rewrite a line
 * @param width the columns of a line
 * @param rows the lines of the terminal, or {@link #USUAL_ROWS} where they are not known
 * @param colour whether colours are wanted
 */
record Console(
        PrintWriter out,
        PrintWriter err,
        boolean terminal,
        boolean errTerminal,
        int errWidth,
        boolean rewritesLines,
        int width,
        int rows,
        boolean colour) {

    /** Wide enough for every table and narrow enough for an email. */
    static final int WIDTH_WITHOUT_TERMINAL = 100;

    /** The lines of the smallest terminal in use. */
    static final int USUAL_ROWS = 24;

    /** Set by the launcher script when standard output is a terminal, to the terminal's width. */
    private static final String COLUMNS = "LOOMWEIGHT_COLUMNS";

    /** Set by the launcher script when standard output is a terminal, to the terminal's height. */
    private static final String ROWS = "LOOMWEIGHT_ROWS";

    /** Set by the launcher script when standard error is a terminal, to its width, or to 1 where that is not known. */
    private static final String ERR_TERMINAL = "LOOMWEIGHT_STDERR_TERMINAL";

    /** Set by the launcher script when standard input is a terminal. */
    private static final String IN_TERMINAL = "LOOMWEIGHT_STDIN_TERMINAL";

    /** Whether standard input is a terminal, according to the launcher script. */
    static boolean isInputTerminal(Map<String, String> environment) {
        return environment.containsKey(IN_TERMINAL);
    }

    static Console ofSystem() {
        return of(
                new PrintWriter(System.out, true, StandardCharsets.UTF_8),
                new PrintWriter(System.err, true, StandardCharsets.UTF_8),
                OwnTerminal.in(System.getenv(), COLUMNS, ROWS, ERR_TERMINAL));
    }

    /**
     * The console that the environment variables describe. {@code NO_COLOR}, set to anything but the empty string, and
     * {@code TERM=dumb} turn colours off.
     */
    static Console of(PrintWriter out, PrintWriter err, Map<String, String> environment) {
        int columns = number(environment, COLUMNS);
        int rows = number(environment, ROWS);
        int errColumns = number(environment, ERR_TERMINAL);
        boolean terminal = columns > 0;
        boolean dumb = environment.getOrDefault("TERM", "").equals("dumb");
        boolean colour = !dumb && environment.getOrDefault("NO_COLOR", "").isEmpty();
        boolean errTerminal = environment.containsKey(ERR_TERMINAL);
        return new Console(
                out,
                err,
                terminal,
                errTerminal,
                errColumns > 1 ? errColumns : terminal && errTerminal ? columns : WIDTH_WITHOUT_TERMINAL,
                errTerminal && !dumb,
                terminal ? columns : WIDTH_WITHOUT_TERMINAL,
                rows > 0 ? rows : USUAL_ROWS,
                terminal && colour);
    }

    TextOptions textOptions() {
        return new TextOptions(width, colour);
    }

    private static int number(Map<String, String> environment, String name) {
        try {
            return Integer.parseInt(environment.getOrDefault(name, "0"));
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
