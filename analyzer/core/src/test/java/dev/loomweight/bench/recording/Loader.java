package dev.loomweight.bench.recording;

import java.io.IOException;
import java.lang.reflect.Array;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/** A platform thread's work: walks routes, and at the end of each makes an event. */
final class Loader implements Act, AutoCloseable {

    private static final Object LOCK = new Object();

    private static final List<Class<?>> ELEMENTS =
            List.of(byte.class, boolean.class, char.class, short.class, byte.class);

    /** More than the buffer of a thread holds, which {@code scripts/make-recording} makes the smallest that there is. */
    private static final int LEAST_LENGTH = 2_200;

    private final List<Load> loads;
    private final List<Integer> weights;
    private final int sum;
    private final Route[] routes;
    private final SplittableRandom random;
    private final Loopback loopback = new Loopback();
    private Load load;

    // Written, so that no compiler proves an allocation useless.
    private volatile Object last = this;

    /**
     * A worker that makes some of each load.
     *
     * @param weights at least one load, and how often it is made in relation to the others
     * @throws IOException if there is no loopback interface
     */
    Loader(Map<Load, Integer> weights, Route[] routes, long seed) throws IOException {
        this.loads = List.copyOf(weights.keySet());
        this.weights = List.copyOf(weights.values());
        this.sum = this.weights.stream().mapToInt(Integer::intValue).sum();
        this.routes = routes;
        this.random = new SplittableRandom(seed);
        this.load = loads.getFirst();
    }

    /** Walks {@code count} routes. */
    void work(int count) {
        for (int i = 0; i < count; i++) {
            load = anyLoad();
            routes[random.nextInt(Math.min(load.stacks(), routes.length))].walk(this);
        }
    }

    private Load anyLoad() {
        int pick = random.nextInt(sum);
        int next = 0;
        while (pick >= weights.get(next)) {
            pick -= weights.get(next);
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
        }
    }

    private void allocate() {
        int more = random.nextInt(2_000);
        // One line for all, and so one stack for each route.
        last = Array.newInstance(ELEMENTS.get(more % ELEMENTS.size()), LEAST_LENGTH + more);
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

    @Override
    public void close() throws IOException {
        loopback.close();
    }
}
