package dev.loomweight.watch;

import dev.loomweight.terminal.Key;
import java.util.ArrayList;
import java.util.List;
import org.jline.utils.AttributedString;

/** The keys, and the terms on the screen. */
final class HelpPage {

    private static final int LABEL = 14;

    private static final List<Key.Help> KEYS = List.of(
            new Key.Help("p, space", "pause, and resume"),
            new Key.Help("s", "sort sites by pinned time, pins or longest pin"),
            new Key.Help("up, k", "select the site above; scroll up"),
            new Key.Help("down, j", "select the site below; scroll down"),
            new Key.Help("page up, b", "up by ten"),
            new Key.Help("page down, f", "down by ten"),
            new Key.Help("enter, right", "show the selected site's holder and stack"),
            new Key.Help("esc, left", "back to all figures"),
            new Key.Help("d", "write a capture now: the recording and a snapshot"),
            new Key.Help("w", "who waits for whom: two thread dumps, and whether the target hangs"),
            new Key.Help(
                    "t", "what threads weigh, by site: a thread dump and a class histogram, with a full collection"),
            new Key.Help("?, h", "show these keys"),
            new Key.Help("ctrl-l", "redraw the screen"),
            new Key.Help("q", "quit; the target continues to run"));

    private static final List<String> WORDS = List.of(
            "mounted: carriers with a mounted virtual thread, running or pinned, as estimated by the scheduler; JDK 24+.",
            "pinned now: carriers pinned in the last second of the window, on average. A pin is recorded when it ends.",
            "held: carriers that have a virtual thread mounted and have not moved for 3 s or longer: pins and native calls"
                    + " that have not ended. w shows whether their threads hang.",
            "starved: time in which all carriers were pinned; two figures are at least and at most. Pins count when they"
                    + " end.",
            "Figures from events are two seconds old. Committed stacks include 16 KB of guard pages per thread, which"
                    + " are never resident.");

    private HelpPage() {}

    static List<AttributedString> lines(LineLayout layout, int rows, int scroll) {
        List<AttributedString> lines = new ArrayList<>();
        lines.add(layout.line(LineLayout.piece(LineLayout.STRONG, "Keys")));
        for (Key.Help key : KEYS) {
            lines.add(layout.line(
                    LineLayout.piece(LineLayout.STRONG, LineLayout.left(key.keys(), LABEL)),
                    LineLayout.piece(key.effect())));
        }
        for (String words : WORDS) {
            lines.add(LineLayout.EMPTY);
            lines.addAll(layout.sentence(LineLayout.PLAIN, words));
        }
        return LineLayout.filled(
                LineLayout.scrolled(lines, scroll, rows - 1), layout.footer("esc back   q quit", null), rows);
    }
}
