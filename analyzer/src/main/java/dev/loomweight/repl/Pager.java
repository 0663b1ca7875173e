package dev.loomweight.repl;

import dev.loomweight.match.Regex;
import dev.loomweight.repl.LazyLines.Place;
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
 * Long text, a screen at a time, with the keys of {@code less}. Lines are laid out when they are looked at, so that the
 * end of a million rows is as near as the beginning.
 */
final class Pager {

    private static final int SIDEWAYS = 8;
    private static final String HINT = "q leaves, space goes on, / searches, ? shows the keys";

    private final PageScreen screen;
    private final LazyLines text;
    private Place top = new Place(0, 0);
    private int left;
    private @Nullable Regex sought;
    private String said = HINT;
    private boolean help;

    private Pager(PageScreen screen, LazyLines text) {
        this.screen = screen;
        this.text = text;
    }

    /**
     * Shows it until the user leaves.
     *
     * @param colour whether the terminal may show colours
     */
    static void show(LazyLines text, Terminal terminal, boolean colour) throws IOException {
        try (PageScreen screen = new PageScreen(terminal, colour)) {
            Pager pager = new Pager(screen, text);
            PageKey key;
            do {
                pager.draw();
                key = screen.read();
            } while (pager.does(key));
        }
    }

    /** Does what a key does; whether the user stays. */
    private boolean does(PageKey key) throws IOException {
        said = HINT;
        if (help) {
            // Any key brings the text back.
            help = key == PageKey.REDRAW;
            return true;
        }
        int page = Math.max(1, screen.size().getRows() - 2);
        switch (key) {
            case QUIT -> {
                return false;
            }
            case DOWN -> go(1);
            case UP -> go(-1);
            case PAGE_DOWN -> go(page);
            case PAGE_UP -> go(-page);
            case HOME -> top = new Place(0, 0);
            case END -> top = bottom();
            case LEFT -> left = Math.max(0, left - SIDEWAYS);
            case RIGHT -> left += SIDEWAYS;
            case SEARCH -> ask();
            case NEXT -> search(false);
            case PREVIOUS -> search(true);
            case HELP -> help = true;
            // A larger screen has room for lines before those that are the last.
            case REDRAW -> go(0);
        }
        return true;
    }

    private void go(int lines) throws IOException {
        Place there = text.from(top, lines);
        Place bottom = bottom();
        top = there.compareTo(bottom) > 0 ? bottom : there;
    }

    /** The top line of the screen that ends with the last line. */
    private Place bottom() throws IOException {
        return text.from(text.last(), -(screen.size().getRows() - 2));
    }

    private void ask() throws IOException {
        String typed = screen.ask("/");
        if (typed == null) {
            return;
        }
        if (!typed.isEmpty()) {
            try {
                sought = Regex.ignoringCase(typed);
            } catch (IllegalArgumentException e) {
                // No expression: the words themselves are meant.
                sought = Regex.words(typed);
            }
        }
        search(false);
    }

    private void search(boolean backwards) throws IOException {
        Regex pattern = sought;
        if (pattern == null) {
            said = "/ asks what to look for";
            return;
        }
        Place found = text.find(
                pattern, top, backwards, place -> Thread.currentThread().isInterrupted());
        if (found == null) {
            said = "not found: " + pattern;
        } else {
            top = found;
        }
    }

    private void draw() throws IOException {
        Size size = screen.size();
        int rows = size.getRows() - 1;
        List<AttributedString> lines = help ? keys() : new ArrayList<>();
        Place bottom = top;
        if (!help) {
            Place at = top;
            while (at != null && lines.size() < rows) {
                lines.add(shown(text.at(at), size.getColumns()));
                bottom = at;
                at = text.after(at);
            }
            if (at == null && said.equals(HINT)) {
                said = "the end; q leaves, ? shows the keys";
            }
        }
        while (lines.size() < rows) {
            lines.add(AttributedString.EMPTY);
        }
        lines.subList(rows, lines.size()).clear();
        String place = String.format(Locale.ROOT, "%3.0f %%  ", text.partTo(bottom) * 100);
        String words = help ? "any of these keys goes back" : said;
        lines.add(new AttributedString(place + words, AttributedStyle.INVERSE).columnSubSequence(0, size.getColumns()));
        screen.draw(lines);
    }

    private AttributedString shown(String line, int columns) {
        AttributedString whole = AttributedString.fromAnsi(line);
        Regex pattern = sought;
        if (pattern != null) {
            whole = marked(whole, pattern);
        }
        return whole.columnSubSequence(left, left + columns);
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

    private static List<AttributedString> keys() {
        List<AttributedString> lines = new ArrayList<>();
        for (PageKey key : PageKey.values()) {
            lines.add(new AttributedStringBuilder()
                    .append(String.format(Locale.ROOT, "  %-18s", key.label()))
                    .append(key.does())
                    .toAttributedString());
        }
        return lines;
    }
}
