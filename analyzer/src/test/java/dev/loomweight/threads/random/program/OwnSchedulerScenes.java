package dev.loomweight.threads.random.program;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Virtual threads of a scheduler of the application's own, by a constructor that libraries reach by reflection. */
final class OwnSchedulerScenes {

    /** What the JVM needs to be started with. */
    static final String OPTION = "--add-opens=java.base/java.lang=ALL-UNNAMED";

    private static final long AN_HOUR_MILLIS = TimeUnit.HOURS.toMillis(1);
    private static final int FIRST_WITH_CARRIERS = 25;

    private OwnSchedulerScenes() {}

    /** Some platform threads that take tasks from one queue. */
    private static final class Lanes implements Executor {
        private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();

        Lanes(String name, int from, int count) {
            for (int i = 0; i < count; i++) {
                Stage.unstarted(name + "-" + (from + i), false, () -> {
                            while (true) {
                                Stage.sure(tasks::take).run();
                            }
                        })
                        .start();
            }
        }

        @Override
        public void execute(Runnable task) {
            tasks.add(task);
        }
    }

    /** A builder of threads of a scheduler. */
    private static Object builder(Executor scheduler) {
        return Stage.sure(() -> {
            var constructor = Class.forName("java.lang.ThreadBuilders$VirtualThreadBuilder")
                    .getDeclaredConstructor(Executor.class);
            constructor.setAccessible(true);
            return constructor.newInstance(scheduler);
        });
    }

    /**
     * Event loops, each a scheduler of its own, or a pool: threads have its carriers and wait without releasing them, or compute,
     * and others of the same scheduler never begin; in the healthy scene, those that wait release their carriers.
     */
    static void kept(Scene scene) {
        boolean loops = scene.which("loops", "pool").equals("loops");
        int carriers = scene.between(2, 3);
        int keepers = loops ? scene.between(1, carriers) : carriers;
        boolean computes =
                scene.hung() && scene.which("computes", "waits", "waits").equals("computes");
        boolean monitor = scene.feature() < 24 && scene.flip();
        List<Role> keeping = new ArrayList<>();
        for (int i = 0; i < keepers; i++) {
            keeping.add(scene.virtualMember("keeper"));
        }
        List<Role> late = new ArrayList<>();
        int others = scene.between(1, 3);
        for (int i = 0; i < others; i++) {
            late.add(scene.virtualMember("late"));
        }
        boolean all = keepers == carriers && !computes;
        scene.closed(all && scene.feature() >= FIRST_WITH_CARRIERS ? Scene.Closed.LIVE : Scene.Closed.NO)
                .right("carriersExhausted")
                .perhaps("carriersExhausted");
        scene.starts(stage -> {
            CountDownLatch done = new CountDownLatch(1);
            List<Object> builders = new ArrayList<>();
            for (int i = 0; i < (loops ? carriers : 1); i++) {
                builders.add(builder(new Lanes(loops ? "loop" : "lane", i + 1, loops ? 1 : carriers)));
            }
            for (int i = 0; i < keepers; i++) {
                Object builder = builders.get(i % builders.size());
                if (!scene.hung()) {
                    stage.stands(stage.start(keeping.get(i), builder, () -> Thread.sleep(AN_HOUR_MILLIS)));
                } else if (computes) {
                    stage.runsIn(stage.start(keeping.get(i), builder, LockScenes::compute), "compute");
                } else {
                    String by = monitor ? "monitor" : "loader";
                    stage.standsIn(
                            stage.start(keeping.get(i), builder, () -> CarrierScenes.pinned(by, 0, done::await)),
                            "pinned",
                            1);
                }
            }
            for (int i = 0; i < late.size(); i++) {
                Thread thread = stage.start(late.get(i), builders.get(i % (loops ? keepers : 1)), () -> {
                    done.countDown();
                    Thread.sleep(AN_HOUR_MILLIS);
                });
                if (!scene.hung()) {
                    stage.stands(thread);
                }
            }
        });
    }
}
