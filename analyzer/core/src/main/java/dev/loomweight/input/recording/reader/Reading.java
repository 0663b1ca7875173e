package dev.loomweight.input.recording.reader;

import dev.loomweight.input.recording.reader.ChunkedFile.Gap;
import dev.loomweight.sample.EventType;
import java.util.List;
import java.util.Map;

/**
 * What is known about a reading, beyond the events.
 *
 * @param types the wanted event types that the metadata of any chunk describes, by name
 * @param counts how many events there are of each wanted type, by name, whether or not their fields could be read; types
 *     without events are left out
 * @param chunks how many chunks could be read, even if not completely
 * @param gaps bytes within chunks that could not be read, in the order of the file
 * @param notes what else a reader of the report must know, as sentences
 */
public record Reading(
        Map<String, EventType> types, Map<String, Long> counts, int chunks, List<Gap> gaps, List<String> notes) {

    public Reading {
        types = Map.copyOf(types);
        counts = Map.copyOf(counts);
        gaps = List.copyOf(gaps);
        notes = List.copyOf(notes);
    }
}
