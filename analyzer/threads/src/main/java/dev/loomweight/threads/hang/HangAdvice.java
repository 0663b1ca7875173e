package dev.loomweight.threads.hang;

import dev.loomweight.jvm.WaitKind;
import dev.loomweight.threads.judge.Party;
import java.util.List;

/** What to do about a verdict. */
final class HangAdvice {

    private static final String HELD_CARRIERS =
            "Do not wait where these threads stand, while a monitor, a class initializer or a native method holds the"
                    + " carrier.";

    private static final String FULL_POOL =
            "A task must not wait for another task of the same bounded pool: give the inner tasks a pool of their own,"
                    + " or one virtual thread each (Executors.newVirtualThreadPerTaskExecutor).";

    private static final String LOST_WAKEUP =
            "Update the JDK. Nothing but a restart, or an interrupt of these threads, ends it now; a wait with a time, in a"
                    + " loop, survives a lost wake-up.";

    private static final String OWNERS_READ =
            "The owners that were read name none for it: read them again, with dumps of the same time.";

    private static final String TIME_SLICES =
            "Give what runs for long a platform thread: virtual threads are not time-sliced.";

    private HangAdvice() {}

    static String of(HangVerdict verdict, HangResult result) {
        if (verdict instanceof HangVerdict.Deadlock deadlock && deadlock.isTimed()) {
            return "Take these locks in the same order everywhere: each such circle costs the time of the wait.";
        }
        if (!verdict.isHang()) {
            if (result.moments() == 1) {
                return "Take several dumps a few seconds apart: loomweight hang PID.";
            }
            if (verdict instanceof HangVerdict.CarriersKept) {
                return TIME_SLICES + " \"loomweight carriers PID\" shows whether it ever releases its carrier.";
            }
            if (verdict instanceof HangVerdict.PoolExhausted pool) {
                return ofPool(pool);
            }
            if (verdict instanceof HangVerdict.FullPool) {
                return FULL_POOL;
            }
            if (verdict instanceof HangVerdict.CarriersExhausted exhausted
                    && (!exhausted.own().isEmpty()
                            || exhausted.forInput()
                                            + exhausted.timed()
                                            + exhausted.perhapsTimed()
                                            + exhausted.inNative()
                                            + exhausted.running()
                                    > 0)) {
                return heldCarriers(exhausted)
                        + newerJdk(exhausted, result)
                        + " More " + moreCarriers(exhausted) + " make it rarer.";
            }
            if (verdict instanceof HangVerdict.Deadlock deadlock && deadlock.open()) {
                return "A subtask must not wait for the thread that joins its scope, be it through a lock that this thread"
                        + " holds. Look again when the other subtasks have ended.";
            }
            if (verdict instanceof HangVerdict.LostWakeup) {
                return LOST_WAKEUP;
            }
            if (verdict instanceof HangVerdict.OwnerUnknown
                    && result.last().moment().hidesVirtual()) {
                return "Thread.dump_to_file has the virtual threads: give its dumps as well (-format=json), as loomweight hang"
                        + " PID does. A heap dump shows who owns it (--heap FILE).";
            }
            return verdict.isOfCarriers()
                    ? "Thread.print shows whether they have run: take it with the dumps, as loomweight hang PID does."
                    : result.hasOwners() || !(verdict instanceof HangVerdict.OwnerUnknown)
                            ? ""
                            : "A heap dump shows who owns it (--heap FILE).";
        }
        return switch (verdict) {
            case HangVerdict.Deadlock deadlock
            when deadlock.cycle().size() == 1 ->
                "A read lock cannot be upgraded: release it before the write lock is taken, and check again what was read."
                        + " Nothing but a restart ends it now.";
            case HangVerdict.Deadlock deadlock
            when deadlock.isOfInitializers() ->
                "Neither class can be initialized before the other: use one of them once at start, before other threads do, or"
                        + " take what needs the other out of its static initializer. Nothing but a restart ends it now.";
            case HangVerdict.Deadlock deadlock
            when !deadlock.isOfLocks() ->
                "A thread must not wait for the end or the result of one that waits for it, be it through a lock, a shutdown"
                        + " hook or a subtask. Nothing but a restart ends it now.";
            case HangVerdict.Deadlock deadlock ->
                "Take these locks in the same order everywhere, or hold one at a time. Nothing but a restart ends it now.";
            case HangVerdict.CarriersExhausted exhausted
            when !exhausted.forPollers().isEmpty() ->
                "Do not read from a socket while a class is initialized or loaded, or a native method is on the stack: use the"
                        + " class once at start, before virtual threads do. -Djdk.pollerMode=1 has pollers that need no"
                        + " carrier, as JDK 21 has (JDK-8371045). Nothing but a restart ends it now.";
            case HangVerdict.CarriersExhausted exhausted ->
                HELD_CARRIERS
                        + newerJdk(exhausted, result)
                        + " Nothing but a restart ends it now; until it is mended, more " + moreCarriers(exhausted)
                        + " make it rarer.";
            case HangVerdict.CarriersKept kept -> "";
            case HangVerdict.Overlooked overlooked ->
                "The JDK's scheduler has lost a wake-up: update the JDK. The threads run as soon as another carrier looks for"
                        + " work, so it hangs only while all others are kept: do not block them (\"loomweight pins\") or let"
                        + " virtual threads spin until another one has begun.";
            case HangVerdict.LostOwner lost -> "Release the lock in a finally block, whatever is thrown before it.";
            case HangVerdict.LostWakeup lost -> LOST_WAKEUP;
            case HangVerdict.FullPool pool -> FULL_POOL;
            case HangVerdict.PoolExhausted pool -> ofPool(pool);
            case HangVerdict.Held held ->
                held.isOfClasses()
                        ? "Do not wait for other threads, or for the network, while a class is loaded or initialized."
                        : "Do not wait for other threads while holding a lock that they may need.";
            case HangVerdict.OwnerUnknown unknown
            when unknown.resource().kind() == WaitKind.MONITOR ->
                "Class files show which monitors these lines enter and which frames hold them: --classpath with the"
                        + " application's jars.";
            case HangVerdict.OwnerUnknown unknown
            when unknown.resource().owned() != null ->
                "Look in the code of the threads that wait for where they, or others, take the lock before and do not"
                        + " release it.";
            case HangVerdict.OwnerUnknown unknown when result.hasOwners() -> OWNERS_READ;
            case HangVerdict.OwnerUnknown unknown ->
                "A heap dump shows who owns it: jcmd PID GC.heap_dump FILE, then loomweight hang --heap FILE with the"
                        + " dumps.";
            case HangVerdict.Unanswered signal -> "";
        };
    }

