package dev.loomweight.samples.experiment.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The load, on servers whose answers are known; how many there are is the machine's affair. */
class LoadTest {

    private static final Duration BEFORE = Duration.ofMillis(50);
    private static final Duration COUNTED = Duration.ofMillis(200);

    @Test
    void everyClientIsAnsweredAndTheTimeIsAsLongAsAsked() throws Exception {
        AtomicInteger asked = new AtomicInteger();

        Totals totals = load(3, exchange -> {
            asked.incrementAndGet();
            exchange.sendResponseHeaders(200, 4);
            exchange.getResponseBody().write("pong".getBytes(NettyServer.ASCII));
            exchange.close();
        });

        assertThat(totals.requests()).isGreaterThanOrEqualTo(3).isLessThanOrEqualTo(asked.get());
        assertThat(totals.nanos()).isGreaterThanOrEqualTo(COUNTED.toNanos());
        assertThat(totals.median()).isPositive().isLessThanOrEqualTo(totals.tail());
        assertThat(totals.errors()).isZero();
        assertThat(totals.lastError()).isEmpty();
    }

    @Test
    void aServerOfWrongAnswersIsGivenUp() throws Exception {
        Totals totals = load(2, exchange -> {
            exchange.sendResponseHeaders(503, -1);
            exchange.close();
        });

        assertThat(totals.requests()).isZero();
        assertThat(totals.errors()).isGreaterThan(20);
        assertThat(totals.lastError()).isEqualTo("the server answers 503 Service Unavailable");
    }

    @Test
    void aServerThatClosesIsToldOf() throws Exception {
        Totals totals = load(2, exchange -> {
            throw new IOException("no answer");
        });

        assertThat(totals.requests()).isZero();
        assertThat(totals.lastError()).isEqualTo("the server closed the connection without an answer");
    }

    @Test
    void nobodyThereIsToldOf() throws Exception {
        int free;
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(Ports.at(0));
            free = socket.getLocalPort();
        }

        Totals totals = Load.run(URI.create("http://" + Ports.HOST + ":" + free + "/"), 2, BEFORE, COUNTED);

        assertThat(totals.requests()).isZero();
        assertThat(totals.lastError()).startsWith("Connection refused");
    }

    @Test
    void aServiceTakesTheTimeThatItIsTold() throws Exception {
        try (SlowService.Started service = SlowService.start(20, 20, 10)) {
            Totals totals = Load.run(URI.create(service.url()), 4, BEFORE, COUNTED);

            assertThat(totals.median()).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(19));
            assertThat(totals.errors()).isZero();
        }
    }

    @Test
    void aServerThatStandsStillDoesNotLookFast() {
        Answers answers = new Answers(1);
        answers.right(System.nanoTime());
        answers.begin();
        long now = System.nanoTime();
        for (int i = 0; i < 1000; i++) {
            answers.right(System.nanoTime());
        }
        answers.end();
        // Asked some time ago, and no answer yet.
        answers.open(now - TimeUnit.MILLISECONDS.toNanos(50));

        Totals totals = answers.totals();

        assertThat(totals.requests()).isEqualTo(1000);
        assertThat(totals.median())
                .as("one that waits hides all that would have waited meanwhile")
                .isGreaterThan(TimeUnit.MILLISECONDS.toNanos(20));
    }

    @Test
    void whatIsFoundSurvivesTheWayBetweenProcesses() {
        Totals totals = new Totals(12, 34, 5, 67, 8, "the server answers 503 Service Unavailable");
        Totals quiet = new Totals(1, 2, 3, 4, 0, "");

        assertThat(Totals.parse(totals.line())).contains(totals);
        assertThat(Totals.parse(quiet.line())).contains(quiet);
        assertThat(Totals.parse("at 3")).isEmpty();
        assertThat(new Totals(500, 2_000_000_000L, 0, 0, 0, "").rate()).isEqualTo(250);
    }

    private static Totals load(int clients, HttpHandler handler) throws Exception {
        HttpServer server = HttpServer.create(Ports.at(0), 0);
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            server.setExecutor(executor);
            server.createContext("/", handler);
            server.start();
            URI uri = URI.create(
                    "http://" + Ports.HOST + ":" + server.getAddress().getPort() + "/");
            return Load.run(uri, clients, BEFORE, COUNTED);
        } finally {
            server.stop(0);
        }
    }
}
