package dev.loomweight.repl;

import dev.loomweight.capture.DataException;
import dev.loomweight.capture.InputFile;
import dev.loomweight.command.Explorer;
import dev.loomweight.query.OpenInput;
import dev.loomweight.repl.ReplSettings.Setting;
import dev.loomweight.terminal.SystemTerminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.history.DefaultHistory;
import org.jline.terminal.Terminal;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;
import org.jline.widget.AutosuggestionWidgets;

/** The prompt in a terminal, on JLine: editing, completion, history, a pager, and Ctrl-C, which stops only the command. */
final class Prompt {

    private final Session session;
    private final Explorer.Screen screen;
    private final Map<String, String> environment = System.getenv();

    Prompt(Session session, Explorer.Screen screen) {
        this.session = session;
        this.screen = screen;
    }

    /** Reads and runs lines until the user leaves; returns 0, since the user has seen all errors. */
    int run() {
        try (Terminal terminal = SystemTerminal.open()) {
            TerminalDisplay display = new TerminalDisplay(terminal, session, screen.colour());
            Executor executor = new Executor(session, display);
            LineReader reader = reader(terminal);
            try (CommandThread work = new CommandThread(terminal, session)) {
                runRc(executor, work, display);
                display.say(greeting());
                while (!session.ended() && readAndRun(reader, executor, work)) {
                    // Until the user leaves.
                }
                reader.getHistory().save();
            }
            return 0;
        } catch (IOException e) {
            throw new DataException("cannot use the terminal: " + e.getMessage(), e);
        }
    }

    private String greeting() {
        OpenInput input = session.inputs().usedOrNone();
        return input == null
                ? "nothing is open: type \"open PATH\", or \"help\" for commands"
                : session.inputs().usedName() + ": " + input.contents()
                        + "; type \"help\" for commands, Ctrl-D to leave";
    }

    private LineReader reader(Terminal terminal) throws IOException {
        Path history = state("XDG_STATE_HOME", ".local/state").resolve("history");
        Files.createDirectories(history.getParent());
        LineReader reader = LineReaderBuilder.builder()
                .appName("loomweight")
                .terminal(terminal)
                .parser(new LineParser())
                .completer(new PromptCompleter(session))
                .highlighter(new PromptHighlighter(screen.colour()))
                .history(new DefaultHistory())
                .variable(LineReader.HISTORY_FILE, history)
                .variable(LineReader.SECONDARY_PROMPT_PATTERN, "%P  | ")
                .variable(LineReader.LIST_MAX, 200)
                // An exclamation mark is part of != here; the executor handles !!.
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                .option(LineReader.Option.HISTORY_INCREMENTAL, true)
                .option(LineReader.Option.HISTORY_IGNORE_DUPS, true)
                .option(LineReader.Option.CASE_INSENSITIVE, true)
                .option(LineReader.Option.AUTO_FRESH_LINE, true)
                .build();
        new AutosuggestionWidgets(reader).enable();
        reader.getHistory().forEach(entry -> session.history().add(entry.line()));
        return reader;
    }

    private boolean readAndRun(LineReader reader, Executor executor, CommandThread work) {
        String line;
        try {
            line = reader.readLine(prompt());
        } catch (UserInterruptException e) {
            // Ctrl-C at the prompt discards the line.
            return true;
        } catch (EndOfFileException e) {
            return false;
        }
        String joined = LineJoiner.joined(line);
        if (!joined.isBlank()) {
            work.run(() -> executor.run(joined));
        }
        return true;
    }

    private String prompt() {
        String name = session.inputs().usedName();
        String plain = name == null ? "loomweight> " : name + "> ";
        return screen.colour()
                ? new AttributedStringBuilder()
                        .styled(AttributedStyle.BOLD.foreground(AttributedStyle.CYAN), plain)
                        .toAnsi()
                : plain;
    }

    private void runRc(Executor executor, CommandThread work, TerminalDisplay display) {
        Path file = state("XDG_CONFIG_HOME", ".config").resolve("replrc");
        if (!Files.isRegularFile(file)) {
            return;
        }
        try {
            String text = InputFile.text(file, Repl.MAX_SCRIPT_BYTES);
            work.run(() -> executor.all(text));
            session.history().removeIf(line -> LineJoiner.of(text).contains(line));
        } catch (IOException e) {
            display.error("cannot read " + file + ": " + e.getMessage());
        }
    }

    /** A directory of this program, according to freedesktop.org: from a variable, or below the home directory. */
    private Path state(String variable, String below) {
        String base = environment.getOrDefault(variable, "");
        return (base.isEmpty() ? CommandActions.home().resolve(below) : Path.of(base)).resolve("loomweight");
    }

    /** Whether long output goes through the pager. */
    static boolean isPaged(Session session) {
        return session.settings().isOn(Setting.PAGER);
    }
}
