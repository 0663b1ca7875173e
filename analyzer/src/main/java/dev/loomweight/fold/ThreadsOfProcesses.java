package dev.loomweight.fold;

import java.util.HashMap;
import java.util.Map;

/** Counts the distinct threads of several processes: those of each apart, so that equal ids of two are two threads. */
public final class ThreadsOfProcesses {

    private final Map<String, DistinctThreads> processes = new HashMap<>();

    /** None yet. */
    public ThreadsOfProcesses() {}

    /** What counts the threads of one process. */
    public DistinctThreads of(String subject) {
        return processes.computeIfAbsent(subject, any -> new DistinctThreads());
    }

    /** Adds all threads of another, which is not changed. */
    public void addAll(ThreadsOfProcesses other) {
        other.processes.forEach((subject, threads) -> of(subject).addAll(threads));
    }

    /** The number of threads: exact if {@link #exact}, otherwise an estimate. */
    public long count() {
        return processes.values().stream().mapToLong(DistinctThreads::count).sum();
    }

    /** Whether the number is exact. */
    public boolean exact() {
        return processes.values().stream().allMatch(DistinctThreads::exact);
    }
}
