package dev.loomweight.agent;

import dev.loomweight.agent.Exposition.Kind;
import java.util.LinkedHashMap;
import java.util.Map;

/** The figures as metrics: which families there are, and what they are called. */
final class Metrics {

    private Metrics() {}

    /**
     * Writes them.
     *
     * @param otel whether the figures that the instrumentation of OpenTelemetry has are there under its names, too
     * @param open as OpenMetrics; else as Prometheus 0.0.4
     */
    static String text(Figures figures, boolean otel, boolean open) {
        Exposition to = new Exposition(open);
        pins(figures, to);
        threads(figures, to);
        scheduler(figures.scheduler(), to);
        delays(figures.delays(), to);
        memory(figures, to);
        to.family(
                        "loomweight_recording_running",
                        Kind.GAUGE,
                        "",
                        "Whether the recording that all counts come from is running.")
                .sample(Map.of(), figures.recording() ? 1 : 0);
        to.family(
                        "loomweight_recording_lost_bytes",
                        Kind.COUNTER,
                        "bytes",
                        "Event data that JFR lost before it was written.")
                .sample(Map.of(), figures.lostBytes());
        if (otel) {
            otel(figures, to);
        }
        return to.end();
    }

    /**
     * {@code jvm.thread.virtual.pinned} and {@code jvm.thread.virtual.submit_failed} of opentelemetry-java-instrumentation
     * (runtime-telemetry), named as the specification of OpenTelemetry has it for Prometheus: underscores for dots, the unit
     * and {@code _total} at the end. Neither has attributes.
     */
    private static void otel(Figures figures, Exposition to) {
        to.family(
                        "jvm_thread_virtual_pinned_seconds",
                        Kind.HISTOGRAM,
                        "seconds",
                        "Duration of virtual thread pinning, of each jdk.VirtualThreadPinned.")
                .histogram(
                        Map.of(),
                        PinTotals.BOUNDS,
                        figures.events().counts(),
                        figures.events().seconds());
        to.family(
                        "jvm_thread_virtual_submit_failed",
                        Kind.COUNTER,
                        "",
                        "Virtual threads that their scheduler rejected.")
                .sample(Map.of(), figures.failedSubmits());
    }

    private static void pins(Figures figures, Exposition to) {
        to.family(
                "loomweight_pinned_seconds",
                Kind.HISTOGRAM,
                "seconds",
                "How long virtual threads pinned their carriers, by cause.");
        for (PinTotals.OfCause cause : figures.causes()) {
            to.histogram(Map.of("cause", cause.cause().id()), PinTotals.BOUNDS, cause.counts(), cause.seconds());
        }
        to.family("loomweight_pins", Kind.COUNTER, "", "Pins by cause and by the method that pinned.");
        figures.sites().forEach(site -> to.sample(labels(site), site.pins()));
        to.family(
                "loomweight_site_pinned_seconds",
                Kind.COUNTER,
                "seconds",
                "Pinned time by cause and by the method that pinned.");
        figures.sites().forEach(site -> to.sample(labels(site), site.seconds()));
        to.family("loomweight_carriers_pinned", Kind.GAUGE, "", "Most carriers pinned at once in the last 10 s.")
                .sample(Map.of(), figures.carriersPinned());
        to.family(
                        "loomweight_carriers_starved_seconds",
                        Kind.COUNTER,
                        "seconds",
                        "Time with all carriers pinned at once: no other virtual thread could run.")
                .sample(Map.of(), figures.starvedSeconds());
        to.family(
                        "loomweight_carriers_possibly_starved_seconds",
                        Kind.COUNTER,
                        "seconds",
                        "Time with as many carriers pinned as run at once, whether or not the JVM had added others.")
                .sample(Map.of(), figures.possiblyStarvedSeconds());
    }

    private static Map<String, String> labels(PinTotals.OfSite site) {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put("cause", site.cause().id());
        labels.put("site", site.site());
        return labels;
    }

