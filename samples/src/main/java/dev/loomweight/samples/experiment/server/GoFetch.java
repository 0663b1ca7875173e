package dev.loomweight.samples.experiment.server;

import dev.loomweight.samples.experiment.Go;
import dev.loomweight.samples.experiment.Stand;

/**
 * The GETs of {@link Fetch} by a pool of two goroutines per processor; the capture is of this JVM, which
 * only looks on.
 *
 * <p>Arguments: how many GETs, how many milliseconds the page takes, how many bytes it has.
 */
public final class GoFetch {

    private GoFetch() {}

    /**
     * Runs the experiment.
     *
     * @param args three numbers
     * @throws Exception if the program cannot be built, the service does not start, or a GET fails
     */
    public static void main(String[] args) throws Exception {
        int gets = Integer.parseInt(args[0]);
        long delay = Long.parseLong(args[1]);
        int bytes = Integer.parseInt(args[2]);
        Stand.play(0, stand -> {
            try (SlowService.Started service = SlowService.start(delay, delay, bytes)) {
                Go.fetch(stand, service.url(), gets);
            }
            return null;
        });
    }
}
