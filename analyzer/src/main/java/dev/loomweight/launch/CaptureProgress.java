package dev.loomweight.launch;

/** Gets the steps of a capture, for the person who waits for it. */
@FunctionalInterface
public interface CaptureProgress {

    /** A step begins. */
    void step(String what);

    /** Something that the user must know and that stays visible. */
    default void remark(String what) {
        step(what);
    }

    /**
     * The user interrupts. Called from a shutdown hook, while the target is being stopped.
     *
     * @param what what happens to the capture
     */
    default void interrupted(String what) {
        step(what);
    }
}
