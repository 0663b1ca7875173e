package dev.loomweight.watch;

import java.io.IOError;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import org.jline.keymap.BindingReader;
import org.jline.keymap.KeyMap;
import org.jline.terminal.Attributes;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.AttributedString;
import org.jline.utils.Display;
import org.jline.utils.InfoCmp.Capability;
import org.jline.utils.NonBlockingReader;
import org.jspecify.annotations.Nullable;

/**
 * The terminal while a screen is on it: keys come one by one, and what stood there before comes back at the end, however
 * it ends. Only what changed is sent.
 */
final class LiveTerminal implements AutoCloseable {

    /** The longest wait for the rest of a key that begins with escape. */
    private static final long ESCAPE_MILLIS = 50;

    private static final Size FALLBACK = Size.of(80, 24);

    private final Terminal terminal;
    private final boolean colour;
    private final Display display;
    private final BindingReader reader;
    private final KeyMap<Key> keys = new KeyMap<>();
    private final Attributes before;
    private boolean closed;

    private LiveTerminal(Terminal terminal, boolean colour) {
        this.terminal = terminal;
        this.colour = colour;
        this.display = new Display(terminal, true);
        this.reader = new BindingReader(terminal.reader());
        this.before = terminal.enterRawMode();
        // Ctrl-Z would leave the shell with a screen that is not its own.
        Attributes raw = terminal.getAttributes();
        raw.setControlChar(Attributes.ControlChar.VSUSP, 0);
        terminal.setAttributes(raw);
        bind();
        display.resize(size());
    }

    /**
     * Takes the program's own terminal.
     *
     * @param colour whether colours are wanted
     * @throws IOException if there is none
     */
    static LiveTerminal open(boolean colour) throws IOException {
        return of(TerminalBuilder.builder().system(true).dumb(true).build(), colour);
    }

    /** Takes a terminal, which it closes in the end. */
    static LiveTerminal of(Terminal terminal, boolean colour) {
        LiveTerminal taken = new LiveTerminal(terminal, colour);
        terminal.puts(Capability.enter_ca_mode);
        terminal.puts(Capability.cursor_invisible);
        terminal.puts(Capability.keypad_xmit);
        terminal.flush();
        return taken;
    }

    private void bind() {
        for (Key key : Key.values()) {
            keys.bind(key, key.sequences());
        }
        bind(Key.UP, Capability.key_up, "\u001b[A");
        bind(Key.DOWN, Capability.key_down, "\u001b[B");
        bind(Key.BACK, Capability.key_left, "\u001b[D");
        bind(Key.OPEN, Capability.key_right, "\u001b[C");
        bind(Key.PAGE_UP, Capability.key_ppage, "\u001b[5~");
        bind(Key.PAGE_DOWN, Capability.key_npage, "\u001b[6~");
        keys.setAmbiguousTimeout(ESCAPE_MILLIS);
    }

    private void bind(Key key, Capability capability, String usual) {
        keys.bind(key, usual);
        @Nullable String told = KeyMap.key(terminal, capability);
        if (told != null && !told.isEmpty()) {
            keys.bind(key, told);
        }
    }

    /** Whether it is a terminal that a screen can be drawn on. */
    boolean canMove() {
        return terminal.getStringCapability(Capability.cursor_address) != null;
    }

    /** Runs something whenever the size changes, on a thread of the terminal's own. */
    void onResize(Runnable resized) {
        terminal.handle(Terminal.Signal.WINCH, signal -> resized.run());
    }

    /** Runs something instead of ending the program when the user presses Ctrl-C. */
    void onInterrupt(Runnable interrupted) {
        terminal.handle(Terminal.Signal.INT, signal -> interrupted.run());
    }

    /** The size now; 80 by 24 where the terminal does not tell. */
    Size size() {
        Size size = terminal.getSize();
        return size.getColumns() > 0 && size.getRows() > 0 ? size : FALLBACK;
    }

    /** Shows some lines from the top on; not more than there are rows, none wider than the screen. */
    void draw(List<AttributedString> lines) {
        Size size = size();
        display.resize(size);
        display.update(colour ? lines : plain(lines), size.cursorPos(size.getRows() - 1, 0));
    }

    // The selected line is told by a mark too, so that nothing is lost without styles.
    private static List<AttributedString> plain(List<AttributedString> lines) {
        return lines.stream().map(line -> new AttributedString(line.toString())).toList();
    }

    /** Forgets what stands on the screen, and draws everything the next time. */
    void redraw() {
        display.clear();
        display.reset();
        terminal.puts(Capability.clear_screen);
        terminal.flush();
    }

    /**
     * Waits for a key.
     *
     * @param millis the longest wait
     * @return the key, or null where none was pressed in time, or one that does nothing
     * @throws InterruptedException if the thread is interrupted
     */
    @Nullable
    Key read(long millis) throws InterruptedException {
        try {
            int character = reader.peekCharacter(Math.max(1, millis));
            if (character == NonBlockingReader.READ_EXPIRED) {
                return null;
            }
            if (character == NonBlockingReader.EOF) {
                return Key.QUIT;
            }
            return reader.readBinding(keys, null, false);
        } catch (IOError e) {
            if (e.getCause() instanceof InterruptedIOException
                    || Thread.currentThread().isInterrupted()) {
                throw new InterruptedException("interrupted while waiting for a key");
            }
            // The terminal is gone, as when its window is closed.
            return Key.QUIT;
        }
    }

    /**
     * Puts the terminal back, and leaves some lines on it.
     *
     * @param lines what stays to be read
     */
    void leave(List<AttributedString> lines) {
        restore();
        for (AttributedString line : colour ? lines : plain(lines)) {
            terminal.writer().println(line.toAnsi(terminal).stripTrailing());
        }
        terminal.flush();
    }

    private void restore() {
        if (!closed) {
            closed = true;
            terminal.puts(Capability.keypad_local);
            terminal.puts(Capability.cursor_visible);
            terminal.puts(Capability.exit_ca_mode);
            terminal.flush();
            terminal.setAttributes(before);
        }
    }

    @Override
    public void close() throws IOException {
        restore();
        terminal.close();
    }
}
