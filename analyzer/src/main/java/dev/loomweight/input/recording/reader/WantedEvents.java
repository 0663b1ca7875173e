package dev.loomweight.input.recording.reader;

import java.util.Map;
import java.util.Set;

/**
 * Which events of a recording are wanted, and how much of them.
 *
 * @param read the full names of the types whose events are passed on; may be {@link AllEventTypes}
 * @param counted the full names of the types of which only the number of events is wanted; may be {@link AllEventTypes}.
 *     A type that is read is counted as well
 * @param onRequest the full names of the types whose events a reader may leave unread until its sink {@linkplain
 *     EventSink#requests asks} for them, and where it may; they are counted in any case
 */
public record WantedEvents(Set<String> read, Set<String> counted, Map<String, Where> onRequest) {

    public WantedEvents {
        read = read instanceof AllEventTypes ? read : Set.copyOf(read);
        counted = counted instanceof AllEventTypes ? counted : Set.copyOf(counted);
        onRequest = Map.copyOf(onRequest);
    }

    /**
     * The recordings whose metadata has some field.
     *
     * @param eventType the full name of the type of event
     * @param field the field of such events
     */
    public record Where(String eventType, String field) {}

    /** All events of some types, with their fields. */
    public static WantedEvents reading(Set<String> types) {
        return new WantedEvents(types, Set.of(), Map.of());
    }

    /** The number of events of every type. */
    public static WantedEvents counting() {
        return counting(AllEventTypes.INSTANCE);
    }

    /** The number of events of some types. */
    public static WantedEvents counting(Set<String> types) {
        return new WantedEvents(Set.of(), types, Map.of());
    }

    /** Whether events of a type are passed on, at least on request. */
    public boolean reads(String type) {
        return read.contains(type) || onRequest.containsKey(type);
    }

    /** Whether a type is wanted, if only the number of its events. */
    public boolean covers(String type) {
        return reads(type) || counted.contains(type);
    }
}
