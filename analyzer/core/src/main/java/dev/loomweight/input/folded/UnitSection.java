package dev.loomweight.input.folded;

import dev.loomweight.sample.CaptureTexts.CarrierTimes;
import dev.loomweight.sample.CaptureTexts.ExperimentRun;
import dev.loomweight.sample.Dumps.ContainerOwners;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Dumps.LockOwners;
import dev.loomweight.sample.Dumps.ThreadDump;
import dev.loomweight.sample.Dumps.WeighedThreads;
import dev.loomweight.sample.JvmTexts.Pollers;
import dev.loomweight.sample.JvmTexts.Scheduler;
import dev.loomweight.sample.state.DelayParts;
import dev.loomweight.sample.state.PinParts;
import dev.loomweight.sample.state.RanParts;
import dev.loomweight.sample.state.RefusalParts;
import dev.loomweight.sample.state.RequestParts;
import dev.loomweight.sample.state.StateParts;
import dev.loomweight.sample.state.WaitParts;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The parts of a unit, which are compressed and checked one by one: who asks for pins does not read dumps. */
enum UnitSection {
    /** What was folded: {@link UnitHead}. */
    HEAD(0, null),
    /** The state of pins. */
    PINS(1, PinParts.class),
    /** Samples of carriers. */
    CARRIERS(2, null),
    /** Samples of threads, one by one. */
    THREADS(3, null),
    /** Samples of memory, and of everything else. */
    MEMORY(4, null),
    /** The state of what ran on carriers. */
    RAN(5, RanParts.class),
    /** The state of who was refused. */
    REFUSALS(6, RefusalParts.class),
    /** The state of who waited for a carrier. */
    DELAYS(7, DelayParts.class),
    /** The state of traced waits. */
    WAITS(8, WaitParts.class),
    /** The state of threads that began and ended, one by one. */
    REQUESTS(9, RequestParts.class);

    private final int number;
    private final @Nullable Class<? extends StateParts> state;

    UnitSection(int number, @Nullable Class<? extends StateParts> state) {
        this.number = number;
        this.state = state;
    }

    /** What stands for it in a file. */
    int number() {
        return number;
    }

    /** The parts of the state that it holds; null where it holds the head or samples. */
    @Nullable
    Class<? extends StateParts> state() {
        return state;
    }

    /** Whether it holds samples. */
    boolean hasSamples() {
        return state == null && this != HEAD;
    }

    /** The part with a number, or null if there is none. */
    static @Nullable UnitSection numbered(int number) {
        for (UnitSection section : values()) {
            if (section.number == number) {
                return section;
            }
        }
        return null;
    }

    /** The part that a kind of sample is in. */
    static UnitSection of(Class<?> kind) {
        if (kind == Scheduler.class || kind == Pollers.class || kind == CarrierTimes.class) {
            return CARRIERS;
        }
        return kind == DumpedThreads.class
                        || kind == ThreadDump.class
                        || kind == LockOwners.class
                        || kind == WeighedThreads.class
                        || kind == ContainerOwners.class
                        || kind == ExperimentRun.class
                ? THREADS
                : MEMORY;
    }

    /** Its name in the file. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
