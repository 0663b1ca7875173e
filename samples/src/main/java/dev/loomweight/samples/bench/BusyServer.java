package dev.loomweight.samples.bench;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * A server with a virtual thread for each of its connections, and its clients, in one JVM: what it gets through in a
 * time. Asked for, so many requests a second pin their carriers for a moment, below a
 * native frame of reflection ({@code -Djdk.reflect.useNativeAccessorOnly=true}).
 *
 * <p>Arguments: connections, seconds of warming up, seconds that count, pins a second. Prints requests and pins
 * a second, resident memory, and requests for each second of processor, which other programs do not change.
 */
public final class BusyServer {

    private static final int REQUEST_BYTES = 64;
    private static final long PIN_NANOS = 1_000;

    private final LongAdder served = new LongAdder();
    private final LongAdder pinned = new LongAdder();
    private volatile boolean ends;

    private BusyServer() {}

    /** Runs it; the only failure is one of the machine's own network. */
    public static void main(String[] args) throws Exception {
        int connections = Integer.parseInt(args[0]);
        long pins = Long.parseLong(args[3]);
        BusyServer server = new BusyServer();
        try (ServerSocket listener = new ServerSocket(0, connections, InetAddress.getLoopbackAddress());
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            threads.execute(() -> server.accept(listener, threads));
            CountDownLatch connected = new CountDownLatch(connections);
            for (int i = 0; i < connections; i++) {
                threads.execute(() -> server.client(listener.getLocalPort(), connected));
            }
            connected.await();
            Thread.ofPlatform().daemon().start(() -> server.pin(pins, threads));
            server.pass(Long.parseLong(args[1]));
            long before = server.served.sum();
            long pinsBefore = server.pinned.sum();
            long start = System.nanoTime();
            long cpuStart = cpuNanos();
            server.pass(Long.parseLong(args[2]));
            double seconds = (System.nanoTime() - start) / 1e9;
            double rate = (server.served.sum() - before) / seconds;
            double perCpu = (server.served.sum() - before) * 1e9 / Math.max(1, cpuNanos() - cpuStart);
            double pinRate = (server.pinned.sum() - pinsBefore) / seconds;
            System.out.println(String.format(
                    Locale.ROOT,
                    "%.0f requests/s %.0f pins/s %d resident bytes, %.0f requests a second of processor",
                    rate,
                    pinRate,
                    residentBytes(),
                    perCpu));
            server.ends = true;
            // Two thousand threads wait for each other; nothing of theirs is to be kept.
            System.exit(0);
        }
    }

    private static long cpuNanos() {
        return ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .map(java.time.Duration::toNanos)
                .orElse(0L);
    }

    /** Resident memory, or 0 where there is no /proc. */
    private static long residentBytes() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.exists(status)) {
            return 0;
        }
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
                .sum();
    }

    private void pass(long seconds) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private void accept(ServerSocket listener, ExecutorService threads) {
        while (!ends) {
            try {
                Socket socket = listener.accept();
                threads.execute(() -> serve(socket));
            } catch (IOException e) {
                return;
            }
        }
    }

    /** Answers each request on a thread of its own, as servers on virtual threads do. */
    private void serve(Socket socket) {
        try (socket;
                InputStream in = new BufferedInputStream(socket.getInputStream());
                OutputStream out = socket.getOutputStream()) {
            socket.setTcpNoDelay(true);
            byte[] request = new byte[REQUEST_BYTES];
            while (!ends && in.readNBytes(request, 0, REQUEST_BYTES) == REQUEST_BYTES) {
                Thread.ofVirtual().start(() -> answer(request, out)).join();
            }
        } catch (IOException e) {
            // The end.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void answer(byte[] request, OutputStream out) {
        try {
            out.write(request);
            served.increment();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void client(int port, CountDownLatch connected) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setTcpNoDelay(true);
            connected.countDown();
            byte[] request = new byte[REQUEST_BYTES];
            while (!ends) {
                socket.getOutputStream().write(request);
                if (socket.getInputStream().readNBytes(request, 0, REQUEST_BYTES) < REQUEST_BYTES) {
                    return;
                }
            }
        } catch (IOException e) {
            // The end.
        }
    }

    /** So many pins a second, in bursts of a hundredth of a second. */
    private void pin(long perSecond, ExecutorService threads) {
        try {
            Method hold = BusyServer.class.getDeclaredMethod("hold");
            long start = System.nanoTime();
            long asked = 0;
            while (!ends) {
                long due = (System.nanoTime() - start) * perSecond / 1_000_000_000;
                long burst = due - asked;
                if (burst > 0) {
                    threads.execute(() -> pin(hold, burst));
                    asked = due;
                }
                LockSupport.parkNanos(10_000_000);
            }
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }

    private void pin(Method hold, long times) {
        try {
            for (long i = 0; i < times; i++) {
                hold.invoke(null);
                pinned.increment();
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    @SuppressWarnings("UnusedMethod") // By reflection it is.
    private static synchronized void hold() {
        LockSupport.parkNanos(PIN_NANOS);
    }
}
