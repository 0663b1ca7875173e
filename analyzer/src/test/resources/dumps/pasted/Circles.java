import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.ReentrantLock;
import org.springframework.boot.actuate.management.ThreadDumpEndpoint;
import tools.jackson.databind.json.JsonMapper;

/** Two circles, one of locks and one of monitors, and a thread that waits: printed by what people use. */
public class Circles {

    private static final ReentrantLock FIRST = new ReentrantLock();
    private static final ReentrantLock SECOND = new ReentrantLock();
    private static final Object ONE = new Object();
    private static final Object TWO = new Object();

    private static void locks(ReentrantLock held, ReentrantLock wanted) {
        held.lock();
        pause();
        wanted.lock();
    }

    private static void monitors(Object held, Object wanted) {
        synchronized (held) {
            pause();
            synchronized (wanted) {
                System.out.println("never");
            }
        }
    }

    private static void pause() {
        try {
            Thread.sleep(300);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void waits() {
        Object one = new Object();
        synchronized (one) {
            try {
                one.wait();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    public static void main(String[] arguments) throws Exception {
        new Thread(() -> locks(FIRST, SECOND), "lock \"one\"").start();
        new Thread(() -> locks(SECOND, FIRST), "lock-two").start();
        new Thread(() -> monitors(ONE, TWO), "monitor-one").start();
        new Thread(() -> monitors(TWO, ONE), "monitor-two").start();
        new Thread(Circles::waits, "waiter").start();
        Thread.sleep(1500);
        ThreadInfo[] threads = ManagementFactory.getThreadMXBean().dumpAllThreads(true, true);
        try (PrintWriter out = new PrintWriter("thread-info.txt")) {
            for (ThreadInfo thread : threads) {
                out.print(thread);
            }
        }
        Class<?> format = Class.forName("org.springframework.boot.actuate.management.PlainTextThreadDumpFormatter");
        Constructor<?> constructor = format.getDeclaredConstructor();
        constructor.setAccessible(true);
        Method text = format.getDeclaredMethod("format", ThreadInfo[].class);
        text.setAccessible(true);
        Files.writeString(Path.of("actuator.txt"), (String) text.invoke(constructor.newInstance(), (Object) threads));
        Files.writeString(
                Path.of("actuator.json"),
                JsonMapper.builder().build().writeValueAsString(new ThreadDumpEndpoint().threadDump()));
        System.out.println("ready");
        Thread.currentThread().join();
    }
}
