package dev.loomweight.terminal;

import java.io.IOError;
import java.io.InterruptedIOException;
import java.util.List;
import org.jline.keymap.BindingReader;
import org.jline.keymap.KeyMap;
import org.jline.terminal.Attributes;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.utils.AttributedString;
import org.jline.utils.Display;
import org.jline.utils.InfoCmp.Capability;
import org.jline.utils.NonBlockingReader;
import org.jspecify.annotations.Nullable;

/**
 * The whole screen of a terminal and its keys, until it is closed: keys come one by one, and the former contents are
 * restored at the end. Only what changed is sent. Not safe for threads.
 */
public final class FullScreen implements AutoCloseable {

    private static final Size FALLBACK = Size.of(80, 24);

    /** The longest wait for the rest of a key that begins with escape. */
    private static final long ESCAPE_MILLIS = 50;

    private final Terminal terminal;
    private final boolean colour;
    private final Display display;
    private final BindingReader reader;
    private final KeyMap<Key> keys;
    private final Attributes before;
    private boolean closed;

    /**
     * Takes the screen.
     *
     * @param terminal stays open when the screen is closed
     * @param colour whether styles are wanted; without, only plain text is sent
     */
    public FullScreen(Terminal terminal, boolean colour) {
        this.terminal = terminal;
        this.colour = colour;
        this.display = new Display(terminal, true);
        this.reader = new BindingReader(terminal.reader());
        this.keys = Key.map(terminal);
        keys.setAmbiguousTimeout(ESCAPE_MILLIS);
        this.before = terminal.enterRawMode();
        // Ctrl-Z would leave the shell with a screen that is not its own.
        Attributes raw = terminal.getAttributes();
        raw.setControlChar(Attributes.ControlChar.VSUSP, 0);
        terminal.setAttributes(raw);
        terminal.puts(Capability.enter_ca_mode);
        terminal.puts(Capability.cursor_invisible);
        terminal.puts(Capability.keypad_xmit);
        // Most terminals leave the cursor where it was, and some have no other screen. The first drawing begins at the
        // top.
        clear();
    }

    /** Whether a full screen can be drawn on a terminal. */
    public static boolean isPossibleOn(Terminal terminal) {
        return terminal.getStringCapability(Capability.cursor_address) != null;
    }

    /** The size now; 80 columns by 24 rows where the terminal does not report one. */
    public Size size() {
        Size size = terminal.getSize();
        return size.getColumns() > 0 && size.getRows() > 0 ? size : FALLBACK;
    }

    /**
     * Shows some lines, from the top.
     *
     * @param lines not more than there are rows, none wider than the screen. Without colour no line differs by its style,
     *     so what is selected must also be marked by a character
     */
    public void draw(List<AttributedString> lines) {
        Size size = size();
        display.resize(size);
        display.update(colour ? lines : plain(lines), size.cursorPos(size.getRows() - 1, 0));
    }

    private static List<AttributedString> plain(List<AttributedString> lines) {
        return lines.stream().map(line -> new AttributedString(line.toString())).toList();
    }

    /** Clears the screen, so that the next drawing sends everything. */
    public void clear() {
        display.clear();
        display.reset();
        terminal.puts(Capability.clear_screen);
        terminal.flush();
    }

    /**
     * Waits for a key.
     *
     * @param millis the longest wait, at least 1
     * @return the key; null where none was pressed in time, or an unknown one; {@link Key#QUIT} where the terminal is gone
     * @throws InterruptedException if the thread is interrupted
     */
    public @Nullable Key read(long millis) throws InterruptedException {
        try {
            int character = reader.peekCharacter(Math.max(1, millis));
            if (character == NonBlockingReader.EOF) {
                return Key.QUIT;
            }
            return character == NonBlockingReader.READ_EXPIRED ? null : reader.readBinding(keys, null, false);
        } catch (IOError e) {
            return gone(e);
        }
    }

    /**
     * Waits for a character, whatever it means as a key.
     *
     * @return its code point; negative where the terminal is gone
     * @throws InterruptedException if the thread is interrupted
     */
    public int readCharacter() throws InterruptedException {
        try {
            return reader.readCharacter();
        } catch (IOError e) {
            gone(e);
            return NonBlockingReader.EOF;
        }
    }

    private static Key gone(IOError e) throws InterruptedException {
        if (e.getCause() instanceof InterruptedIOException
                || Thread.currentThread().isInterrupted()) {
            throw new InterruptedException("interrupted while waiting for a key");
        }
        // As when the terminal's window is closed.
        return Key.QUIT;
    }

    /**
     * Restores the terminal, and leaves some lines on it.
     *
     * @param lines what stays to be read
     */
    public void leave(List<AttributedString> lines) {
        close();
        for (AttributedString line : lines) {
            terminal.writer().println((colour ? line.toAnsi(terminal) : line.toString()).stripTrailing());
        }
        terminal.flush();
    }

    /** Restores the terminal; a second time does nothing. */
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
