package dev.loomweight.samples.experiment.server;

import dev.loomweight.samples.experiment.Child;
import dev.loomweight.samples.experiment.Stand;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A server under load, and what came of it.
 *
 * @param totals what its clients found
 * @param threads the most platform threads of this JVM that were alive at once
 */
record Loaded(Totals totals, int threads) {

    private static final String MEDIAN = "Median";
    private static final String TAIL = "P99";
    private static final String ERRORS = "Errors";

    /** The generator's heap is of a fixed size, so that it takes the same of every machine. */
    private static final List<String> OPTIONS = List.of("-Xms128m", "-Xmx128m", "-XX:+UseSerialGC");

    /**
     * How a server is loaded.
     *
     * @param clients how many clients
     * @param before how long they ask before it counts
     * @param counted for how long it counts
     */
    record Plan(int clients, Duration before, Duration counted) {

        /** The plan in three arguments: clients, and two times in milliseconds. */
        static Plan of(String clients, String before, String counted) {
            return new Plan(
                    Integer.parseInt(clients),
                    Duration.ofMillis(Long.parseLong(before)),
                    Duration.ofMillis(Long.parseLong(counted)));
        }
    }

    /**
     * Loads a server of this machine.
     *
     * @param what the server, in a few words
     * @param port where it listens
     * @param path what is asked for
     * @throws IOException if the load could not be made, or the server gave no right answer
     */
    static Loaded load(String what, int port, String path, Plan plan, Stand stand) throws IOException {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        threads.resetPeakThreadCount();
        try (Child load = Child.jvm(
                Load.class,
                OPTIONS,
                "http://" + Ports.HOST + ":" + port + path,
                Integer.toString(plan.clients()),
                Long.toString(plan.before().toMillis()),
                Long.toString(plan.counted().toMillis()))) {
            long began = System.nanoTime();
            long seconds = plan.before().plus(plan.counted()).toSeconds();
            Optional<String> line = load.line();
            while (line.isPresent() && line.get().startsWith("at ")) {
                stand.doing(
                        "seconds of load on " + what,
                        Long.parseLong(line.get().substring("at ".length())),
                        seconds,
                        began);
                line = load.line();
            }
            Totals totals = line.flatMap(Totals::parse).orElseThrow(load::failed);
            if (totals.requests() == 0) {
                throw new IOException(what + " gave no right answer"
                        + (totals.lastError().isEmpty() ? "" : ": " + totals.lastError()));
            }
            return new Loaded(totals, threads.getPeakThreadCount());
        }
    }

    /** The keys of all figures that {@link #tell} reports for one server. */
    static List<String> keys(String key) {
        return List.of(key, key + MEDIAN, key + TAIL, key + ERRORS);
    }

    /** Tells all of it, under keys that begin alike. */
    void tell(String key, Stand stand) {
        stand.nanos("loadTime", totals.nanos());
        stand.count(key, totals.rate());
        stand.nanos(key + MEDIAN, totals.median());
        stand.nanos(key + TAIL, totals.tail());
        stand.count(key + ERRORS, totals.errors());
    }
}
