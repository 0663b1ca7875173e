package dev.loomweight.source.recording.reader.chunk;

import java.util.ArrayList;
import java.util.List;

/**
 * What was found and could not be read, or was read against expectation.
 *
 * @param damagedEvents wanted events that contradict the metadata, or themselves
 * @param missingConstants how often a wanted event refers to a constant that its chunk does not hold
 * @param brokenCheckpoints checkpoints of which a part could not be read
 * @param unflushedEvents wanted events that were written after the last flush of an unfinished chunk, and read
 */
record Losses(long damagedEvents, long missingConstants, long brokenCheckpoints, long unflushedEvents) {

    static final Losses NONE = new Losses(0, 0, 0, 0);

    /** Both together. */
    Losses and(Losses other) {
        return new Losses(
                damagedEvents + other.damagedEvents,
                missingConstants + other.missingConstants,
                brokenCheckpoints + other.brokenCheckpoints,
                unflushedEvents + other.unflushedEvents);
    }

    /** One sentence for each kind that there is. */
    List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        if (damagedEvents > 0) {
            sentences.add(damagedEvents + (damagedEvents == 1 ? " event was" : " events were")
                    + " not read: the recording is damaged there.");
        }
        if (brokenCheckpoints > 0) {
            sentences.add(brokenCheckpoints + (brokenCheckpoints == 1 ? " checkpoint was" : " checkpoints were")
                    + " read in part: names, threads and stacks of events can be missing.");
        }
        if (missingConstants > 0) {
            sentences.add(missingConstants
                    + (missingConstants == 1 ? " reference of an event leads" : " references of events lead")
                    + " to a name, thread or stack that the recording does not hold.");
        }
        if (unflushedEvents > 0) {
            sentences.add(unflushedEvents + (unflushedEvents == 1 ? " event was" : " events were")
                    + " written after the last flush, and read all the same.");
        }
        return sentences;
    }
}
