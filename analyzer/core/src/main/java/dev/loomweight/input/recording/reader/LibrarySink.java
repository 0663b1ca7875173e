package dev.loomweight.input.recording.reader;

import dev.loomweight.input.recording.reader.RecordingReader.EventSink;
import dev.loomweight.sample.EventType;
import dev.loomweight.sample.EventView;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadRef;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Between a library that reads recordings and a sink. The library expects no damage: an exception of its accessors means
 * that the event is damaged, not that the sink made a mistake. And it must not swallow an exception of the sink.
 */
public final class LibrarySink {

    private final EventSink sink;
    private long count;
    private long damaged;
    private @Nullable Throwable failure;

    /** @param sink receives the events */
    public LibrarySink(EventSink sink) {
        this.sink = sink;
    }

    /** Passes on an event, unless the sink has failed before. Throws what the sink throws. */
    public void accept(EventView event) {
        if (failure != null) {
            return;
        }
        count++;
        try {
            sink.accept(new CheckedView(event));
        } catch (DamagedEventException e) {
            damaged++;
        } catch (RuntimeException | Error e) {
            failure = e;
            throw e;
        }
    }

    /** Keeps an error that the library reports to a handler, as if the sink had failed. */
    public void fail(Throwable e) {
        failure = failure == null ? e : failure;
    }

    /** How many events were passed on, damaged ones included. */
    public long count() {
        return count;
    }

    /** Throws what the sink threw, if it did. */
    public void rethrow() {
        if (failure instanceof RuntimeException e) {
            throw e;
        }
        if (failure instanceof Error e) {
            throw e;
        }
    }

    /** The sentence on damaged events, if there were any. */
    public List<String> notes() {
        return damaged == 0
                ? List.of()
                : List.of(damaged + (damaged == 1 ? " event was" : " events were")
                        + " not read: the recording is damaged there.");
    }

    /** The library's event, whose accessors throw {@link DamagedEventException} for whatever they throw. */
    private record CheckedView(EventView event) implements EventView {

        private static <T extends @Nullable Object> T checked(Supplier<T> accessor) {
            try {
                return accessor.get();
            } catch (DamagedEventException e) {
                throw e;
            } catch (RuntimeException | StackOverflowError e) {
                throw new DamagedEventException(e);
            }
        }

        @Override
        public String typeName() {
            return checked(event::typeName);
        }

        @Override
        public boolean has(String field) {
            return checked(() -> event.has(field));
        }

        @Override
        public boolean isRecorded(String eventType, String field) {
            return checked(() -> event.isRecorded(eventType, field));
        }

        @Override
        public long startNanos() {
            return checked(event::startNanos);
        }

        @Override
        public boolean isTrue(String field) {
            return checked(() -> event.isTrue(field));
        }

        @Override
        public long durationNanos() {
            return checked(event::durationNanos);
        }

        @Override
        public long longValue(String field) {
            return checked(() -> event.longValue(field));
        }

        @Override
        public @Nullable String text(String field) {
            return CheckedView.<@Nullable String>checked(() -> event.text(field));
        }

        @Override
        public @Nullable ThreadRef thread(String field) {
            return CheckedView.<@Nullable ThreadRef>checked(() -> event.thread(field));
        }

        @Override
        public @Nullable String eventType(String field) {
            return CheckedView.<@Nullable String>checked(() -> event.eventType(field));
        }

        @Override
        public EventType type() {
            return checked(event::type);
        }

        @Override
        public @Nullable Object value(String path) {
            try {
                return event.value(path);
            } catch (IllegalArgumentException | DamagedEventException e) {
                // There is no such field: a caller that has a path cannot know.
                throw e;
            } catch (RuntimeException | StackOverflowError e) {
                throw new DamagedEventException(e);
            }
        }

        @Override
        public StackTrace stack() {
            return checked(event::stack);
        }
    }
}
