package dev.loomweight.input.text;

import dev.loomweight.capture.DataException;
import dev.loomweight.input.text.crash.CrashText;
import dev.loomweight.input.text.ended.ContainerJson;
import dev.loomweight.input.text.ended.OomKillText;
import dev.loomweight.input.text.ended.PodDescription;
import dev.loomweight.input.text.lines.Dress;
import dev.loomweight.input.text.lines.LineCursor;
import dev.loomweight.input.text.lines.TextRead;
import dev.loomweight.input.text.nmt.NmtText;
import dev.loomweight.sample.CaptureTexts.CarrierTimes;
import dev.loomweight.sample.Dumps.ContainerOwners;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Dumps.LockOwners;
import dev.loomweight.sample.Dumps.ThreadDump;
import dev.loomweight.sample.EndTexts.Containers;
import dev.loomweight.sample.EndTexts.KernelKills;
import dev.loomweight.sample.GroupTexts.ContainerLimit;
import dev.loomweight.sample.GroupTexts.ContainerMemory;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.JvmTexts.ClassHistogram;
import dev.loomweight.sample.JvmTexts.Crash;
import dev.loomweight.sample.JvmTexts.HeapInfo;
import dev.loomweight.sample.JvmTexts.NativeHeap;
import dev.loomweight.sample.JvmTexts.Pollers;
import dev.loomweight.sample.JvmTexts.ProcessId;
import dev.loomweight.sample.JvmTexts.ProcessMemory;
import dev.loomweight.sample.JvmTexts.Scheduler;
import dev.loomweight.sample.JvmTexts.SystemMap;
import dev.loomweight.sample.NmtTexts.NmtMessage;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.NmtTexts.NmtStatistics;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.ProcTexts.ProcStatus;
import dev.loomweight.sample.ProcTexts.ResidentPages;
import dev.loomweight.sample.ProcTexts.Smaps;
import dev.loomweight.sample.ProcTexts.SmapsRollup;
import dev.loomweight.sample.Sample;
import java.io.Reader;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;

/** The kinds of text that Loomweight reads. A new one is one constant here and its reader. */
// The fields are method references and a record of immutable parts, which the checker cannot see.
@SuppressWarnings("ImmutableEnumChecker")
public enum TextFormat {
    /** The answers of {@code VM.native_memory}, wherever they are. */
    NMT(
            "the output of VM.native_memory",
            Instrument.NMT,
            Interest.in(NmtReport.class, NmtMessage.class, NmtStatistics.class),
            NmtText::isSign,
            NmtText::read),
    /** {@code GC.class_histogram}. */
    CLASS_HISTOGRAM(
            "a class histogram",
            Instrument.HISTOGRAM,
            Interest.in(ClassHistogram.class),
            ClassHistogramText::isSign,
            ClassHistogramText::read),
    /** {@code /proc/PID/status}. */
    PROC_STATUS(
            "/proc/PID/status",
            Instrument.PROC,
            Interest.in(ProcStatus.class),
            ProcText::isStatusSign,
            ProcText::readStatus),
    /** {@code /proc/PID/smaps_rollup}. */
    SMAPS_ROLLUP(
            "/proc/PID/smaps_rollup",
            Instrument.PROC,
            Interest.in(SmapsRollup.class),
            ProcText::isRollupSign,
            ProcText::readRollup),
    /** {@code System.map}. */
    SYSTEM_MAP(
            "System.map",
            Instrument.SYSTEM_MAP,
            Interest.in(SystemMap.class),
            SystemMapText::isSign,
            SystemMapText::read),
    /** {@code Thread.vthread_scheduler}. */
    VTHREAD_SCHEDULER(
            "Thread.vthread_scheduler",
            Instrument.SCHEDULER,
            Interest.in(Scheduler.class),
            SchedulerText::isSign,
            SchedulerText::read),
    /** {@code Thread.vthread_pollers}. */
    VTHREAD_POLLERS(
            "Thread.vthread_pollers",
            Instrument.POLLERS,
            Interest.in(Pollers.class),
            PollersText::isSign,
            PollersText::read),
    /** {@code Thread.dump_to_file}, as text. */
    THREAD_DUMP(
            "Thread.dump_to_file",
            Instrument.THREAD_DUMP,
            Interest.in(ThreadDump.class, DumpedThreads.class),
            ThreadDumpText::isSign,
            ThreadDumpText::read),
    /** {@code Thread.dump_to_file -format=json}. */
    THREAD_DUMP_JSON(
            "Thread.dump_to_file -format=json",
            Instrument.THREAD_DUMP,
            Interest.in(ThreadDump.class, DumpedThreads.class, ContainerOwners.class),
            ThreadDumpJson::isSign,
            ThreadDumpJson::read),
    /** {@code Thread.print}, {@code jstack}, SIGQUIT. */
    THREAD_PRINT(
            "Thread.print",
            Instrument.THREAD_DUMP,
            Interest.in(DumpedThreads.class),
            ThreadPrintText::isSign,
            ThreadPrintText::read),

    /** {@code ThreadInfo} as JSON. */
    THREAD_INFO_JSON(
            "threads of Spring's actuator",
            Instrument.THREAD_DUMP,
            Interest.in(DumpedThreads.class),
            ThreadInfoJson::isSign,
            ThreadInfoJson::read),

    /** {@code /proc/PID/smaps}. */
    SMAPS("/proc/PID/smaps", Instrument.PROC, Interest.in(Smaps.class), SmapsText::isSign, SmapsText::read),

