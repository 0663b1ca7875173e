package dev.loomweight.input.recording;

import dev.loomweight.jvm.CarrierNames;
import dev.loomweight.sample.CaptureTexts.CarrierOptions;
import dev.loomweight.sample.EpochNanos;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.MachineEvents.CollectorConfiguration;
import dev.loomweight.sample.MachineEvents.ContainerConfiguration;
import dev.loomweight.sample.MachineEvents.ContainerUsage;
import dev.loomweight.sample.MachineEvents.CpuInformation;
import dev.loomweight.sample.MachineEvents.HeapConfiguration;
import dev.loomweight.sample.MachineEvents.RecordedJvm;
import dev.loomweight.sample.MemoryEvents.ChunkAllocation;
import dev.loomweight.sample.MemoryEvents.CodeCacheFull;
import dev.loomweight.sample.MemoryEvents.DirectBuffers;
import dev.loomweight.sample.MemoryEvents.GarbageCollection;
import dev.loomweight.sample.MemoryEvents.HeapSummary;
import dev.loomweight.sample.MemoryEvents.HeapUsage;
import dev.loomweight.sample.MemoryEvents.MetaspaceSummary;
import dev.loomweight.sample.MemoryEvents.NativeMemory;
import dev.loomweight.sample.MemoryEvents.NativeMemoryTotal;
import dev.loomweight.sample.MemoryEvents.ObjectCount;
import dev.loomweight.sample.MemoryEvents.ResidentSetSize;
import dev.loomweight.sample.PinEvents.Pin;
import dev.loomweight.sample.PinEvents.SubmitFailed;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.StackEvents.CpuSamplesLost;
import dev.loomweight.sample.StackEvents.CpuTimeSample;
import dev.loomweight.sample.StackEvents.ExecutionSample;
import dev.loomweight.sample.StackEvents.NativeMethodSample;
import dev.loomweight.sample.StackEvents.RecordedStacks;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadEvents.ClassLoad;
import dev.loomweight.sample.ThreadEvents.MonitorEnter;
import dev.loomweight.sample.ThreadEvents.MonitorWait;
import dev.loomweight.sample.ThreadEvents.ThreadEnd;
import dev.loomweight.sample.ThreadEvents.ThreadStart;
import dev.loomweight.sample.ThreadEvents.ThreadStatistics;
import dev.loomweight.sample.ThreadEvents.VirtualThreadEnd;
import dev.loomweight.sample.ThreadEvents.VirtualThreadStart;
import dev.loomweight.sample.ThreadRef;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;

/**
 * The samples of a recording by another road: {@link RecordingFile}, which keeps all events, and fields picked by hand.
 */
final class Oracle {

    private Oracle() {}

    /** The samples of every chunk, read as a file of its own: see {@link Splits}. */
    static List<Sample> samples(Path file) throws IOException {
        Path folder = Files.createTempDirectory("oracle");
        try {
            List<Sample> samples = new ArrayList<>();
            for (Path chunk : Splits.of(file, folder)) {
                samples.addAll(samplesOfChunk(chunk));
                Files.delete(chunk);
            }
            return samples;
        } finally {
            Files.delete(folder);
        }
    }

    private static List<Sample> samplesOfChunk(Path file) throws IOException {
        boolean reasons = givesReasons(file);
        return RecordingFile.readAllEvents(file).stream()
                .filter(Oracle::isOfUse)
                .map(event -> sample(event, reasons))
                .filter(Objects::nonNull)
                .map(Sample.class::cast)
                .toList();
    }

    private static boolean givesReasons(Path file) throws IOException {
        try (RecordingFile recording = new RecordingFile(file)) {
            return recording.readEventTypes().stream()
                    .anyMatch(type ->
                            type.getName().equals("jdk.VirtualThreadPinned") && type.getField("pinnedReason") != null);
        }
    }

    // Platform threads have no carrier, and a start without a name says nothing but that there was one.
    private static boolean isOfUse(RecordedEvent e) {
        RecordedThread thread = e.hasField("eventThread") ? e.getThread() : null;
        return switch (e.getEventType().getName()) {
            case "jdk.JavaMonitorEnter", "jdk.JavaMonitorWait" -> thread != null && thread.isVirtual();
            default -> true;
        };
    }

    private static boolean isCarrier(@Nullable RecordedThread thread) {
        return thread != null
                && thread.getThreadGroup() != null
                && "CarrierThreads".equals(thread.getThreadGroup().getName())
                && thread.getJavaName().matches(".*-worker-[1-9]\\d*");
    }

    private static long numberOf(RecordedThread thread) {
        return Long.parseLong(thread.getJavaName().replaceFirst(".*-worker-", ""));
    }

