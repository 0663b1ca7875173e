package dev.loomweight.samples.gallery;

import dev.loomweight.samples.Exhibit;

/**
 * A synchronized method that calls itself seven times and then sleeps. The monitor is entered again by every frame of
 * it, and the carrier is free only when the outermost has left; a report should tell the method once. Until JDK 23 it
 * pins. Take the lock once, in a method around the recursion, and make it a ReentrantLock, or use JDK 24 or later.
 */
public final class Recursion implements Exhibit {

    private static final int DEPTH = 7;

    @Override
    public void run() throws Exception {
        Virtual.run("walker", () -> {
            for (int i = 0; i < 11; i++) {
                descend(DEPTH);
            }
        });
    }

    private synchronized void descend(int more) {
        if (more > 1) {
            descend(more - 1);
        } else {
            Blocking.sleep(40);
        }
    }
}
