package dev.loomweight.threads.hang;

import dev.loomweight.PoolWaker;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import java.util.function.Consumer;

/**
 * Programs that hang, each in its own way, to be run as {@code main} of a JVM of its own with the name of one of them: it
 * prints {@code hanging} when every thread has come to where it stays, and ends when its standard input does.
 */
// What is wrong with locks and futures here is what is looked for.
@SuppressWarnings({"FutureReturnValueIgnored", "LockNotBeforeTry"})
public final class HangingPrograms {

    private static final Map<String, Program> PROGRAMS = Map.ofEntries(
            Map.entry("monitors", HangingPrograms::monitors),
            Map.entry("mixed", HangingPrograms::mixed),
            Map.entry("kinds", HangingPrograms::kinds),
            Map.entry("carriers", HangingPrograms::carriers),
            Map.entry("initializers", HangingPrograms::initializers),
            Map.entry("loader", HangingPrograms::loader),
            Map.entry("dead", HangingPrograms::dead),
            Map.entry("pool", HangingPrograms::pool),
            Map.entry("semaphore", HangingPrograms::semaphore),
            Map.entry("latch", HangingPrograms::latch),
            Map.entry("joins", HangingPrograms::joins),
            Map.entry("virtualJoins", HangingPrograms::virtualJoins),
            Map.entry("exits", HangingPrograms::exits),
            Map.entry("scopes", () -> virtual("request", () -> scoped(Thread.currentThread()))),
            Map.entry("platformScopes", HangingPrograms::platformScopes),
            Map.entry("scopesInMonitor", () -> virtual("request", HangingPrograms::scopedInMonitor)),
            Map.entry("carriersInWait", HangingPrograms::carriersInWait),
            Map.entry("carriersInWaitOf0", HangingPrograms::carriersInWaitOf0),
            Map.entry("carriersInMonitor", HangingPrograms::carriersInMonitor),
            Map.entry("carriersInLock", () -> nextOwner(HangingPrograms::holdOrders, HangingPrograms::holdStock)),
            Map.entry("carriersInInitializers", () -> nextOwner(lock -> Fifth.use(), lock -> Sixth.use())),
            Map.entry("upgrade", HangingPrograms::upgrade),
            Map.entry("readers", HangingPrograms::readers),
            Map.entry("stamped", HangingPrograms::stamped));

    private static final List<Thread> STUCK = new CopyOnWriteArrayList<>();

    private HangingPrograms() {}

    @FunctionalInterface
    interface Program {
        void start() throws Exception;
    }

    public static void main(String[] args) throws Exception {
        Objects.requireNonNull(PROGRAMS.get(args[0])).start();
        for (Thread thread : STUCK) {
            awaitStuck(thread);
        }
        System.out.println("hanging");
        System.out.flush();
        awaitEndOfInput();
        // Threads of the platform that hang would keep the JVM alive.
        Runtime.getRuntime().halt(0);
    }

    static void awaitEndOfInput() throws IOException {
        while (System.in.read() >= 0) {
            // Whoever started it writes nothing, and closes it when done.
        }
    }

    private static void awaitStuck(Thread thread) {
        PoolWaker.await(() -> thread.getState() == Thread.State.WAITING || thread.getState() == Thread.State.BLOCKED);
    }

    private static Thread virtual(String name, Runnable work) {
        Thread thread = Thread.ofVirtual().name(name).start(work);
        STUCK.add(thread);
        return thread;
    }

    private static final Object ORDERS = new Object();
    private static final Object STOCK = new Object();
    private static final CountDownLatch BOTH = new CountDownLatch(2);

    private static void monitors() {
        virtual("buyer", HangingPrograms::buy);
        virtual("seller", HangingPrograms::sell);
    }

    private static void buy() {
        synchronized (ORDERS) {
            BOTH.countDown();
            await(BOTH);
            synchronized (STOCK) {
                throw new IllegalStateException("no hang");
            }
        }
    }

    private static void sell() {
        synchronized (STOCK) {
            BOTH.countDown();
            await(BOTH);
            synchronized (ORDERS) {
                throw new IllegalStateException("no hang");
            }
        }
    }

    private static void mixed() {
        Object monitor = new Object();
        ReentrantLock lock = new ReentrantLock();
        CountDownLatch both = new CountDownLatch(2);
        virtual("writer", () -> {
            synchronized (monitor) {
                both.countDown();
                await(both);
                lock.lock();
            }
        });
        virtual("flusher", () -> {
            lock.lock();
            both.countDown();
            await(both);
            synchronized (monitor) {
                lock.unlock();
            }
        });
    }

    private static void kinds() {
        virtual("request", HangingPrograms::buy);
        STUCK.add(Thread.ofPlatform().name("refresher").start(HangingPrograms::sell));
    }

    /** Two carriers, both pinned by threads that wait for a signal of a third, which gets no carrier. */
    private static void carriers() throws InterruptedException {
        CountDownLatch go = new CountDownLatch(1);
        Thread signaller = virtual("signaller", () -> {
            await(go);
            Settings.signal();
        });
        awaitStuck(signaller);
        Thread first = virtual("pinned-1", First::use);
        Thread second = virtual("pinned-2", Second::use);
        awaitStuck(first);
        awaitStuck(second);
        go.countDown();
        // It is runnable from now on, and stays so.
        STUCK.remove(signaller);
    }

