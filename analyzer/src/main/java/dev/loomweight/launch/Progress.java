package dev.loomweight.launch;

/** Is told what a capture is doing, for the person who waits for it. */
@FunctionalInterface
public interface Progress {

    /** A step begins. */
    void step(String what);

    /** Something that the user must know, and that must stay to be read. */
    default void remark(String what) {
        step(what);
    }

    /**
     * The user interrupts. Called from a shutdown hook, while the target is being stopped.
     *
     * @param what what becomes of the capture
     */
    default void interrupted(String what) {
        step(what);
    }
}
