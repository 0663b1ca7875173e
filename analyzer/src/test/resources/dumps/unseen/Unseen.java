import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;

/** Virtual threads own a lock and a monitor, and sleep; platform threads wait for them. */
public class Unseen {

    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final Object MONITOR = new Object();
    private static final CountDownLatch OWNED = new CountDownLatch(2);

    private static void rest() {
        OWNED.countDown();
        try {
            Thread.sleep(600_000);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void keepLock() {
        LOCK.lock();
        try {
            rest();
        } finally {
            LOCK.unlock();
        }
    }

    private static void keepMonitor() {
        synchronized (MONITOR) {
            rest();
        }
    }

    private static void lock() {
        LOCK.lock();
        LOCK.unlock();
    }

    private static void enter() {
        synchronized (MONITOR) {
            OWNED.countDown();
        }
    }

    public static void main(String[] args) throws Exception {
        Thread.ofVirtual().name("has the lock").start(Unseen::keepLock);
        Thread.ofVirtual().name("has the monitor").start(Unseen::keepMonitor);
        OWNED.await();
        for (int i = 0; i < 3; i++) {
            Thread.ofPlatform().name("locks-" + i).start(Unseen::lock);
            Thread.ofPlatform().name("enters-" + i).start(Unseen::enter);
        }
    }
}
