package dev.loomweight.agent;

import dev.loomweight.fuzz.Law;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** Any bytes as what a client sends to the agent's metrics port. */
public final class RequestFuzz {

    private RequestFuzz() {}

    /** Reads an input. */
    public static void fuzzerTestOneInput(byte[] input) {
        Law.holds(input.length, () -> {
            int end = RequestHead.end(input, 0, input.length);
            int found = -1;
            for (int length = 0, from = 0; length <= input.length && found < 0; from = length++) {
                found = RequestHead.end(input, from, length);
            }
            if (found != end) {
                throw new AssertionError("the head ends at " + end + ", and byte by byte at " + found);
            }
            if (end >= 0) {
                parse(input, end);
            }
        });
    }

    private static void parse(byte[] input, int end) {
        try {
            RequestHead head = RequestHead.parse(input, end);
            if (head.method().isBlank() || head.path().contains("?")) {
                throw new AssertionError("not a request: " + head);
            }
            String host = head.host();
            if (host != null
                    && new AllowedHosts(true, "127.0.0.1").contains(host)
                    && !host.toLowerCase(Locale.ROOT).matches("(localhost|127\\.0\\.0\\.1|\\[::1])(:\\d{1,5})?")) {
                throw new AssertionError("another host: " + host);
            }
        } catch (RequestHead.BadRequest e) {
            if (e.status() < 400 || e.status() > 599) {
                throw new AssertionError("a refusal with status " + e.status(), e);
            }
        }
    }

    /** Requests of Prometheus, of an older client, and one by way of a proxy. */
    public static List<byte[]> seeds() {
        return List.of("""
                        GET /metrics HTTP/1.1
                        Host: 127.0.0.1:9464
                        User-Agent: Prometheus/2.42.0
                        Accept: application/openmetrics-text;version=1.0.0,*/*;q=0.1

                        """, """
                        HEAD /metrics HTTP/1.0

                        """, """
                        GET http://example.org/metrics?a=b HTTP/1.1
                        Host: [::1]:80
                        Connection: close
                        Content-Length: 3

                        abc""", """
                        POST /metrics HTTP/1.1
                        Host: localhost
                        Transfer-Encoding: chunked

                        0

                        """).stream()
                .map(request -> request.replace("\n", "\r\n").getBytes(StandardCharsets.ISO_8859_1))
                .toList();
    }
}
