package dev.loomweight.watch;

import dev.loomweight.live.LiveFigures;
import dev.loomweight.pinning.live.LiveSite;
import dev.loomweight.render.Figure;
import dev.loomweight.render.Harmless;
import dev.loomweight.render.Shortening;
import dev.loomweight.report.Cell;
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
    List<AttributedString> lines(Canvas canvas, int rows, @Nullable String message) {
        AttributedString footer = canvas.line(Canvas.piece(
                Canvas.FAINT,
                message == null || message.isEmpty() ? "esc back   q quit   up, down scroll   p pause" : message));
        Optional<LiveSite> found = moment.pins().sites().stream()
                .filter(site -> site.key().equals(state.selected()))
                .findFirst();
        if (found.isEmpty()) {
            String window = moment.windowNanos() / 1_000_000_000 + " s";
            return Canvas.filled(
                    canvas.sentence(Canvas.PLAIN, "This site had no pins in the last " + window + "."), footer, rows);
        }
        List<AttributedString> head = head(found.get(), canvas);
        List<AttributedString> stack = stack(found.get(), canvas);
        int from = Math.clamp(state.scroll(), 0, Math.max(0, stack.size() - (rows - 1 - head.size())));
        List<AttributedString> lines = new ArrayList<>(head);
        lines.addAll(stack.subList(Math.min(from, stack.size()), stack.size()));
        return Canvas.filled(lines, footer, rows);
    }

    private static List<AttributedString> head(LiveSite site, Canvas canvas) {
        List<AttributedString> lines = new ArrayList<>();
        lines.add(canvas.line(Canvas.piece(Canvas.STRONG, Shortening.label(site.name(), canvas.columns()))));
        told(lines, canvas, "Cause", site.cause());
        told(lines, canvas, "", site.detail());
        told(lines, canvas, "Held by", site.holder());
        told(lines, canvas, "On", site.lock());
        told(lines, canvas, "Blocked in", site.blocker());
        lines.addAll(canvas.fields(
                "Pins",
                List.of(
                        Canvas.piece(Figure.of(new Cell.Count(site.sum().count())) + " pins"),
                        Canvas.piece(Figure.of(new Cell.Nanos(site.sum().nanos())) + " together"),
                        Canvas.piece(Figure.of(new Cell.Nanos(site.sum().maxNanos())) + " the longest"))));
        lines.add(Canvas.EMPTY);
        String of = site.stacks() > 1 ? "The costliest of " + site.stacks() + " stacks" : "Stack";
        lines.add(canvas.line(Canvas.piece(Canvas.STRONG, of)));
        return lines;
    }

    private static void told(List<AttributedString> lines, Canvas canvas, String label, String text) {
        if (text.isEmpty()) {
            return;
        }
        int room = Math.max(1, canvas.columns() - Canvas.LABEL);
        List<AttributedString> words = text.indexOf(' ') < 0
                ? List.of(Canvas.piece(Shortening.label(Harmless.of(text), room)))
                : new Canvas(room).sentence(Canvas.PLAIN, text);
        for (int i = 0; i < words.size(); i++) {
            lines.addAll(canvas.fields(i == 0 ? label : "", List.of(words.get(i))));
        }
    }

    private static List<AttributedString> stack(LiveSite site, Canvas canvas) {
        return site.stack().stream()
                .map(frame -> {
                    boolean holds = frame.equals(site.holder());
                    String shown = Shortening.label(Harmless.of(frame), Math.max(1, canvas.columns() - 2));
                    return canvas.line(
                            Canvas.piece(holds ? Canvas.WARNING : Canvas.PLAIN, (holds ? "> " : "  ") + shown));
                })
                .toList();
    }
}
