package dev.loomweight.fold;

import dev.loomweight.amount.DurationHistogram;
import dev.loomweight.capture.CaptureEnd;
import dev.loomweight.jvm.CarrierNames;
import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import dev.loomweight.sample.CaptureTexts.CarrierOptions;
import dev.loomweight.sample.CaptureTexts.CarrierTimes;
import dev.loomweight.sample.CaptureTexts.ExperimentRun;
import dev.loomweight.sample.Dumps.ContainerOwners;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Dumps.LockOwners;
import dev.loomweight.sample.Dumps.ThreadDump;
import dev.loomweight.sample.Dumps.WeighedThreads;
import dev.loomweight.sample.EndTexts.Containers;
import dev.loomweight.sample.EndTexts.KernelKills;
import dev.loomweight.sample.EpochNanos;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.GroupTexts.ContainerLimit;
import dev.loomweight.sample.GroupTexts.ContainerMemory;
import dev.loomweight.sample.JvmTexts.ClassHistogram;
import dev.loomweight.sample.JvmTexts.Crash;
import dev.loomweight.sample.JvmTexts.Crash.Sender;
import dev.loomweight.sample.JvmTexts.HeapInfo;
import dev.loomweight.sample.JvmTexts.NativeHeap;
import dev.loomweight.sample.JvmTexts.Pollers;
import dev.loomweight.sample.JvmTexts.ProcessId;
import dev.loomweight.sample.JvmTexts.ProcessMemory;
import dev.loomweight.sample.JvmTexts.Scheduler;
import dev.loomweight.sample.JvmTexts.SystemMap;
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
import dev.loomweight.sample.MemoryEvents.NativeAllocation;
import dev.loomweight.sample.MemoryEvents.NativeMemory;
import dev.loomweight.sample.MemoryEvents.NativeMemoryTotal;
import dev.loomweight.sample.MemoryEvents.NativeRelease;
import dev.loomweight.sample.MemoryEvents.ObjectCount;
import dev.loomweight.sample.MemoryEvents.ResidentSetSize;
import dev.loomweight.sample.NmtTexts.Amount;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.NmtTexts.NmtMalloc;
import dev.loomweight.sample.NmtTexts.NmtMessage;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.NmtTexts.NmtStatistics;
import dev.loomweight.sample.NmtTexts.NmtUsage;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.PinEvents.Pin;
import dev.loomweight.sample.PinEvents.SchedulerDelay;
import dev.loomweight.sample.PinEvents.SubmitFailed;
import dev.loomweight.sample.ProcTexts.ProcStatus;
import dev.loomweight.sample.ProcTexts.ResidentPages;
import dev.loomweight.sample.ProcTexts.Smaps;
import dev.loomweight.sample.ProcTexts.SmapsRollup;
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
import dev.loomweight.sample.ThreadEvents.TracedWait;
import dev.loomweight.sample.ThreadEvents.VirtualThreadEnd;
import dev.loomweight.sample.ThreadEvents.VirtualThreadStart;
import dev.loomweight.sample.ThreadRef;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A sample and where it comes from, made up at random. The values come from small ranges, so that groups have several
 * members and orders have ties.
 */
public record Observed(Origin origin, Sample sample) {

