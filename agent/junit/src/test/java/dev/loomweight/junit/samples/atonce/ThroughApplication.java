package dev.loomweight.junit.samples.atonce;

import dev.loomweight.junit.ExpectPins;
import dev.loomweight.junit.NoPins;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of an application that runs the same code on threads of its own for all of them. */
@NoPins(atMost = 0)
class ThroughApplication {

    private static final int TESTS = 15;
    private static final int MAX_SECONDS = 60;

    private static void meet(Meeting.Body body) throws Exception {
        Meeting.of(ThroughApplication.class, TESTS, body);
    }

    @Test
    void pinsOnAThread() throws Exception {
        meet(() -> Shop.serve(true));
    }

    @Test
    void quietOnAThread() throws Exception {
        meet(() -> Shop.serve(false));
    }

    @Test
    void pinsInAnExecutor() throws Exception {
        meet(() -> Shop.submit(true).get());
    }

    @Test
    void quietInAnExecutor() throws Exception {
        meet(() -> Shop.submit(false).get());
    }

    @Test
    void pinsOnAThreadOfAThread() throws Exception {
        meet(() -> Shop.forward(true).get());
    }

    @Test
    void quietOnAThreadOfAThread() throws Exception {
        meet(() -> Shop.forward(false).get());
    }

    @Test
    void pinsInAChain() throws Exception {
        meet(() -> Shop.chain(true).get());
    }

    @Test
    void quietInAChain() throws Exception {
        meet(() -> Shop.chain(false).get());
    }

    @Test
    void pinsInTime() throws Exception {
        meet(() -> Assertions.assertTimeoutPreemptively(
                Duration.ofSeconds(MAX_SECONDS), () -> Shop.submit(true).get()));
    }

    @Test
    void quietInTime() throws Exception {
        meet(() -> Assertions.assertTimeoutPreemptively(
                Duration.ofSeconds(MAX_SECONDS), () -> Shop.submit(false).get()));
    }

    @Timeout(value = MAX_SECONDS, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    @Test
    void pinsOnAThreadOfJUnit() throws Exception {
        meet(() -> Shop.submit(true).get());
    }

    @Timeout(value = MAX_SECONDS, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    @Test
    void quietOnAThreadOfJUnit() throws Exception {
        meet(() -> Shop.submit(false).get());
    }

    @ExpectPins
    @Test
    void expected() throws Exception {
        meet(() -> Shop.submit(true).get());
    }

    @ExpectPins
    @Test
    void vainlyExpected() throws Exception {
        meet(() -> Shop.submit(false).get());
    }

    @Test
    void quietWithoutAVirtualThread() throws Exception {
        meet(Till::look);
    }
}
