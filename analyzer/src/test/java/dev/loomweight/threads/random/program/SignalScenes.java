package dev.loomweight.threads.random.program;

import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Signals: lost ones, and those that come later. Their dumps are the same, but for the thread that is to give them. */
final class SignalScenes {

    private static final long AN_HOUR_MILLIS = TimeUnit.HOURS.toMillis(1);

    /** The JDK from which on virtual threads wait for notifications as other threads do. */
    private static final int FIRST_WITH_OWN_WAITS = 24;

    private SignalScenes() {}

    /** In a healthy scene a thread gives the signal in an hour; in a hung one that thread has ended. */
    private static void signal(Scene scene, Stage stage, Role signaller, Stage.Work work) throws Exception {
        Thread thread = stage.start(signaller, () -> {
            if (!scene.hung()) {
                Thread.sleep(AN_HOUR_MILLIS);
                work.run();
            }
        });
        if (scene.hung()) {
            thread.join();
        } else {
            stage.stands(thread);
        }
    }

    static void latch(Scene scene) {
        List<Role> waiters = scene.members("waiter", scene.between(1, 4));
        Role signaller = scene.other("signaller");
        scene.perhaps("unanswered");
        scene.starts(stage -> {
            CountDownLatch latch = new CountDownLatch(1);
            signal(scene, stage, signaller, latch::countDown);
            waiters.forEach(waiter -> stage.stands(stage.start(waiter, latch::await)));
        });
    }

    static void semaphore(Scene scene) {
        int permits = scene.between(1, 3);
        List<Role> waiters = scene.members("caller", scene.between(1, 4));
        Role borrower = scene.other("borrower");
        scene.perhaps("unanswered", "poolExhausted");
        scene.starts(stage -> {
            Semaphore semaphore = new Semaphore(permits);
            semaphore.acquire(permits);
            signal(scene, stage, borrower, () -> semaphore.release(permits));
            waiters.forEach(waiter -> stage.stands(stage.start(waiter, semaphore::acquire)));
        });
    }

    static void condition(Scene scene) {
        boolean ofMonitor = scene.which("monitor", "lock").equals("monitor");
        List<Role> waiters = scene.members("waiter", scene.between(1, 4));
        Role signaller = scene.other("signaller");
        scene.perhaps("unanswered");
        scene.starts(stage -> {
            ReentrantLock lock = new ReentrantLock();
            Condition loaded = lock.newCondition();
            Object monitor = new Object();
            Stage.Work wait = ofMonitor ? () -> waitFor(monitor) : () -> waitFor(lock, loaded);
            signal(scene, stage, signaller, LockScenes.WORK::increment);
            waiters.forEach(waiter -> stage.stands(stage.start(waiter, wait)));
        });
    }

    private static void waitFor(Object monitor) throws InterruptedException {
        synchronized (monitor) {
            while (LockScenes.WORK.sum() >= 0) {
                monitor.wait();
            }
        }
    }

    private static void waitFor(ReentrantLock lock, Condition loaded) throws InterruptedException {
        lock.lock();
        try {
            while (LockScenes.WORK.sum() >= 0) {
                loaded.await();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Consumers whose producer has died, or who are idle for now. */
    static void consumers(Scene scene) {
        String kind = scene.which("linked", "array", "synchronous");
        List<Role> consumers = scene.members("taker", scene.between(1, 4));
        Role producer = scene.other("producer");
        scene.perhaps("unanswered");
        scene.starts(stage -> {
            BlockingQueue<Integer> queue = queue(kind);
            signal(scene, stage, producer, () -> queue.put(1));
            consumers.forEach(consumer -> stage.stands(stage.loop(consumer, () -> take(queue))));
        });
    }

    private static BlockingQueue<Integer> queue(String kind) {
        return kind.equals("linked")
                ? new LinkedBlockingQueue<>()
                : kind.equals("array") ? new ArrayBlockingQueue<>(8) : new SynchronousQueue<>();
    }

    private static void take(BlockingQueue<Integer> queue) throws InterruptedException {
        LockScenes.WORK.add(queue.take());
    }

    /** Producers whose consumer has died, or comes later. */
    static void producers(Scene scene) {
        List<Role> producers = scene.members("putter", scene.between(1, 3));
        Role consumer = scene.other("consumer");
        scene.perhaps("unanswered");
        scene.starts(stage -> {
            BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);
            queue.put(1);
            signal(scene, stage, consumer, queue::take);
            producers.forEach(producer -> stage.stands(stage.loop(producer, () -> queue.put(1))));
        });
    }

    /** A barrier or phaser whose last party never comes, or comes later. */
    static void parties(Scene scene) {
        boolean barrier = scene.which("barrier", "phaser").equals("barrier");
        List<Role> parties = scene.members("party", scene.between(1, 4));
        Role last = scene.other("last");
        scene.perhaps("unanswered");
        scene.starts(stage -> {
            CyclicBarrier all = new CyclicBarrier(parties.size() + 1);
            Phaser phaser = new Phaser(parties.size() + 1);
            Stage.Work arrive = barrier ? all::await : phaser::arriveAndAwaitAdvance;
            signal(scene, stage, last, arrive);
            parties.forEach(party -> stage.stands(stage.start(party, arrive)));
        });
    }

    /** Who waits for the end of a thread that stays, or that sleeps. */
    static void join(Scene scene) {
        Role stays = scene.member("stays");
        List<Role> joiners = scene.members("joiner", scene.between(1, 3));
        scene.perhaps("unanswered", "heldLock");
        scene.starts(stage -> {
            CountDownLatch never = new CountDownLatch(1);
            Thread thread = stage.start(stays, () -> {
                if (scene.hung()) {
                    never.await();
                } else {
                    Thread.sleep(AN_HOUR_MILLIS);
                }
            });
            stage.stands(thread);
            joiners.forEach(joiner -> stage.stands(stage.start(joiner, thread::join)));
        });
    }

    /** Threads that wait for each other's end. */
    static void joinCircle(Scene scene) {
        List<Role> joiners = scene.members("joiner", scene.between(2, 3));
        scene.closed(showsJoins(scene, joiners) ? Scene.Closed.LIVE : Scene.Closed.NO)
                .right("deadlock")
                .perhaps("deadlock");
        scene.starts(stage -> {
            CountDownLatch all = new CountDownLatch(1);
            Thread[] threads = new Thread[joiners.size()];
            for (int i = 0; i < threads.length; i++) {
                int next = (i + 1) % threads.length;
                threads[i] = stage.start(joiners.get(i), () -> {
                    all.await();
                    joinNext(threads[next]);
                });
            }
            all.countDown();
            for (Thread thread : threads) {
                stage.standsIn(thread, "joinNext", 1);
            }
        });
    }

    /**
     * Whether a JDK shows whom each joins: the end of a virtual thread is a latch, which names its waiters. That of a platform
     * thread is a notification on it, and before JDK 24 no source says on what a virtual thread waits for one.
     */
    private static boolean showsJoins(Scene scene, List<Role> joiners) {
        for (int i = 0; i < joiners.size(); i++) {
            Role joined = joiners.get((i + 1) % joiners.size());
            if (joiners.get(i).virtual() && !joined.virtual() && scene.feature() < FIRST_WITH_OWN_WAITS) {
                return false;
            }
        }
        return true;
    }

    private static void joinNext(Thread thread) throws InterruptedException {
        thread.join();
    }
}
