package dev.loomweight.agent;

import dev.loomweight.capture.DataException;
import dev.loomweight.capture.OwnJvm;
import dev.loomweight.capture.Proc;
import dev.loomweight.jvm.CarrierPool;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * What the JVM and the kernel know now: NMT with live stacks, resident memory, the scheduler of virtual threads. Asked
 * when asked, and at most once a second. Safe for several threads.
 */
final class JvmFigures {

    private static final long FRESH_NANOS = 1_000_000_000;
    private static final String COMMAND = "VM.native_memory summary scale=b";

    private @Nullable OwnJvm jvm;
    private volatile @Nullable VirtualThreadFigures threads;
    private NmtFigures nmt = NmtFigures.NONE;
    private long askedNanos;

    /** From now on virtual threads are counted. */
    void count(VirtualThreadFigures figures) {
        threads = figures;
    }

    /** How many virtual threads started, ended and live; none where they are not counted yet. */
    VirtualThreadFigures.Counts threads() {
        VirtualThreadFigures counting = threads;
        return counting == null ? VirtualThreadFigures.NONE : counting.now();
    }

    /** From now on the JVM may be asked: before, that would start the log manager. */
    synchronized void open(OwnJvm own) {
        jvm = own;
        askedNanos = System.nanoTime() - FRESH_NANOS;
    }

    /** NMT by category; {@link NmtFigures#NONE} where it is off or may not be asked yet. */
    synchronized NmtFigures nmt() {
        long now = System.nanoTime();
        if (jvm != null && now - askedNanos >= FRESH_NANOS) {
            askedNanos = now;
            try {
                nmt = NmtFigures.parse(jvm.run(COMMAND));
            } catch (DataException e) {
                nmt = NmtFigures.NONE;
            }
        }
        return nmt;
    }

    /** The scheduler's figures by the name of their MBean attribute, as from JDK 24 on; else empty. */
    synchronized Map<String, Long> scheduler() {
        Map<String, Long> figures = new LinkedHashMap<>();
        if (jvm == null) {
            return figures;
        }
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        for (String name :
                new String[] {"Parallelism", "PoolSize", "MountedVirtualThreadCount", "QueuedVirtualThreadCount"}) {
            try {
                Object value = server.getAttribute(new ObjectName("jdk.management:type=VirtualThreadScheduler"), name);
                // -1: the JVM does not know.
                if (value instanceof Number number && number.longValue() >= 0) {
                    figures.put(name, number.longValue());
                }
            } catch (JMException e) {
                return figures;
            }
        }
        return figures;
    }

    /**
     * Resident memory by the kernel, in bytes.
     *
     * @param otherwise what to give where there is no /proc
     */
    static long residentBytes(long otherwise) {
        List<String> kilobytes = Proc.status(Proc.self(), "VmRSS:");
        return kilobytes.isEmpty() ? otherwise : Long.parseLong(kilobytes.getFirst()) * 1024;
    }

    /** How many carriers there are, as {@code VirtualThread} decides it. */
    static CarrierPool carriers() {
        long parallelism = property("parallelism", Runtime.getRuntime().availableProcessors());
        long maximum = property("maxPoolSize", Math.max(parallelism, CarrierPool.DEFAULT_MAXIMUM));
        return new CarrierPool(Math.min(parallelism, maximum), maximum);
    }

    private static long property(String name, long otherwise) {
        String asked = System.getProperty("jdk.virtualThreadScheduler." + name, "");
        return asked.matches("[1-9]\\d{0,4}") ? Integer.parseInt(asked) : otherwise;
    }
}
