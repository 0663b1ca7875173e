import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Hangs whose facts are all in dumps: "pool", "carriers" or "initializer". */
public class Closed {

    private static final CountDownLatch NEVER = new CountDownLatch(1);

    private static class First {
        static {
            await();
        }

        static void use() {}
    }

    private static class Second {
        static {
            await();
        }

        static void use() {}
    }

    private static void await() {
        try {
            NEVER.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Both threads of a pool wait for tasks in its queue. */
    private static void pool() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        CountDownLatch both = new CountDownLatch(2);
        for (int i = 0; i < 2; i++) {
            Future<?> task = pool.submit(() -> {
                both.countDown();
                both.await();
                return pool.submit(() -> "inner").get();
            });
            if (i == 1) {
                task.get();
            }
        }
    }

    /** Class initializers pin both carriers. */
    private static void carriers() throws Exception {
        Thread.ofVirtual().name("first").start(First::use);
        Thread.ofVirtual().name("second").start(Second::use);
        for (int i = 0; i < 3; i++) {
            Thread.ofVirtual().name("ready-" + i).start(NEVER::countDown);
        }
        await();
    }

    /** Threads wait for a class whose initializer waits. */
    private static void initializer() throws Exception {
        Thread.ofPlatform().name("initializes").start(First::use);
        Thread.sleep(300);
        for (int i = 0; i < 3; i++) {
            Thread.ofPlatform().name("waits-" + i).start(First::use);
        }
    }

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "pool" -> pool();
            case "carriers" -> carriers();
            default -> initializer();
        }
    }
}
