/**
 * Reads recordings with the parser of JDK Mission Control: an adapter from its parser extension to
 * {@link dev.loomweight.sample.EventView}. {@code JmcReader} gives the parser one complete chunk at a time,
 * {@code JmcClock} keeps the times exact, {@code JmcEventType} knows which of an event's values is which field,
 * {@code JmcEventView} is an event, {@code JmcValues} converts its values, {@code JmcObjects} reads the parser's own
 * objects.
 */
@NullMarked
package dev.loomweight.input.recording.reader.jmc;

import org.jspecify.annotations.NullMarked;
