package dev.loomweight.jvm;

import static dev.loomweight.jvm.Juc.LOCKS;
import static dev.loomweight.jvm.Juc.PACKAGE;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The calls in which threads wait: of the JDK, and of pools that are known by name. The one place that knows them; what
 * follows for a stack of several is decided by {@link ThreadWait}.
 */
final class WaitCalls {

    /** How many frames lie between a method that lends and the wait, at most. */
    private static final int LENDING_DEPTH = 8;

    private record Call(String prefix, WaitKind kind) {}

    // By class and by the beginning of the method's name; an empty one is any method.
    private static final Map<String, List<Call>> CALLS = new HashMap<>();

    static {
        waits(WaitKind.LOCK, Juc.REENTRANT_LOCK, "lock", "tryLock");
        waits(WaitKind.LOCK, Juc.READ_WRITE_LOCK + "$WriteLock", "");
        waits(WaitKind.LOCK, Juc.READ_WRITE_LOCK + "$ReadLock", "");
        waits(WaitKind.LOCK, Juc.STAMPED_LOCK, "");
        waits(WaitKind.LOCK, Juc.THREAD_POOL + "$Worker", "lock");
        waits(WaitKind.LOCK, Juc.CONCURRENT_MAP + "$TreeBin", "contendedLock");
        waits(WaitKind.CONDITION, Juc.CONDITION, "await");
        waits(WaitKind.CONDITION, Juc.LONG_CONDITION, "await");
        waits(WaitKind.PARK, Juc.LOCK_SUPPORT, "park");
        waits(WaitKind.LATCH, Juc.LATCH, "await");
        waits(WaitKind.SEMAPHORE, Juc.SEMAPHORE, "acquire", "tryAcquire");
        waits(WaitKind.BARRIER, PACKAGE + "CyclicBarrier", "await", "dowait");
        waits(WaitKind.BARRIER, PACKAGE + "Phaser", "await", "arriveAndAwait", "internalAwait");
        waits(WaitKind.BARRIER, PACKAGE + "Exchanger", "exchange");
        waits(WaitKind.TASK, Juc.FUTURE_TASK, "get", "awaitDone");
        waits(WaitKind.TASK, Juc.COMPLETABLE_FUTURE, "get", "join", "waitingGet", "timedGet");
        waits(WaitKind.TASK, Juc.FORK_JOIN_TASK, "get", "join", "invoke", "quietly", "awaitDone");
        waits(WaitKind.TASK, PACKAGE + "AbstractExecutorService", "invoke");
        waits(WaitKind.TASK, PACKAGE + "ExecutorCompletionService", "take", "poll");
        waits(WaitKind.TASK, Juc.THREAD_POOL, "awaitTermination");
        waits(WaitKind.TASK, Juc.THREAD_PER_TASK, "awaitTermination", "close");
        waits(WaitKind.TASK, PACKAGE + "StructuredTaskScope", "join");
        waits(WaitKind.TASK, PACKAGE + "StructuredTaskScopeImpl", "join");
        waits(WaitKind.TASK, "jdk.internal.misc.ThreadFlock", "awaitAll");
        waits(WaitKind.TASK, Juc.FORK_JOIN_POOL, "awaitQuiescen", "awaitTermination", "close");
        waits(WaitKind.WORK, Juc.FORK_JOIN_POOL, "awaitWork");
        waits(WaitKind.WORK, Juc.THREAD_POOL, "getTask");
        waits(WaitKind.WORK, Juc.DELAY_SCHEDULER, "");
        waits(WaitKind.ROOM, PACKAGE + "SubmissionPublisher", "submit", "offer");
        waits(WaitKind.JOIN, "java.lang.Thread", "join");
        waits(WaitKind.JOIN, VirtualThreads.CLASS, "joinNanos");
        waits(WaitKind.SLEEP, "java.lang.Thread", "sleep");
        waits(WaitKind.SLEEP, VirtualThreads.CLASS, "sleepNanos");
        waits(WaitKind.PARK, VirtualThreads.CLASS, "park");
        waits(WaitKind.WORK, VirtualThreads.CLASS, "unblockVirtualThreads");
        waits(WaitKind.NOTIFY, "java.lang.Object", "wait");
        waits(WaitKind.WORK, "java.lang.ref.ReferenceQueue", "remove");
        waits(WaitKind.WORK, "java.lang.ref.Reference", "");
        waits(WaitKind.WORK, "java.lang.ref.Finalizer$FinalizerThread", "run");
        waits(WaitKind.WORK, "jdk.internal.ref.CleanerImpl", "run");
        waits(WaitKind.WORK, "java.util.TimerThread", "mainLoop");
        waits(WaitKind.WORK, "jdk.jfr.internal.PlatformRecorder", "takeNap");
        waits(WaitKind.INPUT, "java.lang.ProcessImpl", "waitFor");
        waits(WaitKind.INPUT, "java.lang.ProcessHandleImpl", "waitForProcessExit");
        waits(WaitKind.INPUT, "sun.nio.ch.NioSocketImpl", "");
    }

