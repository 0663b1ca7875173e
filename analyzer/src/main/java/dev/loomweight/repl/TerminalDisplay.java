package dev.loomweight.repl;

import dev.loomweight.render.SafeText;
import dev.loomweight.render.TextOptions;
import java.io.IOException;
import java.nio.file.Path;
import org.jline.terminal.Terminal;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;

/** Shows results on a terminal, longer ones in a pager. */
final class TerminalDisplay implements Executor.Display {

    /** Clears a line of progress (ECMA-48); empty for a dumb terminal, which has none. */
    static String eraseLine(Terminal terminal) {
        return terminal.getType().startsWith(Terminal.TYPE_DUMB) ? "" : "\r\u001b[2K";
    }

    private final Terminal terminal;
    private final Session session;
    private final boolean colour;
    private final ResultWriter screen;

    TerminalDisplay(Terminal terminal, Session session, boolean colour) {
        this.terminal = terminal;
        this.session = session;
        this.colour = colour;
        this.screen = new ResultWriter(session.settings());
    }

    private TextOptions look() {
        return new TextOptions(
                terminal.getSize().getColumns() > 0 ? terminal.getSize().getColumns() : 80, colour);
    }

    @Override
    public void show(Result outcome) throws IOException {
        session.showing(true);
        try {
            synchronized (session.screenLock()) {
                if (terminal.getType().startsWith(Terminal.TYPE_DUMB) || !Prompt.isPaged(session)) {
                    screen.write(outcome, terminal.writer(), look());
                } else {
                    page(outcome);
                }
            }
        } finally {
            session.showing(false);
        }
    }

    private void page(Result outcome) throws IOException {
        LazyText pages = screen.paged(outcome, look());
        LazyLines text = new LazyLines(pages);
        if (text.isLongerThan(terminal.getSize().getRows() - 1)) {
            Pager.show(text, terminal, colour);
        } else {
            terminal.writer().print(eraseLine(terminal));
            pages.writeAll(terminal.writer());
            terminal.writer().flush();
        }
    }

    @Override
    public void error(String text) {
        session.showing(true);
        try {
            synchronized (session.screenLock()) {
                String harmless = SafeText.lines(text);
                AttributedStyle red = AttributedStyle.DEFAULT.foreground(AttributedStyle.RED);
                String shown = colour
                        ? new AttributedStringBuilder().styled(red, harmless).toAnsi(terminal)
                        : harmless;
                terminal.writer().println(eraseLine(terminal) + shown);
                terminal.writer().flush();
            }
        } finally {
            session.showing(false);
        }
    }

    @Override
    public void note(String text) {
        say(text);
    }

    @Override
    public int width() {
        return look().width();
    }

    /** Writes a line. */
    void say(String text) {
        terminal.writer().println(text);
        terminal.writer().flush();
    }

    @Override
    public void recall(String line) {
        say(colour ? PromptHighlighter.coloured(line).toAnsi(terminal) : line);
    }

    @Override
    public void write(Result outcome, Path file) throws IOException {
        screen.write(outcome, file, look().width());
    }
}
