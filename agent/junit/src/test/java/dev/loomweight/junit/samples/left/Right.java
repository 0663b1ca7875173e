package dev.loomweight.junit.samples.left;

import com.sun.net.httpserver.HttpServer;
import dev.loomweight.junit.NoThreadsLeft;
import java.lang.ref.Cleaner;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests that leave no thread of their own. */
@NoThreadsLeft
class Right {

    private static final CountDownLatch NEVER = new CountDownLatch(1);
    private static HttpServer server;
    private static ExecutorService workers;

    @BeforeAll
    static void startServer() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        workers = Executors.newVirtualThreadPerTaskExecutor();
        server.setExecutor(workers);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
    }

    @AfterAll
    static void stopServer() {
        server.stop(0);
        workers.close();
    }

    private static void forever() {
        try {
            NEVER.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void get(HttpClient client) throws Exception {
        URI uri = URI.create("http://" + server.getAddress().getHostString() + ":"
                + server.getAddress().getPort());
        Assertions.assertEquals(
                200,
                client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.discarding())
                        .statusCode());
    }

    @Test
    void nothing() {}

    @Test
    void joined() throws InterruptedException {
        Thread.startVirtualThread(() -> {}).join();
    }

    @Test
    void neverStarted() {
        Assertions.assertFalse(Thread.ofVirtual().unstarted(Right::forever).isAlive());
        Assertions.assertFalse(new Thread(Right::forever).isAlive());
    }

    @Test
    void closedExecutor() {
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            IntStream.range(0, 100).forEach(i -> executor.execute(() -> {}));
        }
    }

    @Test
    void tasksInAScope() throws Exception {
        try (ExecutorService scope = Executors.newVirtualThreadPerTaskExecutor()) {
            scope.invokeAll(Stream.<Callable<Integer>>of(() -> 1, () -> 2).toList());
        }
    }

    @Test
    void closedPool() throws Exception {
        try (ExecutorService pool = Executors.newFixedThreadPool(3)) {
            pool.submit(() -> {}).get();
        }
    }

    @Test
    void poolThatIsAboutToEnd() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        pool.submit(() -> {}).get();
        pool.shutdown();
    }

    @Test
    void schedulerThatIsShutDown() throws Exception {
        ScheduledExecutorService scheduler = Executors.newScheduledThreadPool(1);
        ScheduledFuture<?> unused = scheduler.scheduleAtFixedRate(() -> {}, 1, 1, TimeUnit.MILLISECONDS);
        scheduler.shutdownNow();
        Assertions.assertTrue(scheduler.awaitTermination(1, TimeUnit.MINUTES));
    }

    @Test
    void timerThatIsCancelled() {
        Timer timer = new Timer();
        timer.schedule(
                new TimerTask() {
                    @Override
                    public void run() {}
                },
                TimeUnit.HOURS.toMillis(1));
        timer.cancel();
    }

    @Test
    void serverThatIsStopped() throws Exception {
        HttpServer own = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        own.start();
        own.stop(0);
    }

    @Test
    void serverOfTheClass() throws Exception {
        get(HttpClient.newHttpClient());
    }

    @Test
    void serverOfTheClassByAnExecutorThatIsClosed() throws Exception {
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            get(HttpClient.newBuilder().executor(executor).build());
        }
    }

    @Test
    void futures() throws Exception {
        CompletableFuture.supplyAsync(() -> 1).thenApplyAsync(i -> i + 1).get();
    }

    @Test
    void futuresWithATimeout() {
        CompletableFuture<Integer> late =
                new CompletableFuture<Integer>().completeOnTimeout(1, 1, TimeUnit.MILLISECONDS);
        Assertions.assertEquals(1, late.join());
    }

    @Test
    void delayedFutures() throws Exception {
        CompletableFuture.runAsync(() -> {}, CompletableFuture.delayedExecutor(1, TimeUnit.MILLISECONDS))
                .get();
    }

    @Test
    void parallelStreams() {
        Assertions.assertEquals(499_500, IntStream.range(0, 1_000).parallel().sum());
    }

    @Test
    void closedForkJoinPool() throws Exception {
        try (ForkJoinPool pool = new ForkJoinPool(2)) {
            pool.submit(() -> {}).get();
        }
    }

    @Test
    void daemonPool() throws Exception {
        Executors.newFixedThreadPool(2, Thread.ofPlatform().daemon().factory())
                .submit(() -> {})
                .get();
    }

    @Test
    void poolOfVirtualThreads() throws Exception {
        Executors.newFixedThreadPool(2, Thread.ofVirtual().factory())
                .submit(() -> {})
                .get();
    }

    @Test
    void interruptedAtTheEnd() {
        Thread.startVirtualThread(Right::forever).interrupt();
    }

    @Test
    void endsSoon() {
        Thread.startVirtualThread(() -> {
            try {
                Thread.sleep(100);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    @NoThreadsLeft(allowed = "watch")
    @Test
    void allowedByName() {
        Thread.ofVirtual().name("watcher-7").start(Right::forever);
    }

    @NoThreadsLeft(allowed = "dev.loomweight.junit.samples.left.Framework")
    @Test
    void allowedByItsCreator() {
        Framework.startAThread();
    }

    @NoThreadsLeft(allowed = "dev.loomweight.junit.samples.left.Framework")
    @Test
    void allowedByItsStack() {
        Thread.startVirtualThread(Framework::work);
    }

    @Test
    void startedOnceByAnInitializer() {
        Assertions.assertTrue(Framework.Once.THREAD.isAlive());
    }

    @Test
    void asynchronousFile(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "text");
        try (AsynchronousFileChannel channel = AsynchronousFileChannel.open(file, StandardOpenOption.READ)) {
            channel.read(ByteBuffer.allocate(8), 0).get();
        }
    }

    @Test
    void process() throws Exception {
        Assertions.assertEquals(
                0,
                new ProcessBuilder(ProcessHandle.current().info().command().orElseThrow(), "-version")
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .onExit()
                        .get()
                        .exitValue());
    }

    @Test
    void cleaner() {
        Cleaner.create();
    }

    @Test
    void preemptiveTimeout() {
        Assertions.assertTimeoutPreemptively(Duration.ofMinutes(1), () -> {});
    }

    @Timeout(value = 1, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    @Test
    void onAThreadOfItsOwn() throws InterruptedException {
        Thread.startVirtualThread(() -> {}).join();
    }
}
