package dev.loomweight.input.recording.reader;

import java.util.AbstractSet;
import java.util.Collections;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;

/**
 * Which events of a recording are wanted, and how much of them.
 *
 * @param read the full names of the types whose events are passed on; may be {@link All}
 * @param counted the full names of the types of which only the number of events is wanted; may be {@link All}.
 *     A type that is read is counted as well
 * @param onRequest the full names of the types whose events a reader may leave unread until its sink {@linkplain
 *     EventSink#requests asks} for them, and where it may; they are counted in any case
 */
public record WantedEvents(Set<String> read, Set<String> counted, Map<String, Where> onRequest) {

    public WantedEvents {
        read = read instanceof All ? read : Set.copyOf(read);
        counted = counted instanceof All ? counted : Set.copyOf(counted);
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
        return counting(All.INSTANCE);
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

    /** A set that contains every name: readers ask for each type that they find whether it is wanted. */
    public static final class All extends AbstractSet<String> {

        /** The set. */
        public static final Set<String> INSTANCE = new All();

        private All() {}

        @Override
        public boolean contains(Object name) {
            return true;
        }

        @Override
        public Iterator<String> iterator() {
            return Collections.emptyIterator();
        }

        @Override
        public int size() {
            return Integer.MAX_VALUE;
        }
    }
}
