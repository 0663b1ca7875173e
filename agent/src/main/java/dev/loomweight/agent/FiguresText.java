package dev.loomweight.agent;

import java.util.Comparator;
import java.util.Formatter;
import java.util.Locale;
import java.util.Map;

/** The figures for people, a line each: what the agent itself knows. {@code loomweight report CAPTURE} knows more. */
final class FiguresText {

    private static final int MOST = 10;

    private FiguresText() {}

    static String of(Figures figures) {
        StringBuilder text = new StringBuilder();
        try (Formatter to = new Formatter(text, Locale.ROOT)) {
            write(figures, to);
        }
        return text.toString();
    }

    private static void write(Figures figures, Formatter to) {
        to.format("pins: %,d, %.3f s in total\n", figures.pins(), figures.pinnedSeconds());
        for (PinFigures.OfSite site :
                figures.sites().subList(0, Math.min(MOST, figures.sites().size()))) {
            to.format(
                    "  %,d of %.3f s: %s in %s\n",
                    site.pins(), site.seconds(), site.cause().id(), site.site());
        }
        to.format("most carriers pinned at once in the last 10 s: %.1f\n", figures.carriersPinned());
        to.format(
                "all carriers pinned: %.2f s%s\n",
                figures.starvedSeconds(),
                figures.possiblyStarvedSeconds() > figures.starvedSeconds()
                        ? String.format(Locale.ROOT, " at least, %.2f s at most", figures.possiblyStarvedSeconds())
                        : "");
        DelayFigures.Delays delays = figures.delays();
        if (delays.count() > 0 || delays.openSeconds() > 0) {
            to.format(
                    "wait for a carrier: p50 %.2f ms, p99 %.2f ms, max %.2f ms\n",
                    delays.p50Seconds() * 1e3, delays.p99Seconds() * 1e3, delays.maxSeconds() * 1e3);
        }
        if (delays.openSeconds() > 0) {
            to.format("waiting for a carrier now: %.2f s\n", delays.openSeconds());
        }
        to.format("virtual threads: %,d started", figures.threads().started());
        if (figures.threads().alive() >= 0) {
            to.format(", %,d alive", figures.threads().alive());
        }
        to.format("\n");
        to.format("rejected by their scheduler: %,d\n", figures.failedSubmits());
        figures.scheduler().forEach((name, value) -> to.format("scheduler, %s: %,d\n", name, value));
        to.format("resident: %,d bytes\n", figures.residentBytes());
        if (figures.nmt().committed().isEmpty()) {
            to.format("native memory by category: unknown; start Java with -XX:NativeMemoryTracking=summary\n");
        }
        figures.nmt().committed().entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .limit(MOST)
                .forEach(entry -> to.format("committed, %s: %,d bytes\n", entry.getKey(), entry.getValue()));
        if (figures.nmt().stackCommitted() >= 0) {
            to.format(
                    "stacks of platform threads, committed: %,d bytes\n",
                    figures.nmt().stackCommitted());
        }
        if (!figures.recording()) {
            to.format("the recording was stopped: the figures of pins and threads are from before\n");
        }
    }
}
