package dev.loomweight.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which answer a request has. */
class MetricsPageTest {

    private static final RequestHead SCRAPE = new RequestHead("GET", "/metrics", "localhost", "", true, false);

    private final AtomicInteger written = new AtomicInteger();
    private final MetricsPage page = page(Long.MAX_VALUE);

    private MetricsPage page(long freshNanos) {
        return new MetricsPage(
                open -> (open ? "open " : "plain ") + written.incrementAndGet(),
                new AllowedHosts(true, "127.0.0.1"),
                freshNanos);
    }

    private static String text(ByteBuffer buffer) {
        return StandardCharsets.ISO_8859_1.decode(buffer.duplicate()).toString();
    }

    @Test
    void metricsAreWrittenOnceForManyScrapesOfAFormat() {
        RequestHead open = new RequestHead("GET", "/metrics", "localhost", "application/openmetrics-text", true, false);
        for (int i = 0; i < 100; i++) {
            assertThat(text(page.answer(SCRAPE).body())).isEqualTo("plain 1");
            assertThat(text(page.answer(open).body())).isEqualTo("open 2");
        }
        assertThat(text(page.answer(open).head())).contains("\r\nContent-Type: application/openmetrics-text");
        MetricsPage impatient = page(0);
        assertThat(text(impatient.answer(SCRAPE).body())).isEqualTo("plain 3");
        assertThat(text(impatient.answer(SCRAPE).body())).isEqualTo("plain 4");
    }

    @ParameterizedTest
    @CsvSource({
        "GET,     /metrics,  localhost,    false, 200, false",
        "HEAD,    /metrics,  localhost,    false, 200, false",
        "GET,     /,         localhost,    false, 404, false",
        "GET,     /metrics/, localhost,    false, 404, false",
        "DELETE,  /metrics,  localhost,    false, 405, false",
        "OPTIONS, *,         localhost,    false, 405, false",
        "POST,    /metrics,  localhost,    true,  405, true",
        "GET,     /metrics,  localhost,    true,  413, true",
        "GET,     /metrics,  evil.example, false, 421, true",
        "POST,    /,         evil.example, true,  421, true",
    })
    void eachRequestHasItsStatus(String method, String path, String host, boolean body, int status, boolean close) {
        HttpResponse answer = page.answer(new RequestHead(method, path, host, "", true, body));
        assertThat(text(answer.head())).startsWith("HTTP/1.1 " + status + " ");
        assertThat(answer.close()).isEqualTo(close);
        assertThat(text(answer.head()).contains("\r\nConnection: close\r\n")).isEqualTo(close);
        assertThat(text(answer.head()).contains("\r\nAllow: GET, HEAD\r\n")).isEqualTo(status == 405);
        assertThat(answer.body().hasRemaining()).isEqualTo(!method.equals("HEAD"));
    }

    @Test
    void aHeadDescribesTheBodyThatAGetHas() {
        RequestHead head = new RequestHead("HEAD", "/metrics", "localhost", "", true, false);
        assertThat(text(page.answer(head).head())).contains("\r\nContent-Length: 7\r\n");
    }

    @Test
    void figuresThatFailAreAnErrorOfTheServer() {
        MetricsPage broken = new MetricsPage(
                open -> {
                    throw new NoClassDefFoundError("java/lang/management/Gone");
                },
                new AllowedHosts(true, ""),
                0);
        HttpResponse answer = broken.answer(SCRAPE);
        assertThat(text(answer.head())).startsWith("HTTP/1.1 500 ");
        assertThat(text(answer.body())).contains("java/lang/management/Gone");
    }
}
