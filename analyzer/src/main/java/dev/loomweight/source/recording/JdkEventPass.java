package dev.loomweight.source.recording;

import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.EventKind;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.source.SampleSink;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import jdk.jfr.EventType;
import jdk.jfr.consumer.EventStream;
import jdk.jfr.consumer.RecordedEvent;
import org.jspecify.annotations.Nullable;

/** One pass over one recording by the JDK's event stream: hands over samples, and counts what it sees. */
final class JdkEventPass {

    private final Origin origin;
    private final SampleSink sink;
    private final JdkStacks stacks = new JdkStacks();
    private final List<EventKind<?>> kinds;
    private final Map<String, EventTally> tallies = new HashMap<>();
    private final Map<Long, String> typeNames = new HashMap<>();
    private long lostBytes;
    // Of a handler: the stream would print it and go on.
    private @Nullable Throwable failure;
    // Of the JDK's parser, which is where the recording contradicts itself.
    private @Nullable Throwable damage;

    JdkEventPass(Origin origin, Interest interest, SampleSink sink) {
        this.origin = origin;
        this.sink = sink;
        this.kinds = EventKind.in(interest);
        for (EventKind<?> kind : kinds) {
            tallies.put(kind.eventType(), new EventTally(kind.eventType()));
        }
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
            handle(stream, "jdk.ActiveSetting", this::setting);
            handle(stream, "jdk.DataLoss", event -> lostBytes += event.getLong("amount"));
            for (EventKind<?> kind : kinds) {
                handle(stream, kind.eventType(), event -> sample(kind, event));
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
        } catch (RuntimeException | InternalError e) {
            damage = e;
        }
    }

    private void handle(EventStream stream, String eventType, Consumer<RecordedEvent> handler) {
        stream.onEvent(eventType, event -> {
            if (failure != null) {
                return;
            }
            try {
                handler.accept(event);
            } catch (RuntimeException | Error e) {
                fail(e);
                stream.close();
            }
        });
    }

    private void fail(Throwable e) {
        if (failure == null) {
            failure = e;
        }
    }

    private void learnTypes(List<EventType> types) {
        for (EventType type : types) {
            typeNames.put(type.getId(), type.getName());
            EventTally tally = tallies.get(type.getName());
            if (tally != null) {
                tally.typeIds().add(type.getId());
            }
        }
    }

    private void setting(RecordedEvent event) {
        EventTally tally = tallies.get(typeNames.getOrDefault(event.getLong("id"), ""));
        String name = event.getString("name");
        String value = event.getString("value");
        if (tally != null && name != null && value != null) {
            tally.settings().add(event.getStartTime(), name, value);
        }
    }

    private void sample(EventKind<?> kind, RecordedEvent event) {
        JdkEventView view = new JdkEventView(stacks, event);
        EventTally tally = tallies.get(kind.eventType());
        if (tally != null) {
            tally.add(view.stack());
        }
        sink.accept(origin, kind.decoder().apply(view));
    }

    /** Whether the metadata of any chunk could be read. */
    boolean readAnything() {
        return !typeNames.isEmpty();
    }

    /** The event data that the JVM reports as lost, in bytes. */
    long lostBytes() {
        return lostBytes;
    }

    /** The coverage of each wanted type, in the order of {@link EventKind#ALL}. */
    List<Coverage.OfEvent> coverage() {
        List<Coverage.OfEvent> coverage = new ArrayList<>();
        for (EventKind<?> kind : kinds) {
            EventTally tally = tallies.get(kind.eventType());
            if (tally != null) {
                coverage.add(tally.coverage());
            }
        }
        return coverage;
    }

    /**
     * One sentence per wanted type of which the file has more events than were read, and one if the parser failed.
     *
     * @param counts the number of events by type number, never above the truth
     */
    List<String> missing(Map<Long, Long> counts) {
        List<String> notes = new ArrayList<>();
        for (EventKind<?> kind : kinds) {
            EventTally tally = tallies.get(kind.eventType());
            if (tally == null) {
                continue;
            }
            long written = tally.typeIds().stream()
                    .filter(id -> kind.eventType().equals(typeNames.get(id)))
                    .mapToLong(id -> counts.getOrDefault(id, 0L))
                    .sum();
            if (written > tally.count()) {
                notes.add((written - tally.count()) + " of " + written + " " + kind.eventType()
                        + " events were not read: the recording is damaged.");
            }
        }
        if (notes.isEmpty() && damage != null) {
            notes.add("The recording is damaged: its reader gave up with " + damage + ".");
        }
        return notes;
    }
}
