import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Leaks in thread-locals. Arguments: {@code kind:threads:bytes} any number of times. Prints for each a line: the kind, the
 * bytes of what it planted without headers, where the ThreadLocal is (steps with > between them, | for a blank, * for
 * anything), the value, and a name of its threads or -. Then it prints "ready".
 */
public final class Leaks {

    static final class Fields {
        static final ThreadLocal<byte[]> PLAIN = new ThreadLocal<>();
        static final InheritableThreadLocal<byte[]> CONTEXT = new InheritableThreadLocal<>();
        static final ThreadLocal<byte[]> OF_REQUESTS = new ThreadLocal<>();
        static final ThreadLocal<Map<Integer, byte[]>> CACHE = new ThreadLocal<>();
        static ThreadLocal<int[]> parser;
        static ThreadLocal<long[]> format;
    }

    static final class MailQueue {
        static final ThreadLocal<byte[]> BUFFERS = new ThreadLocal<>();
    }

    static final class Service {
        final ThreadLocal<byte[]> buffers = new ThreadLocal<>();
        final ThreadLocal<short[]> shorts = new ThreadLocal<>();
    }

    static final class Registry {
        static final Registry ONLY = new Registry();
        final Map<String, Service> services = new HashMap<>();
    }

    static final class Task implements Runnable {
        final Service service = new Service();
        final int bytes;
        final CountDownLatch set;

        Task(int bytes, CountDownLatch set) {
            this.bytes = bytes;
            this.set = set;
        }

        @Override
        public void run() {
            service.buffers.set(new byte[bytes]);
            set.countDown();
            stay();
            service.buffers.remove();
        }
    }

    static final class Session {
        final ThreadLocal<Session> current;
        final byte[] state;

        Session(ThreadLocal<Session> current, byte[] state) {
            this.current = current;
            this.state = state;
        }
    }

    static final class Node {
        static Node first;
        final Service service = new Service();
        final Node next = first;
    }

    static final class Requests {
        static final List<Service> ALL = new ArrayList<>();
    }

    private static void stay() {
        while (true) {
            LockSupport.park();
        }
    }

    private static void run(String name, int threads, Runnable sets) throws Exception {
        CountDownLatch set = new CountDownLatch(threads);
        for (int i = 0; i < threads; i++) {
            Thread thread = new Thread(() -> {
                sets.run();
                set.countDown();
                stay();
            });
            thread.setName(name + "-" + i);
            thread.start();
        }
        set.await();
    }

