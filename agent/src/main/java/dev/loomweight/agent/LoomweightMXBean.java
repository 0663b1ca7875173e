package dev.loomweight.agent;

import java.util.Map;

/** The agent's figures and operations, as {@code dev.loomweight:type=Agent}. */
public interface LoomweightMXBean {

    /** The capture's folder, or an empty string. */
    String getCapture();

    /** Where metrics are, or an empty string. */
    String getMetricsUrl();

    /** Whether the recording runs. */
    boolean isRecording();

    /** How many pins. */
    long getPins();

    /** The total duration of all pins, in seconds. */
    double getPinnedSeconds();

    /** Pins by cause and site, {@code cause site}. */
    Map<String, Long> getPinsBySite();

    /** Seconds by cause and site, {@code cause site}. */
    Map<String, Double> getPinnedSecondsBySite();

    /** The most carriers pinned at once within the last 10 s. */
    double getCarriersPinned();

    /** How long all carriers were pinned at once at least, in seconds: no other virtual thread could run. */
    double getCarriersStarvedSeconds();

    /**
     * How long as many carriers were pinned as run at once, in seconds: at most so long all were, since the JVM can have added
     * some.
     */
    double getCarriersPossiblyStarvedSeconds();

    /** How many virtual threads their scheduler refused. */
    long getSubmitFailures();

    /** How many virtual threads started since the agent did. */
    long getVirtualThreadsStarted();

    /** How many ended, or -1 where that is unknown. */
    long getVirtualThreadsEnded();

    /** How many live, or -1 where that is unknown. */
    long getVirtualThreadsAlive();

    /** The scheduler's figures by name; empty before JDK 24. */
    Map<String, Long> getScheduler();

    /**
     * How long virtual threads that are ready wait for a carrier, in seconds: {@code p50}, {@code p99}, {@code max} since
     * the start and {@code open}, the wait that goes on now; empty where it is not measured.
     */
    Map<String, Double> getSchedulerDelaySeconds();

    /** How many alarms of such waits there were. */
    long getSchedulerDelayAlarms();

    /** Resident memory, in bytes; 0 where it is unknown. */
    long getResidentBytes();

    /** NMT's reserved bytes by category; empty where NMT is off. */
    Map<String, Long> getNmtReservedBytes();

    /** NMT's committed bytes by category; empty where NMT is off. */
    Map<String, Long> getNmtCommittedBytes();

    /** Stacks of platform threads, committed, in bytes; -1 where that is unknown. */
    long getThreadStackCommittedBytes();

    /**
     * Takes a snapshot into the capture.
     *
     * @return the snapshot's folder
     * @throws IllegalStateException if there is no capture, or nothing can be written
     */
    String snapshotNow();

    /** The figures as a text for people. */
    String reportNow();
}
