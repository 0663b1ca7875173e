package dev.loomweight.junit.samples.atonce;

import dev.loomweight.junit.NoPins;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Tests in nested classes, at once with those of the outer one. */
@NoPins(atMost = 0)
class Outer {

    private static final int TESTS = 6;

    private void start(Runnable task) throws InterruptedException {
        Thread.ofVirtual().start(task).join();
    }

    @Test
    void pinsOutside() throws Exception {
        Meeting.of(Outer.class, TESTS, () -> start(() -> Till.pay()));
    }

    @Test
    void quietOutside() throws Exception {
        Meeting.of(Outer.class, TESTS, () -> start(() -> Till.look()));
    }

    @Nested
    class Inner {

        @Test
        void pinsInside() throws Exception {
            Meeting.of(Outer.class, TESTS, () -> start(() -> Till.pay()));
        }

        @Test
        void quietInside() throws Exception {
            Meeting.of(Outer.class, TESTS, () -> start(() -> Till.look()));
        }

        @Nested
        class Innermost {

            @Test
            void pinsDeepInside() throws Exception {
                Meeting.of(Outer.class, TESTS, () -> start(() -> Till.pay()));
            }

            @Test
            void quietDeepInside() throws Exception {
                Meeting.of(Outer.class, TESTS, Till::look);
            }
        }
    }
}
