package dev.loomweight.capture;

/** Is told what a capture is doing, for the person who waits for it. */
@FunctionalInterface
public interface Progress {

    /** A step begins. */
    void step(String what);
}
