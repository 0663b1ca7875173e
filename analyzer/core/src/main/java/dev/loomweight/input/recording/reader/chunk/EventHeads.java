package dev.loomweight.input.recording.reader.chunk;

import java.util.function.LongConsumer;

/** A walk over the heads of events, for those who look for one type and trust no other way to it. */
final class EventHeads {

    private EventHeads() {}

    /**
     * Walks from one position to another, or to the first invalid event.
     *
     * @param in the chunk
     * @param from where an event begins
     * @param to no event may reach beyond
     * @param type the number of the type that is looked for
     * @param found takes where each event of that type begins; may move the input
     */
    static void walk(ChunkInput in, long from, long to, long type, LongConsumer found) {
        long at = from;
        while (at < to) {
            long length;
            boolean wanted;
            try {
                in.seek(at);
                length = in.readLong();
                wanted = in.readLong() == type;
            } catch (IndexOutOfBoundsException e) {
                // The last event is truncated: those before it have been found.
                return;
            }
            if (length <= 0 || length > to - at) {
                return;
            }
            if (wanted) {
                found.accept(at);
            }
            at += length;
        }
    }
}
