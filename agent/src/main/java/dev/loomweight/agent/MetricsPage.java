package dev.loomweight.agent;

import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/**
 * What the metrics' server answers: the metrics at {@code /metrics}, and errors to everything else. Metrics are written
 * at most once a second in each of the two formats, so that many scrapes cost the application no more than a few.
 *
 * <p>Used by one thread.
 */
final class MetricsPage {

    private static final String OPEN = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    private static final String PLAIN = "text/plain; version=0.0.4; charset=utf-8";
    private static final String PATH = "/metrics";

    private final Function<Boolean, String> text;
    private final AllowedHosts hosts;
    private final long freshNanos;
    private final byte[][] written = {{}, {}};
    private final long[] writtenNanos = new long[written.length];

    /**
     * @param text writes the metrics; the argument is whether as OpenMetrics
     * @param freshNanos how long what was written is answered again, in nanoseconds
     */
    MetricsPage(Function<Boolean, String> text, AllowedHosts hosts, long freshNanos) {
        this.text = text;
        this.hosts = hosts;
        this.freshNanos = freshNanos;
    }

    /** Answers a request; never throws. */
    HttpResponse answer(RequestHead request) {
        boolean withBody = !request.method().equals("HEAD");
        // What follows the head is not read, so nothing after it can be understood.
        boolean close = !request.keepAlive() || request.hasBody();
        if (!hosts.contains(request.host())) {
            return HttpResponse.error(
                    421,
                    "metrics are bound to loopback and answer to localhost, 127.0.0.1 and [::1] only; start the agent"
                            + " with metrics=HOST:PORT to serve them by another name",
                    withBody,
                    true);
        }
        if (!request.method().equals("GET") && withBody) {
            return HttpResponse.error(405, "metrics are read-only: use GET or HEAD", true, close);
        }
        if (request.hasBody()) {
            return HttpResponse.error(413, "a request for metrics has no body", withBody, true);
        }
        if (!request.path().equals(PATH)) {
            return HttpResponse.error(404, "metrics are at " + PATH, withBody, close);
        }
        boolean open = request.accept().contains("application/openmetrics-text");
        try {
            return HttpResponse.of(200, open ? OPEN : PLAIN, metrics(open), withBody, close);
        } catch (RuntimeException | Error e) {
            return HttpResponse.error(500, "the metrics could not be collected: " + e, withBody, close);
        }
    }

    private byte[] metrics(boolean open) {
        int format = open ? 0 : 1;
        long now = System.nanoTime();
        if (written[format].length == 0 || now - writtenNanos[format] >= freshNanos) {
            written[format] = text.apply(open).getBytes(StandardCharsets.UTF_8);
            writtenNanos[format] = now;
        }
        return written[format];
    }
}
