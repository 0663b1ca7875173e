package dev.loomweight.junit.samples.atonce;

import dev.loomweight.junit.NoPins;
import org.junit.jupiter.api.Test;

/** Has the tests of an interface. */
@NoPins(atMost = 0)
class Fulfilled implements Contract {

    @Override
    public void work() {
        Till.pay();
    }

    @Test
    void quietItself() throws Exception {
        Meeting.of(
                Fulfilled.class,
                TESTS,
                () -> Thread.ofVirtual().start(() -> Till.look()).join());
    }

    @Test
    void quietWithoutAVirtualThread() throws Exception {
        Meeting.of(Fulfilled.class, TESTS, Till::look);
    }
}
