package dev.loomweight.watch;

import dev.loomweight.kernel.diagnosis.HeldThreads;
import dev.loomweight.live.LiveFigures;
import dev.loomweight.render.SafeText;
import dev.loomweight.render.TerminalColumns;
import dev.loomweight.report.Amounts;
import java.util.ArrayList;
import java.util.List;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStyle;

/** The lines on carriers that are held by threads that have not gone on, and what to press. */
final class HeldLines {

    private static final int MAX_SITES = 4;

    private final LineLayout layout;
    private final List<AttributedString> lines = new ArrayList<>();

    private HeldLines(LineLayout layout) {
        this.layout = layout;
    }

    /** @param small whether there is little room */
    static List<AttributedString> of(LiveFigures.Held held, LineLayout layout, boolean small) {
        HeldLines all = new HeldLines(layout);
        all.add(held.all() ? LineLayout.PROBLEM : LineLayout.WARNING, sentence(held));
        all.add(LineLayout.STRONG, "Press w, or run " + held.command() + ".");
        List<HeldThreads.Site> sites = held.sites();
        int shown = small ? 1 : MAX_SITES;
        sites.subList(0, Math.min(shown, sites.size())).forEach(site -> all.add(LineLayout.PLAIN, words(site)));
        int more = sites.size() - shown;
        if (more > 0) {
            all.add(LineLayout.FAINT, Amounts.count(more, "more place"));
        }
        if (!held.verdict().isEmpty() && !small) {
            all.add(LineLayout.PROBLEM, held.verdict());
        }
        return all.lines;
    }

    /** Text of any length next to the label. */
    private void add(AttributedStyle style, String text) {
        int room = Math.max(1, layout.columns() - LineLayout.LABEL);
        for (String line : TerminalColumns.lines(SafeText.of(text), room)) {
            lines.addAll(layout.fields(lines.isEmpty() ? "Held" : "", List.of(LineLayout.piece(style, line))));
        }
    }

    private static String sentence(LiveFigures.Held held) {
        String time = Amounts.time(held.leastNanos());
        String standing = held.all()
                ? (held.carriers() == 1
                                ? "The only carrier has"
                                : "All " + Amounts.count(held.carriers()) + " carriers have")
                        + " not moved for " + time + ": no other virtual thread can run."
                : Amounts.count(held.carriers()) + " of " + Amounts.count(held.seen()) + " carriers "
                        + (held.carriers() == 1 ? "has" : "have") + " not moved for " + time + ".";
        return held.waiting() > 0
                ? standing + " " + Amounts.count(held.waiting(), "virtual thread waits", "virtual threads wait")
                        + " for a carrier."
                : standing;
    }

    private static String words(HeldThreads.Site site) {
        if (!site.isKnown()) {
            return "where " + (site.carriers() == 1 ? "1 carrier's thread stands" : site.carriers() + " threads stand")
                    + " is in no dump yet";
        }
        String own = site.own();
        boolean calls = !site.blocker().isEmpty() && !own.startsWith(site.blocker());
        return "at " + own
                + (site.carriers() > 1 ? " (" + Amounts.count(site.carriers()) + " carriers)" : "")
                + (calls ? ", in " + site.blocker() : "")
                + (site.cause().isEmpty() ? "" : "; " + site.cause());
    }
}
