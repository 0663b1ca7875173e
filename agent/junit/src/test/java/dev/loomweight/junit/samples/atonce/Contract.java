package dev.loomweight.junit.samples.atonce;

import org.junit.jupiter.api.Test;

/** Tests that are default methods of an interface. */
interface Contract {

    int TESTS = 5;

    /** What a virtual thread does in the test that pins. */
    default void work() {
        Till.pay();
    }

    @Test
    default void pinsByDefault() throws Exception {
        Meeting.of(
                getClass(), TESTS, () -> Thread.ofVirtual().start(() -> work()).join());
    }

    @Test
    default void pinsByDefaultByReference() throws Exception {
        Meeting.of(getClass(), TESTS, () -> Thread.ofVirtual().start(this::work).join());
    }

    @Test
    default void quietByDefault() throws Exception {
        Meeting.of(
                getClass(),
                TESTS,
                () -> Thread.ofVirtual().start(() -> Till.look()).join());
    }
}
