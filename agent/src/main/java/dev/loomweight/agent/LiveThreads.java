package dev.loomweight.agent;

import java.lang.instrument.Instrumentation;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How many virtual threads live. The JDK groups all threads by what started them, for its thread dumps ({@code
 * jdk.internal.vm.ThreadContainers}), and no public interface counts them; the instrumentation opens the door. Where a
 * JDK does it differently, the number is unknown.
 */
final class LiveThreads {

    private static final String PACKAGE = "jdk.internal.vm";

    /** Finding the groups within one scans all of them, so a large number would take long. */
    private static final int MOST_GROUPS = 1000;

    private final @Nullable Groups groups;

    /**
     * @param root {@code ThreadContainers.root}
     * @param children {@code ThreadContainer.children}
     * @param count {@code ThreadContainer.threadCount}
     */
    private record Groups(Method root, Method children, Method count) {}

    LiveThreads(Instrumentation instrumentation) {
        groups = open(instrumentation);
    }

    private static @Nullable Groups open(Instrumentation instrumentation) {
        try {
            Map<String, Set<Module>> toSelf = Map.of(PACKAGE, Set.of(LiveThreads.class.getModule()));
            instrumentation.redefineModule(Object.class.getModule(), Set.of(), toSelf, Map.of(), Set.of(), Map.of());
            Class<?> group = Class.forName(PACKAGE + ".ThreadContainer");
            return new Groups(
                    Class.forName(PACKAGE + ".ThreadContainers").getMethod("root"),
                    group.getMethod("children"),
                    group.getMethod("threadCount"));
        } catch (ReflectiveOperationException | RuntimeException e) {
            return null;
        }
    }

    /** The number, or -1 where it is unknown or more than a thousand executors and scopes are open. */
    long virtual() {
        if (groups == null) {
            return -1;
        }
        try {
            long all = 0;
            Deque<Object> open = new ArrayDeque<>();
            open.add(groups.root.invoke(null));
            for (int seen = 0; !open.isEmpty(); seen++) {
                if (seen == MOST_GROUPS) {
                    return -1;
                }
                Object group = open.remove();
                all += (Long) groups.count.invoke(group);
                for (Iterator<?> i = ((Stream<?>) groups.children.invoke(group)).iterator(); i.hasNext(); ) {
                    open.add(i.next());
                }
            }
            return Math.max(0, all - ManagementFactory.getThreadMXBean().getThreadCount());
        } catch (ReflectiveOperationException | RuntimeException e) {
            return -1;
        }
    }
}
