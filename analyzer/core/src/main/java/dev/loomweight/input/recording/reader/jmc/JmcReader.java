package dev.loomweight.input.recording.reader.jmc;

import dev.loomweight.input.recording.reader.ChunkHeader;
import dev.loomweight.input.recording.reader.ChunkedFile;
import dev.loomweight.input.recording.reader.ChunkedFile.Gap;
import dev.loomweight.input.recording.reader.LibrarySink;
import dev.loomweight.input.recording.reader.RecordingReader;
import dev.loomweight.input.recording.reader.RecordingReader.EventSink;
import dev.loomweight.input.recording.reader.RecordingReader.Reading;
import dev.loomweight.input.recording.reader.RecordingReader.WantedEvents;
import dev.loomweight.input.recording.reader.StackPool;
import dev.loomweight.input.recording.reader.WholeChunks;
import dev.loomweight.sample.EventType;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmc.common.IMCStackTrace;
import org.openjdk.jmc.flightrecorder.CouldNotLoadRecordingException;
import org.openjdk.jmc.flightrecorder.JfrLoaderToolkit;
import org.openjdk.jmc.flightrecorder.internal.util.JfrInternalConstants;
import org.openjdk.jmc.flightrecorder.parser.IEventSink;
import org.openjdk.jmc.flightrecorder.parser.IEventSinkFactory;
import org.openjdk.jmc.flightrecorder.parser.IParserExtension;
import org.openjdk.jmc.flightrecorder.parser.ValueField;

/**
 * Reads with the parser of JDK Mission Control, which shares no code with the JDK's reader and with Loomweight's: a
 * second reference. One thread reads everything, and only one chunk with its constants is in memory.
 *
 * <p>The parser gives up on a chunk with a {@code jdk.ActiveSetting} of an event type that the chunk's metadata does not
 * describe; the other readers skip the event.
 */
public final class JmcReader implements RecordingReader {

    // The parser holds a chunk in an array that it makes a fifth larger.
    private static final long MAX_CHUNK_BYTES = (long) ((Integer.MAX_VALUE - 8) / 1.2);

    /** A reader that uses Mission Control. */
    public JmcReader() {}

    @Override
    public Reading read(ChunkedFile recording, WantedEvents wanted, Supplier<? extends EventSink> sinks)
            throws IOException {
        WholeChunks whole = WholeChunks.of(recording);
        MissionControl.silenceLog();
        LibrarySink sink = new LibrarySink(sinks.get());
        StackPool<IMCStackTrace> stacks = new StackPool<>(JmcValues::convertStack);
        Map<String, EventType> types = new HashMap<>();
        Map<String, Long> counts = new HashMap<>();
        List<Gap> gaps = new ArrayList<>(whole.gaps());
        List<String> notes = new ArrayList<>();
        int chunks = 0;
        for (ChunkHeader chunk : whole.chunks()) {
            long before = sink.count();
            stacks.forgetRecorded();
            JmcValues values = new JmcValues(new JmcClock(chunk), stacks);
            String error = load(whole, chunk, new EventExtension(wanted, sink, values, types, counts, new HashMap<>()));
            sink.rethrow();
            long count = sink.count() - before;
            chunks += error == null || count > 0 ? 1 : 0;
            if (error != null && count > 0) {
                notes.add("The chunk at " + chunk.offset() + " is damaged: JDK Mission Control stopped after " + count
                        + " of the requested events: " + error + ".");
            } else if (error != null) {
                String reason = "JDK Mission Control could not read the chunk there: " + error;
                gaps.add(new Gap(chunk.offset(), chunk.size(), reason));
            }
        }
        notes.addAll(sink.notes());
        return new Reading(types, counts, chunks, gaps, notes);
    }

    private static @Nullable String load(WholeChunks whole, ChunkHeader chunk, EventExtension extension) {
        if (chunk.size() > MAX_CHUNK_BYTES) {
            return "it is larger than " + MAX_CHUNK_BYTES + " bytes";
        }
        try (InputStream bytes = whole.open(chunk)) {
            JfrLoaderToolkit.loadEvents(JmcClock.inTicks(bytes), List.of(extension));
            return null;
        } catch (CouldNotLoadRecordingException | IOException | RuntimeException | StackOverflowError e) {
            return e.toString();
        }
    }

    /** Takes the events as they are parsed, so that the parser keeps none. It is called by one thread at a time. */
    private record EventExtension(
            WantedEvents wanted,
            LibrarySink sink,
            JmcValues values,
            Map<String, EventType> types,
            Map<String, Long> counts,
            Map<String, JmcEventType> described)
            implements IParserExtension, IEventSinkFactory {

        @Override
        public @Nullable String getValueInterpretation(String eventType, String field) {
            return eventType.equals("jdk.ActiveSetting") && field.equals("id") && wanted.reads(eventType)
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
            JmcEventType type = new JmcEventType(name, label, fields);
            described.put(name, type);
            if (!wanted.covers(name)) {
                return event -> {};
            }
            types.put(name, type.describe());
            boolean read = wanted.reads(name);
            return event -> {
                counts.merge(name, 1L, Long::sum);
                if (read) {
                    sink.accept(new JmcEventView(type, described, values, event));
                }
            };
        }

        @Override
        public void flush() {
            // Nothing is buffered.
        }
    }
}
