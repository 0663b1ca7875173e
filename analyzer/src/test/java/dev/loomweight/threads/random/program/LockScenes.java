package dev.loomweight.threads.random.program;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Locks: in circles, in order, held by who stays, goes on or has ended. */
@SuppressWarnings("LockNotBeforeTry") // Some are not to be released, and no work is done that could fail.
final class LockScenes {

    private static final long AN_HOUR_MILLIS = TimeUnit.HOURS.toMillis(1);
    private static final long HELD_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    /** Counts what was done, so that computing is not left out. */
    static final LongAdder WORK = new LongAdder();

    private LockScenes() {}

    static List<Guard> guards(Scene scene, int count) {
        String kind = scene.which("monitor", "lock", "write", "mixed");
        List<Guard> guards = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            guards.add(Guard.of(kind.equals("mixed") ? scene.one("monitor", "lock", "fair", "write") : kind));
        }
        return guards;
    }

    /** A circle, or loops that take the same locks in one order. */
    static void circle(Scene scene) {
        int size = scene.between(2, 4);
        List<Guard> guards = guards(scene, size);
        List<Role> takers = scene.members("taker", size);
        List<Role> victims = scene.members("victim", scene.between(0, 2));
        scene.closed(isShown(scene, guards, takers) ? Scene.Closed.HEAP : Scene.Closed.NO)
                .right("deadlock")
                .perhaps("deadlock", "ownerUnknown", "heldLock");
        scene.starts(stage -> {
            if (scene.hung()) {
                hangInCircle(stage, guards, takers, victims);
            } else {
                takeInOrder(stage, guards, takers, victims);
            }
        });
    }

    /** Whether a JDK shows the monitors: before 24 none does of virtual threads. */
    static boolean isShown(Scene scene, List<Guard> guards, List<Role> takers) {
        return scene.feature() >= 24
                || guards.stream().noneMatch(Guard::isMonitor)
                || takers.stream().noneMatch(Role::virtual);
    }

    private static void hangInCircle(Stage stage, List<Guard> guards, List<Role> takers, List<Role> victims) {
        CountDownLatch all = new CountDownLatch(takers.size());
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < takers.size(); i++) {
            Guard one = guards.get(i);
            Guard next = guards.get((i + 1) % guards.size());
            threads.add(stage.start(
                    takers.get(i),
                    () -> one.within(() -> {
                        all.countDown();
                        all.await();
                        next.within(WORK::increment);
                    })));
        }
        threads.forEach(thread -> stage.standsIn(thread, "within", 2));
        victims.forEach(victim ->
                stage.stands(stage.start(victim, () -> guards.get(0).within(WORK::increment))));
    }

    /** Each takes a lock and its neighbour, the lower number first: no circle, but the stacks of one. */
    private static void takeInOrder(Stage stage, List<Guard> guards, List<Role> takers, List<Role> victims) {
        for (int i = 0; i < takers.size(); i++) {
            int next = (i + 1) % guards.size();
            Guard first = guards.get(Math.min(i, next));
            Guard second = guards.get(Math.max(i, next));
            stage.loop(takers.get(i), () -> first.within(() -> second.within(LockScenes::hold)));
        }
        victims.forEach(victim -> stage.loop(victim, () -> guards.get(0).within(LockScenes::hold)));
    }

    static void hold() {
        long end = System.nanoTime() + HELD_NANOS;
        LockSupport.parkNanos(HELD_NANOS / 2);
        while (System.nanoTime() < end) {
            WORK.increment();
        }
    }

    /** Threads in a loop that all take the same two locks, at the same lines. */
    static void sameTwo(Scene scene) {
        List<Guard> guards = guards(scene, 2);
        List<Role> takers = scene.members("looper", scene.between(2, 5));
        scene.starts(stage -> takers.forEach(taker ->
                stage.loop(taker, () -> guards.get(0).within(() -> guards.get(1).within(LockScenes::hold)))));
    }

    /** A lock that threads wait for, and whose holder stays, sleeps, computes, or waits for an answer. */
    static void held(Scene scene) {
        Guard guard = Guard.of(scene.which("monitor", "lock", "write"));
        Guard second = scene.flip() ? Guard.of(scene.which("monitor", "lock")) : guard;
        String does = scene.hung() ? "parks" : scene.which("sleeps", "computes", "asks");
        Role holder = scene.member("holder");
        List<Role> waiters = scene.members("waiter", scene.between(1, 5));
        Role peer = scene.platform("peer");
        scene.right("heldLock").perhaps("heldLock", "ownerUnknown");
        scene.starts(stage -> {
            CountDownLatch held = new CountDownLatch(1);
            CountDownLatch never = new CountDownLatch(1);
            Link link = new Link();
            Thread thread = stage.start(
                    holder,
                    () -> guard.within(() -> second.within(() -> {
                        held.countDown();
                        switch (does) {
                            case "parks" -> never.await();
                            case "sleeps" -> Thread.sleep(AN_HOUR_MILLIS);
                            case "computes" -> compute();
                            default -> link.ask();
                        }
                    })));
            held.await();
            if (does.equals("asks")) {
                stage.start(peer, link::answer);
            }
            if (does.equals("parks") || does.equals("sleeps")) {
                stage.standsIn(thread, "within", 2);
            }
            for (int i = 0; i < waiters.size(); i++) {
                Guard one = i % 2 == 0 ? guard : second;
                stage.stands(stage.start(waiters.get(i), () -> one.within(WORK::increment)));
            }
        });
    }

    /** An hour of computing. */
    static void compute() {
        long end = System.nanoTime() + TimeUnit.HOURS.toNanos(1);
        while (System.nanoTime() < end) {
            WORK.increment();
        }
    }

    /** A lock whose owner has ended, or one whose owner ends it in a while. */
    static void lostOwner(Scene scene) {
        ReentrantLock lock = new ReentrantLock(scene.flip());
        Role owner = scene.other("gone");
        List<Role> waiters = scene.members("client", scene.between(1, 4));
        scene.closed(Scene.Closed.HEAP).right("lostOwner").perhaps("lostOwner", "ownerUnknown");
        scene.starts(stage -> {
            Thread gone = stage.start(owner, lock::lock);
            gone.join();
            waiters.forEach(waiter -> stage.stands(stage.start(waiter, () -> {
                lock.lock();
                lock.unlock();
            })));
        });
    }

    /** A monitor or lock that is waited for in a chain: the last of its holders waits for what no thread gives. */
    static void chain(Scene scene) {
        int size = scene.between(2, 4);
        List<Guard> guards = guards(scene, size);
        List<Role> links = scene.members("link", size);
        Role last = scene.member("end");
        scene.right("heldLock").perhaps("heldLock", "ownerUnknown");
        scene.starts(stage -> {
            CountDownLatch never = new CountDownLatch(1);
            Thread holder = stage.start(
                    last,
                    () -> guards.get(size - 1).within(() -> {
                        if (scene.hung()) {
                            never.await();
                        } else {
                            Thread.sleep(AN_HOUR_MILLIS);
                        }
                    }));
            stage.standsIn(holder, "within", 1);
            for (int i = size - 1; i > 0; i--) {
                Guard own = guards.get(i - 1);
                Guard next = guards.get(i);
                Thread link = stage.start(links.get(i), () -> own.within(() -> next.within(WORK::increment)));
                stage.standsIn(link, "within", 2);
            }
            stage.stands(stage.start(links.get(0), () -> guards.get(0).within(WORK::increment)));
        });
    }

    /** Threads that read, and all want to write; or one alone. */
    static void upgrade(Scene scene) {
        List<Role> upgraders = scene.members("upgrader", scene.between(1, 3));
        scene.right("deadlock").perhaps("deadlock", "ownerUnknown", "heldLock");
        scene.starts(stage -> {
            ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
            CountDownLatch all = new CountDownLatch(upgraders.size());
            for (Role upgrader : upgraders) {
                stage.start(upgrader, () -> {
                    lock.readLock().lock();
                    all.countDown();
                    all.await();
                    writeIn(lock);
                });
            }
            upgraders.forEach(upgrader -> stage.standsIn(stage.of(upgrader), "writeIn", 1));
        });
    }

    private static void writeIn(ReentrantReadWriteLock lock) {
        lock.writeLock().lock();
    }
}
