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
    SOCKET("jdk.SocketRead jdk.SocketWrite"),
    /** The shortest sleep of a platform thread. */
    SLEEP("jdk.ThreadSleep"),
    /** A byte that is read of one device and written to another, so that no path of a machine is recorded. */
    FILE("jdk.FileRead jdk.FileWrite"),
    /** An exception that is caught at once. */
    THROW("jdk.JavaExceptionThrow"),
    /** A millisecond in {@code Object.wait} of a platform thread. */
    WAIT("jdk.JavaMonitorWait");

    private final String events;

    Load(String events) {
        this.events = events;
    }

    /**
     * How much of it a recording has.
     *
     * @param weight how often it is made in relation to the others, positive
     * @param stacks how many distinct stacks it has for each thread that makes it, or 0 for what is usual
     * @param depth about how many frames these have, or 0 for that of the pins
     */
    record Amount(int weight, int stacks, int depth) {}

    /**
     * How many stacks it has at most where nothing else is asked for: monitors that are contended and sockets have few
     * places.
     */
    int usualStacks() {
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
