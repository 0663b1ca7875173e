package dev.loomweight.input.recording.reader.jdk;

import dev.loomweight.input.recording.reader.DamagedEventException;
import dev.loomweight.input.recording.reader.EventSink;
import dev.loomweight.input.recording.reader.GuardedView;
import dev.loomweight.sample.EventType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import jdk.jfr.consumer.EventStream;
import jdk.jfr.consumer.RecordedEvent;
import org.jspecify.annotations.Nullable;

/** One pass over one file by the JDK's event stream: hands over events, and counts them. */
final class JdkEventPass {

    private final Set<String> wanted;
    private final EventSink sink;
    private final JdkStacks stacks = new JdkStacks();
    private final Map<Long, String> typeNames = new HashMap<>();
    private final Map<String, Set<Long>> typeIds = new HashMap<>();
    private final Map<String, EventType> types = new HashMap<>();
    private final Map<String, long[]> counts = new HashMap<>();
    // Of a sink: the stream would print it and go on.
    private @Nullable Throwable failure;
    // Of the JDK's parser, which is where the recording contradicts itself.
    private @Nullable Throwable damage;
    private long damagedEvents;

    JdkEventPass(Set<String> wanted, EventSink sink) {
        this.wanted = wanted;
        this.sink = sink;
    }

    /**
     * Reads the file to its end, or to where it cannot be read any more.
     *
     * @throws IOException if it cannot be opened
     */
    void run(Path file) throws IOException {
        try (EventStream stream = EventStream.openFile(file)) {
            stream.setOrdered(false);
            stream.setReuse(true);
            stream.onMetadata(event -> learnTypes(event.getEventTypes()));
            for (String type : wanted) {
                long[] count = counts.computeIfAbsent(type, key -> new long[1]);
                stream.onEvent(type, event -> handOver(event, count, stream));
            }
            stream.onError(this::fail);
            start(stream);
        }
        if (failure instanceof RuntimeException e) {
            throw e;
        }
        if (failure instanceof Error e) {
            throw e;
        }
    }

    private void start(EventStream stream) {
        try {
            stream.start();
        } catch (RuntimeException | InternalError | StackOverflowError e) {
            damage = e;
        }
    }

    private void handOver(RecordedEvent event, long[] count, EventStream stream) {
        if (failure != null) {
            return;
        }
        try {
            count[0]++;
            sink.accept(new GuardedView(new JdkEventView(stacks, typeNames, event)));
        } catch (DamagedEventException e) {
            damagedEvents++;
        } catch (RuntimeException | Error e) {
            fail(e);
            stream.close();
        }
    }

    private void fail(Throwable e) {
        if (failure == null) {
            failure = e;
        }
    }

    private void learnTypes(List<jdk.jfr.EventType> all) {
        for (jdk.jfr.EventType type : all) {
            typeNames.put(type.getId(), type.getName());
            if (wanted.contains(type.getName())) {
                typeIds.computeIfAbsent(type.getName(), key -> new HashSet<>()).add(type.getId());
                types.put(type.getName(), JdkTypes.describe(type));
            }
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
     * How many events of each wanted type there are and were not read.
     *
     * @param written the number of events by type number, never above the truth
     */
    Map<String, Long> missing(Map<Long, Long> written) {
        Map<String, Long> missing = new TreeMap<>();
        for (String type : wanted) {
            long there = typeIds.getOrDefault(type, Set.of()).stream()
                    .filter(id -> type.equals(typeNames.get(id)))
                    .mapToLong(id -> written.getOrDefault(id, 0L))
                    .sum();
            long read = counts.getOrDefault(type, new long[1])[0];
            if (there > read) {
                missing.put(type, there - read);
            }
        }
        return missing;
    }

    /** How many events the parser gave whose fields could not be read. */
    long damagedEvents() {
        return damagedEvents;
    }

    /** What the JDK's parser gave up with, or null. */
    @Nullable
    Throwable damage() {
        return damage;
    }
}
