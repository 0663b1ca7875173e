package dev.loomweight.junit.samples.atonce;

import dev.loomweight.junit.ExpectPins;
import dev.loomweight.junit.NoPins;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Tests that start jobs of an application, which pin when the tests have ended, and those that run then. */
@NoPins(atMost = 0)
@Execution(ExecutionMode.SAME_THREAD)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class Outliving {

    @Order(1)
    @Test
    void pinsAfterItsEnd() {
        Shop.later(true);
    }

    @Order(2)
    @Test
    void quietWhileThatPins() throws Exception {
        Shop.finish();
    }

    @Order(3)
    @Test
    void quietAfterItsEnd() {
        Shop.later(false);
    }

    @Order(4)
    @ExpectPins
    @Test
    void vainlyExpectedOfAnother() throws Exception {
        Shop.finish();
    }

    @Order(5)
    @ExpectPins
    @Test
    void expectedAfterItsEnd() {
        Shop.later(true);
    }

    @Order(6)
    @Test
    void quietWhileThatPinsToo() throws Exception {
        Shop.finish();
    }
}
