package dev.loomweight.jvm;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How carriers are named and grouped: they are workers of a {@link java.util.concurrent.ForkJoinPool} that numbers them,
 * in a thread group of their own ({@link #CLASS}). What else is in that group helps them.
 */
public final class CarrierNames {

    /** The class of the carriers of the JDK's own scheduler. */
    public static final String CLASS = "jdk.internal.misc.CarrierThread";

    /** Stands for the number of a thread that is no carrier. */
    public static final long NONE = -1;

    private static final String GROUP = "CarrierThreads";
    private static final String WORKER = "-worker-";
    private static final String POOL = "ForkJoinPool-";
    // The kernel's name of a thread holds 15 letters.
    private static final String WORKER_IN_KERNEL = "ForkJoi";
    // The first pool without a name is the scheduler's, where virtual threads were used before such a pool was made.
    private static final String FIRST_IN_KERNEL = "ForkJoinPool-1-";
    private static final String HELPER = "VirtualThread-";
    private static final Set<String> POLLERS = Set.of("Read-Poller", "Write-Poller", "Master-Poller", "MasterPoller");
    private static final int MAX_DIGITS = 18;

    private CarrierNames() {}

    /** Whether a thread group of that name is the carriers'. */
    public static boolean isGroup(@Nullable Object name) {
        return GROUP.equals(name);
    }

    /** The number that a pool gives to a worker, from 1 on; {@link #NONE} where the name is not a worker's. */
    public static long numberOf(String thread) {
        int from = thread.lastIndexOf(WORKER) + WORKER.length();
        int digits = from < WORKER.length() ? 0 : thread.length() - from;
        if (digits < 1 || digits > MAX_DIGITS) {
            return NONE;
        }
        long number = 0;
        for (int i = from; i < thread.length(); i++) {
            char digit = thread.charAt(i);
            if (digit < '0' || digit > '9') {
                return NONE;
            }
            number = 10 * number + digit - '0';
        }
        return number > 0 ? number : NONE;
    }

    /** Whether a name is one of a pool's workers, as a carrier's is. */
    public static boolean isWorker(String thread) {
        return numberOf(thread) != NONE;
    }

    /** What the names of the workers of a thread's pool begin with; its own name where it is not a worker's. */
    public static String workersOf(String thread) {
        return isWorker(thread) ? thread.substring(0, thread.lastIndexOf(WORKER) + WORKER.length()) : thread;
    }

    /**
     * The pool without a name of its own that a platform thread works for, as the carriers of the JDK's scheduler do;
     * empty where its name shows none.
     */
    public static String poolOf(String thread) {
        int end = thread.lastIndexOf(WORKER);
        if (end <= POOL.length() || !thread.startsWith(POOL) || !isWorker(thread)) {
            return "";
        }
        for (int i = POOL.length(); i < end; i++) {
            if (!Character.isDigit(thread.charAt(i))) {
                return "";
            }
        }
        return thread.substring(0, end);
    }

    /**
     * The scheduler that a platform thread may work for, if it is seen with a virtual thread or is of one name with a thread
     * that is: the pool of the JDK's, or, of an application's own scheduler, what names with numbers have before these, such
     * as {@code event-loop-}. Empty where its name shows none.
     */
    public static String schedulerOf(String thread) {
        int end = thread.length();
        while (end > 0 && Character.isDigit(thread.charAt(end - 1))) {
            end--;
        }
        String pool = poolOf(thread);
        return !pool.isEmpty() || isWorker(thread) ? pool : end == thread.length() ? "" : thread.substring(0, end);
    }

    /** Whether workers whose names begin so can be those of the JDK's own scheduler: of a pool without a name. */
    public static boolean mayBeOfJdk(String workers) {
        return !poolOf(workers + "1").isEmpty();
    }

    /** Whether a name is that of a thread which only JVMs have that use virtual threads: one of their timers. */
    public static boolean isHelper(String thread) {
        return thread.startsWith(HELPER);
    }

    /**
     * Whether a platform thread of that name may show that its JVM has virtual threads: carriers, the timers and the pollers
     * of such threads. A virtual thread can go on by itself only where one of them is.
     */
    public static boolean mayServeVirtual(String thread) {
        return isHelper(thread) || POLLERS.contains(thread) || !poolOf(thread).isEmpty();
    }

    /** Whether the kernel's name of a thread can be that of a worker of some pool without a name of its own. */
    public static boolean mayBeWorkerInKernel(String name) {
        return name.startsWith(WORKER_IN_KERNEL);
    }

    /** Whether the kernel's name of a thread can be a carrier's: that of a worker of the first pool without a name. */
    public static boolean mayBeCarrierInKernel(String name) {
        return name.equals(FIRST_IN_KERNEL);
    }

    /** Whether a thread has the timers of virtual threads: one of its own up to JDK 24, later that of the pool. */
    public static boolean isTimer(String thread) {
        return thread.startsWith(HELPER + "unparker") || thread.endsWith("-delayScheduler");
    }

    /**
     * The thread group of this JVM's carriers, which is made with their scheduler; null before that.
     *
     * @throws SecurityException if a security manager, which JDKs before 24 can have, forbids to look
     */
    public static @Nullable ThreadGroup group() {
        ThreadGroup root = Thread.currentThread().getThreadGroup();
        for (ThreadGroup parent = root; parent != null; parent = parent.getParent()) {
            root = parent;
        }
        if (root == null) {
            return null;
        }
        ThreadGroup[] groups = new ThreadGroup[16];
        int found = root.enumerate(groups, false);
        // As many as have room: there may be more.
        while (found == groups.length) {
            groups = new ThreadGroup[2 * found];
            found = root.enumerate(groups, false);
        }
        for (int i = 0; i < found; i++) {
            if (isGroup(groups[i].getName())) {
                return groups[i];
            }
        }
        return null;
    }
}
