package dev.loomweight.input.recording;

import dev.loomweight.capture.SecretEvents;
import dev.loomweight.input.recording.reader.RecordingReader.EventSink;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Whether those who ask for events see what can be a secret in them ({@link SecretEvents}). Values are masked where they
 * leave the readers, so that a condition, a group or a join sees the mask and nothing can be found out by asking.
 */
public enum Secrets {
    /** Such values are {@link SecretEvents#MASK}. */
    MASKED,
    /** Such values are as they were recorded. */
    SHOWN;

    /** Whether events of a type can hold a secret. */
    public static boolean areIn(String type) {
        return SecretEvents.TYPES.contains(type);
    }

    /**
     * Events, as the words of a sentence: {@code 35 jdk.InitialEnvironmentVariable, 1 jdk.JVMInformation}.
     *
     * @param counts how many there are of each type
     */
    public static String words(Map<String, Long> counts) {
        return new TreeMap<>(counts)
                .entrySet().stream()
                        .map(type -> type.getValue() + " " + type.getKey())
                        .collect(Collectors.joining(", "));
    }

    /** A sink that sees events as it may see them. */
    EventSink over(EventSink sink) {
        if (this == SHOWN) {
            return sink;
        }
        MaskedView masked = new MaskedView();
        return event -> {
            Set<String> fields = SecretEvents.fields(event.typeName());
            sink.accept(fields.isEmpty() ? event : masked.over(event, fields));
        };
    }
}
