package dev.loomweight.query;

import dev.loomweight.input.ParallelReads;
import dev.loomweight.input.recording.RecordingSource;
import dev.loomweight.input.recording.reader.Reading;
import dev.loomweight.sample.EventType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The event types that recordings declare, and the number of events of each.
 *
 * @param types by name
 * @param counts by name; types without events are left out
 */
record TypeCounts(Map<String, EventType> types, Map<String, Long> counts) {

    /** Reads the headers of all events. */
    static TypeCounts read(List<RecordingSource> sources, RowProgress meter) {
        @Nullable Reading[] readings = new @Nullable Reading[sources.size()];
        new ParallelReads()
                .run(
                        sources.stream().mapToLong(RecordingSource::bytes).toArray(),
                        (i, threads) -> readings[i] = sources.get(i)
                                .count(
                                        events -> {
                                            meter.check();
                                            meter.add(events);
                                        },
                                        threads));
        Map<String, EventType> types = new TreeMap<>();
        Map<String, Long> counts = new HashMap<>();
        for (Reading reading : readings) {
            if (reading != null) {
                types.putAll(reading.types());
                reading.counts().forEach((name, count) -> counts.merge(name, count, Long::sum));
            }
        }
        return new TypeCounts(types, counts);
    }
}
