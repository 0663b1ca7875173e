package dev.loomweight.sample;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Where a sample comes from: which process, which moment, which file, which instrument.
 *
 * @param subject the process that was observed, as the report names it; the same for all parts of one capture, and
 *     unique among the inputs of one report
 * @param moment the snapshot that the sample belongs to, or null for what is not part of a snapshot (a recording, or
 *     a file given alone)
 * @param file the path as the user gave it or can find it; never null, for error messages
 * @param instrument what took the measurement
 */
public record Origin(String subject, @Nullable SnapshotId moment, String file, Instrument instrument) {

    /**
     * One snapshot of a capture.
     *
     * @param index its place in the capture, from 0
     * @param name its meaning, such as {@code before} or {@code after}, and whether it is unfinished
     * @param time when it was taken, or null where that is not known
     */
    public record SnapshotId(
            int index, String name, @Nullable Instant time) {

        // In the name, since reports are to show it, and fold files have it so.
        private static final String UNFINISHED = " (unfinished)";

        /** That of one which was being taken when its process or its collector ended, so that texts are missing. */
        public static SnapshotId unfinished(int index, String name, @Nullable Instant time) {
            return new SnapshotId(index, name + UNFINISHED, time);
        }

        /** Whether it was being taken when its process or its collector ended. */
        public boolean isUnfinished() {
            return name.endsWith(UNFINISHED);
        }
    }

    /** What took a measurement; printed with every figure, because two of them can disagree. */
    public enum Instrument {
        /** An event of a Flight Recorder recording. */
        JFR("JFR"),
        /** The text of {@code VM.native_memory}, by jcmd or at exit. */
        NMT("NMT"),
        /** The text of {@code GC.class_histogram}. */
        HISTOGRAM("class histogram"),
        /** A file below {@code /proc/PID}. */
        PROC("/proc"),
        /** The text of {@code System.map}. */
        SYSTEM_MAP("System.map"),
        /** The text of {@code Thread.vthread_scheduler}. */
        SCHEDULER("vthread_scheduler"),
        /** The text of {@code Thread.vthread_pollers}. */
        POLLERS("vthread_pollers"),
        /** The text or JSON of {@code Thread.dump_to_file}. */
        THREAD_DUMP("thread dump"),
        /** {@code owners.txt}: the owners of locks, read by the agent in the process. */
        OWNERS("owners.txt"),
        /** A heap dump. */
        HEAP_DUMP("heap dump"),
        /** {@code carriers.txt}: the kernel's figures of the carriers, and looks at what they had mounted. */
        CARRIERS("carriers.txt"),
        /** The text of {@code GC.heap_info}. */
        HEAP_INFO("GC.heap_info"),
        /** The text of {@code System.native_heap_info}. */
        NATIVE_HEAP("System.native_heap_info"),
        /** The text of {@code VM.info}, or a crash log. */
        VM_INFO("VM.info"),
        /** The log of the kernel. */
        KERNEL_LOG("the kernel's log"),
        /** What Kubernetes, Docker or Podman report of containers. */
        CONTAINER("container status"),
        /** Control-group files. */
        CGROUP("cgroup"),
        /** {@code capture.json}: what the collector itself knew. */
        CAPTURE("capture.json");

        private final String label;

        Instrument(String label) {
            this.label = label;
        }

        /** The name that people know it by. */
        public String label() {
            return label;
        }
    }
}
