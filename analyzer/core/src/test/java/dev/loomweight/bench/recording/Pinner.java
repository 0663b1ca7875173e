package dev.loomweight.bench.recording;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/** Virtual threads that walk routes and pin at their ends. */
final class Pinner implements Crowd {

    /** How many pins a virtual thread leaves before it ends. */
    private static final int PINS_PER_THREAD = 50;

    // Before JDK 24 a monitor pins. This program runs on what it records, so it may ask.
    private static final boolean MONITORS_PIN = Runtime.version().feature() < 24;

    private final Route[] routes;
    private final Shape shape;
    private int made;

    /**
     * Threads that are yet to be started.
     *
     * @param routes as of {@link Route#family} with as many ends as the shape has sites
     */
    Pinner(Shape shape, Route[] routes) {
        this.shape = shape;
        this.routes = routes;
    }

    /** A virtual thread that is not started. */
    static Thread.Builder.OfVirtual request(Shape shape, long number) {
        Thread.Builder.OfVirtual request = Thread.ofVirtual();
        return shape.named() ? request.name("request-" + number) : request;
    }

    /** How many pins there were so far, of threads that were started here. */
    @Override
    public int made() {
        return made;
    }

    /**
     * Starts threads that leave {@code count} pins, the routes one after the other. Where an unpark that was under way
     * lets a thread pass at once, a pin is missing.
     */
    @Override
    public List<Thread> start(int count) {
        List<Thread> threads = new ArrayList<>();
        for (int begin = made; begin < made + count; begin += PINS_PER_THREAD) {
            int first = begin;
            int end = Math.min(begin + PINS_PER_THREAD, made + count);
            threads.add(request(shape, threads.size()).start(() -> pin(first, end)));
        }
        made += count;
        return threads;
    }

    /** Pins on the calling thread, which is virtual: the pins {@code first} to {@code end - 1} of all. */
    void pin(int first, int end) {
        SplittableRandom random = new SplittableRandom(shape.seed() + first);
        for (int number = first; number < end; number++) {
            int route = number % routes.length;
            long nanos = nanos(random);
            // An unpark that came late for the last pin would let the next one pass at once, and leave none.
            LockSupport.unpark(Thread.currentThread());
            LockSupport.park();
            if (!MONITORS_PIN && Share.has(shape.waitedPins(), shape.pins(), number)) {
                routes[route].walk(last -> last.waitBelowNative(nanos));
                // Odd sites pin as on every JDK, even ones by their monitor where that pins.
            } else if (MONITORS_PIN && route % shape.sites() % 2 == 0) {
                routes[route].walk(last -> last.pinInMonitor(nanos));
            } else {
                routes[route].walk(last -> last.pinBelowNative(nanos));
            }
        }
    }

    /** Most pins are short, few are long. */
    private long nanos(SplittableRandom random) {
        long most = shape.pinNanos();
        return switch (random.nextInt(16)) {
            case 0 -> random.nextLong(5 * most, 40 * most);
            case 1, 2, 3 -> random.nextLong(most, 5 * most);
            default -> most;
        };
    }
}
