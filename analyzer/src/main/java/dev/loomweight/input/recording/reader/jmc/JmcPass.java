package dev.loomweight.input.recording.reader.jmc;

import dev.loomweight.input.recording.reader.ChunkHeader;
import dev.loomweight.input.recording.reader.DamagedEventException;
import dev.loomweight.input.recording.reader.EventSink;
import dev.loomweight.input.recording.reader.GuardedView;
import dev.loomweight.input.recording.reader.Recording.Gap;
import dev.loomweight.sample.EventType;
import dev.loomweight.sample.EventView;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmc.flightrecorder.CouldNotLoadRecordingException;
import org.openjdk.jmc.flightrecorder.JfrLoaderToolkit;
import org.openjdk.jmc.flightrecorder.internal.util.JfrInternalConstants;
import org.openjdk.jmc.flightrecorder.parser.IEventSink;
import org.openjdk.jmc.flightrecorder.parser.IEventSinkFactory;
import org.openjdk.jmc.flightrecorder.parser.IParserExtension;
import org.openjdk.jmc.flightrecorder.parser.ValueField;

/**
 * One pass over the chunks of a recording. Mission Control loads each by itself, and an extension of its parser takes
 * the events as they are parsed, so that it keeps none of them.
 */
final class JmcPass {

    private static final String SETTING = "jdk.ActiveSetting";

    private final Set<String> wanted;
    private final EventSink sink;
    private final JmcStacks stacks = new JmcStacks();
    private final Map<String, EventType> types = new HashMap<>();
    private final List<Gap> gaps = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private int chunks;

    JmcPass(Set<String> wanted, EventSink sink) {
        this.wanted = wanted;
        this.sink = sink;
    }

    /**
     * Reads a chunk, as far as that is possible.
     *
     * @param header its header
     * @param bytes all of it
     * @throws IOException if its header cannot be read again
     */
    void read(ChunkHeader header, InputStream bytes) throws IOException {
        ChunkEvents events = new ChunkEvents(new JmcClock(header));
        String trouble = null;
        stacks.startChunk();
        try {
            JfrLoaderToolkit.loadEvents(JmcClock.inTicks(bytes), List.of(events));
        } catch (CouldNotLoadRecordingException | IOException | RuntimeException | StackOverflowError e) {
            trouble = e.toString();
        }
        if (events.failure instanceof RuntimeException e) {
            throw e;
        }
        if (events.failure instanceof Error e) {
            throw e;
        }
        if (events.damagedEvents > 0) {
            notes.add(events.damagedEvents + (events.damagedEvents == 1 ? " event was" : " events were")
                    + " not read: the recording is damaged there.");
        }
        if (trouble == null || events.handedOver > 0) {
            chunks++;
        }
        if (trouble != null && events.handedOver == 0) {
            gaps.add(new Gap(
                    header.offset(),
                    header.size(),
                    "the chunk there is damaged, JDK Mission Control gave up with " + trouble));
        } else if (trouble != null) {
            notes.add("The chunk at " + header.offset() + " is damaged: JDK Mission Control gave up with " + trouble
                    + " after " + events.handedOver + " of the events that were asked for.");
        }
    }

    /** The wanted types that the metadata describes. */
    Map<String, EventType> types() {
        return types;
    }

    /** How many chunks were read, if not wholly. */
    int chunks() {
        return chunks;
    }

    /** The chunks that could not be read. */
    List<Gap> gaps() {
        return gaps;
    }

    /** One sentence for each chunk that was not read wholly. */
    List<String> notes() {
        return notes;
    }

    /** Takes the events of one chunk. Mission Control calls it from one thread, and is waited for. */
    private final class ChunkEvents implements IParserExtension, IEventSinkFactory {

        private final JmcClock clock;
        private long handedOver;
        private long damagedEvents;
        private @Nullable Throwable failure;

        ChunkEvents(JmcClock clock) {
            this.clock = clock;
        }

        @Override
        public @Nullable String getValueInterpretation(String eventType, String field) {
            return eventType.equals(SETTING) && field.equals("id") && wanted.contains(SETTING)
                    ? JfrInternalConstants.TYPE_IDENTIFIER_VALUE_INTERPRETATION
                    : null;
        }

        @Override
        public IEventSinkFactory getEventSinkFactory(IEventSinkFactory below) {
            return this;
        }

        @Override
        public IEventSink create(
                String name, String label, String[] category, String description, List<ValueField> fields) {
            if (!wanted.contains(name)) {
                return values -> {};
            }
            JmcEventType type = new JmcEventType(name, label, fields);
            types.put(name, type.describe());
            JmcEventView view = new JmcEventView(type, stacks, clock);
            GuardedView guarded = new GuardedView(view);
            return values -> {
                view.show(values);
                handOver(guarded);
            };
        }

        private void handOver(EventView view) {
            handedOver++;
            try {
                sink.accept(view);
            } catch (DamagedEventException e) {
                damagedEvents++;
            } catch (RuntimeException | Error e) {
                failure = e;
                throw e;
            }
        }

        @Override
        public void flush() {
            // Nothing is held back.
        }
    }
}
