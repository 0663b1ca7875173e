package dev.loomweight.samples.experiment.server;

import dev.loomweight.samples.experiment.Child;
import dev.loomweight.samples.experiment.Go;
import dev.loomweight.samples.experiment.Stand;
import java.util.Optional;

/**
 * Pong by fasthttp, in Go, under the same load as the servers of this JVM; the capture is of this JVM, which
 * only looks on.
 *
 * <p>Arguments: how many clients, for how many milliseconds they ask before it counts, and for how many it counts.
 */
public final class GoPing {

    private static final String KEY = "goFasthttp";

    private GoPing() {}

    /**
     * Runs the experiment.
     *
     * @param args three numbers
     * @throws Exception if the server cannot be built, or does not start or answer
     */
    public static void main(String[] args) throws Exception {
        Loaded.Plan plan = Loaded.Plan.of(args[0], args[1], args[2]);
        Stand.play(0, stand -> {
            stand.doing("building the Go program ping");
            Optional<Child> started = Go.ping(Ports.own());
            if (started.isEmpty()) {
                Loaded.keys(KEY).forEach(key -> stand.absent(key, Go.NOT_FOUND));
                return null;
            }
            try (Child server = started.get()) {
                Ping.measure(KEY, Integer.parseInt(server.await("port")), plan, stand);
            }
            return null;
        });
    }
}
