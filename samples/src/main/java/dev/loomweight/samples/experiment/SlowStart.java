package dev.loomweight.samples.experiment;

/** A class whose initializer waits as long as {@link Pinning} says. Loaded anew for each thread that touches it. */
final class SlowStart {

    static {
        Pinning.hold();
    }

    private SlowStart() {}
}
