package dev.loomweight.bench.recording;

import jdk.jfr.Recording;

/** Events beside the pins: which are switched on for them, and in how many places they are made. */
enum Load {
    /** An allocation that no buffer of its thread holds: one sample each. */
    ALLOC("jdk.ObjectAllocationSample"),
    /** A park of a platform thread that has its permit already. */
    PARK("jdk.ThreadPark"),
    /** A monitor that several threads want and one keeps for a while; how often they meet is left to chance. */
    MONITOR("jdk.JavaMonitorEnter"),
    /** A few bytes that are written to the loopback interface and read again. */
    SOCKET("jdk.SocketRead jdk.SocketWrite");

    private final String events;

    Load(String events) {
        this.events = events;
    }

    /** How many stacks it has at most: monitors that are contended and sockets have few places. */
    int stacks() {
        return this == ALLOC || this == PARK ? Integer.MAX_VALUE : 50;
    }

    /** Switches its events on, every one with its stack. */
    void enable(Recording recording) {
        for (String event : events.split(" ", -1)) {
            // Some events are rarefied, and which ones differs between JDKs; an event without the setting ignores it.
            recording.enable(event).withStackTrace().with("threshold", "0 ns").with("throttle", "off");
        }
    }
}
