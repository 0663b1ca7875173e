package dev.loomweight.bench.recording;

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Array;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/** A platform thread's work: walks routes, and at the end of each makes an event. */
final class Loader implements Act, AutoCloseable {

    private static final Object LOCK = new Object();

    private static final List<Class<?>> ELEMENTS =
            List.of(byte.class, boolean.class, char.class, short.class, byte.class);

    /** More than the buffer of a thread holds, which {@code scripts/make-recording} makes the smallest that there is. */
    private static final int MIN_LENGTH = 2_200;

    private final List<Load> loads;
    private final List<Load.Amount> amounts;
    private final int sum;
    private final Map<Load, Route[]> routes;
    private final SplittableRandom random;
    private final Object bell = new Object();
    private final Loopback loopback = new Loopback();
    // These names tell nothing of a machine.
    private final FileInputStream source = new FileInputStream("/dev/zero");
    private final FileOutputStream drain = new FileOutputStream("/dev/null");
    private Load load;

    // Written, so that no compiler proves an allocation useless.
    private volatile Object last = this;

    /**
     * A worker that makes some of each load.
     *
     * @param amounts at least one load, and how much of it
     * @param routes of each load, those that it has
     * @throws IOException if there is no loopback interface, or no device to read from
     */
    Loader(Map<Load, Load.Amount> amounts, Map<Load, Route[]> routes, long seed) throws IOException {
        this.loads = List.copyOf(amounts.keySet());
        this.amounts = List.copyOf(amounts.values());
        this.sum = this.amounts.stream().mapToInt(Load.Amount::weight).sum();
        this.routes = routes;
        this.random = new SplittableRandom(seed);
        this.load = loads.getFirst();
    }

    /** Walks {@code count} routes. */
    void work(int count) {
        for (int i = 0; i < count; i++) {
            load = anyLoad();
            Route[] some = Objects.requireNonNull(routes.get(load));
            some[random.nextInt(some.length)].walk(this);
        }
    }

    private Load anyLoad() {
        int pick = random.nextInt(sum);
        int next = 0;
        while (pick >= amounts.get(next).weight()) {
            pick -= amounts.get(next).weight();
            next++;
        }
        return loads.get(next);
    }

    @Override
    public void at(Site last) {
        switch (load) {
            case ALLOC -> allocate();
            case PARK -> park();
            case MONITOR -> contend();
            case SOCKET -> loopback.send();
            case SLEEP -> sleep();
            case FILE -> copy();
            case THROW -> fail();
            case WAIT -> await();
        }
    }

    private void allocate() {
        int more = random.nextInt(2_000);
        // One line for all, and so one stack for each route.
        last = Array.newInstance(ELEMENTS.get(more % ELEMENTS.size()), MIN_LENGTH + more);
    }

    private void park() {
        LockSupport.unpark(Thread.currentThread());
        LockSupport.park(last);
    }

    private static void contend() {
        synchronized (LOCK) {
            LockSupport.parkNanos(LOCK, 1);
        }
    }

    private static void sleep() {
        try {
            Thread.sleep(0, 1);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void copy() {
        try {
            drain.write(source.read());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void fail() {
        try {
            throw new IllegalStateException("request " + random.nextInt(100) + " failed");
        } catch (IllegalStateException e) {
            last = e;
        }
    }

    @SuppressWarnings("WaitNotInLoop") // nobody rings it: the wait itself is what is recorded
    private void await() {
        synchronized (bell) {
            try {
                bell.wait(1);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Override
    public void close() throws IOException {
        source.close();
        drain.close();
        loopback.close();
    }
}
