package dev.loomweight.junit.samples.left;

import java.util.concurrent.CountDownLatch;

/** Code of others, which has threads that stay. */
final class Framework {

    private static final CountDownLatch NEVER = new CountDownLatch(1);

    private Framework() {}

    /** What is started when it is first used. */
    static final class Once {
        static final Thread THREAD = Thread.ofPlatform().daemon().name("once").start(Framework::work);

        private Once() {}
    }

    static void startAThread() {
        Thread.startVirtualThread(() -> {
            try {
                NEVER.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    static void work() {
        try {
            NEVER.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
