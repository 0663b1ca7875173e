package dev.loomweight.samples.gallery;

import dev.loomweight.samples.Exhibit;

/**
 * A synchronized block with 101 frames between it and the sleep. JFR records 64 frames unless it is told otherwise, and
 * cuts off the outer ones: under a framework, just the frame that holds the monitor. What pins cannot be told from such
 * a stack, and must not be guessed. Record with -XX:FlightRecorderOptions:stackdepth=256. Until JDK 23 it pins.
 */
public final class DeepStack implements Exhibit {

    private static final int FRAMES = 101;

    private static final Object LOCK = new Object();

    @Override
    public void run() throws Exception {
        Virtual.run("diver", () -> {
            for (int i = 0; i < 7; i++) {
                hold();
            }
        });
    }

    private static void hold() {
        synchronized (LOCK) {
            descend(FRAMES);
        }
    }

    private static void descend(int more) {
        if (more > 1) {
            descend(more - 1);
        } else {
            Blocking.sleep(37);
        }
    }
}
