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
import org.jspecify.annotations.Nullable;

/** The parts of a unit, which are compressed and checked one by one: who asks for pins does not read dumps. */
enum Section {
    /** What was folded: {@link UnitHead}. */
    HEAD(0),
    /** Pins. */
    PINS(1),
    /** What ran on carriers, who was refused, who waited. */
    CARRIERS(2),
    /** Threads, one by one. */
    THREADS(3),
    /** Memory, and everything else. */
    MEMORY(4);

    private final int number;

    Section(int number) {
        this.number = number;
    }

    /** What stands for it in a file. */
    int number() {
        return number;
    }

    /** The part with a number, or null if there is none. */
    static @Nullable Section numbered(int number) {
        for (Section section : values()) {
            if (section.number == number) {
                return section;
            }
        }
        return null;
    }

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
