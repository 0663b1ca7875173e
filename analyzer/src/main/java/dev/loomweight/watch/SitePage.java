package dev.loomweight.watch;

import dev.loomweight.live.LiveFigures;
import dev.loomweight.pins.pinning.live.LiveSite;
import dev.loomweight.render.SafeText;
import dev.loomweight.render.Truncation;
import dev.loomweight.report.Amounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jline.utils.AttributedString;
import org.jspecify.annotations.Nullable;

/**
 * The page of one site: cause, holder, stack.
 *
 * @param moment the figures
 * @param state the selected site, and the scroll position
 */
record SitePage(LiveFigures moment, ViewState state) {

    /** The page, as many lines as there are rows. */
    List<AttributedString> lines(LineLayout layout, int rows, @Nullable String message) {
        AttributedString footer = layout.footer("esc back   q quit   up, down scroll   p pause", message);
        Optional<LiveSite> found = moment.pins().sites().stream()
                .filter(site -> site.key().equals(state.selected()))
                .findFirst();
        if (found.isEmpty()) {
            String window = Amounts.time(moment.windowNanos());
            return LineLayout.filled(
                    layout.sentence(LineLayout.PLAIN, "No pins at this site in the last " + window + "."),
                    footer,
                    rows);
        }
        List<AttributedString> head = head(found.get(), layout);
        List<AttributedString> stack = stack(found.get(), layout);
        List<AttributedString> lines = new ArrayList<>(head);
        lines.addAll(LineLayout.scrolled(stack, state.scroll(), rows - 1 - head.size()));
        return LineLayout.filled(lines, footer, rows);
    }

    private static List<AttributedString> head(LiveSite site, LineLayout layout) {
        List<AttributedString> lines = new ArrayList<>();
        lines.add(layout.line(LineLayout.piece(LineLayout.STRONG, Truncation.label(site.name(), layout.columns()))));
        labelled(lines, layout, "Cause", site.cause().words());
        labelled(lines, layout, "", site.detail());
        labelled(lines, layout, "Held by", site.holder());
        labelled(lines, layout, "Lock", site.lock());
        labelled(lines, layout, "Blocked in", site.blocker());
        lines.addAll(layout.fields(
                "Pins",
                List.of(
                        LineLayout.piece(Amounts.count(site.sum().count()) + " pins"),
                        LineLayout.piece(Amounts.time(site.sum().nanos()) + " total"),
                        LineLayout.piece(Amounts.time(site.sum().maxNanos()) + " longest"))));
        lines.add(LineLayout.EMPTY);
        String of = site.stacks() > 1 ? "Costliest of " + site.stacks() + " stacks" : "Stack";
        lines.add(layout.line(LineLayout.piece(LineLayout.STRONG, of)));
        return lines;
    }

    private static void labelled(List<AttributedString> lines, LineLayout layout, String label, String text) {
        if (text.isEmpty()) {
            return;
        }
        int room = Math.max(1, layout.columns() - LineLayout.LABEL);
        List<AttributedString> words = text.indexOf(' ') < 0
                ? List.of(LineLayout.piece(Truncation.label(SafeText.of(text), room)))
                : new LineLayout(room).sentence(LineLayout.PLAIN, text);
        for (int i = 0; i < words.size(); i++) {
            lines.addAll(layout.fields(i == 0 ? label : "", List.of(words.get(i))));
        }
    }

    private static List<AttributedString> stack(LiveSite site, LineLayout layout) {
        return site.stack().stream()
                .map(frame -> {
                    boolean holds = frame.equals(site.holder());
                    String shown = Truncation.label(SafeText.of(frame), Math.max(1, layout.columns() - 2));
                    return layout.line(LineLayout.piece(
                            holds ? LineLayout.WARNING : LineLayout.PLAIN, (holds ? "> " : "  ") + shown));
                })
                .toList();
    }
}
