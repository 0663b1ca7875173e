package dev.loomweight.jvm;

/** What a thread waits for. */
public enum WaitKind {
    /** It runs, or the dump does not show what it waits for. */
    NONE(Group.RUNS, "nothing that the dump shows"),
    /** It is ready to run, or has not begun, and waits for a carrier: a virtual thread alone. */
    CARRIER(Group.RUNS, "a carrier"),
    /** A monitor, of {@code synchronized}. */
    MONITOR(Group.EXCLUSIVE, "a monitor"),
    /** A lock of {@code java.util.concurrent}, or another that one thread owns at a time. */
    LOCK(Group.EXCLUSIVE, "a lock"),
    /** The initialization of a class by another thread. */
    INITIALIZER(Group.EXCLUSIVE, "a class initialization"),
    /** The lock of a class loader. */
    LOADER(Group.EXCLUSIVE, "a class loader"),
    /** An object of a pool that is known by name, such as a connection. */
    POOL(Group.LENT, "an object of a pool"),
    /** A {@code CountDownLatch}. */
    LATCH(Group.SIGNAL, "a latch"),
    /** Permits of a {@code Semaphore}, or of a class made like one. */
    SEMAPHORE(Group.SIGNAL, "a semaphore"),
    /** Other threads at a barrier, a phaser or an exchanger. */
    BARRIER(Group.SIGNAL, "a barrier"),
    /** A signal of a {@code Condition}. */
    CONDITION(Group.SIGNAL, "a condition"),
    /** {@code Object.notify}. */
    NOTIFY(Group.SIGNAL, "Object.notify"),
    /** The result of a task, or the end of all tasks of a pool. */
    TASK(Group.SIGNAL, "the result of a task"),
    /** The end of another thread. */
    JOIN(Group.SIGNAL, "the end of a thread"),
    /** Room in a queue that is full. */
    ROOM(Group.SIGNAL, "room in a queue"),
    /** {@code LockSupport.unpark} by whoever knows of it. */
    PARK(Group.SIGNAL, "an unpark"),
    /** Input, output or the end of another process. */
    INPUT(Group.OUTSIDE, "input or output"),
    /** The clock. */
    SLEEP(Group.OUTSIDE, "the clock"),
    /** Work: an idle thread of a pool, a consumer of a queue, a thread of the JVM's own. */
    WORK(Group.WORK, "work");

    private enum Group {
        RUNS,
        EXCLUSIVE,
        LENT,
        SIGNAL,
        OUTSIDE,
        WORK
    }

    private final Group group;
    private final String words;

    WaitKind(Group group, String words) {
        this.group = group;
        this.words = words;
    }

    /** What it is, with its article. */
    public String words() {
        return words;
    }

    /** Whether one thread at a time has it, which others then wait for. */
    public boolean isExclusive() {
        return group == Group.EXCLUSIVE;
    }

    /** Whether one thread has to end the wait: who has it, who is to end, or who computes a result. */
    public boolean isForOne() {
        return isExclusive() || this == JOIN || this == TASK;
    }

    /** Whether any thread can end the wait, and none has to. */
    public boolean isSignal() {
        return group == Group.SIGNAL;
    }

    /** Whether it ends without another thread of the process. */
    public boolean isOutside() {
        return group == Group.OUTSIDE;
    }

    /** Whether the thread runs or could. */
    public boolean isRunning() {
        return group == Group.RUNS;
    }

    /** Whether it ends by what other threads of the process do. */
    public boolean isForThreads() {
        return group == Group.EXCLUSIVE || group == Group.LENT || group == Group.SIGNAL;
    }

    /** Whether other threads have what it waits for: waiting for work or for a result is not contention. */
    public boolean isContention() {
        return group == Group.EXCLUSIVE || group == Group.LENT || this == SEMAPHORE;
    }
}
