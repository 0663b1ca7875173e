package dev.loomweight.agent;

import java.util.Comparator;
import java.util.Locale;
import java.util.Map;

/** The figures for people, a line each: what the agent itself knows. {@code loomweight report CAPTURE} knows more. */
final class FiguresText {

    private static final int MOST = 10;

    private FiguresText() {}

    static String of(Figures figures) {
        StringBuilder text = new StringBuilder();
        line(text, "pins: %,d, %.3f s in all", figures.pins(), figures.pinnedSeconds());
        for (PinFigures.OfSite site :
                figures.sites().subList(0, Math.min(MOST, figures.sites().size()))) {
            line(
                    text,
                    "  %,d of %.3f s: %s in %s",
                    site.pins(),
                    site.seconds(),
                    site.cause().id(),
                    site.site());
        }
        line(text, "carriers pinned at once, most of the last 10 s: %.1f", figures.carriersPinned());
        line(text, "all carriers pinned: %.2f s", figures.starvedSeconds());
        line(text, "virtual threads: %,d started, %,d ended", figures.started(), figures.ended());
        line(text, "refused by their scheduler: %,d", figures.failedSubmits());
        figures.scheduler().forEach((name, value) -> line(text, "scheduler, %s: %,d", name, value));
        line(text, "resident: %,d bytes", figures.residentBytes());
        if (figures.nmt().committed().isEmpty()) {
            line(text, "native memory by category: not known, start Java with -XX:NativeMemoryTracking=summary");
        }
        figures.nmt().committed().entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .limit(MOST)
                .forEach(entry -> line(text, "committed, %s: %,d bytes", entry.getKey(), entry.getValue()));
        if (figures.nmt().stackCommitted() >= 0) {
            line(
                    text,
                    "stacks of platform threads, committed: %,d bytes",
                    figures.nmt().stackCommitted());
        }
        if (!figures.recording()) {
            line(text, "the recording has been stopped: pins and threads are of the time before");
        }
        return text.toString();
    }

    private static void line(StringBuilder text, String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