    /** What a virtual thread or a carrier ran; null for another thread. */
    private static @Nullable Sample ofCarrier(RecordedEvent e) {
        boolean sampled = e.hasField("sampledThread");
        RecordedThread of = e.getThread(sampled ? "sampledThread" : "eventThread");
        ThreadRef thread = thread(of);
        if (of == null || thread == null || !(of.isVirtual() || isCarrier(of))) {
            return null;
        }
        long start = EpochNanos.of(e.getStartTime());
        return switch (e.getEventType().getName()) {
            case "jdk.ExecutionSample" -> new ExecutionSample(start, thread, stack(e.getStackTrace()));
            case "jdk.NativeMethodSample" -> new NativeMethodSample(start, thread, stack(e.getStackTrace()));
            case "jdk.CPUTimeSamplesLost" -> new CpuSamplesLost(e.getLong("lostSamples"), thread);
            default ->
                new CpuTimeSample(
                        start,
                        Math.round(e.getDuration("samplingPeriod").toNanos() / 1e3) * 1000,
                        e.getBoolean("failed"),
                        e.getBoolean("biased"),
                        thread,
                        stack(e.getStackTrace()));
        };
    }

    private static @Nullable Sample sample(RecordedEvent e, boolean reasons) {
        return switch (e.getEventType().getName()) {
            case "jdk.VirtualThreadPinned" ->
                new Pin(
                        e.getStartTime(),
                        e.getDuration().toNanos(),
                        thread(e.getThread()),
                        e.hasField("carrierThread") ? thread(e.getThread("carrierThread")) : null,
                        e.hasField("blockingOperation") ? e.getString("blockingOperation") : null,
                        e.hasField("pinnedReason") ? e.getString("pinnedReason") : null,
                        stack(e.getStackTrace()));
            case "jdk.VirtualThreadSubmitFailed" ->
                new SubmitFailed(
                        e.getStartTime(),
                        thread(e.getThread()),
                        e.getLong("javaThreadId"),
                        e.getString("exceptionMessage"),
                        stack(e.getStackTrace()));
            case "jdk.JavaMonitorEnter" ->
                new MonitorEnter(
                        e.getStartTime(),
                        e.getDuration().toNanos(),
                        thread(e.getThread()),
                        className(e),
                        thread(e.getThread("previousOwner")),
                        stack(e.getStackTrace()));
            case "jdk.JavaMonitorWait" ->
                new MonitorWait(
                        EpochNanos.of(e.getStartTime()),
                        e.getDuration().toNanos(),
                        thread(e.getThread()),
                        className(e),
                        thread(e.getThread("notifier")),
                        e.getBoolean("timedOut"),
                        reasons ? StackTrace.NONE : stack(e.getStackTrace()),
                        !reasons);
            case "jdk.VirtualThreadStart" ->
                new VirtualThreadStart(
                        EpochNanos.of(e.getStartTime()),
                        e.getLong("javaThreadId"),
                        Objects.requireNonNull(thread(e.getThread())).name());
            case "jdk.ExecutionSample", "jdk.NativeMethodSample", "jdk.CPUTimeSample", "jdk.CPUTimeSamplesLost" ->
                ofCarrier(e);
            case "jdk.ThreadStart" ->
                new ThreadStart(
                        EpochNanos.of(e.getStartTime()),
                        isCarrier(e.getThread("thread")) ? numberOf(e.getThread("thread")) : CarrierNames.NONE,
                        1,
                        stack(e.getStackTrace()));
            case "jdk.ThreadEnd" ->
                new ThreadEnd(
                        EpochNanos.of(e.getStartTime()),
                        isCarrier(e.getThread("thread")) ? numberOf(e.getThread("thread")) : CarrierNames.NONE,
                        e.getThread("thread") == null
                                ? 0
                                : e.getThread("thread").getJavaThreadId());
            case "jdk.ClassLoad" ->
                new ClassLoad(
                        EpochNanos.of(e.getStartTime()),
                        e.getDuration().toNanos(),
                        e.getThread().getJavaThreadId());
            case "jdk.VirtualThreadEnd" ->
                new VirtualThreadEnd(EpochNanos.of(e.getStartTime()), e.getLong("javaThreadId"));
            case "jdk.NativeMemoryUsage" ->
                new NativeMemory(e.getStartTime(), e.getString("type"), e.getLong("reserved"), e.getLong("committed"));
            case "jdk.NativeMemoryUsageTotal" ->
                new NativeMemoryTotal(e.getStartTime(), e.getLong("reserved"), e.getLong("committed"));
            case "jdk.ResidentSetSize" -> new ResidentSetSize(e.getStartTime(), e.getLong("size"), e.getLong("peak"));
            default -> ofMemory(e);
        };
    }

