package dev.loomweight.input.folded;

import dev.loomweight.sample.CarrierTimes;
import dev.loomweight.sample.DumpedThreads;
import dev.loomweight.sample.ExperimentRun;
import dev.loomweight.sample.FoldedPins;
import dev.loomweight.sample.LockOwners;
import dev.loomweight.sample.Repeated;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.Scheduler;
import dev.loomweight.sample.SchedulerDelay;
import dev.loomweight.sample.ThreadDump;
import dev.loomweight.sample.VirtualThreadStart;
import java.util.Locale;

/** The parts of a unit, which are compressed and checked one by one: who asks for pins does not read dumps. */
enum Section {
    /** What was folded: {@link UnitHead}. */
    HEAD,
    /** Pins. */
    PINS,
    /** What ran on carriers, who was refused, who waited. */
    CARRIERS,
    /** Threads, one by one. */
    THREADS,
    /** Memory, and everything else. */
    MEMORY;

    /** The part that a kind of sample is in. */
    static Section of(Class<?> kind) {
        if (kind == FoldedPins.class) {
            return PINS;
        }
        if (kind == Repeated.class
                || kind == VirtualThreadStart.class
                || kind == SchedulerDelay.class
                || kind == Scheduler.class
                || kind == CarrierTimes.class) {
            return CARRIERS;
        }
        return kind == DumpedThreads.class
                        || kind == ThreadDump.class
                        || kind == LockOwners.class
                        || kind == ExperimentRun.class
                ? THREADS
                : MEMORY;
    }

    /** Its name in the file. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The kinds of sample that there are, by their names in files. */
    static Class<?>[] kinds() {
        return Sample.class.getPermittedSubclasses();
    }
}
