package dev.loomweight.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loomweight.agent.RequestHead.BadRequest;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Heads of requests as clients send them, and as attackers do. */
class RequestHeadTest {

    private static RequestHead parse(String head) throws BadRequest {
        byte[] bytes = head.getBytes(StandardCharsets.ISO_8859_1);
        int end = RequestHead.end(bytes, 0, bytes.length);
        assertThat(end).isPositive();
        return RequestHead.parse(bytes, end);
    }

    /** As Prometheus 3 sends it. */
    @Test
    void aScrapeIsRead() throws BadRequest {
        String head = """
                GET /metrics?debug=1 HTTP/1.1
                Host: 127.0.0.1:9464
                User-Agent: Prometheus/3.5.0
                Accept: application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.6
                Accept: */*;q=0.2
                Accept-Encoding: gzip
                X-Prometheus-Scrape-Timeout-Seconds: 10

                """;
        RequestHead expected = new RequestHead(
                "GET",
                "/metrics",
                "127.0.0.1:9464",
                "application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.6,*/*;q=0.2",
                true,
                false);
        assertThat(parse(head)).isEqualTo(expected);
        assertThat(parse(head.replace("\n", "\r\n"))).isEqualTo(expected);
    }

    @Test
    void theEndIsFoundHoweverTheHeadArrives() {
        for (String head : new String[] {"GET / HTTP/1.1\r\nHost: a\r\n\r\n", "GET / HTTP/1.1\nHost: a\n\n"}) {
            byte[] bytes = (head + "more").getBytes(StandardCharsets.ISO_8859_1);
            for (int seen = 0; seen < head.length(); seen++) {
                assertThat(RequestHead.end(bytes, 0, seen)).isEqualTo(-1);
                assertThat(RequestHead.end(bytes, seen, bytes.length)).isEqualTo(head.length());
            }
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            HTTP/1.1 | Connection: keep-alive        | true
            HTTP/1.1 | Connection: Upgrade, Close    | false
            HTTP/1.1 | X: y                          | true
            HTTP/1.0 | Connection: keep-alive        | false
            """)
    void connectionsAreKept(String version, String field, boolean kept) throws BadRequest {
        assertThat(parse("GET / " + version + "\nHost: a\n" + field + "\n\n").keepAlive())
                .isEqualTo(kept);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Content-Length: 0          | false
            Content-Length: 1          | true
            Transfer-Encoding: chunked | true
            """)
    void bodiesAreSeen(String field, boolean body) throws BadRequest {
        assertThat(parse("GET / HTTP/1.1\nHost: a\n" + field + "\n\n").hasBody())
                .isEqualTo(body);
    }

    @Test
    void theTargetOverridesTheHostField() throws BadRequest {
        RequestHead head = parse("GET http://evil.example:9464/metrics?a HTTP/1.1\nHost: localhost\n\n");
        assertThat(head.host()).isEqualTo("evil.example:9464");
        assertThat(head.path()).isEqualTo("/metrics");
    }

    @Test
    void onlyAnOldClientNamesNoHost() throws BadRequest {
        assertThat(parse("GET /metrics HTTP/1.0\n\n").host()).isNull();
        refused(400, "GET /metrics HTTP/1.1\n\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /metrics\n\n",
                "GET  /metrics HTTP/1.1\nHost: a\n\n",
                "GET /met rics HTTP/1.1\nHost: a\n\n",
                "GE(T /metrics HTTP/1.1\nHost: a\n\n",
                "GET metrics HTTP/1.1\nHost: a\n\n",
                "GET https://a/metrics HTTP/1.1\nHost: a\n\n",
                "CONNECT a:80 HTTP/1.1\nHost: a\n\n",
                "GET /metrics HTTP/x\nHost: a\n\n",
                "\u0016\u0003\u0001\n\n",
                "GET /metrics HTTP/1.1\nHost: a\nHost: b\n\n",
                "GET /metrics HTTP/1.1\nHost: a\nX : b\n\n",
                "GET /metrics HTTP/1.1\nHost: a\n folded\n\n",
                "GET /metrics HTTP/1.1\nHost: a\nno colon\n\n",
                "GET /metrics HTTP/1.1\nHost: a\nContent-Length: -1\n\n",
                "GET /metrics HTTP/1.1\nHost: a\nContent-Length: 99999999999999999999\n\n",
                "GET /metrics HTTP/1.1\nHost: a\nContent-Length: 1\nContent-Length: 2\n\n",
            })
    void nonsenseIsRefused(String head) {
        refused(400, head);
    }

    @Test
    void anotherProtocolIsRefused() {
        refused(505, "PRI * HTTP/2.0\n\n");
    }

    private static void refused(int status, String head) {
        assertThatExceptionOfType(BadRequest.class)
                .isThrownBy(() -> parse(head))
                .satisfies(e -> assertThat(e.status()).isEqualTo(status));
    }
}
