package dev.loomweight.input.recording.reader.jdk;

import dev.loomweight.input.recording.reader.Reading;
import dev.loomweight.input.recording.reader.Recording.Gap;
import dev.loomweight.sample.EventType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What all passes over one recording gave together. */
final class JdkOutcome {

    private final Map<String, EventType> types = new HashMap<>();
    private final Map<String, Long> missing = new TreeMap<>();
    private final List<Gap> gaps = new ArrayList<>();
    private final List<String> damages = new ArrayList<>();
    private long damagedEvents;
    private int chunks;

    /**
     * Adds a pass that has ended.
     *
     * @param written the number of events by type number in what it read
     * @param passed the chunks in it
     */
    void add(JdkEventPass pass, Map<Long, Long> written, int passed) {
        types.putAll(pass.types());
        pass.missing(written).forEach((type, count) -> missing.merge(type, count, Long::sum));
        if (pass.damage() != null) {
            damages.add(String.valueOf(pass.damage()));
        }
        damagedEvents += pass.damagedEvents();
        chunks += pass.readAnything() ? passed : 0;
    }

    /** Adds bytes that no pass was given. */
    void add(Gap gap) {
        gaps.add(gap);
    }

    /** What there is to say of it. */
    Reading reading() {
        List<String> notes = new ArrayList<>();
        missing.forEach(
                (type, count) -> notes.add(count + " " + type + " events were not read: the recording is damaged."));
        if (notes.isEmpty() && !damages.isEmpty()) {
            notes.add("The recording is damaged: its reader gave up with " + damages.getFirst() + ".");
        }
        if (damagedEvents > 0) {
            notes.add(damagedEvents + (damagedEvents == 1 ? " event was" : " events were")
                    + " not read: the recording is damaged there.");
        }
        return new Reading(types, chunks, gaps, notes);
    }
}
