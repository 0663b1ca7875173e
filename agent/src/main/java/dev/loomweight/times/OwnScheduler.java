package dev.loomweight.times;

import dev.loomweight.jvm.VirtualThreads;
import dev.loomweight.times.CarrierInterval.Pool;
import java.lang.management.ManagementFactory;
import java.lang.management.PlatformManagedObject;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;

/** The scheduler of virtual threads of this JVM: by its MXBean from JDK 24 on, before by the pool itself. */
final class OwnScheduler {

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
