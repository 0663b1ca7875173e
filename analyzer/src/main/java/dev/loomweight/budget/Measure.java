package dev.loomweight.budget;

import java.util.Arrays;
import java.util.Optional;

/** What a budget can be set for. A new one is a constant here and its figure in {@link Measurements}. */
public enum Measure {
    /** Pins of the application's own code. */
    PINS("pins", Unit.COUNT, Of.ALL, "pins of own code"),
    /** How long they are together. */
    PINNED_TIME("pinned-time", Unit.TIME, Of.ALL, "time pinned by own code"),
    /** The longest of them. */
    LONGEST_PIN("longest-pin", Unit.TIME, Of.ALL, "longest pin of own code"),
    /** Pins of own code of one cause. */
    PINS_BY_CAUSE("pins-by-cause", Unit.COUNT, Of.CAUSE, "pins of own code, of one cause"),
    /** How long they are together. */
    PINNED_TIME_BY_CAUSE("pinned-time-by-cause", Unit.TIME, Of.CAUSE, "time pinned by own code, of one cause"),
    /** Stretches of time in which all carriers were pinned. */
    STARVATION_WINDOWS("starvation-windows", Unit.COUNT, Of.ALL, "windows in which all carriers were pinned"),
    /** How long they are together. */
    STARVED_TIME("starved-time", Unit.TIME, Of.ALL, "time in which all carriers were pinned"),
    /** Virtual threads that their scheduler refused. */
    FAILED_SUBMITS("failed-submits", Unit.COUNT, Of.ALL, "virtual threads that their scheduler refused"),
    /** The most memory that was resident. */
    RSS("rss", Unit.SIZE, Of.ALL, "resident memory at its highest"),
    /** What resident memory grew by. */
    RSS_GROWTH("rss-growth", Unit.SIZE, Of.ALL, "growth of resident memory"),
    /** What thread stacks grew by. */
    STACK_GROWTH("stack-growth", Unit.SIZE, Of.ALL, "growth of committed thread stacks (NMT)"),
    /** What an NMT category grew by. */
    CATEGORY_GROWTH("category-growth", Unit.SIZE, Of.CATEGORY, "growth of what an NMT category has committed"),
    /** What a platform thread takes. */
    PLATFORM_THREAD_COST("platform-thread-cost", Unit.SIZE, Of.ALL, "memory of one sleeping platform thread"),
    /** What a virtual thread takes. */
    VIRTUAL_THREAD_COST("virtual-thread-cost", Unit.SIZE, Of.ALL, "memory of one sleeping virtual thread");

    /** What its figures are of. */
    public enum Unit {
        /** A number of things. */
        COUNT,
        /** Nanoseconds. */
        TIME,
        /** Bytes. */
        SIZE
    }

    /** What it is measured of. */
    public enum Of {
        /** Everything. */
        ALL,
        /** One cause of pins, by its key. */
        CAUSE,
        /** One category of NMT, by its name. */
        CATEGORY
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

    /** The stable word for it. */
    public String id() {
        return id;
    }

    /** What its figures are of. */
    public Unit unit() {
        return unit;
    }

    /** What it is measured of. */
    public Of of() {
        return of;
    }

    /** What people call it. */
    public String words() {
        return words;
    }

    /** Whether it is of the pins of own code, site by site. */
    boolean isOfSites() {
        return compareTo(PINNED_TIME_BY_CAUSE) <= 0;
    }

    /** Whether it is a difference of two moments, of which a baseline may be the first. */
    boolean isGrowth() {
        return this == RSS_GROWTH || this == STACK_GROWTH || this == CATEGORY_GROWTH;
    }

    /** The measure of that word. */
    public static Optional<Measure> of(String id) {
        return Arrays.stream(values()).filter(measure -> measure.id.equals(id)).findFirst();
    }
}
