package dev.loomweight.waits;

import java.util.List;
import java.util.Set;

/** Classes of {@code java.util.concurrent}: what waiting for them means. */
final class JucClass {

    private static final String PACKAGE = "java.util.concurrent.";

    private static final Set<String> LOCKS = Set.of(
            PACKAGE + "locks.ReentrantLock",
            PACKAGE + "locks.ReentrantReadWriteLock",
            PACKAGE + "locks.StampedLock",
            PACKAGE + "ThreadPoolExecutor$Worker");

    private static final Set<String> RESULTS = Set.of(
            PACKAGE + "CountDownLatch",
            PACKAGE + "CyclicBarrier",
            PACKAGE + "Phaser",
            PACKAGE + "Exchanger",
            PACKAGE + "FutureTask",
            PACKAGE + "CompletableFuture",
            PACKAGE + "ForkJoinTask",
            PACKAGE + "ExecutorCompletionService",
            PACKAGE + "ThreadPerTaskExecutor",
            PACKAGE + "StructuredTaskScope",
            PACKAGE + "StructuredTaskScopeImpl",
            "jdk.internal.misc.ThreadFlock",
            "java.lang.Thread",
            "java.lang.Process",
            "java.lang.ProcessImpl");

    // Of their nested classes: Sync and its subclasses, nodes, signallers.
    private static final List<String> NESTED_OF_LOCKS = List.of("$NonfairSync", "$FairSync", "$Sync");

    private JucClass() {}

    /** What waiting in a class, or for an object of it, is. */
    static WaitKind kindOf(String className) {
        String outer = outer(className);
        if (LOCKS.contains(outer) || LOCKS.contains(outermost(outer))) {
            return WaitKind.LOCK;
        }
        if (outer.equals(PACKAGE + "Semaphore")) {
            return WaitKind.PERMIT;
        }
        if (RESULTS.contains(outermost(outer))) {
            return WaitKind.RESULT;
        }
        if (isIo(outer)) {
            return WaitKind.IO;
        }
        return outer.startsWith(PACKAGE) && !outer.startsWith(PACKAGE + "locks.") ? WaitKind.QUEUE : WaitKind.PARKED;
    }

    /** Whether a class is of the JDK's channels, sockets and files. */
    static boolean isIo(String className) {
        return className.startsWith("sun.nio.ch.")
                || className.startsWith("sun.nio.fs.")
                || className.startsWith("java.net.")
                || className.startsWith("java.io.")
                || className.startsWith("sun.net.");
    }

    /** The class without the synchronizer that is nested in it. */
    static String outer(String className) {
        for (String nested : NESTED_OF_LOCKS) {
            if (className.endsWith(nested)) {
                return className.substring(0, className.length() - nested.length());
            }
        }
        return className;
    }

    private static String outermost(String className) {
        int dollar = className.indexOf('$', className.lastIndexOf('.') + 2);
        return dollar < 0 ? className : className.substring(0, dollar);
    }
}
