package dev.loomweight.budget;

import java.util.Arrays;
import java.util.Optional;

/** The measures of budgets. A new one is a constant here and its figure in {@link Measurements}. */
public enum Measure {
    /** Pins of own code. */
    PINS("pins", Unit.COUNT, Of.ALL, "pins of own code"),
    /** Their total time. */
    PINNED_TIME("pinned-time", Unit.TIME, Of.ALL, "time pinned by own code"),
    /** The longest of them. */
    LONGEST_PIN("longest-pin", Unit.TIME, Of.ALL, "longest pin of own code"),
    /** Pins of own code with one cause. */
    PINS_BY_CAUSE("pins-by-cause", Unit.COUNT, Of.CAUSE, "pins of own code with one cause"),
    /** Their total time. */
    PINNED_TIME_BY_CAUSE("pinned-time-by-cause", Unit.TIME, Of.CAUSE, "time pinned by own code with one cause"),
    /** Windows in which all carriers were pinned. */
    STARVATION_WINDOWS("starvation-windows", Unit.COUNT, Of.ALL, "windows in which all carriers were pinned"),
    /** Their total time. */
    STARVED_TIME("starved-time", Unit.TIME, Of.ALL, "time in which all carriers were pinned"),
    /** Virtual threads that the scheduler rejected. */
    FAILED_SUBMITS("failed-submits", Unit.COUNT, Of.ALL, "virtual threads that the scheduler rejected"),
    /** The 99th percentile of waits for a carrier. */
    SCHEDULER_DELAY_P99(
            "scheduler-delay-p99", Unit.TIME, Of.ALL, "wait of virtual threads for a carrier, 99th percentile"),
    /** The peak of resident memory. */
    RSS("rss", Unit.SIZE, Of.ALL, "peak of resident memory"),
    /** Growth of resident memory. */
    RSS_GROWTH("rss-growth", Unit.SIZE, Of.ALL, "growth of resident memory"),
    /** Growth of committed thread stacks. */
    STACK_GROWTH("stack-growth", Unit.SIZE, Of.ALL, "growth of committed thread stacks (NMT)"),
    /** Growth of an NMT category. */
    CATEGORY_GROWTH("category-growth", Unit.SIZE, Of.CATEGORY, "growth of the committed memory of an NMT category"),
    /** Growth of a place of memory, over the snapshots of the inputs themselves. */
    PLACE_GROWTH("growth", Unit.SIZE, Of.PLACE, "growth of a place of memory, such as mappedFiles"),
    /** Memory of a platform thread. */
    PLATFORM_THREAD_COST("platform-thread-cost", Unit.SIZE, Of.ALL, "memory of one sleeping platform thread"),
    /** Memory of a virtual thread. */
    VIRTUAL_THREAD_COST("virtual-thread-cost", Unit.SIZE, Of.ALL, "memory of one sleeping virtual thread");

    /** The unit of the amounts. */
    public enum Unit {
        /** A number. */
        COUNT,
        /** Nanoseconds. */
        TIME,
        /** Bytes. */
        SIZE
    }

    /** The scope of the measure. */
    public enum Of {
        /** Everything. */
        ALL,
        /** One cause of pins, by its id. */
        CAUSE,
        /** One category of NMT, by its name. */
        CATEGORY,
        /** One place of memory, by its id. */
        PLACE
    }

    private final String id;
    private final Unit unit;
    private final Of of;
    private final String words;

    Measure(String id, Unit unit, Of of, String words) {
        this.id = id;
        this.unit = unit;
        this.of = of;
        this.words = words;
    }

    /** The stable id. */
    public String id() {
        return id;
    }

    /** The unit of the amounts. */
    public Unit unit() {
        return unit;
    }

    /** The scope of the measure. */
    public Of of() {
        return of;
    }

    /** The description in reports. */
    public String words() {
        return words;
    }

    /** Whether the amount is the sum of sites of own code. */
    boolean isOfSites() {
        return compareTo(PINNED_TIME_BY_CAUSE) <= 0;
    }

    /** Whether it is measured in recordings alone. */
    public boolean needsRecording() {
        return compareTo(SCHEDULER_DELAY_P99) <= 0;
    }

    /** Whether it is a difference of two moments, the first of which may be in a baseline. */
    boolean isGrowth() {
        return this == RSS_GROWTH || this == STACK_GROWTH || this == CATEGORY_GROWTH || this == PLACE_GROWTH;
    }

    /** The measure with that id. */
    public static Optional<Measure> of(String id) {
        return Arrays.stream(values()).filter(measure -> measure.id.equals(id)).findFirst();
    }
}
