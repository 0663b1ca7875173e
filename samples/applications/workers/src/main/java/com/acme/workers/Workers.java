package com.acme.workers;

import io.vertx.core.AbstractVerticle;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.ThreadingModel;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;

/** A server on virtual threads that hands blocking work to workers, and awaits it. */
public final class Workers extends AbstractVerticle {

    private int port;

    @Override
    public void start(Promise<Void> started) {
        vertx.createHttpServer().requestHandler(this::answer).listen(0, "127.0.0.1").onComplete(server -> {
            if (server.succeeded()) {
                port = server.result().actualPort();
                started.complete();
            } else {
                started.fail(server.cause());
            }
        });
    }

    private void answer(HttpServerRequest request) {
        long millis = Future.await(vertx.executeBlocking(Workers::work, false));
        request.response().end(Long.toString(millis));
    }

    private static long work() throws InterruptedException {
        Thread.sleep(30);
        return 30;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        Vertx vertx = Vertx.vertx();
        Workers workers = new Workers();
        vertx.deployVerticle(workers, new DeploymentOptions().setThreadingModel(ThreadingModel.VIRTUAL_THREAD))
                .await();
        System.out.println("ready " + workers.port);
        while (System.in.read() >= 0) {
            // Runs until its input ends.
        }
        vertx.close().await();
        System.exit(0);
    }
}
