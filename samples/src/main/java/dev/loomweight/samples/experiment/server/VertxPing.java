package dev.loomweight.samples.experiment.server;

import io.vertx.core.AbstractVerticle;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Promise;
import io.vertx.core.ThreadingModel;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Pong by Vert.x, on its event loops or on virtual threads: one verticle for each processor, all at one port. */
final class VertxPing {

    private static final int SECONDS_TO_START = 30;

    /** Any port that is free, the same for all that ask for this one. */
    private static final int ANY_SHARED = -1;

    private VertxPing() {}

    static RunningServer start(int port, boolean virtual) throws Exception {
        AtomicInteger actual = new AtomicInteger();
        Vertx vertx = Vertx.vertx();
        DeploymentOptions options = new DeploymentOptions()
                .setThreadingModel(virtual ? ThreadingModel.VIRTUAL_THREAD : ThreadingModel.EVENT_LOOP);
        for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
            vertx.deployVerticle(new Pong(port == 0 ? ANY_SHARED : port, actual), options)
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get(SECONDS_TO_START, TimeUnit.SECONDS);
        }
        return actual::get;
    }

    private static final class Pong extends AbstractVerticle {

        private final int port;
        private final AtomicInteger actual;

        private Pong(int port, AtomicInteger actual) {
            this.port = port;
            this.actual = actual;
        }

        @Override
        public void start(Promise<Void> started) {
            vertx.createHttpServer()
                    .requestHandler(request -> request.response()
                            .putHeader("Content-Type", "text/plain")
                            .end(Ping.ANSWER))
                    .listen(port, Ports.HOST)
                    .map(this::listens)
                    .<Void>mapEmpty()
                    .onComplete(started);
        }

        private HttpServer listens(HttpServer server) {
            actual.set(server.actualPort());
            return server;
        }
    }
}
