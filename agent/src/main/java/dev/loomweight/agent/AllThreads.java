package dev.loomweight.agent;

import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * All threads of this JVM, virtual ones included, by the groups in which the JDK keeps them for its own dumps ({@code
 * jdk.internal.vm.ThreadContainers}). Where a JDK does it differently, platform threads only.
 */
final class AllThreads {

    /** The package of the groups, which must be exported to this class. */
    static final String PACKAGE = "jdk.internal.vm";

    private long count;

    /** Passes on each thread once. */
    void each(Consumer<Thread> to) {
        Set<Thread> seen = new HashSet<>();
        Consumer<Thread> once = thread -> {
            if (seen.add(thread)) {
                to.accept(thread);
            }
        };
        try {
            groups(once);
        } catch (ReflectiveOperationException | RuntimeException e) {
            Thread.getAllStackTraces().keySet().forEach(once);
        }
        count = seen.size();
    }

    /** How many were passed on. */
    long count() {
        return count;
    }

    private static void groups(Consumer<Thread> to) throws ReflectiveOperationException {
        Class<?> group = Class.forName(PACKAGE + ".ThreadContainer");
        Method children = group.getMethod("children");
        Method threads = group.getMethod("threads");
        Deque<Object> open = new ArrayDeque<>();
        open.add(Class.forName(PACKAGE + ".ThreadContainers").getMethod("root").invoke(null));
        while (!open.isEmpty()) {
            Object next = open.remove();
            for (Iterator<?> i = ((Stream<?>) threads.invoke(next)).iterator(); i.hasNext(); ) {
                if (i.next() instanceof Thread thread) {
                    to.accept(thread);
                }
            }
            for (Iterator<?> i = ((Stream<?>) children.invoke(next)).iterator(); i.hasNext(); ) {
                open.add(i.next());
            }
        }
    }
}