    /** What both initializers wait for. */
    private static final class Settings {
        private static final ReentrantLock LOCK = new ReentrantLock();
        private static final Condition LOADED = LOCK.newCondition();
        private static boolean loaded;

        static void signal() {
            LOCK.lock();
            try {
                loaded = true;
                LOADED.signalAll();
            } finally {
                LOCK.unlock();
            }
        }

        static void awaitLoaded() {
            LOCK.lock();
            try {
                while (!loaded) {
                    LOADED.awaitUninterruptibly();
                }
            } finally {
                LOCK.unlock();
            }
        }
    }

    /** The same in Object.wait, which releases the carrier from JDK 24 on, but not below a class initializer. */
    private static void carriersInWait() {
        Thread first = virtual("pinned-1", Third::use);
        Thread second = virtual("pinned-2", Fourth::use);
        awaitStuck(first);
        awaitStuck(second);
        for (int i = 0; i < 9; i++) {
            Thread.ofVirtual().name("late-" + i).start(HangingPrograms::signalStock);
        }
    }

    /** In Object.wait, which pins before JDK 24, and by frames could be a wait with a time. */
    private static void carriersInWaitOf0() {
        awaitStuck(virtual("pinned-1", () -> awaitEver(ORDERS)));
        awaitStuck(virtual("pinned-2", () -> awaitEver(STOCK)));
        Thread.ofVirtual().name("late").start(HangingPrograms::signalStock);
    }

