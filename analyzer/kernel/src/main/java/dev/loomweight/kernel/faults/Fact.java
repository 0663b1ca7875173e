package dev.loomweight.kernel.faults;

import java.util.Locale;

/** What a signature can ask of a process. Its key is the name in files of faults. */
public enum Fact {
    /** Which hang it is: the id of the verdict, such as {@code lostWakeup}. */
    VERDICT,
    /** What the threads of the hang wait for: names of {@link dev.loomweight.jvm.WaitKind}, such as {@code LATCH}. */
    WAIT,
    /** Methods on the stacks of these threads, such as {@code java.lang.Object.wait}. */
    FRAMES,
    /** Which threads these are: {@code virtual} or {@code platform}. */
    THREADS,
    /** What the carriers do: {@code idle}, {@code busy}, or {@code none} where no carrier is alive. */
    CARRIERS,
    /** Who sees the input that threads of the hang wait for: {@code virtual} where these need carriers themselves. */
    POLLERS,
    /** Whether what they wait for is {@code free}, by a heap dump, the agent, or a dump that shows all monitors. */
    LOCK,
    /** Who owns a lock whose owner no dump names: {@code candidate} where a thread of the dumps may, {@code none} otherwise. */
    OWNER,
    /** Whether the JVM has a debugger's agent: {@code yes} or {@code no}. */
    DEBUGGER,
    /** The pool whose threads all wait, by what the names of its threads begin with. */
    POOL,
    /** How many threads of that pool wait. */
    WORKERS,
    /** How many virtual threads the scheduler runs at once, which is the number of processors where no option sets it. */
    PROCESSORS,
    /** Why a virtual thread pins: names of {@link dev.loomweight.jvm.CauseKind}. */
    CAUSE,
    /** Classes of which the heap has more and more objects. */
    CLASSES,
    /** Which parts of memory grow: ids of {@code Place}, such as {@code metaspace}. */
    GROWS,
    /** Types of events that a recording has switched on. */
    EVENTS,
    /** What the JVM's own report on its crash blames, such as {@code JfrStorage::write}. */
    CRASH;

    /** Its name in files of faults: lower case. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
