package dev.loomweight.threads.waits;

import dev.loomweight.jvm.ThreadState;
import dev.loomweight.jvm.WaitKind;

/** What a thread does at the moment of a dump, as the profile counts it: kinds of waits, some of them together. */
public enum Doing {
    /** It waits to enter a monitor. */
    MONITOR("monitor", "monitor", "waited for a monitor", true),
    /** It waits to acquire a lock of {@code java.util.concurrent}, or of a class made like one. */
    LOCK("lock", "lock", "waited for a lock", true),
    /** It waits for a permit of a semaphore. */
    PERMIT("permit", "semaphore", "waited for a permit of a semaphore", true),
    /** It waits for an object of a pool that is known by name, such as a connection. */
    POOL("pool", "pool", "waited for an object of a pool", true),
    /** It waits until another thread has initialized a class. */
    INITIALIZATION("initialization", "class initialization", "waited for a class to be initialized", true),
    /** It waits on a condition or at a queue: for work, mostly. */
    QUEUE("queue", "condition, queue", "waited on a condition or at a queue", false),
    /** It is in {@code Object.wait}. */
    NOTIFICATION("notification", "Object.wait", "waited in Object.wait", false),
    /** It waits for what other threads do: a future, a latch, the end of a thread. */
    RESULT("result", "future, latch, join", "waited for other threads", false),
    /** It sleeps. */
    SLEEP("sleep", "sleep", "slept", false),
    /** It waits for input or output. */
    IO("io", "I/O", "waited for I/O", false),
    /** It is parked, and nothing shows what for. */
    PARKED("parked", "parked", "was parked", false),
    /** It could run, and has no carrier. */
    READY("ready", "ready, no carrier", "was ready and had no carrier", false),
    /** It is not waiting. */
    RUNNING("running", "running", "ran", false),
    /** It runs or waits to enter a monitor: dumps before JDK 25 have no states. */
    ACTIVE("active", "running or waiting for a monitor", "ran or waited for a monitor", false);

    private final String id;
    private final String words;
    private final String did;
    private final boolean contention;

    Doing(String id, String words, String did, boolean contention) {
        this.id = id;
        this.words = words;
        this.did = did;
        this.contention = contention;
    }

    /**
     * What a thread does.
     *
     * @param state what it does
     * @param kind for what, if it waits
     */
    static Doing of(ThreadState state, WaitKind kind) {
        return switch (state) {
            case NOT_BEGUN, READY -> READY;
            case MAY_WAIT -> ACTIVE;
            case RUNS, IN_NATIVE, CARRIES -> RUNNING;
            case WAITS, PINNED, IDLE -> of(kind);
        };
    }

    /** What a thread does that waits for something. */
    static Doing of(WaitKind kind) {
        return switch (kind) {
            case MONITOR, LOADER -> MONITOR;
            case LOCK -> LOCK;
            case SEMAPHORE -> PERMIT;
            case POOL -> POOL;
            case INITIALIZER -> INITIALIZATION;
            case CONDITION, ROOM, WORK -> QUEUE;
            case NOTIFY -> NOTIFICATION;
            case LATCH, BARRIER, TASK, JOIN -> RESULT;
            case SLEEP -> SLEEP;
            case INPUT -> IO;
            case PARK -> PARKED;
            case CARRIER -> READY;
            case NONE -> RUNNING;
        };
    }

    /** The key. */
    public String id() {
        return id;
    }

    /** What it is called in tables. */
    public String words() {
        return words;
    }

    /** What a thread did, in the past tense, for sentences. */
    String did() {
        return did;
    }

    /** Whether another thread has what it waits for: waiting for work is not contention. */
    public boolean isContention() {
        return contention;
    }

    /** What it is, and what kind of thing that is: {@code the lock ReentrantLock}. */
    String named(String name) {
        return switch (this) {
            case MONITOR -> "the monitor of " + name;
            case LOCK -> "the lock " + name;
            case PERMIT -> "a permit of " + name;
            case POOL -> "an object of the pool " + name;
            case INITIALIZATION -> "the initialization of " + name;
            default -> name;
        };
    }

    /** Whether stacks show what it is about: those of running threads are as many as there are lines of code. */
    boolean hasSites() {
        return this != RUNNING && this != ACTIVE && this != READY;
    }
}
