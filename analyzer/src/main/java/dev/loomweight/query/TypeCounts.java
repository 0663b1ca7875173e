package dev.loomweight.query;

import dev.loomweight.input.ParallelReads;
import dev.loomweight.input.recording.RecordingSource;
import dev.loomweight.input.recording.reader.EventSink;
import dev.loomweight.sample.EventType;
import dev.loomweight.sample.EventView;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The event types that recordings declare, and the number of events of each.
 *
 * @param types by name
 * @param counts by name; types without events are left out
 */
record TypeCounts(Map<String, EventType> types, Map<String, Long> counts) {

    /** Reads the headers of all events. */
    static TypeCounts read(List<RecordingSource> sources, RowProgress meter) {
        List<Counter> counters = Collections.synchronizedList(new ArrayList<>());
        Map<String, EventType> types = new TreeMap<>();
        List<Map<String, EventType>> found = new ArrayList<>(Collections.nCopies(sources.size(), Map.of()));
        new ParallelReads()
                .run(
                        sources.stream().mapToLong(RecordingSource::bytes).toArray(),
                        (i, threads) -> found.set(
                                i,
                                sources.get(i)
                                        .events(
                                                RecordingSource.ALL_TYPES,
                                                () -> {
                                                    Counter counter = new Counter(meter);
                                                    counters.add(counter);
                                                    return counter;
                                                },
                                                threads)
                                        .types()));
        found.forEach(types::putAll);
        Map<String, Long> counts = new HashMap<>();
        counters.forEach(counter -> counter.counts.forEach((name, count) -> counts.merge(name, count[0], Long::sum)));
        return new TypeCounts(types, counts);
    }

    /** Counts the events that one thread reads. */
    private static final class Counter implements EventSink {
        private static final int STRIDE = 4096;

        private final RowProgress meter;
        private final Map<String, long[]> counts = new HashMap<>();
        private int passed;

        Counter(RowProgress meter) {
            this.meter = meter;
        }

        @Override
        public void accept(EventView event) {
            counts.computeIfAbsent(event.typeName(), key -> new long[1])[0]++;
            if (++passed % STRIDE == 0) {
                meter.check();
                meter.add(STRIDE);
            }
        }
    }
}
