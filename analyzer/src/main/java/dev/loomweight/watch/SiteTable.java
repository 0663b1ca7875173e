package dev.loomweight.watch;

import dev.loomweight.live.LiveFigures;
import dev.loomweight.pins.pinning.live.LiveSite;
import dev.loomweight.render.SafeText;
import dev.loomweight.render.Truncation;
import dev.loomweight.report.Amounts;
import java.util.ArrayList;
import java.util.List;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStyle;

/**
 * The table of sites in the window, with as many columns as fit.
 *
 * @param moment the figures
 * @param state their order, and the selected one
 * @param window the length of the window, for people
 */
record SiteTable(LiveFigures moment, ViewState state, String window) {

    private static final int MARK = 2;
    private static final int FIGURE = 9;
    private static final int WITH_ALL_FIGURES = 60;
    private static final int WITH_CAUSE = 84;

    /** The number of rows without the heading; 1 without sites. */
    int rows() {
        return Math.max(1, moment.pins().sites().size());
    }

    /** The heading and as many rows as fit, including the selected one. */
    List<AttributedString> lines(LineLayout layout, int room) {
        List<LiveSite> sites = state.sites(moment);
        List<AttributedString> lines = new ArrayList<>();
        lines.add(head(layout, sites.size()));
        if (sites.isEmpty()) {
            lines.addAll(layout.sentence(
                    LineLayout.FAINT,
                    moment.held().isAny()
                            ? "  No pin ended in the last " + window + "; a pin is recorded when it ends."
                            : "  No pins in the last " + window + "."));
            return lines;
        }
        int shown = Math.max(1, room);
        int selected = state.position(sites);
        int from = Math.clamp(selected - shown + 1, 0, Math.max(0, sites.size() - shown));
        for (int i = from; i < Math.min(sites.size(), from + shown); i++) {
            lines.add(row(layout, sites.get(i), i == selected));
        }
        return lines;
    }

    private AttributedString head(LineLayout layout, int sites) {
        String title = sites > 1 ? sites + " pinning sites in the last " + window : "Pinned in the last " + window;
        int name = nameColumns(layout);
        AttributedString line = LineLayout.piece(LineLayout.STRONG, LineLayout.left(title, MARK + name));
        AttributedString figures = layout.line();
        for (ViewState.Order order : shown(layout)) {
            AttributedStyle style = order == state.order() ? LineLayout.STRONG : LineLayout.FAINT;
            figures = layout.line(figures, LineLayout.piece(style, LineLayout.right(order.column(), FIGURE)));
        }
        AttributedString cause =
                layout.columns() >= WITH_CAUSE ? LineLayout.piece(LineLayout.FAINT, "  cause") : LineLayout.EMPTY;
        return layout.line(line, figures, cause);
    }

    private AttributedString row(LineLayout layout, LiveSite site, boolean selected) {
        int name = nameColumns(layout);
        StringBuilder text = new StringBuilder(selected ? "> " : "  ");
        text.append(LineLayout.left(Truncation.label(SafeText.of(site.name()), Math.max(1, name)), name));
        for (ViewState.Order order : shown(layout)) {
            text.append(LineLayout.right(figure(order, site), FIGURE));
        }
        if (layout.columns() >= WITH_CAUSE) {
            int room = layout.columns() - MARK - name - 3 * FIGURE - 2;
            text.append("  ").append(LineLayout.left(Truncation.end(SafeText.of(cause(site)), room), room));
        }
        return layout.line(LineLayout.piece(selected ? AttributedStyle.INVERSE : LineLayout.PLAIN, text.toString()));
    }

    private static String cause(LiveSite site) {
        StringBuilder cause = new StringBuilder(site.cause().words());
        if (!site.lock().isEmpty()) {
            cause.append(" on ").append(site.lock());
        }
        if (!site.blocker().isEmpty()) {
            cause.append(", in ").append(site.blocker());
        }
        return cause.toString();
    }

    private List<ViewState.Order> shown(LineLayout layout) {
        return layout.columns() >= WITH_ALL_FIGURES
                ? List.of(ViewState.Order.COUNT, ViewState.Order.TIME, ViewState.Order.LONGEST)
                : List.of(state.order());
    }

    private int nameColumns(LineLayout layout) {
        int left = layout.columns() - MARK - shown(layout).size() * FIGURE;
        return Math.max(1, layout.columns() >= WITH_CAUSE ? left * 55 / 100 : left);
    }

    private static String figure(ViewState.Order order, LiveSite site) {
        return switch (order) {
            case COUNT -> Amounts.count(site.sum().count());
            case TIME -> Amounts.time(site.sum().nanos());
            case LONGEST -> Amounts.time(site.sum().maxNanos());
        };
    }
}
