package dev.loomweight.bench.recording;

import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;

/**
 * Virtual threads that live for one request each, as those of a server do: most do no more than start and end, some wait
 * at a monitor, some pin once or twice. While they are started, other threads are refused by their scheduler, as they are
 * to start or after they have parked.
 */
final class Requests implements Crowd {

    /** How many there are at a time. */
    private static final int BATCH = 400;

    /** Of five pins, two are of the same thread. */
    private static final int PINS = 5;

    private static final int THREADS_OF_PINS = 4;

    private static final int STACKS_OF_REFUSALS = 50;

    /** Monitors at which requests wait; each that was woken wakes the next. */
    private static final List<Object> BELLS = List.of(new int[0], new long[0], new char[0], "bell".toCharArray());

    private final Shape shape;
    private final Pinner pinner;
    private final Route[] routes;
    private final Thread.Builder refusing;
    // Of the acceptor alone: whether the scheduler runs what it is given next.
    private boolean open;
    private int made;

    /**
     * Threads that are yet to be started.
     *
     * @param pinner pins for them
     * @param routes to where they wait
     * @throws ReflectiveOperationException if this JDK has another way to choose a scheduler
     */
    Requests(Shape shape, Pinner pinner, Route[] routes) throws ReflectiveOperationException {
        this.shape = shape;
        this.pinner = pinner;
        this.routes = routes;
        this.refusing = shape.refusals() == 0 ? Thread.ofVirtual() : refusingScheduler();
    }

    // The JDK has no public way: --add-opens java.base/java.lang=ALL-UNNAMED.
    private Thread.Builder refusingScheduler() throws ReflectiveOperationException {
        Constructor<?> constructor =
                Class.forName("java.lang.ThreadBuilders$VirtualThreadBuilder").getDeclaredConstructor(Executor.class);
        constructor.setAccessible(true);
        Executor refuses = task -> {
            if (!open) {
                throw new RejectedExecutionException("the scheduler is closed");
            }
            open = false;
            // On this thread, until it parks.
            task.run();
        };
        return (Thread.Builder) constructor.newInstance(refuses);
    }

    @Override
    public int made() {
        return made;
    }

    @Override
    public List<Thread> start(int count) {
        int first = made;
        made += count;
        return List.of(Thread.ofPlatform().name("acceptor").start(() -> accept(first, first + count)));
    }

    private void accept(int first, int end) {
        for (int begin = first; begin < end; begin += BATCH) {
            List<Thread> batch = new ArrayList<>(BATCH);
            for (int number = begin; number < Math.min(end, begin + BATCH); number++) {
                int request = number;
                batch.add(Pinner.request(shape, request).start(() -> serve(request)));
                if (share(number, shape.refusals()) > 0) {
                    routes[number % Math.min(routes.length, STACKS_OF_REFUSALS)].walk(last -> refuse(request));
                }
            }
            for (Thread request : batch) {
                join(request);
            }
        }
    }

    private static void join(Thread request) {
        try {
            request.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void refuse(int request) {
        long number = before(request, shape.refusals());
        // A thread that has run before is refused when it is to continue.
        open = Share.has(shape.stranded(), shape.refusals(), number);
        Thread thread = (shape.named() ? refusing.name("refused-" + number) : refusing).unstarted(LockSupport::park);
        try {
            thread.start();
            LockSupport.unpark(thread);
        } catch (RejectedExecutionException e) {
            // It is what was wanted; JFR has recorded it.
        }
    }

    private void serve(int number) {
        for (int waits = share(number, shape.waits()); waits > 0; waits--) {
            int route = new SplittableRandom(shape.seed() + number + waits).nextInt(routes.length);
            routes[route].walk(last -> await(BELLS.get(number % BELLS.size())));
        }
        // Threads that pin are as evenly spread as the other things; every fourth of them pins twice.
        int pinning = (int) ((long) shape.pins() * THREADS_OF_PINS / PINS);
        long before = before(number, pinning);
        long after = before(number + 1L, pinning);
        pinner.pin((int) (before * PINS / THREADS_OF_PINS), (int) (after * PINS / THREADS_OF_PINS));
    }

    // Who was woken does not matter: the wait itself is what is recorded.
    @SuppressWarnings({"WaitNotInLoop", "NakedNotify"})
    private static void await(Object bell) {
        synchronized (bell) {
            try {
                bell.wait(1);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            bell.notify();
        }
    }

    /** How many of {@code all} things that the requests do together one of them does. */
    private int share(long number, int all) {
        return (int) (before(number + 1, all) - before(number, all));
    }

    private long before(long number, int all) {
        return Share.before(all, shape.threads(), number);
    }
}
