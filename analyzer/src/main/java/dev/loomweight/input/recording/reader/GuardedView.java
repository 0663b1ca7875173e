package dev.loomweight.input.recording.reader;

import dev.loomweight.sample.EventType;
import dev.loomweight.sample.EventView;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadRef;
import java.time.Instant;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An event of a library that does not expect damage: whatever its accessors throw makes the event a damaged one, and no
 * fault of whoever asked.
 *
 * @param of the event
 */
public record GuardedView(EventView of) implements EventView {

    private static <T extends @Nullable Object> T guarded(Supplier<T> accessor) {
        try {
            return accessor.get();
        } catch (RuntimeException e) {
            throw damaged(e);
        } catch (StackOverflowError e) {
            throw damaged(e);
        }
    }

    private static DamagedEventException damaged(RuntimeException e) {
        return e instanceof DamagedEventException known ? known : new DamagedEventException(e);
    }

    private static DamagedEventException damaged(StackOverflowError e) {
        return new DamagedEventException(new IllegalStateException("structures in structures without end", e));
    }

    @Override
    public String typeName() {
        return guarded(of::typeName);
    }

    @Override
    public boolean has(String field) {
        return guarded(() -> of.has(field));
    }

    @Override
    public Instant startTime() {
        return guarded(of::startTime);
    }

    @Override
    public long durationNanos() {
        return guarded(of::durationNanos);
    }

    @Override
    public long longValue(String field) {
        return guarded(() -> of.longValue(field));
    }

    @Override
    public @Nullable String text(String field) {
        return GuardedView.<@Nullable String>guarded(() -> of.text(field));
    }

    @Override
    public @Nullable ThreadRef thread(String field) {
        return GuardedView.<@Nullable ThreadRef>guarded(() -> of.thread(field));
    }

    @Override
    public @Nullable String eventType(String field) {
        return GuardedView.<@Nullable String>guarded(() -> of.eventType(field));
    }

    @Override
    public EventType type() {
        return guarded(of::type);
    }

    @Override
    public @Nullable Object value(String path) {
        try {
            return of.value(path);
        } catch (IllegalArgumentException e) {
            // There is no such field, which whoever asks by a path cannot know before.
            throw e;
        } catch (RuntimeException e) {
            throw damaged(e);
        } catch (StackOverflowError e) {
            throw damaged(e);
        }
    }

    @Override
    public StackTrace stack() {
        return guarded(of::stack);
    }
}
