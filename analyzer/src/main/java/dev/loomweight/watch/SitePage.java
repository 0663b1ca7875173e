package dev.loomweight.watch;

import dev.loomweight.live.LiveFigures;
import dev.loomweight.pinning.live.LiveSite;
import dev.loomweight.render.SafeText;
import dev.loomweight.render.Truncation;
import dev.loomweight.report.Amounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jline.utils.AttributedString;
import org.jspecify.annotations.Nullable;

/**
 * One site: what pinned there, and the stack.
 *
 * @param moment the figures
 * @param state which site, and what is scrolled away
 */
record SitePage(LiveFigures moment, ViewState state) {

    /** The page, as many lines as there are rows. */
    List<AttributedString> lines(LineLayout canvas, int rows, @Nullable String message) {
        AttributedString footer = canvas.line(LineLayout.piece(
                LineLayout.FAINT,
                message == null || message.isEmpty() ? "esc back   q quit   up, down scroll   p pause" : message));
        Optional<LiveSite> found = moment.pins().sites().stream()
                .filter(site -> site.key().equals(state.selected()))
                .findFirst();
        if (found.isEmpty()) {
            String window = Amounts.time(moment.windowNanos());
            return LineLayout.filled(
                    canvas.sentence(LineLayout.PLAIN, "This site had no pins in the last " + window + "."),
                    footer,
                    rows);
        }
        List<AttributedString> head = head(found.get(), canvas);
        List<AttributedString> stack = stack(found.get(), canvas);
        int from = Math.clamp(state.scroll(), 0, Math.max(0, stack.size() - (rows - 1 - head.size())));
        List<AttributedString> lines = new ArrayList<>(head);
        lines.addAll(stack.subList(Math.min(from, stack.size()), stack.size()));
        return LineLayout.filled(lines, footer, rows);
    }

    private static List<AttributedString> head(LiveSite site, LineLayout canvas) {
        List<AttributedString> lines = new ArrayList<>();
        lines.add(canvas.line(LineLayout.piece(LineLayout.STRONG, Truncation.label(site.name(), canvas.columns()))));
        told(lines, canvas, "Cause", site.cause());
        told(lines, canvas, "", site.detail());
        told(lines, canvas, "Held by", site.holder());
        told(lines, canvas, "On", site.lock());
        told(lines, canvas, "Blocked in", site.blocker());
        lines.addAll(canvas.fields(
                "Pins",
                List.of(
                        LineLayout.piece(Amounts.count(site.sum().count()) + " pins"),
                        LineLayout.piece(Amounts.time(site.sum().nanos()) + " together"),
                        LineLayout.piece(Amounts.time(site.sum().maxNanos()) + " the longest"))));
        lines.add(LineLayout.EMPTY);
        String of = site.stacks() > 1 ? "The costliest of " + site.stacks() + " stacks" : "Stack";
        lines.add(canvas.line(LineLayout.piece(LineLayout.STRONG, of)));
        return lines;
    }

    private static void told(List<AttributedString> lines, LineLayout canvas, String label, String text) {
        if (text.isEmpty()) {
            return;
        }
        int room = Math.max(1, canvas.columns() - LineLayout.LABEL);
        List<AttributedString> words = text.indexOf(' ') < 0
                ? List.of(LineLayout.piece(Truncation.label(SafeText.of(text), room)))
                : new LineLayout(room).sentence(LineLayout.PLAIN, text);
        for (int i = 0; i < words.size(); i++) {
            lines.addAll(canvas.fields(i == 0 ? label : "", List.of(words.get(i))));
        }
    }

    private static List<AttributedString> stack(LiveSite site, LineLayout canvas) {
        return site.stack().stream()
                .map(frame -> {
                    boolean holds = frame.equals(site.holder());
                    String shown = Truncation.label(SafeText.of(frame), Math.max(1, canvas.columns() - 2));
                    return canvas.line(LineLayout.piece(
                            holds ? LineLayout.WARNING : LineLayout.PLAIN, (holds ? "> " : "  ") + shown));
                })
                .toList();
    }
}
