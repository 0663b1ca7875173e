package dev.loomweight.source.recording;

import dev.loomweight.sample.EventView;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadRef;
import java.time.Instant;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedObject;
import jdk.jfr.consumer.RecordedThread;
import org.jspecify.annotations.Nullable;

/**
 * An event as {@code jdk.jfr.consumer} reads it.
 *
 * <p>Durations are the JDK's: the difference of the end and the start, each converted from ticks to nanoseconds. Readers
 * that convert the difference of the ticks get up to a nanosecond more or less.
 */
final class JdkEventView implements EventView {

    private final JdkStacks stacks;
    private final RecordedEvent event;

    JdkEventView(JdkStacks stacks, RecordedEvent event) {
        this.stacks = stacks;
        this.event = event;
    }

    @Override
    public String typeName() {
        return event.getEventType().getName();
    }

    @Override
    public boolean has(String field) {
        return event.hasField(field);
    }

    @Override
    public Instant startTime() {
        return event.getStartTime();
    }

    @Override
    public long durationNanos() {
        return event.getDuration().toNanos();
    }

    @Override
    public long longValue(String field) {
        return event.getLong(field);
    }

    @Override
    public @Nullable String text(String field) {
        Object value = event.getValue(field);
        return switch (value) {
            case null -> null;
            case RecordedClass type -> type.getName();
            case RecordedObject object when object.hasField("name") -> object.getString("name");
            default -> value.toString();
        };
    }

    @Override
    public @Nullable ThreadRef thread(String field) {
        RecordedThread thread = event.getThread(field);
        if (thread == null) {
            return null;
        }
        String javaName = thread.getJavaName();
        String name = javaName == null ? thread.getOSName() : javaName;
        return new ThreadRef(
                Math.max(thread.getJavaThreadId(), 0),
                name == null ? "" : name,
                thread.isVirtual() ? 0 : Math.max(thread.getOSThreadId(), 0),
                thread.isVirtual());
    }

    @Override
    public StackTrace stack() {
        return stacks.of(event.getStackTrace());
    }
}
