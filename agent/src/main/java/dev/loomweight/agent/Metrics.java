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
        to.gauge(
                "loomweight_recording_running",
                "Whether the recording that all counts come from is running.",
                figures.recording() ? 1 : 0);
        to.counter(
                "loomweight_recording_lost_bytes",
                "Event data that JFR lost before it was written.",
                figures.lostBytes());
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
                        "Duration of virtual thread pinning, of each jdk.VirtualThreadPinned.")
                .histogram(
                        Map.of(),
                        PinTotals.BOUNDS,
                        figures.pins().events().counts(),
                        figures.pins().events().seconds());
        to.counter(
                "jvm_thread_virtual_submit_failed",
                "Virtual threads that their scheduler rejected.",
                figures.failedSubmits());
    }

    private static void pins(Figures figures, Exposition to) {
        to.family(
                "loomweight_pinned_seconds",
                Kind.HISTOGRAM,
                "How long virtual threads pinned their carriers, by cause.");
        for (PinTotals.OfCause cause : figures.pins().causes()) {
            to.histogram(Map.of("cause", cause.cause().id()), PinTotals.BOUNDS, cause.counts(), cause.seconds());
        }
        to.family("loomweight_pins", Kind.COUNTER, "Pins by cause and by the method that pinned.");
        figures.pins().sites().forEach(site -> to.sample(labels(site), site.pins()));
        to.family(
                "loomweight_site_pinned_seconds", Kind.COUNTER, "Pinned time by cause and by the method that pinned.");
        figures.pins().sites().forEach(site -> to.sample(labels(site), site.seconds()));
        to.gauge(
                "loomweight_carriers_pinned",
                "Most carriers pinned at once in the last 10 s.",
                figures.pins().carriersPinned());
        to.counter(
                "loomweight_carriers_starved_seconds",
                "Time with all carriers pinned at once: no other virtual thread could run.",
                figures.pins().starvedSeconds());
        to.counter(
                "loomweight_carriers_possibly_starved_seconds",
                "Time with as many carriers pinned as run at once, whether or not the JVM had added others.",
                figures.pins().possiblyStarvedSeconds());
    }

    private static Map<String, String> labels(PinTotals.OfSite site) {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put("cause", site.cause().id());
        labels.put("site", site.site());
        return labels;
    }

    private static void threads(Figures figures, Exposition to) {
        to.counter(
                "loomweight_virtual_thread_submit_failures",
                "Virtual threads that their scheduler rejected.",
                figures.failedSubmits());
        VirtualThreadFigures.Counts threads = figures.threads();
        to.counter(
                "loomweight_virtual_threads_started",
                "Virtual threads started, including the few that the JVM starts to compile.",
                threads.started());
        if (threads.ended() >= 0) {
            to.counter("loomweight_virtual_threads_ended", "Virtual threads ended.", threads.ended());
        }
        if (threads.alive() >= 0) {
            to.gauge("loomweight_virtual_threads_alive", "Virtual threads alive.", threads.alive());
        }
    }

    private static void delays(DelayFigures.Delays delays, Exposition to) {
        if (delays.count() == 0 && delays.openSeconds() == 0) {
            return;
        }
        to.family(
                        "loomweight_scheduler_delay_seconds",
                        Kind.HISTOGRAM,
                        "How long a virtual thread that is ready waits for a carrier.")
                .histogram(Map.of(), DelayFigures.BOUNDS, delays.counts(), delays.seconds());
        to.gauge(
                "loomweight_scheduler_delay_open_seconds",
                "How long a virtual thread has been waiting for a carrier now.",
                delays.openSeconds());
        to.counter("loomweight_scheduler_delay_alarms", "Alarms of long waits for a carrier.", delays.alarms());
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
            to.gauge(name, help, value);
        }
    }

    private static void memory(Figures figures, Exposition to) {
        if (figures.residentBytes() > 0) {
            // The name that every client of Prometheus gives it.
            to.gauge("process_resident_memory_bytes", "Resident memory.", figures.residentBytes());
        }
        NmtFigures nmt = figures.nmt();
        if (nmt.reserved().isEmpty()) {
            return;
        }
        to.family("loomweight_nmt_reserved_bytes", Kind.GAUGE, "Native memory reserved, by NMT's category.");
        nmt.reserved().forEach((category, bytes) -> to.sample(Map.of("category", category), bytes));
        to.family("loomweight_nmt_committed_bytes", Kind.GAUGE, "Native memory committed, by NMT's category.");
        nmt.committed().forEach((category, bytes) -> to.sample(Map.of("category", category), bytes));
        if (nmt.stackReserved() >= 0) {
            to.gauge(
                    "loomweight_thread_stack_reserved_bytes",
                    "Stacks of platform threads, reserved; part of the category Thread.",
                    nmt.stackReserved());
            to.gauge(
                    "loomweight_thread_stack_committed_bytes",
                    "Stacks of platform threads, committed with guard pages; part of the category Thread.",
                    nmt.stackCommitted());
        }
    }
}
