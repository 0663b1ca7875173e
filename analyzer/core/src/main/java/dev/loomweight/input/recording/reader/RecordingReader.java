package dev.loomweight.input.recording.reader;

import dev.loomweight.input.recording.reader.ChunkedFile.Gap;
import dev.loomweight.sample.EventType;
import dev.loomweight.sample.EventView;
import java.io.IOException;
import java.util.AbstractSet;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** A way to read the events of recordings. All of them give the same of a recording that is not damaged. */
public interface RecordingReader {

    /**
     * Passes on every event of some types, once, and counts those of others.
     *
     * @param recording what to read; has at least one chunk
     * @param wanted the wanted types; everything else is skipped
     * @param sinks gives each thread that reads a sink of its own. A sink gets the events of a chunk in the order of
     *     the file, and chunks in their order too; the order between sinks means nothing. What a sink throws ends the
     *     reading and is rethrown.
     * @return the result of the reading
     * @throws IOException if nothing can be read
     * @throws UnreadableRecordingException if the recording has something that this reader does not know, and others
     *     may
     */
    Reading read(ChunkedFile recording, WantedEvents wanted, Supplier<? extends EventSink> sinks) throws IOException;

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
    record Reading(
            Map<String, EventType> types, Map<String, Long> counts, int chunks, List<Gap> gaps, List<String> notes) {

        public Reading {
            types = Map.copyOf(types);
            counts = Map.copyOf(counts);
            gaps = List.copyOf(gaps);
            notes = List.copyOf(notes);
        }
    }

    /**
     * Which events of a recording are wanted, and how much of them.
     *
     * @param read the full names of the types whose events are passed on; may be {@link All}
     * @param counted the full names of the types of which only the number of events is wanted; may be {@link All}.
     *     A type that is read is counted as well
     * @param onRequest the full names of the types whose events a reader may leave unread until its sink {@linkplain
     *     EventSink#requests asks} for them, and where it may; they are counted in any case
     */
    record WantedEvents(Set<String> read, Set<String> counted, Map<String, Where> onRequest) {

        public WantedEvents {
            read = read instanceof All ? read : Set.copyOf(read);
            counted = counted instanceof All ? counted : Set.copyOf(counted);
            onRequest = Map.copyOf(onRequest);
        }

        /**
         * The recordings whose metadata has some field.
         *
         * @param eventType the full name of the type of event
         * @param field the field of such events
         */
        public record Where(String eventType, String field) {}

        /** All events of some types, with their fields. */
        public static WantedEvents reading(Set<String> types) {
            return new WantedEvents(types, Set.of(), Map.of());
        }

        /** The number of events of every type. */
        public static WantedEvents counting() {
            return counting(All.INSTANCE);
        }

        /** The number of events of some types. */
        public static WantedEvents counting(Set<String> types) {
            return new WantedEvents(Set.of(), types, Map.of());
        }

        /** Whether events of a type are passed on, at least on request. */
        public boolean reads(String type) {
            return read.contains(type) || onRequest.containsKey(type);
        }

        /** Whether a type is wanted, if only the number of its events. */
        public boolean covers(String type) {
            return reads(type) || counted.contains(type);
        }

        /** A set that contains every name: readers ask for each type that they find whether it is wanted. */
        public static final class All extends AbstractSet<String> {

            /** The set. */
            public static final Set<String> INSTANCE = new All();

            private All() {}

            @Override
            public boolean contains(Object name) {
                return true;
            }

            @Override
            public Iterator<String> iterator() {
                return Collections.emptyIterator();
            }

            @Override
            public int size() {
                return Integer.MAX_VALUE;
            }
        }
    }

    /** Takes events as a reader reads them. */
    @FunctionalInterface
    interface EventSink {

        /** One event, valid during this call only. */
        void accept(EventView event);

        /**
         * Says that the events that follow are of another chunk. Readers of libraries do not say it, and pass on everything
         * that is wanted.
         *
         * @param startNanos when the chunk began, in nanoseconds since 1970
         */
        default void chunk(long startNanos) {}

        /**
         * Whether events of a type that is read on request are wanted after all, now that all other events of the chunk have
         * been passed on.
         */
        default Request requests(String type) {
            return Request.NONE;
        }

        /** Which events are wanted after all. */
        enum Request {
            /** None. */
            NONE,
            /** Those of this chunk. */
            CHUNK,
            /** Those of this chunk, and of the one before it. */
            CHUNK_AND_BEFORE,
            /** Those of the whole recording, once all that asks has been passed on. */
            RECORDING;

            /** Whether those of the chunk that asks are passed on with it, and not later. */
            public boolean isAtOnce() {
                return this == CHUNK || this == CHUNK_AND_BEFORE;
            }
        }

        /**
         * Says that everything else has been passed on, to this sink or another of the reading, and that the events that follow
         * are those that were requested of other chunks or of the whole recording. Readers of libraries do not say it.
         */
        default void answers() {}

        /**
         * Says now and then that events were passed that are only to be counted, so that those who wait see progress and can
         * stop the reading by throwing. Readers of libraries do not say it.
         *
         * @param number how many, since the last call
         */
        default void passed(long number) {}
    }
}