    private static void threads(Figures figures, Exposition to) {
        to.family(
                        "loomweight_virtual_thread_submit_failures",
                        Kind.COUNTER,
                        "",
                        "Virtual threads that their scheduler rejected.")
                .sample(Map.of(), figures.failedSubmits());
        ThreadFigures.Counts threads = figures.threads();
        to.family(
                        "loomweight_virtual_threads_started",
                        Kind.COUNTER,
                        "",
                        "Virtual threads started, including the few that the JVM starts to compile.")
                .sample(Map.of(), threads.started());
        if (threads.ended() >= 0) {
            to.family("loomweight_virtual_threads_ended", Kind.COUNTER, "", "Virtual threads ended.")
                    .sample(Map.of(), threads.ended());
        }
        if (threads.alive() >= 0) {
            to.family("loomweight_virtual_threads_alive", Kind.GAUGE, "", "Virtual threads alive.")
                    .sample(Map.of(), threads.alive());
        }
    }

    private static void delays(DelayFigures.Delays delays, Exposition to) {
        if (delays.count() == 0 && delays.openSeconds() == 0) {
            return;
        }
        to.family(
                        "loomweight_scheduler_delay_seconds",
                        Kind.HISTOGRAM,
                        "seconds",
                        "How long a virtual thread that is ready waits for a carrier.")
                .histogram(Map.of(), DelayFigures.BOUNDS, delays.counts(), delays.seconds());
        to.family(
                        "loomweight_scheduler_delay_open_seconds",
                        Kind.GAUGE,
                        "seconds",
                        "How long a virtual thread has been waiting for a carrier now.")
                .sample(Map.of(), delays.openSeconds());
        to.family("loomweight_scheduler_delay_alarms", Kind.COUNTER, "", "Alarms of long waits for a carrier.")
                .sample(Map.of(), delays.alarms());
    }

    private static void scheduler(Map<String, Long> scheduler, Exposition to) {
        gauge(scheduler, "Parallelism", "loomweight_scheduler_parallelism", "Target number of carriers.", to);
        gauge(scheduler, "PoolSize", "loomweight_scheduler_carriers", "Number of carriers.", to);
        gauge(
                scheduler,
                "MountedVirtualThreadCount",
                "loomweight_scheduler_mounted_threads",
                "Virtual threads on a carrier, estimated by the JVM.",
                to);
        gauge(
                scheduler,
                "QueuedVirtualThreadCount",
                "loomweight_scheduler_queued_threads",
                "Virtual threads that wait for a carrier, estimated by the JVM.",
                to);
    }

    private static void gauge(Map<String, Long> values, String key, String name, String help, Exposition to) {
        Long value = values.get(key);
        if (value != null) {
            to.family(name, Kind.GAUGE, "", help).sample(Map.of(), value);
        }
    }

    private static void memory(Figures figures, Exposition to) {
        if (figures.residentBytes() > 0) {
            // The name that every client of Prometheus gives it.
            to.family("process_resident_memory_bytes", Kind.GAUGE, "bytes", "Resident memory.")
                    .sample(Map.of(), figures.residentBytes());
        }
        NmtFigures nmt = figures.nmt();
        if (nmt.reserved().isEmpty()) {
            return;
        }
        to.family("loomweight_nmt_reserved_bytes", Kind.GAUGE, "bytes", "Native memory reserved, by NMT's category.");
        nmt.reserved().forEach((category, bytes) -> to.sample(Map.of("category", category), bytes));
        to.family("loomweight_nmt_committed_bytes", Kind.GAUGE, "bytes", "Native memory committed, by NMT's category.");
        nmt.committed().forEach((category, bytes) -> to.sample(Map.of("category", category), bytes));
        if (nmt.stackReserved() >= 0) {
            to.family(
                            "loomweight_thread_stack_reserved_bytes",
                            Kind.GAUGE,
                            "bytes",
                            "Stacks of platform threads, reserved; part of the category Thread.")
                    .sample(Map.of(), nmt.stackReserved());
            to.family(
                            "loomweight_thread_stack_committed_bytes",
                            Kind.GAUGE,
                            "bytes",
                            "Stacks of platform threads, committed with guard pages; part of the category Thread.")
                    .sample(Map.of(), nmt.stackCommitted());
        }
    }
}
