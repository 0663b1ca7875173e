package dev.loomweight.rules;

import dev.loomweight.input.recording.Secrets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.openjdk.jmc.flightrecorder.parser.IEventSink;
import org.openjdk.jmc.flightrecorder.parser.IEventSinkFactory;
import org.openjdk.jmc.flightrecorder.parser.IParserExtension;
import org.openjdk.jmc.flightrecorder.parser.ValueField;

/**
 * Keeps events that can hold secrets from the rules while Mission Control loads a recording, since its texts quote them.
 * The events are left out and not masked: a rule that found no option in a mask would say that all is fine.
 */
final class SecretsLeftOut implements IParserExtension {

    private final Map<String, Long> counts = new ConcurrentSkipListMap<>();

    /** How many events were left out, by their type. */
    Map<String, Long> counts() {
        return counts;
    }

    @Override
    public IEventSinkFactory getEventSinkFactory(IEventSinkFactory next) {
        return new IEventSinkFactory() {
            @Override
            public IEventSink create(
                    String type, String label, String[] category, String description, List<ValueField> fields) {
                return Secrets.areIn(type)
                        ? values -> counts.merge(type, 1L, Long::sum)
                        : next.create(type, label, category, description, fields);
            }

            @Override
            public void flush() {
                next.flush();
            }
        };
    }
}
