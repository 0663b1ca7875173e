package dev.loomweight.agent;

import java.util.LinkedHashMap;
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
        return figures.get().pins();
    }

    @Override
    public double getPinnedSeconds() {
        return figures.get().pinnedSeconds();
    }

    @Override
    public Map<String, Long> getPinsBySite() {
        return bySite(PinFigures.OfSite::pins);
    }

    @Override
    public Map<String, Double> getPinnedSecondsBySite() {
        return bySite(PinFigures.OfSite::seconds);
    }

    private <T> Map<String, T> bySite(Function<PinFigures.OfSite, T> value) {
        Map<String, T> all = new LinkedHashMap<>();
        figures.get().sites().forEach(site -> all.put(site.cause().id() + " " + site.site(), value.apply(site)));
        return all;
    }

    @Override
    public double getCarriersPinned() {
        return figures.get().carriersPinned();
    }

    @Override
    public double getCarriersStarvedSeconds() {
        return figures.get().starvedSeconds();
    }

    @Override
    public double getCarriersPossiblyStarvedSeconds() {
        return figures.get().possiblyStarvedSeconds();
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
}
