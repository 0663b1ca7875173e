package dev.loomweight.samples.gallery;

/**
 * The helper that blocks, as every application has one. It is the innermost frame of the application in the stack of
 * most pins, so a tool that looks no further blames it; it is never the cause.
 */
final class Blocking {

    private Blocking() {}

    /** Sleeps, as a call to a slow service would. */
    static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts an exhibit", e);
        }
    }
}
