package dev.loomweight.watch;

import dev.loomweight.terminal.FullScreen;
import dev.loomweight.terminal.KeyReader;
import dev.loomweight.terminal.KeyReader.Special;
import java.io.IOError;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import org.jline.terminal.Attributes;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.AttributedString;
import org.jline.utils.InfoCmp.Capability;
import org.jspecify.annotations.Nullable;

/**
 * The terminal while a screen is on it: keys come one by one, and what stood there before comes back at the end, however
 * it ends. Only what changed is sent.
 */
final class LiveTerminal implements AutoCloseable {

    private final Terminal terminal;
    private final boolean colour;
    private final FullScreen screen;
    private final KeyReader<Key> keys;

    private LiveTerminal(Terminal terminal, boolean colour) {
        this.terminal = terminal;
        this.colour = colour;
        this.screen = new FullScreen(terminal, colour);
        this.keys = new KeyReader<>(terminal, Key.QUIT);
        // Ctrl-Z would leave the shell with a screen that is not its own.
        Attributes raw = terminal.getAttributes();
        raw.setControlChar(Attributes.ControlChar.VSUSP, 0);
        terminal.setAttributes(raw);
        bind();
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
        return new LiveTerminal(terminal, colour);
    }

    private void bind() {
        for (Key key : Key.values()) {
            keys.bind(key, key.sequences());
        }
        keys.bind(Key.UP, Special.UP);
        keys.bind(Key.DOWN, Special.DOWN);
        keys.bind(Key.BACK, Special.LEFT);
        keys.bind(Key.OPEN, Special.RIGHT);
        keys.bind(Key.PAGE_UP, Special.PAGE_UP);
        keys.bind(Key.PAGE_DOWN, Special.PAGE_DOWN);
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
        return screen.size();
    }

    /**
     * Shows some lines from the top on; not more than there are rows, none wider than the screen. Without colours no line
     * is marked by its style, so a page tells by a sign as well which line is selected.
     */
    void draw(List<AttributedString> lines) {
        screen.draw(lines, screen.size());
    }

    /** Forgets what stands on the screen, and draws everything the next time. */
    void redraw() {
        screen.clear();
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
            return keys.read(Math.max(1, millis));
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
        screen.close();
        for (AttributedString line : lines) {
            terminal.writer().println((colour ? line.toAnsi(terminal) : line.toString()).stripTrailing());
        }
        terminal.flush();
    }

    @Override
    public void close() throws IOException {
        screen.close();
        terminal.close();
    }
}
