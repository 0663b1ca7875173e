package dev.loomweight.query;

import dev.loomweight.input.ParallelReads;
import dev.loomweight.input.recording.RecordingSource;
import dev.loomweight.input.recording.reader.Reading;
import dev.loomweight.sample.EventType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * The event types that recordings declare, and the number of events of each.
 *
 * @param types by name
 * @param counts by name; types without events are left out
 */
record TypeCounts(Map<String, EventType> types, Map<String, Long> counts) {

    /** Reads the headers of all events. */
    static TypeCounts read(List<RecordingSource> sources, RowProgress meter) {
        Map<String, EventType> types = new TreeMap<>();
        Map<String, Long> counts = new HashMap<>();
        // In the order of the recordings: what the last one says of a type counts.
        Map<Integer, Reading> readings = new ConcurrentSkipListMap<>();
        new ParallelReads()
                .run(
                        sources.stream().mapToLong(RecordingSource::bytes).toArray(),
                        (number, threads) -> readings.put(
                                number,
                                sources.get(number)
                                        .count(
                                                events -> {
                                                    meter.check();
                                                    meter.add(events);
                                                },
                                                threads)));
        for (Reading reading : readings.values()) {
            types.putAll(reading.types());
            reading.counts().forEach((name, count) -> counts.merge(name, count, Long::sum));
        }
        return new TypeCounts(types, counts);
    }
}
