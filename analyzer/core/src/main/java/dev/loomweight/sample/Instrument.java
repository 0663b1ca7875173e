package dev.loomweight.sample;

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
