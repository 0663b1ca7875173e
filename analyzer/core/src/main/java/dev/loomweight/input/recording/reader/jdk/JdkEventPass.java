package dev.loomweight.input.recording.reader.jdk;

import dev.loomweight.input.recording.reader.LibrarySink;
import dev.loomweight.input.recording.reader.RecordingReader.WantedEvents;
import dev.loomweight.input.recording.reader.StackPool;
import dev.loomweight.sample.EventType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.consumer.EventStream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedStackTrace;
import org.jspecify.annotations.Nullable;

/** One pass over one file with the JDK's event stream: passes events on, and counts them. */
final class JdkEventPass {

    private final WantedEvents wanted;
    private final LibrarySink sink;
    private final StackPool<RecordedStackTrace> stacks = new StackPool<>(JdkValues::stack);
    private final Map<Long, String> typeNames = new HashMap<>();
    private final Map<String, jdk.jfr.EventType> described = new HashMap<>();
    private final Map<String, EventType> types = new HashMap<>();
    // By the number of the type.
    private final Map<Long, Long> counts = new HashMap<>();
    private @Nullable Throwable parserError;

    JdkEventPass(WantedEvents wanted, LibrarySink sink) {
        this.wanted = wanted;
        this.sink = sink;
    }

    /**
     * Reads the file to its end, or to where it cannot be read any more.
     *
     * @throws IOException if it cannot be opened
     */
    void read(Path file) throws IOException {
        try (EventStream stream = EventStream.openFile(file)) {
            stream.setOrdered(false);
            stream.setReuse(true);
            stream.onMetadata(event -> event.getEventTypes().forEach(this::addType));
            if (wanted.read() instanceof WantedEvents.All) {
                stream.onEvent(event -> accept(event, stream));
            }
            wanted.read().forEach(type -> stream.onEvent(type, event -> accept(event, stream)));
            wanted.onRequest().keySet().forEach(type -> stream.onEvent(type, event -> accept(event, stream)));
            stream.onError(sink::fail);
            start(stream);
        }
        sink.rethrow();
    }

    private void start(EventStream stream) {
        try {
            stream.start();
        } catch (RuntimeException | InternalError | StackOverflowError e) {
            parserError = e;
        }
    }

    private void accept(RecordedEvent event, EventStream stream) {
        counts.merge(event.getEventType().getId(), 1L, Long::sum);
        try {
            sink.accept(new JdkEventView(stacks, typeNames, described, event));
        } catch (RuntimeException | Error e) {
            // The stream would print it and continue; the sink keeps it.
            stream.close();
        }
    }

    private void addType(jdk.jfr.EventType type) {
        typeNames.put(type.getId(), type.getName());
        described.put(type.getName(), type);
        if (wanted.covers(type.getName())) {
            types.put(type.getName(), JdkTypes.describe(type));
        }
    }

    /** Whether the metadata of any chunk could be read. */
    boolean readAnything() {
        return !typeNames.isEmpty();
    }

    /** The wanted types that the metadata describes. */
    Map<String, EventType> types() {
        return types;
    }

    /**
     * How many events of each wanted type were not read; types of which all were read are not in it.
     *
     * @param written the number of events by the number of their type, never too high
     */
    Map<String, Long> missing(Map<Long, Long> written) {
        Map<String, Long> missing = new TreeMap<>();
        typeNames.forEach((id, name) -> {
            if (wanted.reads(name)) {
                missing.merge(name, written.getOrDefault(id, 0L) - counts.getOrDefault(id, 0L), Long::sum);
            }
        });
        missing.values().removeIf(count -> count <= 0);
        return missing;
    }

    /**
     * How many events there are of each wanted type, by name.
     *
     * @param written the number of events by the number of their type
     */
    Map<String, Long> counts(Map<Long, Long> written) {
        Map<String, Long> all = new TreeMap<>();
        typeNames.forEach((id, name) -> {
            long count = written.getOrDefault(id, 0L);
            if (count > 0 && types.containsKey(name)) {
                all.merge(name, count, Long::sum);
            }
        });
        return all;
    }

    /** What the JDK's parser gave up with, which is where the recording contradicts itself; or null. */
    @Nullable
    Throwable parserError() {
        return parserError;
    }
}
