package dev.loomweight.sample;

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
import dev.loomweight.sample.PinEvents.Pin;
import dev.loomweight.sample.PinEvents.SchedulerDelay;
import dev.loomweight.sample.PinEvents.SubmitFailed;
import dev.loomweight.sample.StackEvents.CpuSamplesLost;
import dev.loomweight.sample.StackEvents.CpuTimeSample;
import dev.loomweight.sample.StackEvents.ExecutionSample;
import dev.loomweight.sample.StackEvents.NativeMethodSample;
import dev.loomweight.sample.StackEvents.RecordedStacks;
import dev.loomweight.sample.ThreadEvents.ClassLoad;
import dev.loomweight.sample.ThreadEvents.MonitorEnter;
import dev.loomweight.sample.ThreadEvents.MonitorWait;
import dev.loomweight.sample.ThreadEvents.ThreadEnd;
import dev.loomweight.sample.ThreadEvents.ThreadStart;
import dev.loomweight.sample.ThreadEvents.ThreadStatistics;
import dev.loomweight.sample.ThreadEvents.TracedWait;
import dev.loomweight.sample.ThreadEvents.VirtualThreadEnd;
import dev.loomweight.sample.ThreadEvents.VirtualThreadStart;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How one JFR event type becomes a sample. The list of all kinds is the only place that a new event type is named.
 *
 * @param eventType the full name of the event type
 * @param sample the record that it becomes
 * @param decoder the one decoder; gives null for an event that no analysis has a use for, as soon as that shows
 * @param nameless the same for those who do not ask for {@linkplain Interest#thorough names}; null where it is no faster
 * @param stack the stack that the decoder has read, which gives null where it left the stack unread; null for an event
 *     that has none
 * @param asked which samples these events add to, or null where they are of use by themselves: what {@linkplain
 *     Interest#onRequest on request} means
 * @param <S> the record
 */
public record EventKind<S extends Sample>(
        String eventType,
        Class<S> sample,
        Function<EventView, @Nullable S> decoder,
        @Nullable Function<EventView, @Nullable S> nameless,
        @Nullable Function<S, @Nullable StackTrace> stack,
        @Nullable Asked asked) {

    /**
     * Events that are of use in some recordings only if another event asks for them: mostly none does.
     *
     * @param eventType the full name of the type whose events ask
     * @param field a field of that type; recordings that do not have it, have these events read in any case
     * @param by whether a sample of that type asks
     * @param number which events of the recording it asks for, by their numbers; null for those that can be of the same
     *     time as the event that asks
     */
    public record Asked(
            String eventType,
            String field,
            Predicate<Sample> by,
            @Nullable ByNumber number) {

        /**
         * The number that an event which asks has in common with those that it asks for.
         *
         * @param field the field that has it in these
         * @param of the number of a sample that asks
         */
        public record ByNumber(String field, ToLongFunction<Sample> of) {}
    }

    private EventKind(String eventType, Class<S> sample, Function<EventView, @Nullable S> decoder) {
        this(eventType, sample, decoder, null, null, null);
    }

    /** A kind whose thread is mostly virtual, and has a name for those alone who ask for it. */
    private static <S extends Sample> EventKind<S> ofThread(
            String eventType,
            Class<S> sample,
            BiFunction<EventView, @Nullable ThreadRef, @Nullable S> maker,
            Function<S, @Nullable StackTrace> stack,
            @Nullable Asked asked) {
        return new EventKind<>(
                eventType,
                sample,
                event -> maker.apply(event, event.thread("eventThread")),
                event -> maker.apply(event, event.oneOfMany("eventThread")),
                stack,
                asked);
    }

    /** What the full names of the JDK's event types begin with. */
    public static final String OF_JDK = "jdk.";

    /** All kinds, in the order of the report's coverage. */
    public static final List<EventKind<?>> ALL = List.of(
            ofThread(Pin.EVENT, Pin.class, Pin::from, Pin::stack, null),
            ofThread(MonitorEnter.EVENT, MonitorEnter.class, MonitorEnter::from, MonitorEnter::stack, null),
            ofThread(
                    MonitorWait.EVENT,
                    MonitorWait.class,
                    MonitorWait::from,
                    MonitorWait::stackRead,
                    // Where the JVM gives reasons, a wait is no pin by itself, but names the monitor of one.
                    new Asked(Pin.EVENT, Pin.REASON_FIELD, sample -> sample instanceof Pin pin && pin.isWait(), null)),
            ofThread(TracedWait.EVENT, TracedWait.class, TracedWait::from, TracedWait::stack, null),
            new EventKind<>(
                    SubmitFailed.EVENT, SubmitFailed.class, SubmitFailed::from, null, SubmitFailed::stack, null),
            new EventKind<>(
                    VirtualThreadStart.EVENT,
                    VirtualThreadStart.class,
                    VirtualThreadStart::from,
                    null,
                    null,
                    // A thread that is refused while it starts leaves no event of its start.
                    new Asked(
                            SubmitFailed.EVENT,
                            "javaThreadId",
                            sample -> sample instanceof SubmitFailed failed && !SubmitFailed.isOfStart(failed.stack()),
                            new Asked.ByNumber("javaThreadId", sample -> ((SubmitFailed) sample).victimId()))),
            new EventKind<>(VirtualThreadEnd.EVENT, VirtualThreadEnd.class, VirtualThreadEnd::from),
            new EventKind<>(ClassLoad.EVENT, ClassLoad.class, ClassLoad::from),
            new EventKind<>(ThreadStart.EVENT, ThreadStart.class, ThreadStart::from, null, ThreadStart::stack, null),
            new EventKind<>(ThreadEnd.EVENT, ThreadEnd.class, ThreadEnd::from),
            new EventKind<>(
                    CpuTimeSample.EVENT, CpuTimeSample.class, CpuTimeSample::from, null, CpuTimeSample::stack, null),
            new EventKind<>(CpuSamplesLost.EVENT, CpuSamplesLost.class, CpuSamplesLost::from),
            new EventKind<>(
                    ExecutionSample.EVENT,
                    ExecutionSample.class,
                    ExecutionSample::from,
                    null,
                    ExecutionSample::stack,
                    null),
            new EventKind<>(
                    NativeMethodSample.EVENT,
                    NativeMethodSample.class,
                    NativeMethodSample::from,
                    null,
                    NativeMethodSample::stack,
                    null),
            new EventKind<>(NativeMemory.EVENT, NativeMemory.class, NativeMemory::from),
            new EventKind<>(NativeMemoryTotal.EVENT, NativeMemoryTotal.class, NativeMemoryTotal::from),
            new EventKind<>(ResidentSetSize.EVENT, ResidentSetSize.class, ResidentSetSize::from),
            new EventKind<>(HeapSummary.EVENT, HeapSummary.class, HeapSummary::from),
            new EventKind<>(GarbageCollection.EVENT, GarbageCollection.class, GarbageCollection::from),
            new EventKind<>(HeapUsage.EVENT, HeapUsage.class, HeapUsage::from),
            new EventKind<>(MetaspaceSummary.EVENT, MetaspaceSummary.class, MetaspaceSummary::from),
            new EventKind<>(ObjectCount.EVENT, ObjectCount.class, ObjectCount::from),
            new EventKind<>(ChunkAllocation.EVENT_IN_NEW_BUFFER, ChunkAllocation.class, ChunkAllocation::from),
            new EventKind<>(ChunkAllocation.EVENT_OUTSIDE, ChunkAllocation.class, ChunkAllocation::from),
            new EventKind<>(ThreadStatistics.EVENT, ThreadStatistics.class, ThreadStatistics::from),
            new EventKind<>(DirectBuffers.EVENT, DirectBuffers.class, DirectBuffers::from),
            new EventKind<>(CodeCacheFull.EVENT, CodeCacheFull.class, CodeCacheFull::from),
            new EventKind<>(ContainerConfiguration.EVENT, ContainerConfiguration.class, ContainerConfiguration::from),
            new EventKind<>(ContainerUsage.EVENT, ContainerUsage.class, ContainerUsage::from),
            new EventKind<>(
                    NativeAllocation.EVENT,
                    NativeAllocation.class,
                    NativeAllocation::from,
                    null,
                    NativeAllocation::stack,
                    null),
            new EventKind<>(NativeRelease.EVENT, NativeRelease.class, NativeRelease::from),
            new EventKind<>(CpuInformation.EVENT, CpuInformation.class, CpuInformation::from),
            new EventKind<>(CollectorConfiguration.EVENT, CollectorConfiguration.class, CollectorConfiguration::from),
            new EventKind<>(HeapConfiguration.EVENT, HeapConfiguration.class, HeapConfiguration::from),
            new EventKind<>(RecordedJvm.EVENT, RecordedJvm.class, RecordedJvm::from),
            new EventKind<>(RecordedStacks.EVENT, RecordedStacks.class, RecordedStacks::from),
            new EventKind<>(SchedulerDelay.EVENT, SchedulerDelay.class, SchedulerDelay::from));

    private static final Map<String, EventKind<?>> BY_EVENT =
            ALL.stream().collect(Collectors.toUnmodifiableMap(EventKind::eventType, kind -> kind));

    /** The kind of an event type, or null where no sample is made of it. */
    public static @Nullable EventKind<?> of(String eventType) {
        return BY_EVENT.get(eventType);
    }

    /**
     * Whether it is worth a word that a recording lacks the event, and not only that it has it. Those of a library or an
     * agent most programs run without, and of these of the JDK it is no lack where they are off.
     *
     * @param known whether the recording's JVM knows the event
     */
    public boolean isMissed(boolean known) {
        return isOfJdk(eventType) ? sample != MemoryEvents.ChunkAllocation.class && sample != TracedWait.class : known;
    }

    /** Whether an event type is one of the JDK's. */
    public static boolean isOfJdk(String eventType) {
        return eventType.startsWith(OF_JDK);
    }

    /** How events become samples for those with an interest. */
    public Function<EventView, @Nullable S> decoderFor(Interest interest) {
        return nameless == null || interest.thorough().contains(sample) ? decoder : nameless;
    }

    /** The kinds of which an interest asks for samples, in the order of {@link #ALL}. */
    public static List<EventKind<?>> in(Interest interest) {
        return ALL.stream().filter(kind -> interest.wants(kind.sample())).toList();
    }

    /** The kinds that an interest asks for, if only for the number of their events, in the order of {@link #ALL}. */
    public static List<EventKind<?>> coveredBy(Interest interest) {
        return ALL.stream().filter(kind -> interest.covers(kind.sample())).toList();
    }
}
