package dev.loomweight.junit.samples.left;

import dev.loomweight.junit.NoThreadsLeft;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** A class that leaves a thread, and a test whose thread ends later, as the next one wants. */
@NoThreadsLeft(grace = "0")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class OfClass {

    private static final CountDownLatch NEVER = new CountDownLatch(1);
    private static final CountDownLatch NEXT = new CountDownLatch(1);
    private static @Nullable Thread later;

    @BeforeAll
    static void startAThread() {
        Thread.ofVirtual().name("of-class").start(() -> await(NEVER));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Order(1)
    @Test
    void leaksUntilTheNext() {
        later = Thread.ofVirtual().name("until-next").start(() -> await(NEXT));
    }

    @Order(2)
    @Test
    void next() throws InterruptedException {
        NEXT.countDown();
        Objects.requireNonNull(later).join();
    }

    @NoThreadsLeft(grace = "soon")
    @Order(3)
    @Test
    void unreadable() {}
}
