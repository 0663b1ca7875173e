package dev.loomweight.input.recording.reader.chunk;

import java.util.ArrayList;
import java.util.List;

/**
 * Counts of what could not be read in a chunk, or was read unexpectedly.
 *
 * @param damagedEvents wanted events that contradict the metadata, or themselves
 * @param missingConstants how often a wanted event refers to a constant that its chunk does not hold
 * @param brokenCheckpoints checkpoints of which a part could not be read
 * @param unknownEvents events of types that the metadata does not describe, because what described them was not written
 *     or is damaged
 * @param unflushedEvents wanted events that were written after the last flush of an unfinished chunk, and read
 */
record DamageCounts(
        long damagedEvents, long missingConstants, long brokenCheckpoints, long unknownEvents, long unflushedEvents) {

    static final DamageCounts NONE = new DamageCounts(0, 0, 0, 0, 0);

    /** The sums. */
    DamageCounts and(DamageCounts other) {
        return new DamageCounts(
                damagedEvents + other.damagedEvents,
                missingConstants + other.missingConstants,
                brokenCheckpoints + other.brokenCheckpoints,
                unknownEvents + other.unknownEvents,
                unflushedEvents + other.unflushedEvents);
    }

    /** One sentence for each count that is not 0. */
    List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        add(sentences, damagedEvents, "event was", "events were", "not read: the recording is damaged there.");
        add(
                sentences,
                brokenCheckpoints,
                "checkpoint was",
                "checkpoints were",
                "read in part: names, threads and stacks of events can be missing.");
        add(
                sentences,
                missingConstants,
                "reference of an event leads",
                "references of events lead",
                "to a name, thread or stack that the recording does not contain.");
        add(
                sentences,
                unknownEvents,
                "event is",
                "events are",
                "of types that the recording does not describe, and were skipped.");
        add(sentences, unflushedEvents, "event was", "events were", "written after the last flush, but could be read.");
        return sentences;
    }

    private static void add(List<String> sentences, long count, String one, String many, String rest) {
        if (count > 0) {
            sentences.add(count + " " + (count == 1 ? one : many) + " " + rest);
        }
    }
}
