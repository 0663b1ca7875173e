package dev.loomweight.samples.experiment.server;

import dev.loomweight.samples.experiment.Stand;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Many GETs of a page that takes a while: on a pool of platform threads, and with a virtual thread each.
 *
 * <p>Arguments: how many GETs, how many milliseconds the page takes, how many bytes it has, the size of the pool.
 */
public final class Fetch {

    private static final int OK = 200;

    private Fetch() {}

    /**
     * Runs the experiment.
     *
     * @param args four numbers
     * @throws Exception if the service does not start, or a GET fails
     */
    public static void main(String[] args) throws Exception {
        int gets = Integer.parseInt(args[0]);
        long delay = Long.parseLong(args[1]);
        int bytes = Integer.parseInt(args[2]);
        int threads = Integer.parseInt(args[3]);
        Stand.play(0, stand -> {
            try (SlowService.Started service = SlowService.start(delay, delay, bytes)) {
                stand.count("gets", gets);
                stand.count("poolThreads", threads);
                stand.nanos("serviceDelay", Duration.ofMillis(delay).toNanos());
                // What both need is loaded and compiled before it is measured.
                warmUp(service.url(), Math.min(gets, threads), stand);
                try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
                    stand.nanos("platformPool", time("GETs on platform threads", pool, service.url(), gets, stand));
                }
                try (ExecutorService each = Executors.newVirtualThreadPerTaskExecutor()) {
                    stand.nanos("virtualThreads", time("GETs on virtual threads", each, service.url(), gets, stand));
                }
            }
            return null;
        });
    }

    private static void warmUp(String url, int gets, Stand stand) throws Exception {
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            time("GETs to warm up", executor, url, gets, stand);
        }
    }

    private static long time(String what, ExecutorService executor, String url, int gets, Stand stand)
            throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url)).build();
        AtomicInteger done = new AtomicInteger();
        // A client of its own for each: connections of the one before would be a head start.
        try (HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            List<Future<?>> all = new ArrayList<>();
            long began = System.nanoTime();
            for (int i = 0; i < gets; i++) {
                all.add(executor.submit(() -> {
                    get(client, request);
                    stand.doing(what, done.incrementAndGet(), gets, began);
                    return null;
                }));
            }
            for (Future<?> one : all) {
                one.get();
            }
            return System.nanoTime() - began;
        }
    }

    private static void get(HttpClient client, HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != OK) {
            throw new IOException("the service answers " + response.statusCode());
        }
    }
}
