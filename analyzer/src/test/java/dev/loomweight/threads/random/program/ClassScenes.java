package dev.loomweight.threads.random.program;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Initializers of classes: in a circle, or slow. Classes begin once, so a program has each of these scenes once. */
final class ClassScenes {

    private static final long AN_HOUR_MILLIS = TimeUnit.HOURS.toMillis(1);

    private static final CountDownLatch BOTH = new CountDownLatch(2);
    private static final Link LINK = Stage.sure(Link::new);

    private ClassScenes() {}

    private static void await(CountDownLatch latch) {
        Stage.sure(() -> {
            latch.await();
            return latch;
        });
    }

    /** The two classes that need each other. */
    private static final class Chicken {
        static {
            BOTH.countDown();
            await(BOTH);
            useEgg();
        }

        static void use() {
            LockScenes.WORK.increment();
        }
    }

    private static final class Egg {
        static {
            BOTH.countDown();
            await(BOTH);
            useChicken();
        }

        static void use() {
            LockScenes.WORK.increment();
        }
    }

    private static void useEgg() {
        Egg.use();
    }

    private static void useChicken() {
        Chicken.use();
    }

    static void circle(Scene scene) {
        Role chicken = scene.member("chicken");
        Role egg = scene.member("egg");
        List<Role> users = scene.members("user", scene.between(0, 2));
        boolean shown = scene.feature() >= 24 || !(chicken.virtual() || egg.virtual());
        scene.closed(shown ? Scene.Closed.LIVE : Scene.Closed.NO)
                .right("deadlock", "classLoading")
                .perhaps("deadlock", "classLoading");
        scene.starts(stage -> {
            Thread one = stage.start(chicken, ClassScenes::useChicken);
            Thread other = stage.start(egg, ClassScenes::useEgg);
            stage.runsIn(one, "useEgg");
            stage.runsIn(other, "useChicken");
            users.forEach(user -> stage.runsIn(stage.start(user, ClassScenes::useEgg), "useEgg"));
        });
    }

    /** A class whose initializer asks another process, as it were. */
    private static final class Remote {
        static {
            Stage.sure(() -> LINK.readNear());
        }

        static void use() {
            LockScenes.WORK.increment();
        }
    }

    private static void useRemote() {
        Remote.use();
    }

    /** An initializer that reads what never comes, or comes later. */
    static void slow(Scene scene) {
        Role first = scene.member("first");
        List<Role> users = scene.members("user", scene.between(1, 4));
        Role peer = scene.platform("peer");
        scene.right("classLoading").perhaps("classLoading", "unanswered", "heldLock");
        scene.starts(stage -> {
            Thread thread = stage.start(first, ClassScenes::useRemote);
            stage.standsInSocket(thread);
            users.forEach(user -> stage.runsIn(stage.start(user, ClassScenes::useRemote), "useRemote"));
            if (!scene.hung()) {
                stage.stands(stage.start(peer, () -> {
                    Thread.sleep(AN_HOUR_MILLIS);
                    LINK.tellNear();
                }));
            }
        });
    }

    /** The same on all carriers, where the answer has come: who would take it is a virtual thread without a carrier. */
    static void poller(Scene scene) {
        int carriers = scene.between(2, 3);
        Role first = scene.virtualMember("first");
        Role[] users = new Role[carriers - 1 + scene.between(0, 2)];
        for (int i = 0; i < users.length; i++) {
            users[i] = scene.virtualMember("user");
        }
        scene.ofCarriers(carriers)
                // Who waits for a class to be initialized seems to run in JSON and in a heap dump: Thread.print alone
                // shows it.
                .closed(Scene.Closed.LIVE)
                .right("carriersExhausted")
                .perhaps("carriersExhausted", "classLoading");
        scene.starts(stage -> {
            stage.standsInSocket(stage.start(first, ClassScenes::useRemote));
            for (int i = 0; i < users.length; i++) {
                Thread user = stage.start(users[i], ClassScenes::useRemote);
                if (i < carriers - 1) {
                    stage.runsIn(user, "useRemote");
                }
            }
            LINK.tellNear();
        });
    }
}
