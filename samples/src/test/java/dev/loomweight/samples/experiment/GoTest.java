package dev.loomweight.samples.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The programs in Go: what they answer and what they print. What needs the command go is skipped on a machine without it.
 */
class GoTest {

    private static final String PROPERTY = "loomweight.go";
    private static final String NO_GO = "there is no command go on this machine, so no program in Go can be built";

    @TempDir
    private Path folder;

    @AfterEach
    void forget() {
        System.clearProperty(PROPERTY);
    }

    @Test
    void everySourceIsPacked() throws Exception {
        Path sources = Path.of("go");
        try (Stream<Path> files = Files.walk(sources)) {
            assertThat(files.filter(Files::isRegularFile)
                            .map(file -> sources.relativize(file).toString()))
                    .containsExactlyInAnyOrderElementsOf(GoBuild.SOURCES);
        }
    }

    @Test
    void thePropertyNamesTheCommandAndNothingElseWillDo() throws Exception {
        Path command = script("true");
        System.setProperty(PROPERTY, command.toString());
        assertThat(Go.find()).contains(command);

        for (String none :
                List.of("", "go", folder.toString(), folder.resolve("none").toString())) {
            System.setProperty(PROPERTY, none);
            assertThat(Go.find()).as(none).isEmpty();
            assertThat(Go.ping(0)).as(none).isEmpty();
        }
    }

    @Test
    void aBuildHearsOfTheUsersProxyAndNothingElse() throws Exception {
        Path said = folder.resolve("said");
        Path command = script("env >" + said + "; pwd >>" + said + "; echo \"$@\" >>" + said + "; exit 7");

        assertThatThrownBy(() -> Go.start(command, "tasks")).hasMessage("go build failed: exit status 7");

        List<String> lines = Files.readAllLines(said);
        assertThat(lines)
                .contains("GOWORK=off", "CGO_ENABLED=0", "PATH=" + System.getenv("PATH"))
                .noneMatch(line -> line.startsWith("JAVA_HOME=") || line.startsWith("MAVEN_"));
        for (String kept : List.of("GOPROXY", "GOFLAGS")) {
            if (System.getenv(kept) != null) {
                assertThat(lines).contains(kept + "=" + System.getenv(kept));
            }
        }
        assertThat(lines.getLast()).startsWith("build ").contains(" -trimpath ").endsWith(" ./tasks");
        assertThat(Path.of(lines.get(lines.size() - 2))).doesNotExist();
    }

    @Test
    void aBuildThatFailsTellsItsFirstLineThatSaysWhy() throws Exception {
        Path command = script("echo 'go: downloading x v1'; echo '# x'; echo; echo ' ./main.go:3: broken' >&2; exit 1");

        assertThatThrownBy(() -> Go.start(command, "ping", "0"))
                .isInstanceOf(IOException.class)
                .hasMessage("go build failed: ./main.go:3: broken");
    }

    @Test
    void pingAnswersPongUntilItIsClosedAndSaysThatItsPortIsTaken() throws Exception {
        Optional<Child> started = Go.ping(0);
        assertThat(started.isPresent()).isEqualTo(Go.find().isPresent());
        assumeTrue(started.isPresent(), NO_GO);
        Child ping = started.orElseThrow();
        try (ping;
                HttpClient client = HttpClient.newHttpClient()) {
            int port = Integer.parseInt(ping.await("port"));
            HttpResponse<String> pong = client.send(request(port, "/ping"), BodyHandlers.ofString());
            assertThat(pong.statusCode()).isEqualTo(200);
            assertThat(pong.body()).isEqualTo("pong");
            assertThat(pong.headers().firstValue("Content-Type")).contains("text/plain");
            assertThat(client.send(request(port, "/"), BodyHandlers.discarding())
                            .statusCode())
                    .isEqualTo(404);

            try (Child second = Go.ping(port).orElseThrow()) {
                assertThatThrownBy(() -> second.await("port"))
                        .isInstanceOf(IOException.class)
                        .hasMessageStartingWith("the Go program ping ended with exit status 1: cannot listen: ")
                        .hasMessageEndingWith("address already in use");
            }
        }
        assertThat(ping.status()).isZero();
    }

    @Test
    void fetchGetsAsOftenAsToldAndFailsWhereAnAnswerIsBad() throws Exception {
        Optional<Path> go = Go.find();
        assumeTrue(go.isPresent(), NO_GO);
        AtomicInteger gets = new AtomicInteger();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            // The tenth is bad for those that ask for it.
            boolean bad = gets.incrementAndGet() == 10
                    && exchange.getRequestURI().getPath().equals("/bad");
            byte[] body = "so be it".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(bad ? 503 : 200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        String url = "http://127.0.0.1:" + server.getAddress().getPort();
        try (Child fetch = Go.start(go.orElseThrow(), "fetch", url + "/good", "50", "3")) {
            List<String> lines = lines(fetch);
            assertThat(lines).hasSize(2);
            assertThat(lines.getFirst()).isEqualTo("figure goWorkers COUNT 3");
            assertThat(lines.getLast()).matches("figure goPool NANOS [1-9]\\d*");
            assertThat(fetch.status()).isZero();
            assertThat(gets).hasValue(50);

            gets.set(0);
            try (Child bad = Go.start(go.orElseThrow(), "fetch", url + "/bad", "50", "0")) {
                assertThat(lines(bad)).isEmpty();
                assertThat(bad.failed())
                        .hasMessageStartingWith("the Go program fetch ended with exit status 1: 1 of 50 GETs failed")
                        .hasMessageEndingWith("/bad answered 503 Service Unavailable");
            }
        } finally {
            server.stop(0);
        }
    }

    private Path script(String lines) throws IOException {
        Path file = Files.writeString(folder.resolve("command"), "#!/bin/sh\n" + lines + "\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static HttpRequest request(int port, String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .build();
    }

    private static List<String> lines(Child child) throws IOException {
        List<String> lines = new ArrayList<>();
        for (Optional<String> line = child.line(); line.isPresent(); line = child.line()) {
            lines.add(line.get());
        }
        return lines;
    }
}
