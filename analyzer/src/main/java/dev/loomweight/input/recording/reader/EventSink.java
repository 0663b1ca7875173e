package dev.loomweight.input.recording.reader;

import dev.loomweight.sample.EventView;

/** Takes events as a reader reads them. */
@FunctionalInterface
public interface EventSink {

    /** One event, valid during this call only. */
    void accept(EventView event);
}
