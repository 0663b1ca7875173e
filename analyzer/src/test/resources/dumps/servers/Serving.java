import java.io.InputStream;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Pools of a server and of a library: jetty-idle, jetty-itself, reactor-itself, reactor-other. */
public class Serving {
    static final int THREADS = 4;

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "jetty-idle" -> jetty(12);
            case "jetty-itself" -> {
                URI own = jetty(8);
                for (int i = 0; i < 20; i++) {
                    Thread.ofPlatform().daemon().name("customer-" + i).start(() -> get(own.resolve("/order")));
                }
            }
            case "reactor-itself" -> {
                ExecutorService pool = Executors.newFixedThreadPool(THREADS);
                blockOn(pool, Schedulers.fromExecutorService(pool), Mono.fromCallable(() -> "12"));
            }
            case "reactor-other" -> blockOn(
                    Executors.newFixedThreadPool(THREADS),
                    Schedulers.newBoundedElastic(THREADS, 100, "prices"),
                    Mono.fromCallable(() -> "12").delaySubscription(Duration.ofDays(1)));
            default -> throw new IllegalArgumentException(args[0]);
        }
        System.out.println("ready");
        System.in.read();
        System.exit(0);
    }

    static void blockOn(ExecutorService pool, Scheduler on, Mono<String> price) {
        CountDownLatch all = new CountDownLatch(THREADS);
        for (int i = 0; i < THREADS; i++) {
            pool.execute(() -> {
                all.countDown();
                try {
                    all.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                order(on, price);
            });
        }
    }

    static String order(Scheduler on, Mono<String> price) {
        return price.subscribeOn(on).block();
    }

    static URI jetty(int threads) throws Exception {
        Server server = new Server(new QueuedThreadPool(threads, threads));
        ServerConnector connector = new ServerConnector(server, 1, 1);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback done) {
                boolean order = request.getHttpURI().getPath().equals("/order");
                Content.Sink.write(response, true, order ? price(connector.getLocalPort()) : "12", done);
                return true;
            }
        });
        server.start();
        return URI.create("http://127.0.0.1:" + connector.getLocalPort());
    }

    static String price(int port) {
        return get(URI.create("http://127.0.0.1:" + port + "/price"));
    }

    static String get(URI address) {
        try (InputStream in = address.toURL().openStream()) {
            return new String(in.readAllBytes());
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
