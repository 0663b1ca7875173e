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
import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;

/** By what code this thread creates another, from its stack: that takes microseconds. */
final class Origins {

    private static final StackWalker STACK = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    /** Where a thread's constructors are, and what they are called through. */
    private static final String CREATING = Thread.class.getPackageName();

    /** What pools create workers by: the end of a class name, and the methods. */
    private static final Map<String, Set<String>> POOLS = Map.of(
            ".ThreadPoolExecutor",
            Set.of("addWorker"),
            ForkJoinPool.class.getName(),
            Set.of("createWorker", "startDelayScheduler"),
            "kotlinx.coroutines.scheduling.CoroutineScheduler",
            Set.of("createNewWorker"),
            "org.eclipse.jetty.util.thread.QueuedThreadPool",
            Set.of("startThread"),
            "org.jboss.threads.EnhancedQueueExecutor",
            Set.of("doStartThread"),
            "io.netty.util.concurrent.SingleThreadEventExecutor",
            Set.of("doStartThread"));

    /** What runs the tests: outside of it is nothing of theirs. */
    private static final List<String> RUNNERS = List.of("org.junit.platform.", "org.junit.jupiter.engine.");

    private static final int MAX_CLASSES = 64;

    private boolean isPool;
    private boolean ofRunner;
    private @Nullable Class<?> nearest;
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
            if (runs && !isOfCreating(frame.getDeclaringClass(), name)) {
                look(frame, name);
            }
        }
    }

    private static boolean isOfCreating(Class<?> type, String name) {
        return type.getPackageName().equals(CREATING)
                || name.startsWith(Origins.class.getName())
                || name.startsWith(ThreadsOfTests.class.getName());
    }

    private void look(StackFrame frame, String name) {
        ClassLoader loader = frame.getDeclaringClass().getClassLoader();
        boolean ofJdk = loader == null || loader.equals(ClassLoader.getPlatformClassLoader());
        if (nearest == null) {
            nearest = frame.getDeclaringClass();
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
        Class<?> type = nearest;
        return type != null
                && type.getModule().isNamed()
                && type.getClassLoader() == null
                && !type.getModule().isExported(type.getPackageName());
    }
}