    /** How each kind of sample is made up. */
    public static final Map<Class<? extends Sample>, Function<Random, Sample>> MAKERS = Map.ofEntries(
            Map.entry(Pin.class, Observed::pin),
            Map.entry(
                    MonitorEnter.class,
                    r -> new MonitorEnter(
                            time(r),
                            nanos(r),
                            threadOrNone(r),
                            pick(r, "com.acme.Cart", "[I", "com.acme.PluginClassLoader"),
                            threadOrNone(r),
                            stack(r))),
            Map.entry(
                    MonitorWait.class,
                    r -> new MonitorWait(
                            time(r),
                            nanos(r),
                            threadOrNone(r),
                            pick(r, "com.acme.Cart", "[I"),
                            threadOrNone(r),
                            r.nextBoolean(),
                            stack(r))),
            Map.entry(
                    TracedWait.class,
                    r -> new TracedWait(EpochNanos.of(time(r)), nanos(r), thread(r), r.nextBoolean(), stack(r))),
            Map.entry(SubmitFailed.class, Observed::refusal),
            Map.entry(
                    VirtualThreadStart.class,
                    r -> new VirtualThreadStart(EpochNanos.of(time(r)), r.nextInt(5), pick(r, "waiter", "worker"))),
            Map.entry(ClassLoad.class, r -> new ClassLoad(EpochNanos.of(time(r)), nanos(r), r.nextInt(5))),
            Map.entry(VirtualThreadEnd.class, r -> new VirtualThreadEnd(EpochNanos.of(time(r)), r.nextInt(5))),
            Map.entry(
                    NativeMemory.class,
                    r -> new NativeMemory(time(r), pick(r, "Thread", "Java Heap"), r.nextInt(9), r.nextInt(9))),
            Map.entry(NativeMemoryTotal.class, r -> new NativeMemoryTotal(time(r), r.nextInt(9), r.nextInt(9))),
            Map.entry(ResidentSetSize.class, r -> new ResidentSetSize(time(r), r.nextInt(9), r.nextInt(9))),
            Map.entry(CaptureInfo.class, Observed::capture),
            Map.entry(CpuTimeSample.class, ObservedSamples::cpuTime),
            Map.entry(CpuSamplesLost.class, r -> new CpuSamplesLost(r.nextInt(3), thread(r))),
            Map.entry(ExecutionSample.class, ObservedSamples::execution),
            Map.entry(NativeMethodSample.class, ObservedSamples::inNative),
            Map.entry(ClassHistogram.class, Observed::histogram),
            Map.entry(ExperimentRun.class, Observed::experiment),
            Map.entry(ContainerLimit.class, r -> new ContainerLimit(r.nextInt(3) - 1, "memory.max")),
            Map.entry(NmtMessage.class, r -> new NmtMessage(r.nextInt(3), NmtMessage.Kind.OFF, "off")),
            Map.entry(NmtReport.class, Observed::nmt),
            Map.entry(NmtStatistics.class, r -> new NmtStatistics(r.nextInt(3), List.of("statistics"))),
            Map.entry(ProcStatus.class, r -> new ProcStatus(r.nextInt(3), Map.of("VmRSS", bytes(r)), r.nextInt(9))),
            Map.entry(
                    CollectorConfiguration.class, r -> new CollectorConfiguration(pick(r, "G1Old", "SerialOld", "Z"))),
            Map.entry(HeapConfiguration.class, r -> new HeapConfiguration(1L << (28 + r.nextInt(3)))),
            Map.entry(CpuInformation.class, r -> new CpuInformation(time(r), 1 + r.nextInt(3))),
            Map.entry(Scheduler.class, r -> new Scheduler(2, r.nextInt(4), r.nextInt(3), r.nextInt(3), "pool")),
            Map.entry(Pollers.class, r -> new Pollers(r.nextBoolean(), r.nextInt(3))),
            Map.entry(SmapsRollup.class, r -> new SmapsRollup(Map.of("Rss", bytes(r)))),
            Map.entry(SystemMap.class, Observed::map),
            Map.entry(ThreadDump.class, Observed::dump),
            Map.entry(DumpedThreads.class, ObservedDumps::threads),
            Map.entry(LockOwners.class, ObservedDumps::owners),
            Map.entry(WeighedThreads.class, ObservedDumps::weighed),
            Map.entry(ContainerOwners.class, ObservedDumps::containers),
            Map.entry(CarrierTimes.class, ObservedDumps::carriers),
            Map.entry(SchedulerDelay.class, Observed::delay),
            Map.entry(
                    ThreadStart.class,
                    r -> r.nextBoolean()
                            ? new ThreadStart(EpochNanos.of(time(r)), 1 + r.nextInt(4), 1, StackTrace.NONE)
                            : new ThreadStart(EpochNanos.of(time(r)), CarrierNames.NONE, 1, stack(r))),
            Map.entry(ThreadEnd.class, r -> new ThreadEnd(EpochNanos.of(time(r)), 1 + r.nextInt(4), r.nextInt(5))),
            Map.entry(ResidentPages.class, Observed::pages),
            Map.entry(Smaps.class, Observed::smaps),
            Map.entry(HeapInfo.class, r -> new HeapInfo("ZHeap", 1 << 20, bytes(r), bytes(r), 1 << 20, 2 << 20)),
            Map.entry(
                    Crash.class,
                    r -> new Crash(
                            pick(r, "SIGSEGV (0xb)", "Out of Memory Error (os_linux.cpp:2848)"),
                            pick(r, "", "Native memory allocation (mmap) failed"),
                            new Crash.Where(
                                    pick(r, "", "V  [libjvm.so+0x1]  Unsafe_PutInt+0xb2"),
                                    pick(r, "", "order-worker"),
                                    pick(r, "", "com.acme.Cart.add"),
                                    r.nextBoolean() ? List.of() : List.of("C  [libc.so.6+0x1]", "V  [libjvm.so+0x1]"),
                                    pick(r, "", "com.acme.Cart::add")),
                            new Crash.Access(pick(r, "", "SEGV_MAPERR"), r.nextBoolean()),
                            r.nextBoolean() ? null : new Sender(r.nextBoolean() ? null : nanos(r), r.nextBoolean()),
                            r.nextBoolean() ? null : time(r),
                            nanos(r),
                            pick(r, "", "25.0.2+10-LTS"),
                            Map.of("MaxHeapSize", bytes(r)),
                            r.nextBoolean() ? Map.of() : Map.of(Crash.Figure.MAPPINGS, bytes(r)))),
            Map.entry(KernelKills.class, ObservedEnds::kills),
            Map.entry(Containers.class, ObservedEnds::containers),
            Map.entry(NativeHeap.class, r -> new NativeHeap(2, bytes(r), bytes(r), bytes(r), 1)),
            Map.entry(
                    ProcessMemory.class,
                    r -> new ProcessMemory(bytes(r), bytes(r), bytes(r), bytes(r), 0, 0, bytes(r), bytes(r), -1, -1)),
            Map.entry(ProcessId.class, r -> new ProcessId(r.nextInt(3))),
            Map.entry(
                    ContainerMemory.class,
                    r -> new ContainerMemory(Map.of("usage", bytes(r), "file", bytes(r), "slab", bytes(r)))),
            Map.entry(
                    HeapSummary.class,
                    r -> new HeapSummary(time(r), 1 << 20, bytes(r), bytes(r), r.nextInt(40), r.nextBoolean())),
            Map.entry(
                    GarbageCollection.class,
                    r -> new GarbageCollection(
                            time(r),
                            r.nextInt(40),
                            pick(r, "G1New", "G1Old", "SerialOld", "ZGC Minor"),
                            "Allocation Failure",
                            r.nextInt(1000))),
            Map.entry(HeapUsage.class, r -> new HeapUsage(time(r), bytes(r), bytes(r), 1 << 20)),
            Map.entry(
                    ObjectCount.class,
                    r -> new ObjectCount(time(r), pick(r, "[B", "jdk.internal.vm.StackChunk"), r.nextInt(5), bytes(r))),
            Map.entry(
                    ChunkAllocation.class,
                    r -> new ChunkAllocation(EpochNanos.of(time(r)), r.nextInt(9), 300 + r.nextInt(5000))),
            Map.entry(
                    NativeAllocation.class,
                    r -> new NativeAllocation(EpochNanos.of(time(r)), r.nextInt(9), bytes(r), stack(r))),
            Map.entry(NativeRelease.class, r -> new NativeRelease(EpochNanos.of(time(r)), r.nextInt(9))),
            Map.entry(ThreadStatistics.class, r -> new ThreadStatistics(time(r), r.nextInt(9), r.nextInt(9))),
            Map.entry(ContainerUsage.class, r -> new ContainerUsage(time(r), bytes(r), r.nextInt(2))),
            Map.entry(
                    ContainerConfiguration.class,
                    r -> new ContainerConfiguration(time(r), bytes(r) - 1, 1 + r.nextInt(3))),
            Map.entry(DirectBuffers.class, r -> new DirectBuffers(time(r), r.nextInt(9), bytes(r), 1 << 20)),
            Map.entry(
                    CodeCacheFull.class,
                    r -> new CodeCacheFull(time(r), r.nextBoolean() ? "CodeHeap 'non-nmethods'" : "", bytes(r))),
            Map.entry(MetaspaceSummary.class, r -> new MetaspaceSummary(time(r), bytes(r), bytes(r), 1 << 20)),
            Map.entry(
                    RecordedJvm.class,
                    r -> new RecordedJvm(
                            time(r),
                            r.nextInt(3) - 1,
                            r.nextInt(2),
                            "25",
                            new CarrierOptions(r.nextInt(4) - 1, r.nextInt(4) - 1, r.nextInt(5) - 1),
                            r.nextBoolean())),
            Map.entry(RecordedStacks.class, r -> new RecordedStacks(time(r), List.of(1 + r.nextInt(9), r.nextInt(9)))));

