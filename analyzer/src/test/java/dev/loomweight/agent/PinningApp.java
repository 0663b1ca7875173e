package dev.loomweight.agent;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import javax.management.ObjectName;

/**
 * An application for the agent: a virtual thread that is pinned again and again, and a line of standard input at a time
 * that says what else to do. Plain JDK, since it is started with nothing on its class path but these classes.
 */
final class PinningApp {

    private static final long PIN_NANOS = 2_000_000;
    private static final CountDownLatch AWAKE = new CountDownLatch(1);
    private static final ExecutorService EXECUTOR = Executors.newVirtualThreadPerTaskExecutor();
    private static volatile boolean ends;

    private PinningApp() {}

    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            System.setProperty("java.util.logging.manager", args[0]);
            System.out.println("log manager "
                    + java.util.logging.LogManager.getLogManager().getClass().getName());
        }
        Method hold = PinningApp.class.getDeclaredMethod("hold");
        Thread pinned = Thread.ofVirtual().start(() -> pin(hold));
        System.out.println("ready");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            System.out.println(line + ": " + answer(line));
        }
        ends = true;
        pinned.join();
        System.out.println("done");
    }

    private static String answer(String line) throws Exception {
        String[] words = line.split(" ", 2);
        return switch (words[0]) {
            case "fill" -> fill(Path.of(words[1].split(" ", -1)[0]), Long.parseLong(words[1].split(" ", -1)[1]));
            case "eat" -> eat();
            case "sleep" -> sleep(Integer.parseInt(words[1]));
            case "wake" -> wake();
            case "load" -> load();
            case "snapshotNow", "reportNow" ->
                ManagementFactory.getPlatformMBeanServer()
                        .invoke(new ObjectName("dev.loomweight:type=Agent"), words[0], null, null)
                        .toString()
                        .replace('\n', ';');
            default ->
                String.valueOf(ManagementFactory.getPlatformMBeanServer()
                        .getAttribute(new ObjectName("dev.loomweight:type=Agent"), words[0]));
        };
    }

    /** Starts virtual threads that wait, half of them by an executor. */
    private static String sleep(int threads) {
        for (int i = 0; i < threads; i++) {
            if (i % 2 == 0) {
                Thread.startVirtualThread(PinningApp::awaitEnd);
            } else {
                EXECUTOR.execute(PinningApp::awaitEnd);
            }
        }
        return threads + " sleep";
    }

    private static void awaitEnd() {
        try {
            AWAKE.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String wake() {
        AWAKE.countDown();
        EXECUTOR.close();
        return "awake";
    }

    /** A virtual thread needs a class while this thread loads it through a loader that is not parallel-capable. */
    private static String load() throws Exception {
        PluginClassLoader loader = new PluginClassLoader();
        Runnable plugin = (Runnable) loader.loadClass(Plugin.class.getName())
                .getDeclaredConstructor()
                .newInstance();
        Thread waits = Thread.ofVirtual().unstarted(plugin);
        loader.whileLoading = () -> {
            waits.start();
            while (waits.getState() != Thread.State.BLOCKED) {
                LockSupport.parkNanos(PIN_NANOS);
            }
            // Longer than what the agent asks for.
            LockSupport.parkNanos(2 * PIN_NANOS);
        };
        plugin.run();
        waits.join();
        return "loaded";
    }

    /** What the loader loads. */
    public static final class Plugin implements Runnable {
        @Override
        public void run() {
            new Part().use();
        }
    }

    /** What it loads last. */
    static final class Part {
        void use() {
            // To be there is enough.
        }
    }

    private static final class PluginClassLoader extends ClassLoader {
        private Runnable whileLoading = () -> {};

        private PluginClassLoader() {
            super(null);
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (!name.startsWith(PinningApp.class.getName())) {
                return Class.forName(name);
            }
            if (name.equals(Part.class.getName())) {
                whileLoading.run();
            }
            try (InputStream in = PinningApp.class.getResourceAsStream("/" + name.replace('.', '/') + ".class")) {
                byte[] bytes = Objects.requireNonNull(in).readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    private static void pin(Method hold) {
        while (!ends) {
            try {
                hold.invoke(null);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    // Pins before JDK 24 because it is synchronized, and on every JDK where reflection puts a native frame below it.
    @SuppressWarnings("UnusedMethod") // By reflection it is.
    private static synchronized void hold() {
        LockSupport.parkNanos(PIN_NANOS);
    }

    /** Writes until so many MB are free, or none can be written. */
    private static String fill(Path file, long leftMegabytes) throws IOException {
        byte[] block = new byte[1 << 20];
        Path folder = file.toAbsolutePath().getParent();
        int written = 0;
        try (OutputStream out = Files.newOutputStream(file)) {
            while (Files.getFileStore(folder).getUsableSpace() >> 20 > leftMegabytes) {
                out.write(block);
                written++;
            }
            return written + " MB written";
        } catch (IOException e) {
            return "full after " + written + " MB";
        }
    }

    /** Takes memory until it is killed. */
    private static String eat() {
        List<byte[]> eaten = new ArrayList<>();
        while (eaten.size() < Integer.MAX_VALUE) {
            byte[] block = new byte[1 << 20];
            // Touched, so that it is resident.
            java.util.Arrays.fill(block, (byte) 1);
            eaten.add(block);
        }
        return eaten.size() + " MB eaten";
    }
}
