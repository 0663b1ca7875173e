package dev.loomweight.source.recording;

import dev.loomweight.sample.ContainerConfiguration;
import dev.loomweight.sample.CpuInformation;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.JvmInformation;
import dev.loomweight.sample.MonitorEnter;
import dev.loomweight.sample.MonitorWait;
import dev.loomweight.sample.NativeMemory;
import dev.loomweight.sample.NativeMemoryTotal;
import dev.loomweight.sample.Pin;
import dev.loomweight.sample.ResidentSetSize;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.SubmitFailed;
import dev.loomweight.sample.ThreadRef;
import dev.loomweight.sample.VirtualThreadEnd;
import dev.loomweight.sample.VirtualThreadStart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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
        return RecordingFile.readAllEvents(file).stream()
                .map(Oracle::sample)
                .filter(Objects::nonNull)
                .map(Sample.class::cast)
                .toList();
    }

    private static @Nullable Sample sample(RecordedEvent e) {
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
                        stack(e.getStackTrace()));
            case "jdk.JavaMonitorWait" ->
                new MonitorWait(
                        e.getStartTime(),
                        e.getDuration().toNanos(),
                        thread(e.getThread()),
                        className(e),
                        stack(e.getStackTrace()));
            case "jdk.VirtualThreadStart" ->
                new VirtualThreadStart(
                        e.getStartTime(),
                        e.getLong("javaThreadId"),
                        e.getThread() == null
                                ? ""
                                : Objects.requireNonNullElse(e.getThread().getJavaName(), ""));
            case "jdk.VirtualThreadEnd" -> new VirtualThreadEnd(e.getStartTime(), e.getLong("javaThreadId"));
            case "jdk.NativeMemoryUsage" ->
                new NativeMemory(e.getStartTime(), e.getString("type"), e.getLong("reserved"), e.getLong("committed"));
            case "jdk.NativeMemoryUsageTotal" ->
                new NativeMemoryTotal(e.getStartTime(), e.getLong("reserved"), e.getLong("committed"));
            case "jdk.ResidentSetSize" -> new ResidentSetSize(e.getStartTime(), e.getLong("size"), e.getLong("peak"));
            case "jdk.JVMInformation" ->
                new JvmInformation(e.getStartTime(), Objects.requireNonNullElse(e.getString("jvmArguments"), ""));
            case "jdk.CPUInformation" -> new CpuInformation(e.getStartTime(), e.getInt("hwThreads"));
            case "jdk.ContainerConfiguration" ->
                new ContainerConfiguration(e.getStartTime(), e.getInt("effectiveCpuCount"));
            default -> null;
        };
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
