package dev.loomweight.input.recording.reader;

import dev.loomweight.sample.EventView;

/** Takes events as a reader reads them. */
@FunctionalInterface
public interface EventSink {

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