    // What takes from a queue of the JDK waits for work; what puts into one waits for whoever takes.
    private static final List<String> TAKING = List.of("take", "poll", "xfer");
    private static final List<String> PUTTING = List.of("put", "offer", "transfer");

    /** The threads that see input for virtual threads; on Linux since JDK 22 virtual threads themselves. */
    private static final String POLLER = "sun.nio.ch.Poller";

    /** Packages and classes whose native methods wait for what is outside of the process. */
    private static final List<String> OUTSIDE =
            List.of("sun.nio.ch.", "sun.nio.fs.", "sun.net.", "java.net.", "java.io.", "java.lang.ProcessHandleImpl");

    /**
     * What lends an object of a pool and waits until one is free: nothing but its name shows what is waited for. Of several
     * on a stack the innermost counts, so that a pool which lends by another class is listed with that class alone.
     */
    private static final Map<String, Set<String>> LENDING = Map.ofEntries(
            Map.entry("com.zaxxer.hikari.util.ConcurrentBag", Set.of("borrow")),
            Map.entry("org.apache.commons.pool2.impl.GenericObjectPool", Set.of("borrowObject")),
            Map.entry("org.apache.commons.pool2.impl.GenericKeyedObjectPool", Set.of("borrowObject")),
            Map.entry("org.apache.commons.pool.impl.GenericObjectPool", Set.of("borrowObject")),
            Map.entry("org.apache.tomcat.jdbc.pool.ConnectionPool", Set.of("borrowConnection")),
            Map.entry("org.apache.tomcat.dbcp.pool2.impl.GenericObjectPool", Set.of("borrowObject")),
            Map.entry("com.mchange.v2.resourcepool.BasicResourcePool", Set.of("prelimCheckoutResource")),
            Map.entry("io.agroal.pool.ConnectionPool", Set.of("getConnection", "handlerFromSharedCache")),
            Map.entry(
                    "com.alibaba.druid.pool.DruidDataSource", Set.of("takeLast", "pollLast", "getConnectionInternal")),
            Map.entry("oracle.ucp.common.UniversalConnectionPoolBase", Set.of("borrowConnection")),
            Map.entry("org.apache.http.pool.AbstractConnPool", Set.of("getPoolEntryBlocking")),
            Map.entry("org.vibur.objectpool.ConcurrentPool", Set.of("take", "tryTake")),
            Map.entry("redis.clients.jedis.util.Pool", Set.of("getResource")));

