package dev.loomweight.agent;

import dev.loomweight.capture.JdkDoor;
import java.lang.instrument.Instrumentation;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All threads of this JVM, virtual ones included, by what started them: the groups in which the JDK keeps them for its own
 * dumps ({@code jdk.internal.vm.ThreadContainers}). No public interface has them.
 */
final class AllThreads {

    private static final String PACKAGE = "jdk.internal.vm";

    /** Finding the groups within one scans all of them, so counting in a larger number would take long. */
    private static final int MAX_COUNTED_THREADS = 1000;

    private final @Nullable Groups groups;
    private long count;

    /**
     * @param root {@code ThreadContainers.root}
     * @param children {@code ThreadContainer.children}
     * @param threads {@code ThreadContainer.threads}
     * @param count {@code ThreadContainer.threadCount}
     */
    private record Groups(Method root, Method children, Method threads, Method count) {

        /** All of them, as many as are wanted and one more at most. */
        List<Object> all(int most) throws ReflectiveOperationException {
            List<Object> all = new ArrayList<>(List.of(root.invoke(null)));
            for (int i = 0; i < all.size() && i < most; i++) {
                ((Stream<?>) children.invoke(all.get(i))).forEach(all::add);
            }
            return all;
        }
    }

    AllThreads(Instrumentation instrumentation) {
        groups = open(instrumentation);
    }

    private static @Nullable Groups open(Instrumentation instrumentation) {
        try {
            JdkDoor.open(instrumentation, Object.class, PACKAGE);
            Class<?> group = Class.forName(PACKAGE + ".ThreadContainer");
            return new Groups(
                    Class.forName(PACKAGE + ".ThreadContainers").getMethod("root"),
                    group.getMethod("children"),
                    group.getMethod("threads"),
                    group.getMethod("threadCount"));
        } catch (ReflectiveOperationException | RuntimeException e) {
            return null;
        }
    }

    /** Passes on each thread once; platform threads only where a JDK keeps them differently. */
    void each(Consumer<Thread> to) {
        Set<Thread> seen = new HashSet<>();
        Consumer<Object> once = found -> {
            if (found instanceof Thread thread && seen.add(thread)) {
                to.accept(thread);
            }
        };
        try {
            if (groups == null) {
                throw new NoSuchMethodException(PACKAGE);
            }
            for (Object group : groups.all(Integer.MAX_VALUE)) {
                for (Iterator<?> i = ((Stream<?>) groups.threads.invoke(group)).iterator(); i.hasNext(); ) {
                    once.accept(i.next());
                }
            }
        } catch (ReflectiveOperationException | RuntimeException e) {
            Thread.getAllStackTraces().keySet().forEach(once);
        }
        count = seen.size();
    }

    /** How many were passed on. */
    long count() {
        return count;
    }

    /** How many virtual ones live, or -1 where that is unknown or more than a thousand executors and scopes are open. */
    long virtual() {
        try {
            List<Object> all = groups == null ? List.of() : groups.all(MAX_COUNTED_THREADS);
            if (groups == null || all.size() > MAX_COUNTED_THREADS) {
                return -1;
            }
            long threads = 0;
            for (Object group : all) {
                threads += (Long) groups.count.invoke(group);
            }
            return Math.max(0, threads - ManagementFactory.getThreadMXBean().getThreadCount());
        } catch (ReflectiveOperationException | RuntimeException e) {
            return -1;
        }
    }
}
