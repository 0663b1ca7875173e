import java.util.concurrent.locks.ReentrantLock;

/** Six virtual threads: one owns a lock and sleeps, five wait for the lock. */
public class Contended {

    private static final ReentrantLock LOCK = new ReentrantLock();

    private static void order() {
        LOCK.lock();
        try {
            Thread.sleep(600_000);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        } finally {
            LOCK.unlock();
        }
    }

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 6; i++) {
            Thread.ofVirtual().name("buyer-" + i).start(Contended::order);
        }
        Thread.currentThread().join();
    }
}
