package dev.loomweight.junit;

import dev.loomweight.junit.spi.ThreadOrigin;
import dev.loomweight.junit.spi.ThreadOrigin.Maker;
import java.lang.StackWalker.StackFrame;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** By what code this thread creates another, from its stack: that takes microseconds. */
final class Origins {

    private static final StackWalker STACK = StackWalker.getInstance();

    /** What a thread's constructors are called through. */
    private static final Set<String> CREATING = Set.of(
            "java.lang.Thread",
            "java.lang.VirtualThread",
            "java.lang.BaseVirtualThread",
            "java.lang.ThreadLocal",
            "java.lang.InheritableThreadLocal");

    private static final String BUILDERS = "java.lang.ThreadBuilders";

    /** What pools create workers by: the end of a class name, and the methods. */
    private static final Map<String, Set<String>> POOLS = Map.of(
            ".ThreadPoolExecutor", Set.of("addWorker"),
            "java.util.concurrent.ForkJoinPool", Set.of("createWorker", "startDelayScheduler"),
            "kotlinx.coroutines.scheduling.CoroutineScheduler", Set.of("createNewWorker"),
            "org.eclipse.jetty.util.thread.QueuedThreadPool", Set.of("startThread"),
            "org.jboss.threads.EnhancedQueueExecutor", Set.of("doStartThread"),
            "io.netty.util.concurrent.SingleThreadEventExecutor", Set.of("doStartThread"));

    /** What runs the tests: outside of it is nothing of theirs. */
    private static final List<String> RUNNERS = List.of("org.junit.platform.", "org.junit.jupiter.engine.");

    private static final List<String> OF_JDK = List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");

    private static final int MAX_CLASSES = 64;

    private boolean isPool;
    private boolean ofRunner;
    private @Nullable String nearest;
    private @Nullable StackTraceElement place;
    private @Nullable String initializer;
    private final Set<String> classes = new LinkedHashSet<>();

    private Origins() {}

    /** Of the thread that this one creates now. */
    static ThreadOrigin here() {
        return STACK.walk(frames -> {
            Origins origins = new Origins();
            origins.look(frames.iterator());
            return origins.found();
        });
    }

    private void look(Iterator<StackFrame> frames) {
        boolean runs = true;
        while (runs && frames.hasNext()) {
            StackFrame frame = frames.next();
            String name = frame.getClassName();
            runs = RUNNERS.stream().noneMatch(name::startsWith);
            ofRunner |= !runs && place == null;
            if (runs && !isOfCreating(name)) {
                look(frame, name);
            }
        }
    }

    private static boolean isOfCreating(String name) {
        return CREATING.contains(name)
                || name.startsWith(BUILDERS)
                || name.startsWith(Origins.class.getName())
                || name.startsWith(ThreadsOfTests.class.getName())
                || name.startsWith("java.lang.ThreadLocal$")
                || name.startsWith("java.lang.Thread$");
    }

    private void look(StackFrame frame, String name) {
        boolean ofJdk = OF_JDK.stream().anyMatch(name::startsWith);
        if (nearest == null) {
            nearest = name;
        }
        if (initializer == null && frame.getMethodName().equals("<clinit>")) {
            initializer = name;
        }
        isPool |= POOLS.entrySet().stream()
                .anyMatch(
                        pool -> name.endsWith(pool.getKey()) && pool.getValue().contains(frame.getMethodName()));
        if (!ofJdk) {
            if (place == null) {
                place = frame.toStackTraceElement();
            }
            if (classes.size() < MAX_CLASSES) {
                classes.add(name);
            }
        }
    }

    private ThreadOrigin found() {
        Maker maker = isPool ? Maker.POOL : ofRunner ? Maker.RUNNER : isOfJdk() ? Maker.JDK : Maker.CODE;
        return new ThreadOrigin(maker, Thread.currentThread().getName(), place, initializer, new ArrayList<>(classes));
    }

    /** Whether the JDK wants the thread for itself: what its public classes create is for those who call them. */
    private boolean isOfJdk() {
        String name = nearest;
        return name != null && (name.startsWith("jdk.") || name.startsWith("sun.") || name.startsWith("com.sun."));
    }
}
