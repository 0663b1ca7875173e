package dev.loomweight.repl;

import dev.loomweight.match.Regex;
import dev.loomweight.repl.LazyLines.Place;
import dev.loomweight.terminal.FullScreen;
import dev.loomweight.terminal.Key;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;
import org.jspecify.annotations.Nullable;

/**
 * Shows long text a screen at a time, with the keys of {@code less}. Lines are laid out when they are looked at, so the
 * end of a million rows is as near as the beginning.
 *
 * <p>Not JLine's {@code Less}: it reads and keeps every line up to the place shown (for a million rows 1.5 GB, and 8 s to
 * the end, where this takes 4 MB and 0.1 s), and searches by expressions that backtrack.
 */
final class Pager {

    private static final int SIDEWAYS = 8;
    /** How long to wait for a key before looking at the terminal's size again. */
    private static final long WAIT_MILLIS = 100;

    private static final String HINT = "q quits, space pages down, / searches, ? shows the keys";
    private static final String AT_END = "end; q quits, ? shows the keys";

    private static final List<Key.Help> KEYS = List.of(
            new Key.Help("down, j, enter", "one line down"),
            new Key.Help("up, k", "one line up"),
            new Key.Help("space, f, page down", "one page down"),
            new Key.Help("b, page up", "one page up"),
            new Key.Help("g, home", "to the beginning"),
            new Key.Help("G, end", "to the end"),
            new Key.Help("left, right", "scroll sideways"),
            new Key.Help("/", "search for a regular expression"),
            new Key.Help("n, N", "next match, previous match"),
            new Key.Help("?, h", "show these keys"),
            new Key.Help("ctrl-l", "redraw the screen"),
            new Key.Help("q", "quit"));

    private final FullScreen screen;
    private final LazyLines text;
    private List<AttributedString> drawn = List.of();
    private Size drawnSize;
    private Place top = new Place(0, 0);
    private int left;
    private @Nullable Regex sought;
    private String status = HINT;
    private boolean help;

    private Pager(FullScreen screen, LazyLines text) {
        this.screen = screen;
        this.text = text;
        this.drawnSize = screen.size();
    }

    /**
     * Shows a text until the user quits.
     *
     * @param colour whether the terminal may show colours
     */
    static void show(LazyLines text, Terminal terminal, boolean colour) throws IOException {
        try (FullScreen screen = new FullScreen(terminal, colour)) {
            Pager pager = new Pager(screen, text);
            do {
                pager.draw();
            } while (pager.handle(pager.read()));
        } catch (InterruptedException e) {
            // Ctrl-C quits.
        }
    }

    /** Waits for a key; {@link Key#REDRAW} where the size changed meanwhile. */
    private Key read() throws InterruptedException {
        while (true) {
            Key key = screen.read(WAIT_MILLIS);
            if (key != null) {
                return key;
            }
            if (!screen.size().equals(drawnSize)) {
                return Key.REDRAW;
            }
        }
    }

    /** Does what a key asks for; false to quit. */
    private boolean handle(Key key) throws IOException, InterruptedException {
        status = HINT;
        if (help) {
            // Any key brings the text back.
            help = key == Key.REDRAW;
            return true;
        }
        int page = Math.max(1, rows() - 1);
        switch (key) {
            case QUIT -> {
                return false;
            }
            case DOWN, ENTER -> go(1);
            case UP -> go(-1);
            case PAGE_DOWN, SPACE -> go(page);
            case PAGE_UP -> go(-page);
            case HOME -> top = new Place(0, 0);
            case END -> top = bottom();
            case LEFT -> left = Math.max(0, left - SIDEWAYS);
            case RIGHT -> left += SIDEWAYS;
            case SEARCH -> ask();
            case NEXT -> search(false);
            case PREVIOUS -> search(true);
            case HELP -> help = true;
            // A larger screen has room for lines before the last ones.
            case REDRAW -> go(0);
            default -> {}
        }
        return true;
    }

    /** The rows for text, above the status line. */
    private int rows() {
        return Math.max(1, screen.size().getRows() - 1);
    }

    private void go(int lines) throws IOException {
        Place there = text.from(top, lines);
        Place bottom = bottom();
        top = there.compareTo(bottom) > 0 ? bottom : there;
    }

    /** The top line of the screen that ends with the last line. */
    private Place bottom() throws IOException {
        return text.from(text.last(), 1 - rows());
    }

    private void ask() throws IOException, InterruptedException {
        String typed = typed("/");
        if (typed == null) {
            return;
        }
        if (!typed.isEmpty()) {
            try {
                sought = Regex.ignoringCase(typed);
            } catch (IllegalArgumentException e) {
                // Not an expression: the text itself is meant.
                sought = Regex.words(typed);
            }
        }
        search(false);
    }

    /** Reads a line in the place of the status; null where the user cancelled. */
    private @Nullable String typed(String prompt) throws InterruptedException {
        StringBuilder typed = new StringBuilder();
        while (true) {
            List<AttributedString> lines = new ArrayList<>(drawn.subList(0, drawn.size() - 1));
            lines.add(inverse(prompt + typed + "_"));
            screen.draw(lines);
            int key = screen.readCharacter();
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
    }

    private void search(boolean backwards) throws IOException {
        Regex pattern = sought;
        if (pattern == null) {
            status = "nothing to search for; type / first";
            return;
        }
        Place found = text.find(
                pattern, top, backwards, place -> Thread.currentThread().isInterrupted());
        if (found == null) {
            status = "not found: " + pattern;
        } else {
            top = found;
        }
    }

    private void draw() throws IOException {
        Size size = screen.size();
        List<AttributedString> lines = new ArrayList<>();
        Place last = top;
        if (help) {
            KEYS.forEach(key ->
                    lines.add(new AttributedString(String.format(Locale.ROOT, "  %-20s%s", key.keys(), key.effect()))));
        } else {
            Place at = top;
            while (at != null && lines.size() < rows()) {
                lines.add(shown(text.at(at), size.getColumns()));
                last = at;
                at = text.after(at);
            }
            status = at == null && status.equals(HINT) ? AT_END : status;
        }
        while (lines.size() < rows()) {
            lines.add(AttributedString.EMPTY);
        }
        lines.subList(rows(), lines.size()).clear();
        String place = String.format(Locale.ROOT, "%3.0f %%  ", text.partTo(last) * 100);
        lines.add(inverse(place + (help ? "any key goes back" : status)));
        if (!size.equals(drawnSize)) {
            screen.clear();
            drawnSize = size;
        }
        screen.draw(lines);
        drawn = lines;
    }

    private AttributedString inverse(String line) {
        return new AttributedString(line, AttributedStyle.INVERSE)
                .columnSubSequence(0, screen.size().getColumns());
    }

    private AttributedString shown(String line, int columns) {
        AttributedString all = AttributedString.fromAnsi(line);
        return (sought == null ? all : marked(all, sought)).columnSubSequence(left, left + columns);
    }

    private static AttributedString marked(AttributedString line, Regex pattern) {
        BitSet found = new BitSet(line.length());
        pattern.forEachIn(line, found::set);
        AttributedStringBuilder marked = new AttributedStringBuilder(line.length());
        for (int i = 0; i < line.length(); i++) {
            AttributedStyle style = line.styleAt(i);
            marked.style(found.get(i) ? style.inverse() : style).append(line.charAt(i));
        }
        return marked.toAttributedString();
    }
}
