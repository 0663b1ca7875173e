package dev.loomweight.input.recording.reader.chunk;

import dev.loomweight.sample.EventField;
import dev.loomweight.sample.EventType;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the events and constants of a chunk look like. The chunks of one JVM mostly have the same metadata, byte for
 * byte, so one object serves many chunks.
 */
final class Metadata {

    /** The number of the event that holds the metadata itself. */
    static final long EVENT = 0;

    // With all fields of fields: far above any event type of a JVM, and what damage can make has no end.
    private static final int MOST_FIELDS = 10_000;

    private final Map<Long, ClassDef> byId;
    private final MetadataStrings strings;
    // Chunks that are read at the same time share it.
    private final Map<Long, Skip> skips = new ConcurrentHashMap<>();
    private final Map<ClassDef, Layout> layouts = new ConcurrentHashMap<>();
    private final Map<ClassDef, EventType> described = new ConcurrentHashMap<>();
    private final List<ClassDef> events;
    private final Set<String> unknown;

    /** @param unknown words of the metadata where no known JDK writes them */
    Metadata(Map<Long, ClassDef> byId, MetadataStrings strings, Set<String> unknown) {
        this.byId = Map.copyOf(byId);
        this.strings = strings;
        this.unknown = Set.copyOf(unknown);
        this.events = this.byId.values().stream().filter(ClassDef::isEvent).toList();
    }

    /** The class of that number, or null. */
    @Nullable
    ClassDef type(long id) {
        return byId.get(id);
    }

    /** Whether events of a type, by its full name, have a field. */
    boolean isRecorded(String eventType, String field) {
        for (ClassDef type : events) {
            if (type.name().equals(eventType)) {
                return layout(type).number(field) >= 0;
            }
        }
        return false;
    }

    /** All event types. */
    List<ClassDef> events() {
        return events;
    }

    /** How to skip a constant of a class; null for a number that no class has. */
    @Nullable
    Skip skip(long id) {
        ClassDef type = byId.get(id);
        return type == null ? null : skips.computeIfAbsent(id, key -> Skip.over(type));
    }

    /** The full names of all event types. */
    Set<String> names() {
        return events.stream().map(ClassDef::name).collect(Collectors.toUnmodifiableSet());
    }

    /** The layout of the fields of a class. */
    Layout layout(ClassDef type) {
        return layouts.computeIfAbsent(type, Layout::new);
    }

    /** Words of the metadata where no known JDK writes them. */
    Set<String> unknown() {
        return unknown;
    }

    /**
     * An event type as the outside knows it.
     *
     * @throws IndexOutOfBoundsException if it has more fields than a JVM can mean
     */
    EventType describe(ClassDef type) {
        return described.computeIfAbsent(
                type,
                event -> new EventType(
                        event.name(),
                        label(event.label(), event.name()),
                        fields(event, new HashSet<>(), new AtomicInteger())));
    }

    private List<EventField> fields(ClassDef type, Set<ClassDef> within, AtomicInteger count) {
        if (!within.add(type)) {
            return List.of();
        }
        if (count.addAndGet(type.fields().size()) > MOST_FIELDS) {
            throw new IndexOutOfBoundsException("fields nested endlessly");
        }
        List<EventField> fields = type.fields().stream()
                .map(field -> new EventField(
                        field.name(),
                        label(field.label(), field.name()),
                        field.type().unwrapped().name(),
                        field.array(),
                        field.meaning(),
                        fields(field.type().unwrapped(), within, count)))
                .toList();
        within.remove(type);
        return fields;
    }

    private String label(int index, String name) {
        return index < 0 ? name : strings.get(index);
    }
}
