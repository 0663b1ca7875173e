package dev.loomweight.jvm;

import java.util.Set;

/** Names of classes of {@code java.util.concurrent}, for those who look for them in stacks, heaps and fields. */
public final class Juc {

    /** The package, with its dot. */
    public static final String PACKAGE = "java.util.concurrent.";

    /** The package of locks, with its dot. */
    public static final String LOCKS = PACKAGE + "locks.";

    public static final String LOCK_SUPPORT = LOCKS + "LockSupport";
    public static final String SYNCHRONIZER = LOCKS + "AbstractQueuedSynchronizer";
    public static final String LONG_SYNCHRONIZER = LOCKS + "AbstractQueuedLongSynchronizer";
    public static final String CONDITION = SYNCHRONIZER + "$ConditionObject";
    public static final String LONG_CONDITION = LONG_SYNCHRONIZER + "$ConditionObject";
    public static final String REENTRANT_LOCK = LOCKS + "ReentrantLock";
    public static final String READ_WRITE_LOCK = LOCKS + "ReentrantReadWriteLock";
    public static final String STAMPED_LOCK = LOCKS + "StampedLock";
    public static final String SEMAPHORE = PACKAGE + "Semaphore";
    public static final String LATCH = PACKAGE + "CountDownLatch";
    public static final String FUTURE_TASK = PACKAGE + "FutureTask";
    public static final String COMPLETABLE_FUTURE = PACKAGE + "CompletableFuture";

    /** What a thread is parked for that waits for a {@code CompletableFuture}: an object of its own. */
    public static final String SIGNALLER = COMPLETABLE_FUTURE + "$Signaller";

    public static final String CONCURRENT_MAP = PACKAGE + "ConcurrentHashMap";
    public static final String FORK_JOIN_POOL = PACKAGE + "ForkJoinPool";
    public static final String FORK_JOIN_TASK = PACKAGE + "ForkJoinTask";
    public static final String THREAD_POOL = PACKAGE + "ThreadPoolExecutor";

    /** A thread of a {@link #THREAD_POOL}, and the task that it was started with. */
    public static final String POOL_WORKER = THREAD_POOL + "$Worker";

    public static final String SCHEDULED_POOL = PACKAGE + "ScheduledThreadPoolExecutor";
    public static final String THREAD_PER_TASK = PACKAGE + "ThreadPerTaskExecutor";
    public static final String DELAY_SCHEDULER = PACKAGE + "DelayScheduler";
    public static final String RUNNABLE_ADAPTER = PACKAGE + "Executors$RunnableAdapter";

    // Of their nested classes: Sync and its subclasses.
    private static final String[] NESTED = {"$NonfairSync", "$FairSync", "$Sync"};

    /** The tasks of {@code supplyAsync} and {@code runAsync}: each has the future whose result it gives. */
    private static final Set<String> ASYNC_TASKS =
            Set.of(COMPLETABLE_FUTURE + "$AsyncSupply", COMPLETABLE_FUTURE + "$AsyncRun");

    /** What a future calls when it is done, if its wait has a limit. */
    private static final String CANCELLER = COMPLETABLE_FUTURE + "$Canceller";

    /** How many threads a pool has, in the lower bits of its {@code ctl}. */
    private static final long POOL_SIZE_MASK = (1L << 29) - 1;

    /** The class of the {@code ctl} in which a {@code ThreadPoolExecutor} has its number of threads. */
    public static final String POOL_CONTROL = PACKAGE + "atomic.AtomicInteger";

    private Juc() {}

    /** Whether a class is that of tasks that give the result of a {@code CompletableFuture}, in its field {@code dep}. */
    public static boolean isAsyncTask(String className) {
        return ASYNC_TASKS.contains(className);
    }

    /** Whether a class is that of what ends the limit of a {@code CompletableFuture}, which completes without its task. */
    public static boolean isCanceller(String className) {
        return className.equals(CANCELLER);
    }

    /**
     * How many threads a pool has.
     *
     * @param control the number in the {@code ctl} of a {@code ThreadPoolExecutor}
     */
    public static long poolSize(long control) {
        return control & POOL_SIZE_MASK;
    }

    /** The lock that people know: of {@code ReentrantLock$NonfairSync} the class around it. */
    public static String lockOf(String className) {
        for (String nested : NESTED) {
            if (className.endsWith(nested)) {
                return className.substring(0, className.length() - nested.length());
            }
        }
        return className;
    }

    /**
     * How often a lock is held for reading, by what its synchronizer counts; 0 for other locks.
     *
     * @param className the class of the synchronizer
     * @param state its {@code state}: of a read-write lock the readers are above bit 16, on newer JDKs above bit 32; of a
     *     stamped lock in the lowest seven bits
     */
    public static long readHolds(String className, long state) {
        String lock = lockOf(className);
        if (lock.equals(STAMPED_LOCK)) {
            return state & 0x7f;
        }
        return !lock.equals(READ_WRITE_LOCK) ? 0 : state >>> (state >>> 32 == 0 ? 16 : 32);
    }

    /** Whether a class is a lock that one thread owns at a time, or the synchronizer of one. */
    public static boolean isLock(String className) {
        return className.startsWith(REENTRANT_LOCK) || className.startsWith(READ_WRITE_LOCK);
    }

    /** Whether each thread that waits for one is likely to have its own: what waits for a result, and not for a shared object. */
    public static boolean isOfOneWaiter(String className) {
        return className.equals(FUTURE_TASK) || className.startsWith(COMPLETABLE_FUTURE);
    }

    /** Whether a class is that of conditions of locks. */
    public static boolean isCondition(String className) {
        return className.equals(CONDITION) || className.equals(LONG_CONDITION);
    }

    /**
     * Whether what a synchronizer stands for is there, so that whoever waits for it can go on; false for classes of which that
     * is not known.
     *
     * @param className the class of the synchronizer
     * @param state its {@code state}: the count of a latch, the permits of a semaphore, of a {@code FutureTask} above 1 when it
     *     is done; of a {@code Signaller}, 1 where it has been signalled
     */
    public static boolean isGiven(String className, long state) {
        return switch (lockOf(className)) {
            case LATCH -> state == 0;
            case SEMAPHORE -> state > 0;
            case FUTURE_TASK -> state > 1;
            case SIGNALLER -> state == 1;
            default -> false;
        };
    }

    /** Whether a class is a queue of the JDK, which threads take from and put into. */
    static boolean isQueue(String className) {
        return className.startsWith(PACKAGE)
                && (className.contains("Queue") || className.contains("Deque"))
                && !className.startsWith(LOCKS);
    }
}