    private static @Nullable Sample ofMemory(RecordedEvent e) {
        return switch (e.getEventType().getName()) {
            case "jdk.GCHeapSummary" ->
                new HeapSummary(
                        e.getStartTime(),
                        e.getLong("heapSpace.reservedSize"),
                        e.getLong("heapSpace.committedSize"),
                        e.getLong("heapUsed"),
                        e.getLong("gcId"),
                        "After GC".equals(e.getString("when")));
            case "jdk.GarbageCollection" ->
                new GarbageCollection(
                        e.getStartTime(),
                        e.getLong("gcId"),
                        e.getString("name"),
                        e.getString("cause"),
                        e.getDuration("sumOfPauses").toNanos());
            case "jdk.GCHeapMemoryUsage" ->
                new HeapUsage(e.getStartTime(), e.getLong("used"), e.getLong("committed"), e.getLong("max"));
            case "jdk.MetaspaceSummary" ->
                new MetaspaceSummary(
                        e.getStartTime(),
                        e.getLong("metaspace.used"),
                        e.getLong("metaspace.committed"),
                        e.getLong("metaspace.reserved"));
            case "jdk.ObjectCount" ->
                new ObjectCount(
                        e.getStartTime(),
                        e.getClass("objectClass").getName(),
                        e.getLong("count"),
                        e.getLong("totalSize"));
            case "jdk.ObjectAllocationInNewTLAB", "jdk.ObjectAllocationOutsideTLAB" -> chunk(e);
            case "jdk.JavaThreadStatistics" ->
                new ThreadStatistics(e.getStartTime(), e.getLong("activeCount"), e.getLong("peakCount"));
            case "jdk.DirectBufferStatistics" ->
                new DirectBuffers(
                        e.getStartTime(), e.getLong("count"), e.getLong("memoryUsed"), e.getLong("maxCapacity"));
            case "jdk.CodeCacheFull" ->
                new CodeCacheFull(
                        e.getStartTime(),
                        Objects.requireNonNullElse(e.getString("codeBlobType"), ""),
                        e.getLong("reservedTopAddress") - e.getLong("startAddress"));
            case "jdk.ContainerConfiguration" ->
                new ContainerConfiguration(e.getStartTime(), e.getLong("memoryLimit"), e.getInt("effectiveCpuCount"));
            case "jdk.ContainerMemoryUsage" ->
                new ContainerUsage(e.getStartTime(), e.getLong("memoryUsage"), e.getLong("memoryFailCount"));
            case "jdk.GCConfiguration" -> new CollectorConfiguration(e.getString("oldCollector"));
            case "jdk.GCHeapConfiguration" -> new HeapConfiguration(e.getLong("maxSize"));
            case "jdk.CPUInformation" -> new CpuInformation(e.getStartTime(), e.getInt("hwThreads"));
            case "jdk.JVMInformation" ->
                new RecordedJvm(
                        e.getStartTime(),
                        e.getLong("pid"),
                        e.getInstant("jvmStartTime").toEpochMilli(),
                        e.getString("jvmVersion"),
                        CarrierOptions.of(""),
                        false);
            case "jdk.ThreadDump" -> new RecordedStacks(e.getStartTime(), depths(e.getString("result")));
            default -> null;
        };
    }

    /** By paragraphs: the frames below each name. */
    private static @Nullable ChunkAllocation chunk(RecordedEvent e) {
        RecordedThread thread = e.getThread();
        return thread != null
                        && thread.isVirtual()
                        && e.getClass("objectClass").getName().equals("jdk.internal.vm.StackChunk")
                ? new ChunkAllocation(
                        EpochNanos.of(e.getStartTime()), thread.getJavaThreadId(), e.getLong("allocationSize"))
                : null;
    }

    private static List<Integer> depths(String dump) {
        return Stream.of(dump.split("\\R(?=\"|\\R)"))
                .map(thread -> (int)
                        thread.lines().filter(line -> line.startsWith("\tat ")).count())
                .filter(frames -> frames > 0)
                .toList();
    }

    private static @Nullable String className(RecordedEvent e) {
        RecordedClass type = e.getClass("monitorClass");
        return type == null ? null : type.getName();
    }

    private static @Nullable ThreadRef thread(@Nullable RecordedThread thread) {
        if (thread == null) {
            return null;
        }
        return new ThreadRef(
                thread.getJavaThreadId(),
                Objects.requireNonNullElse(thread.getJavaName(), ""),
                thread.isVirtual() ? 0 : thread.getOSThreadId(),
                thread.isVirtual());
    }

    private static StackTrace stack(@Nullable RecordedStackTrace stack) {
        if (stack == null) {
            return StackTrace.NONE;
        }
        List<Frame> frames = stack.getFrames().stream()
                .map(frame -> new Frame(
                        frame.getMethod().getType().getName(),
                        frame.getMethod().getName(),
                        frame.getMethod().getDescriptor(),
                        frame.getLineNumber(),
                        frame.getBytecodeIndex(),
                        frame.getMethod().getModifiers(),
                        frame.getType()))
                .toList();
        return new StackTrace(frames, stack.isTruncated());
    }
}