    /** Calls of libraries that wait with a latch or a semaphore, which do not show what for: for results, or for work. */
    private static final Map<String, Call> OF_LIBRARIES = Map.of(
            "reactor.core.publisher.BlockingSingleSubscriber", new Call("blockingGet", WaitKind.TASK),
            "reactor.core.publisher.BlockingOptionalMonoSubscriber", new Call("blockingGet", WaitKind.TASK),
            "reactor.core.publisher.BlockingMonoSubscriber", new Call("blockingGet", WaitKind.TASK),
            "reactor.core.publisher.BlockingIterable$SubscriberIterator", new Call("hasNext", WaitKind.TASK),
            "io.reactivex.rxjava3.internal.observers.BlockingBaseObserver", new Call("blockingGet", WaitKind.TASK),
            "io.reactivex.rxjava3.internal.observers.BlockingMultiObserver", new Call("blockingGet", WaitKind.TASK),
            "org.eclipse.jetty.util.thread.ReservedThreadExecutor$ReservedThread",
                    new Call("waitForTask", WaitKind.WORK),
            "org.eclipse.jetty.util.BlockingArrayQueue", new Call("poll", WaitKind.WORK));

    private WaitCalls() {}

    private static void waits(WaitKind kind, String className, String... prefixes) {
        List<Call> calls =
                List.of(prefixes).stream().map(prefix -> new Call(prefix, kind)).toList();
        CALLS.merge(
                className,
                calls,
                (some, more) -> java.util.stream.Stream.concat(some.stream(), more.stream())
                        .toList());
    }

    /** What a call waits for if its thread waits, or null where it is none of these. */
    static @Nullable WaitKind of(String className, String method) {
        for (Call call : CALLS.getOrDefault(className, List.of())) {
            if (method.startsWith(call.prefix())) {
                return call.kind();
            }
        }
        // A channel, a selector or a socket that polls; a connection that is to come.
        boolean io = isPoll(className, method)
                || className.endsWith("SelectorImpl")
                || (method.equals("accept") && isOutside(className));
        return io && JvmNames.isJdk(className) ? WaitKind.INPUT : null;
    }

    /** The same for a class that encloses others, by its name alone: what a lock is, of which no frame is shown. */
    static WaitKind ofLock(String className) {
        String lock = Juc.lockOf(className);
        int dollar = lock.indexOf('$', lock.lastIndexOf('.') + 2);
        String outer = dollar < 0 ? lock : lock.substring(0, dollar);
        List<Call> calls = CALLS.getOrDefault(lock, CALLS.getOrDefault(outer, List.of()));
        if (outer.equals(Juc.READ_WRITE_LOCK)) {
            return WaitKind.LOCK;
        }
        return calls.isEmpty() || outer.startsWith(LOCKS + "Abstract")
                ? Juc.isQueue(outer) ? WaitKind.WORK : WaitKind.PARK
                : calls.getFirst().kind();
    }

    /** What a frame of a queue of the JDK waits for, or null where it is none. */
    static @Nullable WaitKind ofQueue(String className, String method) {
        if (!Juc.isQueue(className)) {
            return null;
        }
        if (TAKING.stream().anyMatch(method::startsWith)) {
            return WaitKind.WORK;
        }
        return PUTTING.stream().anyMatch(method::startsWith) ? WaitKind.ROOM : null;
    }

    /** Whether the native methods of a class wait for input, output or another process. */
    static boolean isOutside(String className) {
        for (String beginning : OUTSIDE) {
            if (className.startsWith(beginning)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a frame is the loop of a thread of the JDK that polls for all others. */
    static boolean isPollerLoop(String className, String method) {
        return className.equals(POLLER) && method.endsWith("Loop");
    }

    /** Whether a frame waits until one of these has seen the input of its thread. */
    static boolean isPoll(String className, String method) {
        return className.equals(POLLER) && method.startsWith("poll");
    }

    /** What a call of a library that is known by name waits for if its thread waits, or null where it is none. */
    static @Nullable WaitKind ofLibrary(String className, String method) {
        Call call = OF_LIBRARIES.get(className);
        return call != null && method.startsWith(call.prefix()) ? call.kind() : null;
    }

    /**
     * The frame that lends an object of a pool, or -1.
     *
     * @param from where the machinery of waiting ends
     */
    static int lending(JvmStack stack, int from) {
        for (int i = from; i < Math.min(stack.size(), from + LENDING_DEPTH); i++) {
            Set<String> methods = LENDING.get(stack.recordedClass(i));
            if (methods != null && methods.contains(stack.methodName(i))) {
                return i;
            }
        }
        return -1;
    }
}
