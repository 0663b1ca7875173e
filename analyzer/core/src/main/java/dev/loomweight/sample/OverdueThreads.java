package dev.loomweight.sample;

import dev.loomweight.jvm.CarrierNames;
import dev.loomweight.jvm.Juc;
import dev.loomweight.jvm.VirtualThreads;
import dev.loomweight.sample.Dumps.DumpedThread;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Virtual threads whose sleep or timed wait is over, and which have got no carrier: dumps show them where they went to
 * sleep. One thread has all timers (JDK 21: {@code VirtualThread-unparker}; 25: that of the carriers' pool). Where it
 * waits without an end there are none, so whoever still stands in a timed wait, or the task that wakes it, is in the
 * scheduler's queue. While a carrier is idle it would take them from there.
 */
public final class OverdueThreads {

    private final boolean noTimers;

    private OverdueThreads(boolean noTimers) {
        this.noTimers = noTimers;
    }

    /** What the threads of one dump show. */
    public static OverdueThreads of(List<DumpedThread> threads) {
        Set<String> pools = new HashSet<>();
        boolean timers = false;
        boolean known = false;
        for (DumpedThread thread : threads) {
            if (CarrierNames.isTimer(thread.name())) {
                known = true;
                timers |= !waitsWithoutEnd(thread);
            }
            if (isCarrying(thread)) {
                pools.add(CarrierNames.poolOf(thread.name()));
            }
        }
        boolean idle = threads.stream()
                .anyMatch(thread -> pools.contains(CarrierNames.poolOf(thread.name()))
                        && !thread.isVirtual()
                        && !isCarrying(thread));
        return new OverdueThreads(known && !timers && !pools.isEmpty() && !pools.contains("") && !idle);
    }

    private static boolean waitsWithoutEnd(DumpedThread timer) {
        return timer.state() != null
                ? timer.state().equals("WAITING")
                : timer.frames().stream()
                        .anyMatch(frame -> frame.className().equals(Juc.CONDITION)
                                && frame.methodName().equals("await"));
    }

    private static boolean isCarrying(DumpedThread thread) {
        return thread.facts().isCarrying(thread.stack());
    }

    /** Whether a thread of the dump is one of them. */
    public boolean contains(DumpedThread thread) {
        return noTimers
                && (thread.state() == null || thread.state().equals("TIMED_WAITING"))
                && thread.isVirtual()
                && VirtualThreads.isInTimedWait(thread.stack())
                && !thread.facts().isMounted(thread.stack());
    }
}
