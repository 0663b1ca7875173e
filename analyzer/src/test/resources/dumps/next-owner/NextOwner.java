import java.util.concurrent.locks.ReentrantLock;

/** Two virtual threads that wait for a lock in monitors, on both carriers, after the one that is to have it next. */
public class NextOwner {
    static final ReentrantLock LOCK = new ReentrantLock();

    public static void main(String[] args) throws InterruptedException {
        LOCK.lock();
        Thread.ofVirtual().name("next").start(NextOwner::take);
        await(1);
        for (int i = 1; i <= 2; i++) {
            Object own = new Object();
            Thread.ofVirtual().name("pinned-" + i).start(() -> pinned(own));
        }
        await(3);
        LOCK.unlock();
        System.out.println("released");
        Thread.sleep(Long.MAX_VALUE);
    }

    static void await(int queued) throws InterruptedException {
        while (LOCK.getQueueLength() < queued) {
            Thread.sleep(10);
        }
        Thread.sleep(200);
    }

    static void take() {
        LOCK.lock();
        LOCK.unlock();
    }

    static void pinned(Object own) {
        synchronized (own) {
            take();
        }
    }
}
