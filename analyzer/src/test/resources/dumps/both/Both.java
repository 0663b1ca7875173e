import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;

/** One thread holds a monitor and a lock, and sleeps; five threads wait for each. */
public class Both {
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final Object MONITOR = new Object();
    private static final CountDownLatch HELD = new CountDownLatch(1);

    private static void keep() {
        synchronized (MONITOR) {
            LOCK.lock();
            try {
                HELD.countDown();
                Thread.sleep(600_000);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            } finally {
                LOCK.unlock();
            }
        }
    }

    private static void lock() {
        LOCK.lock();
        LOCK.unlock();
    }

    private static void enter() {
        synchronized (MONITOR) {
            HELD.countDown();
        }
    }

    public static void main(String[] args) throws Exception {
        Thread.ofPlatform().name("keeper").start(Both::keep);
        HELD.await();
        for (int i = 0; i < 5; i++) {
            Thread.ofPlatform().name("locks-" + i).start(Both::lock);
            Thread.ofPlatform().name("enters-" + i).start(Both::enter);
        }
    }
}
