package dev.loomweight.times;

import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.JdkDoor;
import dev.loomweight.jvm.CarrierNames;
import dev.loomweight.jvm.VirtualThreads;
import dev.loomweight.times.CarrierInterval.Pool;
import dev.loomweight.times.CarrierSums.Look;
import dev.loomweight.times.KernelThreads.Times;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.management.ManagementFactory;
import java.lang.management.PlatformManagedObject;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The carriers of the JVM that this code runs in. A thread is a carrier if it is one by its class, or was seen with a
 * virtual thread mounted, as the thread of a scheduler of the application's own.
 *
 * <p>Whether one has a virtual thread is the JDK's field {@code Thread.cont}, the innermost continuation that the thread
 * runs; the instrumentation opens the door. Reading it stops no thread. The kernel's number of a thread is nowhere in
 * Java: it is found once, as the thread whose processor time is the same to the nanosecond.
 */
public final class OwnCarriers implements CarrierEye {

    /** The shortest mean time between two looks. */
    private static final Duration SHORTEST = Duration.ofMillis(10);

    private static final long SEARCH_NANOS = Duration.ofSeconds(1).toNanos();

    /** Searches among many threads take at most one part of these of the time. */
    private static final long PARTS_OF_TIME = 400;

    /** One search of these verifies the numbers that were found. */
    private static final int VERIFYING = 10;

    private static final long UNKNOWN = CarrierInterval.UNKNOWN;

    /** A tick of the slowest kernel, in nanoseconds. */
    private static final long MAX_APART_NANOS = 10_000_000;

    /** Each reads the names of all threads. */
    private static final int MAX_SEARCHES = 20;

    /** What the kernel keeps of a name: the first characters, or in newer JDKs 7 and 6 of its ends. */
    private static final int KEPT = 15;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final KernelThreads kernel =
            new KernelThreads(ProcessHandle.current().pid());
    private final OwnScheduler scheduler = new OwnScheduler();
    private final @Nullable VarHandle mounted;
    private final Map<Long, Carrier> carriers = new TreeMap<>();
    private long searchAt = System.nanoTime();
    private long lastCost = UNKNOWN;
    private int searches;

    /** A carrier that lives. */
    private static final class Carrier {
        private final Thread thread;
        private long tid = UNKNOWN;
        private int searches;

        Carrier(Thread thread) {
            this.thread = thread;
        }
    }

    private OwnCarriers(Instrumentation instrumentation) {
        JdkDoor.open(instrumentation, Object.class, "java.lang");
        mounted = continuation();
    }

    /** The field, or null where a JDK has it otherwise: then no look is decided. */
    private static @Nullable VarHandle continuation() {
        try {
            return MethodHandles.privateLookupIn(Thread.class, MethodHandles.lookup())
                    .findVarHandle(Thread.class, "cont", Class.forName("jdk.internal.vm.Continuation"));
        } catch (ReflectiveOperationException | RuntimeException e) {
            return null;
        }
    }

    /**
     * Starts to write them into a capture.
     *
     * @param capture where the file goes
     * @param problem gets one line, starting in lower case, if it must end early
     */
    public static CarrierCollector follow(
            Instrumentation instrumentation, CaptureFolder capture, Consumer<String> problem) {
        return CarrierCollector.start(
                () -> new OwnCarriers(instrumentation),
                capture,
                ProcessHandle.current().pid(),
                SHORTEST,
                CarrierCollector.PARTS_OF_TIME,
                problem);
    }

    @Override
    public boolean hasCarriers() {
        // The agent needs a JDK that has them.
        return true;
    }

    @Override
    public long expectedNanos() {
        return 0;
    }

    @Override
    public long look(CarrierSums sums) {
        long before = costNanos();
        // All that this thread did since the last look, waking and writing too; a search has a budget of its own.
        long since = lastCost == UNKNOWN ? 0 : Math.max(0, before - lastCost);
        if (System.nanoTime() >= searchAt) {
            search(sums);
            long searched = costNanos();
            long took = Math.max(0, searched - before);
            searchAt = System.nanoTime() + Math.max(SEARCH_NANOS, took * PARTS_OF_TIME);
            before = searched;
        }
        carriers.forEach((id, carrier) -> sums.look(id, decide(carrier)));
        lastCost = costNanos();
        return since + Math.max(0, lastCost - before);
    }