    private static final List<Class<? extends Sample>> KINDS = MAKERS.keySet().stream()
            .sorted((a, b) -> a.getName().compareTo(b.getName()))
            .toList();

    /** So many of them; half are pins and refusals, which have the most to group. */
    public static List<Observed> stream(long seed, int length) {
        Random random = new Random(seed);
        List<Observed> stream = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            Function<Random, Sample> maker = switch (random.nextInt(4)) {
                case 0 -> Observed::pin;
                case 1 -> Observed::refusal;
                default -> MAKERS.getOrDefault(KINDS.get(random.nextInt(KINDS.size())), Observed::pin);
            };
            stream.add(new Observed(origin(random), maker.apply(random)));
        }
        return stream;
    }

    private static Origin origin(Random r) {
        String subject = pick(r, "shop", "bank");
        Origin.@Nullable SnapshotId moment =
                r.nextBoolean() ? null : new Origin.SnapshotId(r.nextInt(2), pick(r, "before", "after"), time(r));
        Instrument[] instruments = Instrument.values();
        return new Origin(subject, moment, subject + ".lw", instruments[r.nextInt(instruments.length)]);
    }

    private static Sample pin(Random r) {
        boolean tells = r.nextBoolean();
        return new Pin(
                time(r),
                nanos(r),
                threadOrNone(r),
                tells ? thread(r) : null,
                tells ? pick(r, "LockSupport.park", "Object.wait", "Contended monitor enter") : null,
                tells
                        ? pick(
                                r,
                                "Native or VM frame on stack",
                                "Freeze or preempt failed (2)",
                                "VM call to com.acme.A.<clinit> on stack",
                                "VM call to com.acme.B.<clinit> on stack",
                                "Waited for initialization of sun.nio.ch.Poller by another thread")
                        : null,
                stack(r));
    }

    private static Sample delay(Random r) {
        DurationHistogram delays = new DurationHistogram(DurationHistogram.Resolution.COARSE);
        for (int i = r.nextInt(4); i > 0; i--) {
            delays.addStall(r.nextInt(9) == 0 ? r.nextInt(3_000) * 1_000_000L : r.nextInt(300_000), 10_000_000);
        }
        return new SchedulerDelay(
                time(r),
                10_000_000,
                delays.sumNanos(),
                delays.maxNanos(),
                r.nextInt(4) == 0 ? r.nextInt(5) * 400_000_000L : 0,
                r.nextInt(3) * 60_000_000L,
                delays.text(),
                r.nextInt(9) == 0 ? pick(r, "worker-1 at com.acme.Cart.spin:12", "worker-2 idle") : null);
    }

    private static Sample refusal(Random r) {
        return new SubmitFailed(
                time(r), r.nextInt(5) == 0 ? null : thread(r), r.nextInt(5), r.nextBoolean() ? null : "full", stack(r));
    }

    private static StackTrace stack(Random r) {
        if (r.nextInt(6) == 0) {
            return StackTrace.NONE;
        }
        List<Frame> frames = new ArrayList<>();
        frames.add(frame("java.lang.VirtualThread", pick(r, "parkOnCarrierThread", "start", "unpark"), -1));
        for (int i = r.nextInt(3); i > 0; i--) {
            frames.add(frame(pick(r, "com.acme.Cart$$Lambda+0x00a1", "com.acme.Cart", "java.util.Map"), "add", 12));
        }
        return new StackTrace(frames, r.nextInt(4) == 0);
    }

    private static Frame frame(String className, String method, int line) {
        return new Frame(className, method, "()V", line, 0, 0, "Interpreted");
    }

    static ThreadRef thread(Random r) {
        int id = r.nextInt(6);
        return new ThreadRef(id, id == 0 ? "SubPoller-1" : id < 3 ? "" : "main", 0, id < 3);
    }

    private static @Nullable ThreadRef threadOrNone(Random r) {
        return r.nextInt(5) == 0 ? null : thread(r);
    }

    private static long nanos(Random r) {
        return pickLong(r, 0, 1_000_000, 37_000_000, 37_000_001, 250_000_000_000L);
    }

    private static Sample capture(Random r) {
        return new CaptureInfo(
                "sleepers",
                "25",
                r.nextInt(3),
                time(r),
                List.of("java"),
                new CaptureInfo.Threads(
                        pick(r, "platform", "virtual"), r.nextInt(9), r.nextInt(9), r.nextInt(2), 1 << 20),
                CaptureEnd.COMPLETE.status(),
                r.nextBoolean() ? null : new CaptureInfo.Run(1 + r.nextInt(4), 4, 1 + r.nextInt(2)),
                CaptureInfo.End.UNKNOWN,
                r.nextInt(2) * 0.01);
    }

    private static Sample experiment(Random r) {
        String key = pick(r, "platformFew", "declared");
        ExperimentRun.Unit unit = r.nextInt(3) == 0 ? ExperimentRun.Unit.ABSENT : ExperimentRun.Unit.COUNT;
        return new ExperimentRun(
                pick(r, "tasks", "states"),
                pick(r, "tasks", "states"),
                "full",
                1 + r.nextInt(2),
                2,
                pick(r, "21.0.8+9", "25.0.3+9"),
                pick(r, "", "2 processors"),
                pick(r, CaptureEnd.COMPLETE.status(), "failed"),
                List.of(
                        new ExperimentRun.Measured(key, unit, r.nextInt(9), "3"),
                        new ExperimentRun.Measured("statePinned", ExperimentRun.Unit.WORDS, 0, "PINNED")));
    }

    private static Sample histogram(Random r) {
        long bytes = bytes(r);
        return new ClassHistogram(
                List.of(new ClassHistogram.Line(pick(r, "[B", "java.lang.VirtualThread"), "java.base", 1, bytes)),
                1,
                bytes);
    }

    private static Sample nmt(Random r) {
        NmtUsage usage = NmtUsage.of(Amount.of(bytes(r) * 4), Amount.of(bytes(r)));
        NmtCategory thread = new NmtCategory(
                NmtCategory.THREAD,
                usage,
                Map.of("threads", new NmtCategory.Count(r.nextInt(9), 0)),
                usage,
                new NmtMalloc(Amount.of(bytes(r)), 3, 0, -1, -1),
                null,
                null,
                null,
                List.of(),
                List.of());
        return new NmtReport(
                r.nextInt(3),
                1,
                false,
                usage,
                null,
                null,
                List.of(thread),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of());
    }

    private static Sample map(Random r) {
        return new SystemMap(List.of(new SystemMap.Mapping(
                1 << 20, 2 << 20, 1 << 20, bytes(r), "rw-p", pick(r, "STACK-7-main", "JAVAHEAP"), "-")));
    }

    private static Sample pages(Random r) {
        long end = (1 << 20) + (r.nextInt(200) + 1) * 4096L;
        return new ResidentPages(
                List.of(new ResidentPages.Range(1 << 20, 2 << 20)), List.of(new ResidentPages.Range(1 << 20, end)));
    }

    private static Sample smaps(Random r) {
        return new Smaps(List.of(
                new Smaps.Mapping(1 << 20, 2 << 20, "rw-p", "", bytes(r), 0, 0, 0),
                new Smaps.Mapping(
                        3 << 20,
                        4 << 20,
                        "r-xp",
                        pick(r, "/lib/libc.so.6", "/data/big", "[heap]"),
                        bytes(r),
                        0,
                        0,
                        0)));
    }

    private static Sample dump(Random r) {
        return new ThreadDump(List.of(new ThreadDump.Stack(
                stack(r).frames(),
                r.nextBoolean(),
                r.nextBoolean() ? null : "WAITING",
                r.nextBoolean(),
                1 + r.nextInt(5),
                List.of("worker"))));
    }

    private static long bytes(Random r) {
        return 4096L * r.nextInt(5);
    }

    private static Instant time(Random r) {
        return Instant.ofEpochSecond(1_790_000_000L + r.nextInt(4));
    }

    private static String pick(Random r, String... from) {
        return from[r.nextInt(from.length)];
    }

    private static long pickLong(Random r, long... from) {
        return from[r.nextInt(from.length)];
    }
}
