package dev.loomweight.sample;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How one JFR event type becomes a sample. The list of all kinds is the only place that a new event type is named.
 *
 * @param eventType the full name of the event type
 * @param sample the record that it becomes
 * @param decoder the one decoder
 * @param <S> the record
 */
public record EventKind<S extends Sample>(String eventType, Class<S> sample, Function<EventView, S> decoder) {

    /** All kinds, in the order of the report's coverage. */
    public static final List<EventKind<?>> ALL = List.of(
            new EventKind<>(Pin.EVENT, Pin.class, Pin::from),
            new EventKind<>(MonitorEnter.EVENT, MonitorEnter.class, MonitorEnter::from),
            new EventKind<>(MonitorWait.EVENT, MonitorWait.class, MonitorWait::from),
            new EventKind<>(SubmitFailed.EVENT, SubmitFailed.class, SubmitFailed::from),
            new EventKind<>(VirtualThreadStart.EVENT, VirtualThreadStart.class, VirtualThreadStart::from),
            new EventKind<>(VirtualThreadEnd.EVENT, VirtualThreadEnd.class, VirtualThreadEnd::from),
            new EventKind<>(NativeMemory.EVENT, NativeMemory.class, NativeMemory::from),
            new EventKind<>(NativeMemoryTotal.EVENT, NativeMemoryTotal.class, NativeMemoryTotal::from),
            new EventKind<>(ResidentSetSize.EVENT, ResidentSetSize.class, ResidentSetSize::from),
            new EventKind<>(HeapSummary.EVENT, HeapSummary.class, HeapSummary::from),
            new EventKind<>(GarbageCollection.EVENT, GarbageCollection.class, GarbageCollection::from),
            new EventKind<>(HeapUsage.EVENT, HeapUsage.class, HeapUsage::from),
            new EventKind<>(MetaspaceSummary.EVENT, MetaspaceSummary.class, MetaspaceSummary::from),
            new EventKind<>(ObjectCount.EVENT, ObjectCount.class, ObjectCount::from),
            new EventKind<>(ThreadStatistics.EVENT, ThreadStatistics.class, ThreadStatistics::from),
            new EventKind<>(DirectBuffers.EVENT, DirectBuffers.class, DirectBuffers::from),
            new EventKind<>(ContainerConfiguration.EVENT, ContainerConfiguration.class, ContainerConfiguration::from),
            new EventKind<>(ContainerUsage.EVENT, ContainerUsage.class, ContainerUsage::from),
            new EventKind<>(CpuInformation.EVENT, CpuInformation.class, CpuInformation::from),
            new EventKind<>(RecordedJvm.EVENT, RecordedJvm.class, RecordedJvm::from),
            new EventKind<>(RecordedStacks.EVENT, RecordedStacks.class, RecordedStacks::from));

    private static final Map<String, EventKind<?>> BY_EVENT =
            ALL.stream().collect(Collectors.toUnmodifiableMap(EventKind::eventType, kind -> kind));

    /** The kind of an event type, or null where no sample is made of it. */
    public static @Nullable EventKind<?> of(String eventType) {
        return BY_EVENT.get(eventType);
    }

    /** The kinds that an interest asks for, in the order of {@link #ALL}. */
    public static List<EventKind<?>> in(Interest interest) {
        return ALL.stream().filter(kind -> interest.wants(kind.sample())).toList();
    }
}