    private static void awaitEver(Object monitor) {
        synchronized (monitor) {
            try {
                while (!restocked) {
                    monitor.wait(0);
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static boolean restocked;

    private static void signalStock() {
        synchronized (STOCK) {
            restocked = true;
            STOCK.notifyAll();
        }
    }

    private static void awaitStock() {
        synchronized (STOCK) {
            try {
                while (!restocked) {
                    STOCK.wait();
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static final class Third {
        static {
            awaitStock();
        }

        static void use() {}
    }

    private static final class Fourth {
        static {
            awaitStock();
        }

        static void use() {}
    }

    /** Below a monitor of its own each, which pins before JDK 24. */
    private static void carriersInMonitor() {
        CountDownLatch done = new CountDownLatch(1);
        awaitStuck(virtual("pinned-1", () -> holdOrders(done)));
        awaitStuck(virtual("pinned-2", () -> holdStock(done)));
        Thread.ofVirtual().name("late").start(done::countDown);
    }

    private static void holdOrders(CountDownLatch done) {
        synchronized (ORDERS) {
            await(done);
        }
    }

    private static void holdStock(CountDownLatch done) {
        synchronized (STOCK) {
            await(done);
        }
    }

    private static final ReentrantLock NEXT = new ReentrantLock();

    /** A lock whose next owner gets no carrier: the two that wait for it as well are pinned, and have both. */
    private static void nextOwner(Consumer<ReentrantLock> one, Consumer<ReentrantLock> other) {
        NEXT.lock();
        Thread next = virtual("next", () -> take(NEXT));
        awaitStuck(next);
        awaitStuck(virtual("pinned-1", () -> one.accept(NEXT)));
        awaitStuck(virtual("pinned-2", () -> other.accept(NEXT)));
        // It is runnable from now on, and stays so.
        STUCK.remove(next);
        NEXT.unlock();
    }

    private static void take(ReentrantLock lock) {
        lock.lock();
        lock.unlock();
    }

    private static void holdOrders(ReentrantLock lock) {
        synchronized (ORDERS) {
            take(lock);
        }
    }

    private static void holdStock(ReentrantLock lock) {
        synchronized (STOCK) {
            take(lock);
        }
    }

    private static final class Fifth {
        static {
            take(NEXT);
        }

        static void use() {}
    }

    private static final class Sixth {
        static {
            take(NEXT);
        }

        static void use() {}
    }

    private static final class First {
        static {
            Settings.awaitLoaded();
        }

        static void use() {}
    }

    private static final class Second {
        static {
            Settings.awaitLoaded();
        }

        static void use() {}
    }

    private static final CountDownLatch INITIALIZING = new CountDownLatch(2);

    private static void initializers() {
        Thread.ofVirtual().name("chicken").start(Chicken::use);
        Thread.ofVirtual().name("egg").start(Egg::use);
        PoolWaker.await(() -> INITIALIZING.getCount() == 0);
    }

    private static final class Chicken {
        static {
            INITIALIZING.countDown();
            HangingPrograms.await(INITIALIZING);
            Egg.use();
        }

        static void use() {}
    }

    private static final class Egg {
        static {
            INITIALIZING.countDown();
            HangingPrograms.await(INITIALIZING);
            Chicken.use();
        }

        static void use() {}
    }

    /** A loader that waits for a reply that never comes, with its lock held. */
    private static final class RemoteLoader extends ClassLoader {
        private final CountDownLatch reply = new CountDownLatch(1);

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            HangingPrograms.await(reply);
            throw new ClassNotFoundException(name);
        }
    }

    private static void loader() {
        RemoteLoader loader = new RemoteLoader();
        awaitStuck(virtual("loads", () -> load(loader)));
        virtual("needs-1", () -> load(loader));
        virtual("needs-2", () -> load(loader));
    }

    private static void load(ClassLoader loader) {
        try {
            Class.forName("com.acme.Plugin", false, loader);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void dead() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Thread.ofVirtual().name("gone").start(lock::lock).join();
        for (int i = 1; i <= 3; i++) {
            virtual("client-" + i, () -> {
                lock.lock();
                lock.unlock();
            });
        }
    }

    private static void pool() {
        ExecutorService pool = Executors.newFixedThreadPool(
                2, Thread.ofVirtual().name("worker-", 1).factory());
        CountDownLatch both = new CountDownLatch(2);
        for (int i = 0; i < 2; i++) {
            pool.submit(() -> {
                STUCK.add(Thread.currentThread());
                both.countDown();
                await(both);
                return askPool(pool);
            });
        }
        PoolWaker.await(() -> both.getCount() == 0);
    }

    private static int askPool(ExecutorService pool) throws InterruptedException, ExecutionException {
        return pool.submit(() -> 1).get();
    }

    private static void semaphore() throws InterruptedException {
        Semaphore permits = new Semaphore(2);
        for (int i = 1; i <= 2; i++) {
            Thread.ofVirtual()
                    .name("forgets-" + i)
                    .start(permits::acquireUninterruptibly)
                    .join();
        }
        for (int i = 1; i <= 3; i++) {
            virtual("caller-" + i, () -> {
                permits.acquireUninterruptibly();
                permits.release();
            });
        }
    }

    private static void joins() {
        joining(Thread.ofPlatform());
    }

    private static void virtualJoins() {
        joining(Thread.ofVirtual());
    }

    private static void joining(Thread.Builder kind) {
        CountDownLatch both = new CountDownLatch(1);
        Thread[] threads = new Thread[2];
        for (int i = 0; i < 2; i++) {
            int other = 1 - i;
            threads[i] = kind.name(i == 0 ? "left" : "right").start(() -> {
                await(both);
                join(threads[other]);
            });
            STUCK.add(threads[i]);
        }
        both.countDown();
        PoolWaker.await(() -> isInJoin(threads[0]) && isInJoin(threads[1]));
    }

    private static void platformScopes() {
        Thread[] owner = new Thread[1];
        owner[0] = Thread.ofPlatform().name("request").start(() -> scoped(Thread.currentThread()));
        STUCK.add(owner[0]);
    }

    /** Subtasks that wait for the end of the thread that waits for theirs. */
    private static void scoped(Thread owner) {
        ScopedTasks.run(List.of(subtask("prices", () -> join(owner)), subtask("stock", () -> join(owner))));
    }

    /** A subtask that needs the monitor of the thread that waits for it. */
    private static void scopedInMonitor() {
        synchronized (ORDERS) {
            ScopedTasks.run(List.of(subtask("prices", () -> {
                synchronized (ORDERS) {
                    throw new IllegalStateException("no hang");
                }
            })));
        }
    }

    private static Callable<Object> subtask(String name, Runnable work) {
        return () -> {
            Thread.currentThread().setName(name);
            STUCK.add(Thread.currentThread());
            work.run();
            return name;
        };
    }

    private static boolean isInJoin(Thread thread) {
        return List.of(thread.getStackTrace()).stream()
                .anyMatch(frame -> frame.getClassName().equals("java.lang.Thread")
                        && frame.getMethodName().equals("join"));
    }

    /** A hook that waits for the thread that ends the JVM, which waits for its hooks. */
    private static void exits() {
        Thread worker = Thread.ofPlatform().name("worker").unstarted(() -> System.exit(1));
        Thread hook = Thread.ofPlatform().name("hook").unstarted(() -> join(worker));
        Runtime.getRuntime().addShutdownHook(hook);
        worker.start();
        PoolWaker.await(() -> isInJoin(worker) && isInJoin(hook));
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void upgrade() {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        awaitStuck(virtual("upgrader", () -> {
            lock.readLock().lock();
            lock.writeLock().lock();
        }));
        virtual("reader", () -> lock.readLock().lock());
    }

    /** Two read, and both want to write. */
    private static void readers() {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        CountDownLatch both = new CountDownLatch(2);
        for (int i = 1; i <= 2; i++) {
            virtual("upgrader-" + i, () -> {
                lock.readLock().lock();
                both.countDown();
                await(both);
                lock.writeLock().lock();
            });
        }
        PoolWaker.await(() -> both.getCount() == 0);
    }

    private static void stamped() {
        StampedLock lock = new StampedLock();
        virtual("twice", () -> {
            long first = lock.writeLock();
            long second = lock.writeLock();
            lock.unlock(first + second);
        });
    }

    private static void latch() {
        CountDownLatch started = new CountDownLatch(1);
        for (int i = 1; i <= 3; i++) {
            virtual("waits-" + i, () -> await(started));
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
