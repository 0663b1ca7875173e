package dev.loomweight.junit.samples.atonce;

import org.junit.jupiter.api.Test;

/** Inherits tests, and has some. */
class Heir extends Inherited {

    @Test
    void pinsItself() throws Exception {
        Meeting.of(Heir.class, TESTS, () -> start(() -> Till.pay()));
    }

    @Test
    void quietItself() throws Exception {
        Meeting.of(Heir.class, TESTS, () -> start(() -> Till.look()));
    }

    @Test
    void quietWithoutAVirtualThread() throws Exception {
        Meeting.of(Heir.class, TESTS, Till::look);
    }
}
