import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Platform threads in circles; prints "ready" when all of them wait, and ends with its input. */
public class Deadlocks {

    interface Work {
        void run() throws Exception;
    }

    static Thread thread(String name, Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    static void until(Thread... threads) {
        for (Thread thread : threads) {
            while (thread.getState() != Thread.State.WAITING && thread.getState() != Thread.State.BLOCKED) {
                Thread.yield();
            }
        }
    }

    static void meet(CountDownLatch all) throws InterruptedException {
        all.countDown();
        all.await();
    }

    /** A thread that has one lock and wants another as soon as all have theirs. */
    static Thread both(String name, CountDownLatch all, Lock has, Lock wants) {
        return thread(name, () -> {
            has.lock();
            meet(all);
            wants.lock();
        });
    }

    /** Two circles of locks, with threads of the same names, and a thread before them that waits for one of the first. */
    static void locks() throws Exception {
        CountDownLatch all = new CountDownLatch(4);
        ReentrantLock[] locks = {
            new ReentrantLock(), new ReentrantLock(true), new ReentrantLock(), new ReentrantLock(true)
        };
        Thread victim = thread("victim", () -> {
            all.await();
            while (!locks[0].isLocked()) {
                Thread.yield();
            }
            locks[0].lock();
        });
        Thread a = both("writer", all, locks[0], locks[1]);
        Thread b = both("flusher", all, locks[1], locks[0]);
        Thread c = both("writer", all, locks[2], locks[3]);
        Thread d = both("flusher", all, locks[3], locks[2]);
        all.await();
        until(victim, a, b, c, d);
    }

    static void enter(CountDownLatch all, Object has, Lock wants) throws Exception {
        synchronized (has) {
            meet(all);
            wants.lock();
        }
    }

    /** A monitor, a write lock and a lock; names that look like parts of a dump. */
    static void mixed() throws Exception {
        CountDownLatch all = new CountDownLatch(3);
        Object monitor = new Object();
        ReentrantReadWriteLock table = new ReentrantReadWriteLock();
        ReentrantLock lock = new ReentrantLock();
        Thread a = thread("a \"quoted\" one", () -> enter(all, monitor, table.readLock()));
        Thread b = both("b (second) #12 prio=5", all, table.writeLock(), lock);
        Thread c = thread("c <third> & last", () -> {
            lock.lock();
            meet(all);
            synchronized (monitor) {
                Thread.yield();
            }
        });
        all.await();
        until(a, b, c);
    }

    /** Threads of the same name in one place, one of which owns the lock that another one wants. */
    static void alike() throws Exception {
        CountDownLatch all = new CountDownLatch(2);
        ReentrantLock wanted = new ReentrantLock();
        ReentrantLock owned = new ReentrantLock();
        Lock[] none = {new ReentrantLock()};
        CountDownLatch go = new CountDownLatch(1);
        Thread[] workers = new Thread[3];
        for (int i = 0; i < workers.length; i++) {
            boolean owns = i == 1;
            workers[i] = thread("worker", () -> {
                Lock has = owns ? owned : none[0];
                has.lock();
                if (owns) {
                    all.countDown();
                } else {
                    has.unlock();
                }
                go.await();
                wanted.lock();
            });
        }
        Thread other = both("other", all, wanted, owned);
        all.await();
        go.countDown();
        until(workers);
        until(other);
    }

    /** Two that wait for each other with a time. */
    static void timed() throws Exception {
        CountDownLatch all = new CountDownLatch(2);
        ReentrantLock one = new ReentrantLock();
        ReentrantLock two = new ReentrantLock();
        Thread a = thread("patient", () -> {
            one.lock();
            meet(all);
            two.tryLock(1, java.util.concurrent.TimeUnit.DAYS);
        });
        Thread b = thread("more patient", () -> {
            two.lock();
            meet(all);
            one.tryLock(1, java.util.concurrent.TimeUnit.DAYS);
        });
        all.await();
        while (a.getState() != Thread.State.TIMED_WAITING || b.getState() != Thread.State.TIMED_WAITING) {
            Thread.yield();
        }
    }

    /** A thread that was notified, and one that was interrupted, while another keeps the monitor for good. */
    static void notified() throws Exception {
        Object monitor = new Object();
        CountDownLatch waiting = new CountDownLatch(3);
        Thread told = thread("told", () -> {
            synchronized (monitor) {
                waiting.countDown();
                monitor.wait();
            }
        });
        until(told);
        Thread woken = thread("woken", () -> {
            synchronized (monitor) {
                waiting.countDown();
                monitor.wait();
            }
        });
        Thread waits = thread("waits", () -> {
            synchronized (monitor) {
                synchronized (Deadlocks.class) {
                    waiting.countDown();
                    monitor.wait();
                }
            }
        });
        waiting.await();
        Thread keeper = thread("keeper", () -> {
            until(told, woken, waits);
            synchronized (monitor) {
                woken.interrupt();
                while (woken.getState() != Thread.State.BLOCKED) {
                    Thread.yield();
                }
                // The first that waits.
                monitor.notify();
                while (true) {
                    LockSupport.park();
                }
            }
        });
        while (told.getState() != Thread.State.BLOCKED) {
            Thread.yield();
        }
        until(keeper);
    }

    /** Consumers of queues that stay empty, one below a monitor and one below a lock; a few wait for their turn. */
    static void turns() {
        BlockingQueue<String> queue = new LinkedBlockingQueue<>();
        ReentrantLock lock = new ReentrantLock();
        for (int i = 0; i < 3; i++) {
            until(thread("monitor turn " + i, () -> takeInTurn(queue)));
            until(thread("lock turn " + i, () -> takeLocked(queue, lock)));
        }
    }

    static synchronized void takeInTurn(BlockingQueue<String> queue) throws Exception {
        queue.take();
    }

    static void takeLocked(BlockingQueue<String> queue, Lock lock) throws Exception {
        lock.lock();
        try {
            queue.take();
        } finally {
            lock.unlock();
        }
    }

    /** One reads the console, which does not move; another waits for its turn. */
    static void console() throws Exception {
        BufferedReader console = new BufferedReader(new InputStreamReader(System.in));
        Thread first = thread("first reader", console::readLine);
        while (!isInside(first, "readBytes")) {
            Thread.yield();
        }
        until(thread("second reader", console::readLine));
    }

    static boolean isInside(Thread thread, String method) {
        for (StackTraceElement frame : thread.getStackTrace()) {
            if (frame.getMethodName().startsWith(method)) {
                return true;
            }
        }
        return false;
    }

    public static void main(String[] args) throws Exception {
        for (String program : args) {
            switch (program) {
                case "locks": locks(); break;
                case "mixed": mixed(); break;
                case "alike": alike(); break;
                case "timed": timed(); break;
                case "notified": notified(); break;
                case "turns": turns(); break;
                case "console": console(); break;
                case "idle": thread("idle", () -> new LinkedBlockingQueue<String>().take()); break;
                default: throw new IllegalArgumentException(program);
            }
        }
        System.out.println("ready");
        System.out.flush();
        while (System.in.read() >= 0) {
        }
        Runtime.getRuntime().halt(0);
    }
}
