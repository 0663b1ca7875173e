package dev.loomweight.threads.random.program;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** Virtual threads that keep all carriers, or all but one. A program has at most one of these scenes. */
@SuppressWarnings("LockNotBeforeTry") // No work is done that could fail.
final class CarrierScenes {

    private static final long AN_HOUR_MILLIS = TimeUnit.HOURS.toMillis(1);
    private static final long TURN_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final int BEFORE_UNPINNED_MONITORS = 24;
    private static final int FIRST_WITH_CARRIERS = 25;

    private static volatile Stage.Work work = () -> {};

    private CarrierScenes() {}

    private static List<Role> virtual(Scene scene, String what, int count) {
        List<Role> roles = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            roles.add(scene.virtualMember(what));
        }
        return roles;
    }

    private static String pinning(Scene scene) {
        return scene.feature() < BEFORE_UNPINNED_MONITORS
                ? scene.which("monitor", "loader", "initializer")
                : scene.which("loader", "initializer");
    }

    /** Does its work where it cannot leave its carrier. */
    static void pinned(String by, int number, Stage.Work inner) throws Exception {
        if (by.equals("monitor")) {
            synchronized (new Object()) {
                inner.run();
            }
        } else if (by.equals("loader")) {
            Class.forName("org.example.Plugin" + number, false, new Loader(inner));
        } else {
            initialize(number);
        }
    }

    private static void initialize(int number) {
        switch (number) {
            case 0 -> First.use();
            case 1 -> Second.use();
            default -> Third.use();
        }
    }

    /** A loader that works while the JVM asks it for a class, from native code. */
    private static final class Loader extends ClassLoader {
        private final Stage.Work inner;

        Loader(Stage.Work inner) {
            this.inner = inner;
        }

        @Override
        public Class<?> loadClass(String name) throws ClassNotFoundException {
            run(inner);
            throw new ClassNotFoundException(name);
        }
    }

    private static void run(Stage.Work inner) {
        Stage.sure(() -> {
            inner.run();
            return inner;
        });
    }

    private static final class First {
        static {
            run(work);
        }

        static void use() {}
    }

    private static final class Second {
        static {
            run(work);
        }

        static void use() {}
    }

    private static final class Third {
        static {
            run(work);
        }

        static void use() {}
    }

    /** All carriers have a thread that waits for one that has none; in the healthy scene, all but one for a time. */
    static void pinned(Scene scene) {
        int carriers = scene.between(scene.hung() ? 1 : 2, 3);
        String by = pinning(scene);
        List<Role> pinned = virtual(scene, "pinned", scene.hung() ? carriers : carriers - 1);
        List<Role> late = virtual(scene, "late", scene.between(1, 3));
        scene.ofCarriers(carriers)
                .closed(Scene.Closed.HEAP)
                .right("carriersExhausted")
                .perhaps("carriersExhausted");
        scene.starts(stage -> {
            CountDownLatch done = new CountDownLatch(1);
            work = scene.hung() ? done::await : () -> Thread.sleep(AN_HOUR_MILLIS);
            Stage.Work inner = work;
            for (int i = 0; i < pinned.size(); i++) {
                int number = i;
                stage.standsIn(stage.start(pinned.get(i), () -> pinned(by, number, inner)), "pinned", 1);
            }
            for (Role role : late) {
                Thread thread = stage.start(role, () -> {
                    done.countDown();
                    Thread.sleep(AN_HOUR_MILLIS);
                });
                if (!scene.hung()) {
                    stage.stands(thread);
                }
            }
        });
    }

    /** A lock whose next owner gets no carrier: who waits for it as well is pinned, and has all of them. */
    static void nextOwner(Scene scene) {
        int carriers = scene.between(1, 3);
        String by = pinning(scene);
        Role next = scene.virtualMember("next");
        List<Role> pinned = virtual(scene, "pinned", carriers);
        scene.ofCarriers(carriers)
                .closed(Scene.Closed.HEAP)
                .right("carriersExhausted")
                .perhaps("carriersExhausted", "ownerUnknown");
        scene.starts(stage -> {
            ReentrantLock lock = new ReentrantLock();
            work = () -> take(lock);
            lock.lock();
            stage.standsIn(stage.start(next, () -> take(lock)), "take", 1);
            for (int i = 0; i < carriers; i++) {
                int number = i;
                stage.standsIn(stage.start(pinned.get(i), () -> pinned(by, number, work)), "take", 1);
            }
            lock.unlock();
        });
    }

    private static void take(ReentrantLock lock) {
        lock.lock();
        lock.unlock();
    }

    /** Waits for a notification, which pinned before JDK 24, and whose dumps are those of a wait with a limit. */
    static void waitOfZero(Scene scene) {
        int carriers = scene.between(1, 3);
        List<Role> pinned = virtual(scene, "pinned", carriers);
        List<Role> late = virtual(scene, "late", scene.between(1, 2));
        scene.ofCarriers(carriers).right("carriersExhausted").perhaps("carriersExhausted");
        scene.starts(stage -> {
            Object monitor = new Object();
            for (Role role : pinned) {
                stage.stands(stage.start(role, () -> {
                    synchronized (monitor) {
                        monitor.wait(0);
                    }
                }));
            }
            late.forEach(role -> stage.start(role, () -> {
                synchronized (monitor) {
                    monitor.notifyAll();
                }
            }));
        });
    }

    /** Threads that never yield: they have all carriers; or one of several. */
    static void spinning(Scene scene) {
        int carriers = scene.hung() ? scene.between(1, 2) : 3;
        List<Role> spinning = virtual(scene, "spins", scene.hung() ? carriers : 1);
        List<Role> late = virtual(scene, "late", scene.between(1, 2));
        scene.ofCarriers(carriers).right("carriersExhausted").perhaps("carriersExhausted");
        starving(scene, spinning, late, LockScenes::compute, "compute");
    }

    /** A thread that never yields has one of several carriers; or it yields, and so has none for good. */
    static void oneSpinner(Scene scene) {
        int carriers = scene.between(2, 4);
        boolean computes = scene.which("computes", "computes", "rests").equals("computes");
        List<Role> spinning = virtual(scene, "spins", 1);
        List<Role> late = virtual(scene, "late", scene.between(1, 3));
        scene.ofCarriers(carriers);
        if (computes) {
            scene.says("carriersKept", scene.feature() >= FIRST_WITH_CARRIERS ? Scene.Closed.LIVE : Scene.Closed.NO);
        }
        starving(
                scene,
                spinning,
                late,
                computes ? LockScenes::compute : CarrierScenes::inTurn,
                computes ? "compute" : "inTurn");
    }

    /** Computes and sleeps in turn. */
    private static void inTurn() throws InterruptedException {
        while (true) {
            long end = System.nanoTime() + TURN_NANOS;
            while (System.nanoTime() < end) {
                LockScenes.WORK.increment();
            }
            Thread.sleep(1);
        }
    }

    /** Threads in native code that waits for ever on all carriers. */
    static void inNative(Scene scene) {
        int carriers = scene.between(1, 2);
        List<Role> natives = virtual(scene, "native", carriers);
        List<Role> late = virtual(scene, "late", scene.between(1, 2));
        scene.ofCarriers(carriers).right("carriersExhausted").perhaps("carriersExhausted");
        starving(scene, natives, late, () -> new Natives().block(), "block");
    }

    private static void starving(Scene scene, List<Role> busy, List<Role> late, Stage.Work work, String method) {
        scene.starts(stage -> {
            busy.forEach(role -> stage.runsIn(stage.start(role, work), method));
            for (Role role : late) {
                Thread thread = stage.start(role, () -> Thread.sleep(AN_HOUR_MILLIS));
                if (!scene.hung()) {
                    stage.stands(thread);
                }
            }
        });
    }
}