    private static void pool(int threads, int bytes) throws Exception {
        AtomicInteger number = new AtomicInteger();
        ExecutorService pool = Executors.newFixedThreadPool(
                threads, task -> new Thread(task, "mail-" + number.incrementAndGet()));
        CountDownLatch set = new CountDownLatch(threads);
        List<java.util.concurrent.Future<?>> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            all.add(pool.submit(() -> {
                MailQueue.BUFFERS.set(new byte[bytes]);
                set.countDown();
                set.await();
                return null;
            }));
        }
        for (java.util.concurrent.Future<?> one : all) {
            one.get();
        }
    }

    private static void virtual(int threads, int bytes) throws Exception {
        CountDownLatch set = new CountDownLatch(threads);
        Runnable task = () -> {
            Fields.OF_REQUESTS.set(new byte[bytes]);
            set.countDown();
            stay();
        };
        for (int i = 0; i < threads; i++) {
            Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
        }
        set.await();
    }

    private static void inherited(int threads, int bytes) throws Exception {
        CountDownLatch all = new CountDownLatch(1);
        Thread parent = new Thread(() -> {
            Fields.CONTEXT.set(new byte[bytes]);
            try {
                run("child", threads, () -> {});
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
            all.countDown();
            stay();
        });
        parent.setName("parent");
        parent.start();
        all.await();
    }

    private static void gone(int threads, int bytes) throws Exception {
        ThreadLocal<char[]> lost = new ThreadLocal<>();
        AtomicInteger number = new AtomicInteger();
        CountDownLatch set = new CountDownLatch(threads);
        ExecutorService pool = Executors.newFixedThreadPool(
                threads, task -> new Thread(task, "old-" + number.incrementAndGet()));
        List<java.util.concurrent.Future<?>> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            all.add(pool.submit(() -> {
                lost.set(new char[bytes / 2]);
                set.countDown();
                set.await();
                return null;
            }));
        }
        for (java.util.concurrent.Future<?> one : all) {
            one.get();
        }
    }

    private static void library(int threads) throws Exception {
        AtomicInteger number = new AtomicInteger();
        run("store", threads, () -> {
            try {
                org.h2.store.fs.FilePath path =
                        org.h2.store.fs.FilePath.get("nioMemLZF:1:/leak" + number.incrementAndGet());
                try (FileChannel file = path.open("rw")) {
                    byte[] content = new byte[8 << 20];
                    new Random(1).nextBytes(content);
                    file.write(ByteBuffer.wrap(content));
                }
                path.delete();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private static String plant(String kind, int threads, int bytes) throws Exception {
        String fields = "Leaks$Fields.";
        String all = kind + " " + (long) threads * bytes + " ";
        switch (kind) {
            case "static":
                run("plain", threads, () -> Fields.PLAIN.set(new byte[bytes]));
                return all + fields + "PLAIN byte[] plain-N";
            case "inheritable":
                inherited(threads, bytes);
                return kind + " " + bytes + " " + fields + "CONTEXT byte[] child-N";
            case "pool":
                pool(threads, bytes);
                return all + "Leaks$MailQueue.BUFFERS byte[] mail-N";
            case "virtual":
                virtual(threads, bytes);
                return all + fields + "OF_REQUESTS byte[] -";
            case "library":
                library(threads);
                // The buffer of each thread, which no argument makes larger.
                return kind + " " + threads * (2L << 16) + " " + "org.h2.store.fs.niomem.FileNioMemData.COMPRESS_OUT_BUF_THREAD_LOCAL byte[] store-N";
            case "instance":
                Registry.ONLY.services.put("mail", new Service());
                Service service = Registry.ONLY.services.get("mail");
                run("service", threads, () -> service.buffers.set(new byte[bytes]));
                return all + "Leaks$Registry.ONLY>Leaks$Registry.services>java.util.HashMap>Leaks$Service.buffers byte[]"
                        + " service-N";
            case "gone":
                gone(threads, bytes);
                return all + "(its|key|is|gone) char[] old-N";
            case "supplied":
                Fields.parser = ThreadLocal.withInitial(() -> new int[bytes / 4]);
                run("parser", threads, () -> Fields.parser.get());
                return all + fields + "parser int[] parser-N";
            case "subclass":
                Fields.format = new ThreadLocal<long[]>() {
                    @Override
                    protected long[] initialValue() {
                        return new long[bytes / 8];
                    }
                };
                run("format", threads, () -> Fields.format.get());
                return all + fields + "format long[] format-N";
            case "map":
                run("cache", threads, () -> {
                    Map<Integer, byte[]> cache = new HashMap<>();
                    for (int i = 0; i < 10; i++) {
                        cache.put(i, new byte[bytes / 10]);
                    }
                    Fields.CACHE.set(cache);
                });
                return all + fields + "CACHE java.util.HashMap,|most|of|it|byte[] cache-N";
            case "task":
                CountDownLatch set = new CountDownLatch(threads);
                for (int i = 0; i < threads; i++) {
                    new Thread(new Task(bytes, set), "task-" + i).start();
                }
                set.await();
                return all + "thread|task-N>*>Leaks$Service.buffers byte[] task-N";
            case "cycle":
                run("session", threads, () -> {
                    ThreadLocal<Session> current = new ThreadLocal<>();
                    current.set(new Session(current, new byte[bytes]));
                });
                return all + "thread|session-N>*>Leaks$Session.current Leaks$Session,|most|of|it|byte[] session-N";
            case "requests":
                run("request", 1, () -> {
                    for (int i = 0; i < threads; i++) {
                        Service one = new Service();
                        one.buffers.set(new byte[bytes]);
                        Requests.ALL.add(one);
                    }
                });
                return all + "Leaks$Requests.ALL>java.util.ArrayList>Leaks$Service.buffers byte[] request-N";
            case "nodes":
                run("node", 1, () -> {
                    for (int i = 0; i < threads; i++) {
                        Node.first = new Node();
                        Node.first.service.shorts.set(new short[bytes / 2]);
                    }
                });
                return all + "Leaks$Node.first>Leaks$Node.next>Leaks$Node.service>Leaks$Service.shorts short[] node-N";
            default:
                throw new IllegalArgumentException(kind);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread.setDefaultUncaughtExceptionHandler((thread, e) -> {
            e.printStackTrace();
            System.exit(1);
        });
        for (String arg : args) {
            String[] parts = arg.split(":");
            System.out.println(plant(parts[0], Integer.parseInt(parts[1]), Integer.parseInt(parts[2])));
        }
        System.out.println("ready");
        System.in.read();
        System.exit(0);
    }
}
