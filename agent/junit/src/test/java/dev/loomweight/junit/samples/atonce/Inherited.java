package dev.loomweight.junit.samples.atonce;

import dev.loomweight.junit.NoPins;
import org.junit.jupiter.api.Test;

/** Tests that an abstract class has; the thread is made by a method of the same class. */
@NoPins(atMost = 0)
abstract class Inherited {

    static final int TESTS = 5;

    void start(Runnable task) throws InterruptedException {
        Thread.ofVirtual().start(() -> task.run()).join();
    }

    @Test
    void pinsInherited() throws Exception {
        Meeting.of(getClass(), TESTS, () -> start(() -> Till.pay()));
    }

    @Test
    void quietInherited() throws Exception {
        Meeting.of(getClass(), TESTS, () -> start(() -> Till.look()));
    }
}
