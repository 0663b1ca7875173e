package dev.loomweight.source.recording.reader.jdk;

import dev.loomweight.source.recording.reader.EventSink;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import jdk.jfr.EventType;
import jdk.jfr.consumer.EventStream;

/**
 * Reads a repository while a JVM writes it, by the JDK's event stream: it knows when a chunk grew and when the next one
 * began. Events come about a second after they were written, since JFR flushes once a second.
 */
public final class JdkFollower implements AutoCloseable {

    private static final String THREAD = "loomweight-follower";

    private final EventStream stream;
    private final Map<Long, String> typeNames = new HashMap<>();
    private final JdkStacks stacks = new JdkStacks();

    /**
     * Opens it; nothing is read yet.
     *
     * @param repository the folder with the chunks
     * @param from events that ended earlier are not wanted
     * @param wanted the event types
     * @param known takes each event type that a chunk describes, before its events
     * @param sink takes the events, on the thread that reads
     * @throws IOException if the folder cannot be read
     */
    public JdkFollower(Path repository, Instant from, Set<String> wanted, Consumer<EventType> known, EventSink sink)
            throws IOException {
        stream = EventStream.openRepository(repository);
        stream.setStartTime(from);
        stream.setOrdered(false);
        stream.setReuse(true);
        stream.onMetadata(event -> event.getEventTypes().forEach(type -> {
            typeNames.put(type.getId(), type.getName());
            known.accept(type);
        }));
        wanted.forEach(type -> stream.onEvent(type, event -> sink.accept(new JdkEventView(stacks, typeNames, event))));
        // A chunk's constants stay alive through the stacks that were read of it.
        stream.onFlush(stacks::forgetRecorded);
        // What cannot be read is an event less, and the stream would print it otherwise.
        stream.onError(error -> {});
    }

    /** Reads on a thread of its own, that does not keep the program alive, until {@link #close}. */
    public void start() {
        Thread.ofPlatform().daemon().name(THREAD).start(() -> {
            try {
                stream.start();
            } catch (RuntimeException | InternalError e) {
                // The repository went away with its JVM, in the middle of a chunk.
            }
        });
    }

    @Override
    public void close() {
        stream.close();
    }
}
