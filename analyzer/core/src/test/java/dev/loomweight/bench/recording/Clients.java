package dev.loomweight.bench.recording;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Clients of a server, each of which asks again as soon as it has an answer; for {@code scripts/bench application}. */
public final class Clients {

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final AtomicLong answers = new AtomicLong();
    private final long until;

    private Clients(long seconds) {
        this.until = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    }

    private CompletableFuture<Void> ask(HttpRequest request) {
        return client.sendAsync(request, HttpResponse.BodyHandlers.discarding()).thenCompose(answer -> {
            answers.incrementAndGet();
            return System.nanoTime() < until ? ask(request) : CompletableFuture.completedFuture(null);
        });
    }

    /**
     * Asks for some time, and prints the number of answers.
     *
     * @param args the address of the server, the number of clients, the seconds, and the paths that they ask for in turn
     */
    public static void main(String[] args) {
        Clients all = new Clients(Long.parseLong(args[2]));
        List<CompletableFuture<Void>> clients = new ArrayList<>();
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            String path = args[3 + i % (args.length - 3)];
            clients.add(
                    all.ask(HttpRequest.newBuilder(URI.create(args[0] + path)).build()));
        }
        CompletableFuture.allOf(clients.toArray(new CompletableFuture<?>[0])).join();
        System.out.println(all.answers.get() + " answers");
    }
}