    /** The resident pages of NMT's regions, in a capture. */
    REGION_PAGES(
            "pages.txt of a capture",
            Instrument.PROC,
            Interest.in(ResidentPages.class),
            RegionPagesText::isSign,
            RegionPagesText::read),

    /** The times of the carriers, in a capture. */
    CARRIER_TIMES(
            "carriers.txt of a capture",
            Instrument.CARRIERS,
            Interest.in(CarrierTimes.class),
            CarrierTimesText::isSign,
            CarrierTimesText::read),

    /** The owners of locks, as the agent reads them. */
    OWNERS(
            "owners.txt of a capture",
            Instrument.OWNERS,
            Interest.in(LockOwners.class),
            LockOwnersText::isSign,
            LockOwnersText::read),

    /** {@code GC.heap_info}. */
    HEAP_INFO(
            "GC.heap_info",
            Instrument.HEAP_INFO,
            Interest.in(HeapInfo.class),
            HeapInfoText::isSign,
            HeapInfoText::read),

    /** {@code System.native_heap_info}. */
    NATIVE_HEAP(
            "System.native_heap_info",
            Instrument.NATIVE_HEAP,
            Interest.in(NativeHeap.class),
            NativeHeapText::isSign,
            NativeHeapText::read),

    /** {@code VM.info} and crash logs, as far as they are about memory. */
    VM_INFO(
            "VM.info",
            Instrument.VM_INFO,
            Interest.in(ProcessMemory.class),
            ProcessMemoryText::isSign,
            ProcessMemoryText::read),

    /** The reason of a crash. */
    CRASH(
            "a crash log",
            Instrument.VM_INFO,
            Interest.in(Crash.class, ProcessId.class),
            CrashText::isSign,
            CrashText::read),

    /** The kernel's log of kills for lack of memory. */
    OOM_KILL(
            "the kernel's report of a kill for lack of memory",
            Instrument.KERNEL_LOG,
            Interest.in(KernelKills.class),
            OomKillText::isSign,
            OomKillText::read),

    /** {@code kubectl describe pod}. */
    POD(
            "kubectl describe pod",
            Instrument.CONTAINER,
            Interest.in(Containers.class),
            PodDescription::isSign,
            PodDescription::read),

    /** {@code docker inspect}, and {@code kubectl get pod -o json} or {@code yaml}. */
    CONTAINER(
            "docker inspect or kubectl get pod -o yaml",
            Instrument.CONTAINER,
            Interest.in(Containers.class),
            ContainerJson::isSign,
            ContainerJson::read),

    /** {@code pmap -x}. */
    PMAP("pmap -x", Instrument.PROC, Interest.in(Smaps.class, ProcessId.class), PmapText::isSign, PmapText::read),

    /** Figures of control groups. */
    CGROUP(
            "cgroup.txt",
            Instrument.CGROUP,
            Interest.in(ContainerLimit.class, ContainerMemory.class),
            CgroupText::isSign,
            CgroupText::read);

    private static final TextFormat[] ALL = values();

    private final String label;
    private final Instrument instrument;
    private final Interest samples;
    private final Predicate<String> sign;
    private final BiFunction<LineCursor, Interest, TextRead> reader;

    TextFormat(
            String label,
            Instrument instrument,
            Interest samples,
            Predicate<String> sign,
            Function<LineCursor, TextRead> reader) {
        this(label, instrument, samples, sign, (lines, wanted) -> reader.apply(lines));
    }

    /** @param reader also takes what is wanted of the samples, where some of them cost much */
    TextFormat(
            String label,
            Instrument instrument,
            Interest samples,
            Predicate<String> sign,
            BiFunction<LineCursor, Interest, TextRead> reader) {
        this.label = label;
        this.instrument = instrument;
        this.samples = samples;
        this.sign = sign;
        this.reader = reader;
    }

    /** What people call it. */
    public String label() {
        return label;
    }

    /** What takes the measurements in such a text. */
    public Instrument instrument() {
        return instrument;
    }

    /** The samples that such a text can hold. */
    public Interest samples() {
        return samples;
    }

    /**
     * Whether a line shows that the text is of this format, whatever comes before it.
     *
     * @param line without blanks at both ends
     */
    public boolean isSign(String line) {
        return sign.test(line);
    }

    /** What is left of its lines where something surrounds them: of JSON, one line of others is damage. */
    Dress.Kept kept() {
        return switch (this) {
            case THREAD_DUMP_JSON, THREAD_INFO_JSON -> Dress.Kept.MARKED;
            case POD, CONTAINER -> Dress.Kept.INDENTED;
            default -> Dress.Kept.ALL;
        };
    }

    /** Whether a line, without blanks at both ends, is a sign of any format. */
    static boolean isSignOfAny(String line) {
        for (TextFormat format : ALL) {
            if (format.isSign(line)) {
                return true;
            }
        }
        return false;
    }

    /** Reads a text of this format. */
    TextRead read(LineCursor lines) {
        return read(lines, samples);
    }

    /** Reads a text of this format for those who want some of its samples; others may be among them. */
    TextRead read(LineCursor lines, Interest wanted) {
        return reader.apply(lines, wanted);
    }

    /**
     * Reads a text that must hold a sample of that kind.
     *
     * @throws DataException if there is none
     */
    public <S extends Sample> S only(Class<S> kind, Reader text, String name) {
        List<Sample> samplesRead = read(new LineCursor(text, name)).samples();
        return samplesRead.stream()
                .filter(kind::isInstance)
                .map(kind::cast)
                .findFirst()
                .orElseThrow(() -> new DataException(name + ": this is not " + label));
    }
}
