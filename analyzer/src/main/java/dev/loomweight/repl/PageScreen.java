package dev.loomweight.repl;

import dev.loomweight.terminal.FullScreen;
import dev.loomweight.terminal.KeyReader;
import dev.loomweight.terminal.KeyReader.Special;
import java.io.IOError;
import java.util.ArrayList;
import java.util.List;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStyle;
import org.jspecify.annotations.Nullable;

/** The terminal while the pager has it: what stood there before comes back at the end. */
final class PageScreen implements AutoCloseable {

    /** How often the size of the terminal is looked at while no key comes. */
    private static final long WAIT_MILLIS = 100;

    private final FullScreen screen;
    private final KeyReader<PageKey> keys;
    private List<AttributedString> shown = List.of();
    private Size drawn = FullScreen.FALLBACK;

    PageScreen(Terminal terminal, boolean colour) {
        this.screen = new FullScreen(terminal, colour);
        this.keys = new KeyReader<>(terminal, PageKey.QUIT);
        for (PageKey key : PageKey.values()) {
            keys.bind(key, key.sequences());
        }
        keys.bind(PageKey.UP, Special.UP);
        keys.bind(PageKey.DOWN, Special.DOWN);
        keys.bind(PageKey.RIGHT, Special.RIGHT);
        keys.bind(PageKey.LEFT, Special.LEFT);
        keys.bind(PageKey.HOME, Special.HOME);
        keys.bind(PageKey.END, Special.END);
        keys.bind(PageKey.PAGE_UP, Special.PAGE_UP);
        keys.bind(PageKey.PAGE_DOWN, Special.PAGE_DOWN);
    }

    /** The size now; 80 by 24 where the terminal does not tell, or has no row beside that of the prompt. */
    Size size() {
        Size size = screen.size();
        return size.getRows() > 1 ? size : FullScreen.FALLBACK;
    }

    /** Shows some lines from the top on: as many as there are rows, none wider than the screen. */
    void draw(List<AttributedString> lines) {
        shown = lines;
        Size size = size();
        if (!size.equals(drawn)) {
            screen.clear();
            drawn = size;
        }
        screen.draw(lines, size);
    }

    /** Waits for a key that does something; a key of {@link PageKey#REDRAW} where the size has changed meanwhile. */
    PageKey read() {
        try {
            while (true) {
                PageKey key = keys.read(WAIT_MILLIS);
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
                screen.draw(lines, size());
                int key = keys.readCharacter();
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
        screen.close();
    }
}
