package dev.loomweight.bench.recording;

import jdk.jfr.Recording;

/** Events beside the pins: which are switched on for them, and how often they are made. */
enum Load {
    /** An allocation that no buffer of its thread holds: one sample each. */
    ALLOC(500, "jdk.ObjectAllocationSample"),
    /** A park of a platform thread that has its permit already. */
    PARK(490, "jdk.ThreadPark"),
    /** A monitor that several threads want and one keeps for a while; how often they meet is left to chance. */
    MONITOR(6, "jdk.JavaMonitorEnter"),
    /** A few bytes that are written to the loopback interface and read again. */
    SOCKET(4, "jdk.SocketRead jdk.SocketWrite");

    private final int weight;
    private final String events;

    Load(int weight, String events) {
        this.weight = weight;
        this.events = events;
    }

    /** How often it is made in relation to the others. */
    int weight() {
        return weight;
    }

    /** How many stacks it has at most: what is rare in a recording comes from few places. */
    int stacks() {
        return weight < 100 ? 50 : Integer.MAX_VALUE;
    }

    /** Switches its events on, every one with its stack. */
    void enable(Recording recording) {
        for (String event : events.split(" ", -1)) {
            // Some events are rarefied, and which ones differs between JDKs; an event without the setting ignores it.
            recording.enable(event).withStackTrace().with("threshold", "0 ns").with("throttle", "off");
        }
    }
}
