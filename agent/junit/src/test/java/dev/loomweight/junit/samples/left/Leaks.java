package dev.loomweight.junit.samples.left;

import com.sun.net.httpserver.HttpServer;
import dev.loomweight.junit.NoThreadsLeft;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;

/** Tests that leave a thread each, or several. */
@NoThreadsLeft
class Leaks {

    private static final CountDownLatch NEVER = new CountDownLatch(1);

    private static void forever() {
        try {
            NEVER.await();
        } catch (InterruptedException e) {
            forever();
        }
    }

    @Test
    void leaksASleeper() {
        Thread.startVirtualThread(() -> {
            try {
                Thread.sleep(Long.MAX_VALUE);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    @Test
    void leaksAParkedThread() {
        Thread.ofVirtual().name("parked").start(() -> {
            while (NEVER.getCount() > 0) {
                LockSupport.park(NEVER);
            }
        });
    }

    @Test
    void leaksAConsumer() {
        LinkedBlockingQueue<String> queue = new LinkedBlockingQueue<>();
        Thread.startVirtualThread(() -> {
            try {
                queue.take();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    @Test
    void leaksWhoWaitsForALatch() {
        Thread.startVirtualThread(Leaks::forever);
    }

    @Test
    void leaksWhoWaitsForALock() {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        Thread.startVirtualThread(lock::lock);
    }

    @Test
    void leaksWhoWaitsForANotification() {
        Object monitor = new Object();
        Thread.ofPlatform().daemon().start(() -> {
            synchronized (monitor) {
                try {
                    while (NEVER.getCount() > 0) {
                        monitor.wait();
                    }
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        });
    }

    @Test
    void leaksWhoWaitsForAPermit() {
        Thread.startVirtualThread(new Semaphore(0)::acquireUninterruptibly);
    }

    @Test
    void leaksATaskOfAnExecutorThatIsNotClosed() {
        ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
        executor.execute(Leaks::forever);
    }

    @Test
    void leaksTheThreadOfAThread() throws InterruptedException {
        Thread.ofVirtual()
                .start(() -> Thread.startVirtualThread(Leaks::forever))
                .join();
    }

    @Test
    void leaksALoop() {
        Thread.startVirtualThread(() -> {
            while (NEVER.getCount() > 0) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
            }
        });
    }

    @Test
    void leaksWhoAccepts() throws Exception {
        ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Thread.startVirtualThread(() -> {
            try (server) {
                server.accept();
            } catch (java.io.IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
    }

    @Test
    void leaksWhoReads() throws Exception {
        ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
        Socket accepted = server.accept();
        Thread.startVirtualThread(() -> {
            try (server;
                    client;
                    accepted) {
                accepted.getInputStream().read();
            } catch (java.io.IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
    }

    @Test
    void leaksAPlatformThread() {
        new Thread(Leaks::forever, "left-behind").start();
    }

    @Test
    void leaksADaemon() {
        Thread.ofPlatform().daemon().name("watchdog").start(Leaks::forever);
    }

    @Test
    void leaksAPool() throws Exception {
        Executors.newFixedThreadPool(2).submit(() -> {}).get();
    }

    @Test
    void leaksAScheduler() throws Exception {
        Executors.newScheduledThreadPool(1)
                .schedule(() -> {}, 1, TimeUnit.MILLISECONDS)
                .get();
    }

    @Test
    void leaksATimer() {
        new Timer("timer-of-test").schedule(task(), TimeUnit.HOURS.toMillis(1));
    }

    @Test
    void leaksADaemonTimer() {
        new Timer(true).schedule(task(), TimeUnit.HOURS.toMillis(1));
    }

    private static TimerTask task() {
        return new TimerTask() {
            @Override
            public void run() {}
        };
    }

    /** The JDK creates its thread so that it inherits nothing. */
    @Test
    void leaksInOrderAServer() throws Exception {
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0)
                .start();
    }

    @Test
    void leaksInOrderByAThreadThatHasEnded() throws InterruptedException {
        Thread creator = new Thread(() -> Thread.startVirtualThread(Leaks::forever));
        creator.start();
        creator.join();
    }

    @Test
    void leaksAFuture() {
        CompletableFuture<Void> never = new CompletableFuture<>();
        CompletableFuture<Void> unused = CompletableFuture.runAsync(never::join, Thread::startVirtualThread);
    }

    @Test
    void leaksATaskThatIgnoresInterrupts() {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        pool.execute(Leaks::forever);
        pool.shutdownNow();
    }

    @Test
    void leaksMany() {
        for (int i = 0; i < 250; i++) {
            Thread.ofVirtual().name("worker-" + i).start(Leaks::forever);
        }
    }
}
