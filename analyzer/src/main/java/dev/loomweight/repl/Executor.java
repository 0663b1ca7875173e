package dev.loomweight.repl;

import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.DataException;
import dev.loomweight.capture.InputFile;
import dev.loomweight.query.QueryException;
import dev.loomweight.render.SafeText;
import dev.loomweight.repl.ReplSettings.Setting;
import dev.loomweight.report.Amounts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.stream.Collectors;

/** Runs lines one after the other, reports errors, and keeps the exit status of the first line that failed. */
final class Executor {

    private static final int DATA = 1;
    private static final int USAGE = 2;
    private static final int INTERRUPTED = 130;
    private static final int DEEPEST = 10;
    /** Columns for the marks of a truncated line, and for the cursor. */
    private static final int MARGIN = 3;

    private final Session session;
    private final LineRunner runner;
    private final Display display;
    private int status;
    private int depth;

    /** Shows results and errors. */
    interface Display {

        /** Shows a result. */
        void show(Result outcome) throws IOException;

        /** Shows the line from the history that is run. */
        void recall(String line);

        /** The width of a line, in columns. */
        int width();

        /** Shows a remark. */
        void note(String text);

        /** Shows an error: one line, or several that show its position. */
        void error(String text);

        /** Writes a result to a file, in the format of its extension. */
        void write(Result outcome, Path file) throws IOException;
    }

    Executor(Session session, Display display) {
        this.session = session;
        this.runner = new LineRunner(session);
        this.display = display;
    }

    /** 0, or the status of the first line that failed. */
    int status() {
        return status;
    }

    /** Runs a text of any number of lines. */
    void all(String text) {
        for (String line : LineJoiner.of(text)) {
            if (session.ended()) {
                return;
            }
            run(line);
        }
    }

    /** Runs one line. */
    void run(String written) {
        String line = written;
        long begin = System.nanoTime();
        try {
            line = recalled(written.strip());
            if (!line.equals(written.strip())) {
                display.recall(line);
            }
            if (line.isEmpty() || line.startsWith("#")) {
                return;
            }
            if (depth == 0) {
                session.history().add(line);
            }
            if (line.equals("script") || line.startsWith("script ")) {
                script(new Arguments(line.substring(6).strip(), null).only("script FILE"));
            } else {
                show(runner.run(line));
            }
        } catch (QueryException e) {
            fail(USAGE, pointed(line, e, display.width()));
        } catch (IllegalArgumentException e) {
            fail(USAGE, SafeText.of(String.valueOf(e.getMessage())));
        } catch (CancellationException e) {
            fail(INTERRUPTED, "stopped");
        } catch (DataException e) {
            fail(
                    Thread.currentThread().isInterrupted() ? INTERRUPTED : DATA,
                    Thread.currentThread().isInterrupted() ? "stopped" : SafeText.of(String.valueOf(e.getMessage())));
        } catch (IOException e) {
            fail(DATA, SafeText.of("cannot write: " + e.getMessage()));
        } catch (OutOfMemoryError e) {
            fail(DATA, "out of memory; set LOOMWEIGHT_JAVA_OPTS=-Xmx8g, or filter first");
        } catch (StackOverflowError e) {
            fail(DATA, "the input is nested too deeply");
        } catch (RuntimeException e) {
            fail(DATA, SafeText.of("internal error: " + e));
        }
        if (session.settings().isOn(Setting.TIMING)) {
            display.note(Amounts.time(System.nanoTime() - begin));
        }
    }

    private void show(Result outcome) throws IOException {
        if (outcome instanceof Result.OfText said && said.text().isEmpty()) {
            return;
        }
        Path once = session.takeOnce();
        if (once == null) {
            display.show(outcome);
        } else {
            try {
                display.write(outcome, once);
            } catch (IOException e) {
                throw new DataException("cannot write " + once + ": " + CaptureFolder.reason(e), e);
            }
        }
        boolean isBelow = once == null
                && outcome instanceof Result.OfRows
                && session.settings().get(Setting.FORMAT).equals("text");
        if (!isBelow) {
            outcome.notes().forEach(display::note);
        }
        if (!outcome.problems().isEmpty()) {
            fail(DATA, outcome.problems().stream().map(SafeText::of).collect(Collectors.joining("\n")));
        }
    }

    private void script(String name) {
        if (depth >= DEEPEST) {
            throw new DataException("scripts may be nested at most " + DEEPEST + " deep; does a script run itself?");
        }
        String text;
        try {
            text = InputFile.text(CommandActions.path(name), Repl.MAX_SCRIPT_BYTES);
        } catch (IOException e) {
            throw new DataException("cannot read the script " + name + ": not a text file that can be read", e);
        }
        depth++;
        try {
            all(text);
        } finally {
            depth--;
        }
    }

    /** Replaces {@code !!}, with or without text after it, and {@code !N} by the line that they stand for. */
    private String recalled(String line) {
        List<String> before = session.history();
        if (line.startsWith("!!")) {
            if (before.isEmpty()) {
                throw new IllegalArgumentException("the history is empty");
            }
            return before.getLast() + line.substring(2);
        }
        if (line.matches("!\\d{1,6}")) {
            int number = Integer.parseInt(line.substring(1));
            if (number < 1 || number > before.size()) {
                throw new IllegalArgumentException("no line " + number + " in the history; type \"history\"");
            }
            return before.get(number - 1);
        }
        return line;
    }

    private void fail(int with, String message) {
        status = status == 0 ? with : status;
        // A message may quote untrusted text; its own line ends are kept.
        display.error(Arrays.stream(message.split("\n", -1)).map(SafeText::of).collect(Collectors.joining("\n")));
    }

    /**
     * The line with the error, carets below it, and the message. A line that does not fit is truncated around the error.
     */
    static String pointed(String text, QueryException e, int width) {
        int at = Math.min(e.at(), text.length());
        int begin = text.lastIndexOf('\n', Math.max(0, at - 1)) + 1;
        int end = text.indexOf('\n', at);
        // Of unchanged length, for the carets.
        String line = text.substring(begin, end < 0 ? text.length() : end).replaceAll("[\\p{Cntrl}\\p{Cf}]", "?");
        int column = at - begin;
        int length = Math.max(1, Math.min(e.length(), line.length() - column));
        if (line.length() >= width) {
            int from = Math.max(0, Math.min(column - width / 2, line.length() - width + MARGIN));
            int to = Math.min(line.length(), from + width - MARGIN);
            line = (from > 0 ? "…" : "") + line.substring(from, to) + (to < line.length() ? "…" : "");
            column = column - from + (from > 0 ? 1 : 0);
            length = Math.max(1, Math.min(length, line.length() - column));
        }
        return line + "\n" + " ".repeat(column) + "^".repeat(length) + "\n"
                + SafeText.of(String.valueOf(e.getMessage()));
    }
}
