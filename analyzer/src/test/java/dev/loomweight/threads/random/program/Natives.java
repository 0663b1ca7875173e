package dev.loomweight.threads.random.program;

/** Native methods that hold the monitor of their object. */
final class Natives {

    /** The library, where there is one. */
    static final String LIBRARY = "natives";

    static {
        System.load(System.getProperty(LIBRARY));
    }

    /** Waits in the kernel for good. */
    synchronized native void block();

    /** Computes for an hour. */
    synchronized native void spin();

    synchronized void take() {
        LockScenes.WORK.increment();
    }
}
