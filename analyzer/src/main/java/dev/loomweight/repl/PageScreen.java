package dev.loomweight.repl;

import java.io.IOError;
import java.util.ArrayList;
import java.util.List;
import org.jline.keymap.BindingReader;
import org.jline.keymap.KeyMap;
import org.jline.terminal.Attributes;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStyle;
import org.jline.utils.Display;
import org.jline.utils.InfoCmp.Capability;
import org.jline.utils.NonBlockingReader;
import org.jspecify.annotations.Nullable;

/** The terminal while the pager has it: what stood there before comes back at the end. */
final class PageScreen implements AutoCloseable {

    /** How often the size of the terminal is looked at while no key comes. */
    private static final long WAIT_MILLIS = 100;
    /** The longest wait for the rest of a key that begins with escape. */
    private static final long ESCAPE_MILLIS = 50;

    private static final Size FALLBACK = Size.of(80, 24);

    private final Terminal terminal;
    private final boolean colour;
    private final Display display;
    private final BindingReader reader;
    private final KeyMap<PageKey> keys = new KeyMap<>();
    private final Attributes before;
    private List<AttributedString> shown = List.of();
    private Size drawn = FALLBACK;

    PageScreen(Terminal terminal, boolean colour) {
        this.terminal = terminal;
        this.colour = colour;
        this.display = new Display(terminal, true);
        this.reader = new BindingReader(terminal.reader());
        this.before = terminal.enterRawMode();
        for (PageKey key : PageKey.values()) {
            keys.bind(key, key.sequences());
        }
        bind(PageKey.UP, Capability.key_up, "\u001b[A");
        bind(PageKey.DOWN, Capability.key_down, "\u001b[B");
        bind(PageKey.RIGHT, Capability.key_right, "\u001b[C");
        bind(PageKey.LEFT, Capability.key_left, "\u001b[D");
        bind(PageKey.HOME, Capability.key_home, "\u001b[H");
        bind(PageKey.END, Capability.key_end, "\u001b[F");
        bind(PageKey.PAGE_UP, Capability.key_ppage, "\u001b[5~");
        bind(PageKey.PAGE_DOWN, Capability.key_npage, "\u001b[6~");
        keys.setAmbiguousTimeout(ESCAPE_MILLIS);
        terminal.puts(Capability.enter_ca_mode);
        terminal.puts(Capability.keypad_xmit);
        terminal.puts(Capability.cursor_invisible);
        terminal.flush();
    }

    private void bind(PageKey key, Capability capability, String usual) {
        keys.bind(key, usual);
        @Nullable String told = KeyMap.key(terminal, capability);
        if (told != null && !told.isEmpty()) {
            keys.bind(key, told);
        }
    }

    /** The size now; 80 by 24 where the terminal does not tell. */
    Size size() {
        Size size = terminal.getSize();
        return size.getColumns() > 0 && size.getRows() > 1 ? size : FALLBACK;
    }

    /** Shows some lines from the top on: as many as there are rows, none wider than the screen. */
    void draw(List<AttributedString> lines) {
        shown = lines;
        Size size = size();
        if (!size.equals(drawn)) {
            display.clear();
            terminal.puts(Capability.clear_screen);
            display.resize(size);
            drawn = size;
        }
        display.update(colour ? lines : plain(lines), size.cursorPos(size.getRows() - 1, 0));
        terminal.flush();
    }

    private static List<AttributedString> plain(List<AttributedString> lines) {
        return lines.stream().map(line -> new AttributedString(line.toString())).toList();
    }

    /** Waits for a key that does something; a key of {@link PageKey#REDRAW} where the size has changed meanwhile. */
    PageKey read() {
        try {
            while (true) {
                int character = reader.peekCharacter(WAIT_MILLIS);
                if (character == NonBlockingReader.EOF) {
                    return PageKey.QUIT;
                }
                PageKey key =
                        character == NonBlockingReader.READ_EXPIRED ? null : reader.readBinding(keys, null, false);
                if (key != null) {
                    return key;
                }
                if (!size().equals(drawn)) {
                    return PageKey.REDRAW;
                }
            }
        } catch (IOError e) {
            // Ctrl-C, or the terminal is gone.
            return PageKey.QUIT;
        }
    }

    /**
     * Asks for a line below all others.
     *
     * @return what was typed, or null where the user thought better of it
     */
    @Nullable
    String ask(String prompt) {
        StringBuilder typed = new StringBuilder();
        try {
            while (true) {
                List<AttributedString> lines = new ArrayList<>(shown.subList(0, shown.size() - 1));
                lines.add(new AttributedString(prompt + typed + "_", AttributedStyle.INVERSE)
                        .columnSubSequence(0, size().getColumns()));
                display.update(colour ? lines : plain(lines), size().cursorPos(size().getRows() - 1, 0));
                int key = reader.readCharacter();
                if (key == '\r' || key == '\n') {
                    return typed.toString();
                } else if (key == '\b' || key == 127) {
                    typed.setLength(Math.max(0, typed.length() - 1));
                } else if (key < ' ') {
                    return null;
                } else {
                    typed.appendCodePoint(key);
                }
            }
        } catch (IOError e) {
            return null;
        }
    }

    @Override
    public void close() {
        terminal.puts(Capability.keypad_local);
        terminal.puts(Capability.cursor_visible);
        terminal.puts(Capability.exit_ca_mode);
        terminal.flush();
        terminal.setAttributes(before);
    }
}
