package dev.loomweight.terminal;

import java.util.List;
import org.jline.terminal.Attributes;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.utils.AttributedString;
import org.jline.utils.Display;
import org.jline.utils.InfoCmp.Capability;

/**
 * The whole screen of a terminal, taken until it is closed: keys come one by one, and what stood there before comes back
 * at the end. Only what changed is sent. Not safe for threads.
 */
public final class FullScreen implements AutoCloseable {

    /** The size that is taken of a terminal which does not tell its own. */
    public static final Size FALLBACK = Size.of(80, 24);

    private final Terminal terminal;
    private final boolean colour;
    private final Display display;
    private final Attributes before;
    private boolean closed;

    /**
     * Takes the screen.
     *
     * @param terminal stays open when the screen is given back
     * @param colour whether styles are wanted; without, nothing is sent but text
     */
    public FullScreen(Terminal terminal, boolean colour) {
        this.terminal = terminal;
        this.colour = colour;
        this.display = new Display(terminal, true);
        this.before = terminal.enterRawMode();
        terminal.puts(Capability.enter_ca_mode);
        terminal.puts(Capability.cursor_invisible);
        terminal.puts(Capability.keypad_xmit);
        terminal.flush();
    }

    /** The size now; {@link #FALLBACK} where the terminal does not tell. */
    public Size size() {
        Size size = terminal.getSize();
        return size.getColumns() > 0 && size.getRows() > 0 ? size : FALLBACK;
    }

    /**
     * Shows some lines from the top on.
     *
     * @param lines not more than there are rows, none wider than the screen
     * @param size the size that they were made for
     */
    public void draw(List<AttributedString> lines, Size size) {
        display.resize(size);
        display.update(colour ? lines : plain(lines), size.cursorPos(size.getRows() - 1, 0));
    }

    private static List<AttributedString> plain(List<AttributedString> lines) {
        return lines.stream().map(line -> new AttributedString(line.toString())).toList();
    }

    /** Forgets what stands on the screen, and draws everything the next time. */
    public void clear() {
        display.clear();
        display.reset();
        terminal.puts(Capability.clear_screen);
        terminal.flush();
    }

    /** Puts the terminal back as it was; a second time does nothing. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            terminal.puts(Capability.keypad_local);
            terminal.puts(Capability.cursor_visible);
            terminal.puts(Capability.exit_ca_mode);
            terminal.flush();
            terminal.setAttributes(before);
        }
    }
}
