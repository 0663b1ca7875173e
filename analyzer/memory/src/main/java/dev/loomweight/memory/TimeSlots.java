package dev.loomweight.memory;

/** How finely figures over time are kept, by analyses and in fold files. */
public final class TimeSlots {

    /** So many slots of time has a figure at most; with more, two become one. */
    public static final int MOST = 512;

    private TimeSlots() {}
}
