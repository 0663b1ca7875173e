package dev.loomweight.sample;

import java.util.List;

/**
 * A type of event, as a recording's metadata describes it.
 *
 * @param name the full name, such as {@code jdk.VirtualThreadPinned}
 * @param label what people call it; the name where the metadata has no other
 * @param fields its fields, in the order of the metadata
 */
public record EventType(String name, String label, List<EventField> fields) {

    public EventType {
        fields = List.copyOf(fields);
    }
}
