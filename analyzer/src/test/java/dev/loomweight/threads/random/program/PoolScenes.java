package dev.loomweight.threads.random.program;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Pools: of threads whose tasks wait for tasks, and of connections that are lent. */
final class PoolScenes {

    private static final long AN_HOUR_MILLIS = TimeUnit.HOURS.toMillis(1);

    private PoolScenes() {}

    /** All threads of a pool wait for tasks of the same pool; or for those of another, which run. */
    static void ownTasks(Scene scene) {
        int size = scene.between(1, 4);
        List<Role> workers = scene.workers("worker", size, true);
        List<Role> others = scene.workers("runner", scene.hung() ? 0 : size, false);
        String way = scene.which("submit", "supply");
        scene.closed(Scene.Closed.HEAP).right("fullPool").perhaps("fullPool");
        scene.starts(stage -> {
            ExecutorService pool = Executors.newFixedThreadPool(size, stage.factory(workers));
            ExecutorService asked = scene.hung() ? pool : Executors.newFixedThreadPool(size, stage.factory(others));
            CountDownLatch all = new CountDownLatch(size);
            for (int i = 0; i < size; i++) {
                pool.execute(() -> Stage.sure(() -> {
                    all.countDown();
                    all.await();
                    return way.equals("submit") ? get(asked.submit(PoolScenes::sleep)) : join(asked);
                }));
            }
            for (Role worker : workers) {
                stage.standsIn(stage.of(worker), way.equals("submit") ? "get" : "join", 1);
            }
        });
    }

    private static Integer sleep() throws InterruptedException {
        Thread.sleep(AN_HOUR_MILLIS);
        return 1;
    }

    private static Integer get(Future<Integer> future) throws Exception {
        return future.get();
    }

    private static Integer join(ExecutorService pool) {
        return CompletableFuture.supplyAsync(() -> Stage.sure(PoolScenes::sleep), pool)
                .join();
    }

    /** Threads of a pool that wait for tasks, in a pool where no one will give them any; healthy in any case. */
    static void idlePool(Scene scene) {
        int size = scene.between(1, 4);
        List<Role> workers = scene.workers("idler", size, true);
        scene.starts(stage -> {
            ExecutorService pool = Executors.newFixedThreadPool(size, stage.factory(workers));
            for (int i = 0; i < size; i++) {
                pool.execute(() -> LockScenes.WORK.increment());
            }
            for (Role worker : workers) {
                stage.stands(stage.of(worker));
            }
        });
    }

    /** A pool of connections: all leaked, all kept by who stays; or at full use. */
    static void connections(Scene scene) {
        int size = scene.between(1, 3);
        String kind = scene.which("semaphore", "queue", "future");
        String how = scene.hung() ? scene.which("leaked", "kept") : scene.which("busy", "slow");
        List<Role> borrowers = how.equals("kept") ? scene.members("keeper", size) : new ArrayList<>();
        for (int i = borrowers.size(); i < size; i++) {
            borrowers.add(scene.other("borrower"));
        }
        List<Role> waiters = scene.members("client", scene.between(1, 4));
        scene.right("poolExhausted").perhaps("poolExhausted", "unanswered");
        scene.starts(stage -> {
            Connections pool = Connections.of(kind, size);
            CountDownLatch never = new CountDownLatch(1);
            for (Role borrower : borrowers) {
                Thread thread = how.equals("busy")
                        ? stage.loop(borrower, () -> pool.use(LockScenes::hold))
                        : stage.start(borrower, () -> {
                            if (how.equals("leaked")) {
                                pool.borrowConnection();
                            } else {
                                pool.use(how.equals("kept") ? never::await : PoolScenes::sleep);
                            }
                        });
                if (how.equals("leaked")) {
                    thread.join();
                } else if (!how.equals("busy")) {
                    stage.standsIn(thread, "use", 1);
                }
            }
            for (Role waiter : waiters) {
                if (how.equals("busy")) {
                    stage.loop(waiter, () -> pool.use(LockScenes::hold));
                } else {
                    stage.standsIn(stage.start(waiter, () -> pool.use(LockScenes::hold)), "borrowConnection", 1);
                }
            }
        });
    }

    /** Lends numbers in place of connections. */
    private abstract static class Connections {

        static Connections of(String kind, int size) {
            return kind.equals("semaphore")
                    ? new OfSemaphore(size)
                    : kind.equals("queue") ? new OfQueue(size) : new OfFutures(size);
        }

        abstract Integer borrowConnection() throws Exception;

        abstract void giveBack(Integer connection) throws Exception;

        final void use(Stage.Work work) throws Exception {
            Integer connection = borrowConnection();
            try {
                work.run();
            } finally {
                giveBack(connection);
            }
        }
    }

    private static final class OfSemaphore extends Connections {
        private final Semaphore free;

        OfSemaphore(int size) {
            free = new Semaphore(size);
        }

        @Override
        Integer borrowConnection() throws InterruptedException {
            free.acquire();
            return 1;
        }

        @Override
        void giveBack(Integer connection) {
            free.release(connection);
        }
    }

    private static final class OfQueue extends Connections {
        private final BlockingQueue<Integer> free = new LinkedBlockingQueue<>();

        OfQueue(int size) {
            for (int i = 0; i < size; i++) {
                free.add(i);
            }
        }

        @Override
        Integer borrowConnection() throws InterruptedException {
            return free.take();
        }

        @Override
        void giveBack(Integer connection) throws InterruptedException {
            free.put(connection);
        }
    }

    /** Each that waits does so on a future of its own. */
    private static final class OfFutures extends Connections {
        private final Queue<FutureTask<Integer>> waiting = new ArrayDeque<>();
        private int free;

        OfFutures(int size) {
            free = size;
        }

        @Override
        Integer borrowConnection() throws Exception {
            FutureTask<Integer> own = new FutureTask<>(() -> 1);
            synchronized (this) {
                if (free > 0) {
                    free--;
                    return 1;
                }
                waiting.add(own);
            }
            return own.get();
        }

        @Override
        synchronized void giveBack(Integer connection) {
            FutureTask<Integer> next = waiting.poll();
            if (next == null) {
                free += connection;
            } else {
                next.run();
            }
        }
    }
}