    private Look decide(Carrier carrier) {
        boolean carries = carries(carrier.thread);
        if (carrier.tid == UNKNOWN) {
            return mounted == null || carries || carrier.thread.getState() == Thread.State.RUNNABLE
                    ? Look.UNDECIDED
                    : Look.IDLE;
        }
        char state = kernel.state(carrier.tid);
        if (state == 'R') {
            return Look.RUNNING;
        }
        if (mounted == null || state == KernelThreads.GONE || carries != carries(carrier.thread)) {
            return Look.UNDECIDED;
        }
        return carries ? Look.MOUNTED : Look.IDLE;
    }

    private boolean carries(Thread thread) {
        VarHandle field = mounted;
        return field != null && field.getOpaque(thread) != null;
    }

    /** Finds carriers that have begun, and leaves out those that have ended. */
    private void search(CarrierSums sums) {
        for (Thread thread : all()) {
            if (!carriers.containsKey(thread.threadId())
                    && (thread.getClass().getName().equals(CarrierNames.CLASS) || carries(thread))) {
                carriers.put(thread.threadId(), new Carrier(thread));
            }
        }
        for (Iterator<Carrier> each = carriers.values().iterator(); each.hasNext(); ) {
            if (!each.next().thread.isAlive()) {
                each.remove();
            }
        }
        findNumbers();
        measure(sums);
    }

    private static List<Thread> all() {
        ThreadGroup root = Thread.currentThread().getThreadGroup();
        for (ThreadGroup above = root; above != null; above = above.getParent()) {
            root = above;
        }
        Thread[] all = new Thread[Math.max(16, root == null ? 0 : 2 * root.activeCount())];
        int found = root == null ? 0 : root.enumerate(all, true);
        return Arrays.asList(all).subList(0, found);
    }

    /** Finds the kernel's numbers of those that have none yet. */
    private void findNumbers() {
        boolean verifies = searches++ % VERIFYING == 0;
        List<Carrier> open = new ArrayList<>();
        Set<Long> taken = new HashSet<>();
        for (Carrier carrier : carriers.values()) {
            if (verifies && carrier.tid != UNKNOWN && isAnother(carrier)) {
                carrier.tid = UNKNOWN;
            }
            if (carrier.tid != UNKNOWN) {
                taken.add(carrier.tid);
            } else if (carrier.searches < MAX_SEARCHES) {
                open.add(carrier);
            }
        }
        if (open.isEmpty() || !kernel.hasStatistics()) {
            return;
        }
        Map<Long, String> names = kernel.names();
        names.keySet().removeAll(taken);
        for (Carrier carrier : open) {
            carrier.searches++;
            long nearest = Long.MAX_VALUE;
            for (Map.Entry<Long, String> each : names.entrySet()) {
                long apart = isCut(each.getValue(), carrier.thread.getName())
                        ? apart(each.getKey(), carrier.thread)
                        : Long.MAX_VALUE;
                if (apart < nearest) {
                    nearest = apart;
                    carrier.tid = each.getKey();
                }
            }
            names.remove(carrier.tid);
        }
    }

    /**
     * By how much the processor time of a thread of the kernel is less than that of a thread of Java, in nanoseconds: 0
     * for the same thread, and while it runs at most a tick, since its statistics are brought up to date then. The largest
     * number for another thread.
     */
    private long apart(long tid, Thread thread) {
        long before = threads.getThreadCpuTime(thread.threadId());
        Times times = kernel.times(tid);
        long after = threads.getThreadCpuTime(thread.threadId());
        if (times == null || before <= 0 || times.runNanos() > after) {
            return Long.MAX_VALUE;
        }
        long apart = Math.max(0, before - times.runNanos());
        return apart == 0 || (apart <= MAX_APART_NANOS && kernel.state(tid) == 'R') ? apart : Long.MAX_VALUE;
    }

