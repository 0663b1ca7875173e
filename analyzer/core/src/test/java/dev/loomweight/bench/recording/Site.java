package dev.loomweight.bench.recording;

/** A class whose frames stand in the recorded stacks, and where virtual threads pin. */
interface Site {

    /**
     * Goes on along the route, one frame per step, and acts at its end.
     *
     * @param step how many steps are behind, from 0
     */
    void go(Route route, int step, Act act);

    /** Parks while it holds a monitor, which pins before JDK 24. */
    void pinInMonitor(long nanos);

    /** Parks below a native frame, which pins on every JDK if reflection goes through its native accessor. */
    void pinBelowNative(long nanos);

    /** Waits in {@code Object.wait} below a native frame, for a millisecond at least. */
    void waitBelowNative(long nanos);
}
