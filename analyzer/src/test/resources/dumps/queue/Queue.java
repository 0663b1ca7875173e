import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/** One carrier, which a thread keeps: 7 threads have not begun, 5 were unparked, 3 have slept enough; 2 wait for a latch. */
public class Queue {
    static volatile boolean spins;
    static volatile long spun;

    public static void main(String[] args) throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        List<Thread> parked = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            parked.add(waiting("unparked-" + i, Thread.State.WAITING, LockSupport::park));
        }
        for (int i = 0; i < 2; i++) {
            waiting("waits-" + i, Thread.State.WAITING, () -> {
                try {
                    never.await();
                } catch (InterruptedException e) {
                    return;
                }
            });
        }
        for (int i = 0; i < 3; i++) {
            waiting("slept-" + i, Thread.State.TIMED_WAITING, () -> {
                try {
                    Thread.sleep(3000);
                } catch (InterruptedException e) {
                    return;
                }
            });
        }
        Thread.ofVirtual().name("spins").start(() -> {
            spins = true;
            while (true) {
                spun++;
            }
        });
        while (!spins) {
            Thread.onSpinWait();
        }
        for (int i = 0; i < 7; i++) {
            Thread.ofVirtual().name("new-" + i).start(() -> spun++);
        }
        parked.forEach(LockSupport::unpark);
        Thread.sleep(5000);
        System.out.println("ready");
        System.in.read();
    }

    static Thread waiting(String name, Thread.State state, Runnable body) {
        Thread thread = Thread.ofVirtual().name(name).start(body);
        while (thread.getState() != state) {
            Thread.onSpinWait();
        }
        return thread;
    }
}
