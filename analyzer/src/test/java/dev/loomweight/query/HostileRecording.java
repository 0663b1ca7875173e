package dev.loomweight.query;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import jdk.jfr.AnnotationElement;
import jdk.jfr.Event;
import jdk.jfr.EventFactory;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.ValueDescriptor;

/**
 * Makes recordings with names and values that JFR itself does not accept: an event is recorded with plain ones of the
 * same length, and these are replaced in the file.
 */
public final class HostileRecording {

    private HostileRecording() {}

    /**
     * Records one event of one field.
     *
     * @param type the name of the type of event, of ASCII characters
     * @param field the name of its field, of ASCII characters
     * @param value the value, of ASCII characters
     */
    public static void write(Path file, String type, String field, String value) throws IOException {
        // Letters that stand nowhere else in the file, in the length of what comes in their place.
        String plainType = "T" + "y".repeat(type.length() - 1);
        String plainField = "F" + "w".repeat(field.length() - 1);
        String plainValue = "V" + "q".repeat(value.length() - 1);
        EventFactory factory = EventFactory.create(
                List.of(new AnnotationElement(Name.class, plainType)),
                List.of(new ValueDescriptor(String.class, plainField)));
        try (Recording recording = new Recording()) {
            recording.enable(plainType);
            recording.start();
            Event event = factory.newEvent();
            event.set(0, plainValue);
            event.commit();
            recording.stop();
            recording.dump(file);
        } finally {
            factory.unregister();
        }
        // Each byte a character, and back.
        String bytes = Files.readString(file, StandardCharsets.ISO_8859_1);
        for (Map.Entry<String, String> name :
                Map.of(plainType, type, plainField, field, plainValue, value).entrySet()) {
            if (!bytes.contains(name.getKey())) {
                throw new IllegalStateException("the recording does not hold " + name.getKey());
            }
            bytes = bytes.replace(name.getKey(), name.getValue());
        }
        Files.writeString(file, bytes, StandardCharsets.ISO_8859_1);
    }
}
