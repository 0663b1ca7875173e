package dev.loomweight.watch;

import dev.loomweight.terminal.Key;
import java.util.ArrayList;
import java.util.List;
import org.jline.utils.AttributedString;

/** The keys, and what the words on the screen mean. */
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
            new Key.Help("?, h", "show these keys"),
            new Key.Help("ctrl-l", "redraw the screen"),
            new Key.Help("q", "quit; the target continues to run"));

    private static final List<String> WORDS = List.of(
            "mounted: carriers that run a virtual thread, or hold one that is pinned, by the scheduler's own estimate;"
                    + " JDK 24 and later.",
            "pinned now: carriers that were pinned in the last second of the window, on average. A pin is told when it"
                    + " ends: a thread that is stuck for good is not in it.",
            "starved: time in which all carriers were pinned at once, so that no other virtual thread could run.",
            "All that events tell is two seconds old. Committed stacks have 16 KB of guard pages a thread, which are"
                    + " never resident.");

    private HelpPage() {}

    static List<AttributedString> lines(LineLayout canvas, int rows, int scroll) {
        List<AttributedString> lines = new ArrayList<>();
        lines.add(canvas.line(LineLayout.piece(LineLayout.STRONG, "Keys")));
        for (Key.Help key : KEYS) {
            lines.add(canvas.line(
                    LineLayout.piece(LineLayout.STRONG, LineLayout.left(key.keys(), LABEL)),
                    LineLayout.piece(key.effect())));
        }
        for (String words : WORDS) {
            lines.add(LineLayout.EMPTY);
            lines.addAll(canvas.sentence(LineLayout.PLAIN, words));
        }
        int from = Math.clamp(scroll, 0, Math.max(0, lines.size() - rows + 1));
        return LineLayout.filled(
                lines.subList(from, lines.size()),
                canvas.line(LineLayout.piece(LineLayout.FAINT, "esc back   q quit")),
                rows);
    }
}
