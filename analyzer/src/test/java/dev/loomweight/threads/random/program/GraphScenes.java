package dev.loomweight.threads.random.program;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Threads that each hold a lock, and wait for that of another at random, or for the clock. */
final class GraphScenes {

    private static final long AN_HOUR_MILLIS = TimeUnit.HOURS.toMillis(1);

    /** In place of the thread that one waits for: none, it sleeps. */
    private static final int SLEEPS = -1;

    private GraphScenes() {}

    /** Those that come to a circle hang, those that come to a sleeper do not. */
    static void random(Scene scene) {
        int size = scene.between(3, 8);
        int[] waitsFor = new int[size];
        do {
            for (int i = 0; i < size; i++) {
                int other = scene.between(0, size - 1);
                waitsFor[i] = other == i ? SLEEPS : other;
                if (!scene.hung() && other >= i) {
                    // Those of lower numbers alone can be in no circle.
                    waitsFor[i] = i == 0 || scene.flip() ? SLEEPS : scene.between(0, i - 1);
                }
            }
        } while (scene.hung() && hanging(waitsFor).isEmpty());
        Set<Integer> hanging = hanging(waitsFor);
        List<Guard> guards = LockScenes.guards(scene, size);
        List<Role> threads = new ArrayList<>();
        List<Role> stuck = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            boolean hangs = hanging.contains(i) || !scene.hung();
            threads.add(hangs ? scene.member("node") : scene.other("leaf"));
            if (hangs) {
                stuck.add(threads.get(i));
            }
        }
        scene.closed(LockScenes.isShown(scene, guards, stuck) ? Scene.Closed.HEAP : Scene.Closed.NO)
                .right("deadlock")
                .perhaps("deadlock", "ownerUnknown", "heldLock");
        scene.starts(stage -> start(stage, guards, threads, waitsFor));
    }

    private static Set<Integer> hanging(int[] waitsFor) {
        Set<Integer> hanging = new HashSet<>();
        for (int i = 0; i < waitsFor.length; i++) {
            int at = i;
            for (int steps = 0; at != SLEEPS && steps < waitsFor.length; steps++) {
                at = waitsFor[at];
            }
            if (at != SLEEPS) {
                hanging.add(i);
            }
        }
        return hanging;
    }

    private static void start(Stage stage, List<Guard> guards, List<Role> roles, int[] waitsFor) {
        CountDownLatch all = new CountDownLatch(waitsFor.length);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < waitsFor.length; i++) {
            Guard own = guards.get(i);
            int other = waitsFor[i];
            threads.add(stage.start(
                    roles.get(i),
                    () -> own.within(() -> {
                        all.countDown();
                        all.await();
                        if (other == SLEEPS) {
                            sleep();
                        } else {
                            guards.get(other).within(LockScenes.WORK::increment);
                        }
                    })));
        }
        for (int i = 0; i < waitsFor.length; i++) {
            boolean sleeps = waitsFor[i] == SLEEPS;
            stage.standsIn(threads.get(i), sleeps ? "sleep" : "within", sleeps ? 1 : 2);
        }
    }

    private static void sleep() throws InterruptedException {
        Thread.sleep(AN_HOUR_MILLIS);
    }
}
