package dev.loomweight.samples.sites;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** The threads of one site: all have its name, and wait for a permit of its own until they may end. */
final class StandingThreads {

    private static final long BETWEEN_LOOKS_NANOS = 1_000_000;

    private final String name;
    private final Thread.Builder threads;
    private final Consumer<Semaphore> body;
    private final String built;
    private final Semaphore gate = new Semaphore(0);
    private final Deque<Thread> alive = new ArrayDeque<>();
    private int times = 1;
    private Runnable before = () -> {};

    /**
     * A site without threads.
     *
     * @param name a word
     * @param built what each of them holds by construction, as {@code key=value} in bytes; may be empty
     * @param threads what starts its threads
     * @param body what each of them does: takes a permit, at a line of the site's own, with what it holds meanwhile
     */
    StandingThreads(String name, String built, Thread.Builder threads, Consumer<Semaphore> body) {
        this.name = name;
        this.threads = threads.name(name);
        this.body = body;
        this.built = built;
    }

    /** Virtual threads. */
    StandingThreads(String name, String built, Consumer<Semaphore> body) {
        this(name, built, Thread.ofVirtual(), body);
    }

    /** Of each thread that is asked for at first, so many. */
    StandingThreads times(int factor) {
        times = factor;
        return this;
    }

    /** What is to be done before the first thread starts. */
    StandingThreads after(Runnable action) {
        before = action;
        return this;
    }

    String name() {
        return name;
    }

    /** Starts the threads that it has at first. */
    void open(Settings settings) throws InterruptedException {
        before.run();
        Semaphore open = new Semaphore(Integer.MAX_VALUE);
        for (int i = 0; i < settings.warm(); i++) {
            body.accept(open);
        }
        for (int i = 0; i < settings.rounds(); i++) {
            start(settings.threads());
            end(settings.threads());
        }
        start(settings.threads() * times);
    }

    /** Starts threads, and returns when all of the site wait. */
    void start(int count) {
        for (int i = 0; i < count; i++) {
            alive.add(threads.start(() -> body.accept(gate)));
        }
        for (Thread thread : alive) {
            while (thread.getState() != Thread.State.WAITING) {
                if (!thread.isAlive()) {
                    throw new IllegalStateException("a thread of " + name + " ended");
                }
                LockSupport.parkNanos(BETWEEN_LOOKS_NANOS);
            }
        }
    }

    /** Ends those that have waited longest, and returns when they have ended. */
    void end(int count) throws InterruptedException {
        int ending = Math.min(count, alive.size());
        gate.release(ending);
        // The gate is not fair: which of them take the permits is seen when they have.
        for (int ended = 0; ended < ending; ) {
            int before = alive.size();
            alive.removeIf(thread -> !thread.isAlive());
            ended += before - alive.size();
            LockSupport.parkNanos(BETWEEN_LOOKS_NANOS);
        }
    }

    int count() {
        return alive.size();
    }

    /** What it has now. */
    String line() {
        return ("site " + name + " threads=" + alive.size() + " " + built).strip();
    }
}
