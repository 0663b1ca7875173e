package dev.loomweight.agent;

import dev.loomweight.amount.Durations;
import dev.loomweight.jvm.NmtStart;
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
        to.format("pins: %,d, %s in total\n", figures.pins(), time(figures.pinnedSeconds()));
        for (PinFigures.OfSite site :
                figures.sites().subList(0, Math.min(MOST, figures.sites().size()))) {
            to.format(
                    "  %,d of %s: %s in %s\n",
                    site.pins(), time(site.seconds()), site.cause().id(), site.site());
        }
        to.format("most carriers pinned at once in the last 10 s: %.1f\n", figures.carriersPinned());
        to.format(
                "all carriers pinned: %s%s\n",
                time(figures.starvedSeconds()),
                figures.possiblyStarvedSeconds() > figures.starvedSeconds()
                        ? " at least, " + time(figures.possiblyStarvedSeconds()) + " at most"
                        : "");
        DelayFigures.Delays delays = figures.delays();
        if (delays.count() > 0 || delays.openSeconds() > 0) {
            to.format(
                    "wait for a carrier: p50 %s, p99 %s, max %s\n",
                    time(delays.p50Seconds()), time(delays.p99Seconds()), time(delays.maxSeconds()));
        }
        if (delays.openSeconds() > 0) {
            to.format("waiting for a carrier now: %s\n", time(delays.openSeconds()));
        }
        if (delays.lastAlarm() != null) {
            to.format("last alarm, %s\n", delays.lastAlarm());
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
            to.format("native memory by category: unknown; " + NmtStart.START_SUMMARY + "\n");
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

    private static String time(double seconds) {
        return Durations.text(Math.round(seconds * 1e9));
    }
}