    /** Whether a thread of the kernel has used another time than it would if it were that carrier's. */
    private boolean isAnother(Carrier carrier) {
        long before = threads.getThreadCpuTime(carrier.thread.threadId());
        Times times = kernel.times(carrier.tid);
        long after = threads.getThreadCpuTime(carrier.thread.threadId());
        return times == null || times.runNanos() > after || times.runNanos() < before - 2 * MAX_APART_NANOS;
    }

    static boolean isCut(String cut, String name) {
        return name.length() <= KEPT
                ? cut.equals(name)
                : cut.equals(name.substring(0, KEPT))
                        || cut.equals(name.substring(0, 7) + ".." + name.substring(name.length() - 6));
    }

    @Override
    public void measure(CarrierSums sums) {
        carriers.forEach((id, carrier) -> {
            Times times = carrier.tid == UNKNOWN ? null : kernel.times(carrier.tid);
            if (times == null) {
                long before = System.nanoTime();
                // -1 where the JVM does not know, or the thread has ended.
                long run = threads.getThreadCpuTime(id);
                times = new Times(before + (System.nanoTime() - before) / 2, run < 0 ? UNKNOWN : run, UNKNOWN);
            }
            if (carrier.thread.isAlive()) {
                sums.times(id, carrier.thread.getName(), carrier.tid, times, true);
            }
        });
    }

    @Override
    public Set<Long> alive() {
        return Set.copyOf(carriers.keySet());
    }

    @Override
    public Pool pool() {
        // Not before there are carriers: asking would start the scheduler, with the properties that it finds then.
        return carriers.isEmpty() ? Pool.NONE : scheduler.pool();
    }

    @Override
    public long costNanos() {
        return threads.isCurrentThreadCpuTimeSupported() ? threads.getCurrentThreadCpuTime() : UNKNOWN;
    }

    @Override
    public void close() {
        kernel.close();
    }

    /** The scheduler of virtual threads of this JVM: by its MXBean from JDK 24 on, before by the pool itself. */
    private static final class OwnScheduler {

        private static final String BEAN = "jdk.management.VirtualThreadSchedulerMXBean";
        private static final long UNKNOWN = CarrierInterval.UNKNOWN;

        private boolean found;
        private @Nullable Object bean;
        private @Nullable ForkJoinPool pool;

        private void find() {
            try {
                bean = ManagementFactory.getPlatformMXBean(Class.forName(BEAN).asSubclass(PlatformManagedObject.class));
            } catch (ClassNotFoundException | IllegalArgumentException e) {
                pool = ofVirtualThreads();
            }
        }

        private static @Nullable ForkJoinPool ofVirtualThreads() {
            try {
                Field field = Class.forName(VirtualThreads.CLASS).getDeclaredField("DEFAULT_SCHEDULER");
                field.setAccessible(true);
                return field.get(null) instanceof ForkJoinPool found ? found : null;
            } catch (ReflectiveOperationException | RuntimeException e) {
                return null;
            }
        }

        /** What it says now; {@code java.lang} must be open to this module for a JDK before 24. */
        Pool pool() {
            if (!found) {
                found = true;
                find();
            }
            ForkJoinPool here = pool;
            if (bean != null) {
                return new Pool(
                        of("getParallelism"),
                        of("getPoolSize"),
                        of("getMountedVirtualThreadCount"),
                        of("getQueuedVirtualThreadCount"));
            }
            return here == null
                    ? Pool.NONE
                    : new Pool(
                            here.getParallelism(),
                            here.getPoolSize(),
                            UNKNOWN,
                            here.getQueuedTaskCount() + here.getQueuedSubmissionCount());
        }

        private long of(String name) {
            try {
                Method method = Class.forName(BEAN).getMethod(name);
                return method.invoke(bean) instanceof Number number ? Math.max(UNKNOWN, number.longValue()) : UNKNOWN;
            } catch (ReflectiveOperationException e) {
                return UNKNOWN;
            }
        }
    }
}
