package dev.loomweight.agent;

import dev.loomweight.amount.Durations;
import dev.loomweight.jvm.NmtStart;
import java.util.Comparator;
import java.util.Formatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/** The MBean. Each attribute is of the moment at which it is asked for. */
final class AgentBean implements LoomweightMXBean {

    private final Supplier<Figures> figures;
    private final Supplier<String> capture;
    private final Supplier<String> url;
    private final Supplier<String> snapshot;

    /**
     * @param figures takes the figures
     * @param capture the capture's folder
     * @param url where metrics are
     * @param snapshot takes a snapshot and gives its folder
     */
    AgentBean(Supplier<Figures> figures, Supplier<String> capture, Supplier<String> url, Supplier<String> snapshot) {
        this.figures = figures;
        this.capture = capture;
        this.url = url;
        this.snapshot = snapshot;
    }

    @Override
    public String getCapture() {
        return capture.get();
    }

    @Override
    public String getMetricsUrl() {
        return url.get();
    }

    @Override
    public boolean isRecording() {
        return figures.get().recording();
    }

    @Override
    public long getPins() {
        return figures.get().pins().count();
    }

    @Override
    public double getPinnedSeconds() {
        return figures.get().pins().seconds();
    }

    @Override
    public Map<String, Long> getPinsBySite() {
        return bySite(PinTotals.OfSite::pins);
    }

    @Override
    public Map<String, Double> getPinnedSecondsBySite() {
        return bySite(PinTotals.OfSite::seconds);
    }

    private <T> Map<String, T> bySite(Function<PinTotals.OfSite, T> value) {
        Map<String, T> all = new LinkedHashMap<>();
        figures.get().pins().sites().forEach(site -> all.put(site.cause().id() + " " + site.site(), value.apply(site)));
        return all;
    }

    @Override
    public double getCarriersPinned() {
        return figures.get().pins().carriersPinned();
    }

    @Override
    public double getCarriersStarvedSeconds() {
        return figures.get().pins().starvedSeconds();
    }

    @Override
    public double getCarriersPossiblyStarvedSeconds() {
        return figures.get().pins().possiblyStarvedSeconds();
    }

    @Override
    public long getSubmitFailures() {
        return figures.get().failedSubmits();
    }

    @Override
    public long getVirtualThreadsStarted() {
        return figures.get().threads().started();
    }

    @Override
    public long getVirtualThreadsEnded() {
        return figures.get().threads().ended();
    }

    @Override
    public long getVirtualThreadsAlive() {
        return figures.get().threads().alive();
    }

    @Override
    public Map<String, Long> getScheduler() {
        return figures.get().scheduler();
    }

    @Override
    public Map<String, Double> getSchedulerDelaySeconds() {
        DelayFigures.Delays delays = figures.get().delays();
        Map<String, Double> seconds = new LinkedHashMap<>();
        if (delays.count() > 0 || delays.openSeconds() > 0) {
            seconds.put("p50", delays.p50Seconds());
            seconds.put("p99", delays.p99Seconds());
            seconds.put("max", delays.maxSeconds());
            seconds.put("open", delays.openSeconds());
        }
        return seconds;
    }

    @Override
    public long getSchedulerDelayAlarms() {
        return figures.get().delays().alarms();
    }

    @Override
    public long getResidentBytes() {
        return figures.get().residentBytes();
    }

    @Override
    public Map<String, Long> getNmtReservedBytes() {
        return figures.get().nmt().reserved();
    }

    @Override
    public Map<String, Long> getNmtCommittedBytes() {
        return figures.get().nmt().committed();
    }

    @Override
    public long getThreadStackCommittedBytes() {
        return figures.get().nmt().stackCommitted();
    }

    @Override
    public String snapshotNow() {
        return snapshot.get();
    }

    @Override
    public String reportNow() {
        return FiguresText.of(figures.get());
    }

    /** The figures for people, a line each: what the agent itself knows. {@code loomweight report CAPTURE} knows more. */
    private static final class FiguresText {

        private static final int MAX_SITES = 10;

        private FiguresText() {}

        static String of(Figures figures) {
            StringBuilder text = new StringBuilder();
            try (Formatter to = new Formatter(text, Locale.ROOT)) {
                write(figures, to);
            }
            return text.toString();
        }

        private static void write(Figures figures, Formatter to) {
            to.format(
                    "pins: %,d, %s in total\n",
                    figures.pins().count(), time(figures.pins().seconds()));
            for (PinTotals.OfSite site : figures.pins()
                    .sites()
                    .subList(0, Math.min(MAX_SITES, figures.pins().sites().size()))) {
                to.format(
                        "  %,d of %s: %s in %s\n",
                        site.pins(), time(site.seconds()), site.cause().id(), site.site());
            }
            to.format(
                    "most carriers pinned at once in the last 10 s: %.1f\n",
                    figures.pins().carriersPinned());
            to.format(
                    "all carriers pinned: %s%s\n",
                    time(figures.pins().starvedSeconds()),
                    figures.pins().possiblyStarvedSeconds() > figures.pins().starvedSeconds()
                            ? " at least, " + time(figures.pins().possiblyStarvedSeconds()) + " at most"
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
                    .limit(MAX_SITES)
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
}
