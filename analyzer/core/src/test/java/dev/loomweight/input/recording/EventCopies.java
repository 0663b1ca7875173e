package dev.loomweight.input.recording;

import dev.loomweight.sample.EventType.EventField;
import dev.loomweight.sample.EventView;
import dev.loomweight.sample.StackTrace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import jdk.jfr.EventType;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;

/** Whole events, to compare what readers give: every field, and every field of those. */
public final class EventCopies {

    private EventCopies() {}

    /** The names of all event types that a recording knows, by the JDK. */
    public static Set<String> types(Path file) throws IOException {
        try (RecordingFile recording = new RecordingFile(file)) {
            return recording.readEventTypes().stream()
                    .map(EventType::getName)
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    /** Everything that an event can be asked for. */
    public static Map<String, @Nullable Object> of(EventView event) {
        Map<String, @Nullable Object> copy = new LinkedHashMap<>();
        copy.put("(type)", event.typeName());
        copy.put("(stack)", event.stack());
        for (EventField field : event.type().fields()) {
            copy.put(field.name(), event.value(field.name()));
            for (EventField within :
                    field.array() || !event.has(field.name()) ? List.<EventField>of() : field.fields()) {
                if (copy.get(field.name()) != null && !(copy.get(field.name()) instanceof StackTrace)) {
                    String path = field.name() + "." + within.name();
                    copy.put(path, nested(event, path));
                }
            }
        }
        return copy;
    }

    // A type that wraps its only field has no path to it at the JDK.
    private static @Nullable Object nested(EventView event, String path) {
        try {
            return event.value(path);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
