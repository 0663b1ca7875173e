package dev.loomweight.samples.gallery;

import dev.loomweight.samples.Exhibit;

/**
 * A virtual thread that joins others. Joining a platform thread is an Object.wait on that thread, and keeps the carrier
 * until JDK 23; joining a virtual thread parks, and pins on no JDK. Join platform threads by a future or a latch, or
 * use JDK 24 or later.
 */
public final class ThreadJoin implements Exhibit {

    @Override
    public void run() throws Exception {
        Virtual.run("reader", () -> {
            for (int i = 0; i < 7; i++) {
                joinPlatform();
            }
            for (int i = 0; i < 5; i++) {
                joinVirtual();
            }
        });
    }

    private static void joinPlatform() throws InterruptedException {
        Thread.ofPlatform().start(() -> Blocking.sleep(37)).join();
    }

    private static void joinVirtual() throws InterruptedException {
        Thread.ofVirtual().name("joined").start(() -> Blocking.sleep(37)).join();
    }
}
