package dev.loomweight.threads.random.program;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Sockets, timers, sleepers, computing, and native methods that are synchronized. */
@SuppressWarnings("FutureReturnValueIgnored") // What is done again and again has no result.
final class OtherScenes {

    private static final long AN_HOUR_MILLIS = TimeUnit.HOURS.toMillis(1);

    private OtherScenes() {}

    /** Two that read what the other is to send; or one that asks and one that answers. */
    static void sockets(Scene scene) {
        Role near = scene.member("near");
        Role far = scene.member("far");
        scene.perhaps("unanswered");
        scene.starts(stage -> {
            Link link = new Link();
            if (scene.hung()) {
                stage.standsInSocket(stage.start(near, link::readNear));
                stage.standsInSocket(stage.start(far, link::readFar));
            } else {
                stage.start(near, link::ask);
                stage.start(far, link::answer);
            }
        });
    }

    /** A write that the other side does not take. */
    static void write(Scene scene) {
        Role writer = scene.member("writer");
        Role reader = scene.other("reader");
        scene.perhaps("unanswered");
        scene.starts(stage -> {
            Link link = new Link();
            if (scene.hung()) {
                stage.standsInSocket(stage.start(writer, link::writeMuch));
            } else {
                stage.start(reader, link::answer);
                stage.start(writer, link::ask);
            }
        });
    }

    static void sleepers(Scene scene) {
        List<Role> sleepers = scene.members("sleeper", scene.between(1, 5));
        scene.starts(stage ->
                sleepers.forEach(sleeper -> stage.stands(stage.loop(sleeper, () -> Thread.sleep(AN_HOUR_MILLIS)))));
    }

    static void computing(Scene scene) {
        Role computes = scene.member("computes");
        scene.starts(stage -> stage.start(computes, LockScenes::compute));
    }

    static void timers(Scene scene) {
        List<Role> timers = scene.workers("timer", scene.between(1, 3), true);
        scene.starts(stage -> {
            ScheduledExecutorService pool = Executors.newScheduledThreadPool(timers.size(), stage.factory(timers));
            for (int i = 0; i < timers.size(); i++) {
                pool.scheduleWithFixedDelay(() -> LockScenes.WORK.increment(), 1, 5, TimeUnit.MILLISECONDS);
            }
            timers.forEach(stage::of);
        });
    }

    /** A thread in a synchronized native method, which runs there or blocks, and threads that wait for its monitor. */
    static void nativeMonitor(Scene scene) {
        Role holder = scene.member("native");
        List<Role> waiters = scene.members("waiter", scene.between(1, 3));
        scene.right("heldLock").perhaps("heldLock", "ownerUnknown");
        scene.starts(stage -> {
            Natives natives = new Natives();
            Thread thread = stage.start(holder, scene.hung() ? natives::block : natives::spin);
            stage.runsIn(thread, scene.hung() ? "block" : "spin");
            waiters.forEach(waiter -> stage.stands(stage.start(waiter, natives::take)));
        });
    }

    /** What every program has besides: threads that do their part or wait for it. */
    static void bystanders(Scene scene) {
        Role sleeper = scene.member("sleeper");
        List<Role> idlers = scene.workers("idler", 2, true);
        List<Role> timers = scene.members("timer", 1);
        scene.starts(stage -> {
            stage.stands(stage.start(sleeper, () -> Thread.sleep(AN_HOUR_MILLIS)));
            ExecutorService pool = Executors.newFixedThreadPool(2, stage.factory(idlers));
            pool.execute(() -> LockScenes.WORK.increment());
            pool.execute(() -> LockScenes.WORK.increment());
            ScheduledExecutorService timer = Executors.newScheduledThreadPool(1, stage.factory(timers));
            timer.scheduleWithFixedDelay(() -> LockScenes.WORK.increment(), 1, 50, TimeUnit.MILLISECONDS);
        });
    }
}