    private static String heldCarriers(HangVerdict.CarriersExhausted exhausted) {
        return exhausted.running() == 0
                ? HELD_CARRIERS
                : exhausted.running() == exhausted.mounted().size() ? TIME_SLICES : HELD_CARRIERS + " " + TIME_SLICES;
    }

    private static String moreCarriers(HangVerdict.CarriersExhausted exhausted) {
        return exhausted.own().isEmpty()
                ? "carriers (-Djdk.virtualThreadScheduler.parallelism)"
                : "threads for that scheduler";
    }

    /** What JDK 24 changes: it ends the hang where a monitor is all that keeps a thread on its carrier. */
    private static String newerJdk(HangVerdict.CarriersExhausted exhausted, HangResult result) {
        WaitGraph graph = result.last();
        List<Party> byMonitor =
                exhausted.mounted().stream().filter(graph::mayMonitorPin).toList();
        if (byMonitor.isEmpty()) {
            return "";
        }
        int all = exhausted.mounted().size();
        return !byMonitor.stream().allMatch(graph::doesMonitorPin)
                ? " JDK 24+ ends it where monitors are what pins, as class files show (--classpath): monitors no longer pin"
                        + " there."
                : byMonitor.size() == all
                        ? " JDK 24+ ends it: monitors no longer pin there."
                        : " On JDK 24+, where monitors no longer pin, " + byMonitor.size() + " of these " + all
                                + " threads would release their carriers.";
    }

    private static String ofPool(HangVerdict.PoolExhausted pool) {
        return pool.nested().isEmpty()
                ? "Return objects sooner, and in a finally block or by try-with-resources; the pool's own detection of leaks"
                        + " says who borrowed them (HikariCP: leakDetectionThreshold; commons-pool2: abandoned objects)."
                : "Borrow the second object before the first, from another pool, or after the first has been returned: with"
                        + " as many threads as objects, each waits for what another holds.";
    }
}
