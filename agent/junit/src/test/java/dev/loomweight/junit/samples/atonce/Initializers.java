package dev.loomweight.junit.samples.atonce;

import dev.loomweight.junit.NoPins;
import org.junit.jupiter.api.Test;

/** Class initializers that block, which pins on every JDK. */
@NoPins(atMost = 0, includeClassLoading = true)
class Initializers {

    private static final int TESTS = 4;

    /** Initialized once, by one test. */
    private static final class Slow {
        private static final long LOOKED = looked();
    }

    /** Initialized once, by another. */
    private static final class SlowToo {
        private static final long LOOKED = looked();
    }

    private static long looked() {
        Till.look();
        return 1;
    }

    @Test
    void pinsByALambda() throws Exception {
        Meeting.of(
                Initializers.class,
                TESTS,
                () -> Thread.ofVirtual().start(() -> read(Slow.LOOKED)).join());
    }

    @Test
    void pinsByAnAnonymousClass() throws Exception {
        Meeting.of(
                Initializers.class,
                TESTS,
                () -> Thread.ofVirtual()
                        .start(new Runnable() {
                            @Override
                            public void run() {
                                read(SlowToo.LOOKED);
                            }
                        })
                        .join());
    }

    @Test
    void quiet() throws Exception {
        Meeting.of(
                Initializers.class,
                TESTS,
                () -> Thread.ofVirtual().start(() -> Till.look()).join());
    }

    @Test
    void quietWithoutAVirtualThread() throws Exception {
        Meeting.of(Initializers.class, TESTS, Till::look);
    }

    private static void read(long value) {
        if (value != 1) {
            throw new IllegalStateException();
        }
    }
}
