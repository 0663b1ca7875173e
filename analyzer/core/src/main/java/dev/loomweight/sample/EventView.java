package dev.loomweight.sample;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One event of a recording as its reader sees it, valid only during the call that hands it over: readers reuse it.
 *
 * <p>Fields are asked for by their name in the JDK's metadata. JDKs differ in the fields of an event, so a decoder asks
 * {@link #has} first where a field is not in every JDK from 11 on; it never asks for a version.
 */
public interface EventView {

    /** The full name of the event type, such as {@code jdk.VirtualThreadPinned}. */
    String typeName();

    /** Whether events of this type have that field in this recording. */
    boolean has(String field);

    /**
     * Whether events of some type have a field in this recording: what its metadata says of that type, whatever type this
     * event is of. JDKs are told apart by it.
     *
     * @param eventType the full name of the type; false for one that the metadata does not describe
     */
    boolean isRecorded(String eventType, String field);

    /** When the event began, to the precision of the recording's clock, in nanoseconds since 1970. */
    long startNanos();

    /** When the event began, to the precision of the recording's clock. */
    default Instant startTime() {
        return EpochNanos.toInstant(startNanos());
    }

    /** How long the event lasted, in nanoseconds; 0 for an event without duration. */
    long durationNanos();

    /**
     * How long the event lasted, in nanoseconds, not negative: one that ends before it begins, by a clock that jumped, lasted
     * no time.
     *
     * @throws IllegalArgumentException if events of this type have no duration
     */
    default long nanosLasted() {
        if (!has("duration")) {
            throw new IllegalArgumentException(typeName() + " has no field duration");
        }
        return Math.max(0, durationNanos());
    }

    /**
     * An integral field: a count, an identifier, or an amount in the unit of the field.
     *
     * @throws IllegalArgumentException if there is no such field
     */
    long longValue(String field);

    /**
     * A field that is a truth value.
     *
     * @throws IllegalArgumentException if there is no such field
     */
    boolean isTrue(String field);

    /**
     * A field that is text, or an object with a name of its own (a class, a JFR type such as an NMT type), as text.
     *
     * @return null where the recording has null
     * @throws IllegalArgumentException if there is no such field
     */
    @Nullable
    String text(String field);

    /**
     * A field that is a thread.
     *
     * @return null where the recording has null
     * @throws IllegalArgumentException if there is no such field
     */
    @Nullable
    ThreadRef thread(String field);

    /**
     * A field that is a thread, for those to whom it is one of many: the name of a virtual thread is empty, unless it is
     * one that the JDK gives to its own. Most virtual threads occur once, and reading a name costs more than all else.
     *
     * @return null where the recording has null
     * @throws IllegalArgumentException if there is no such field
     */
    default @Nullable ThreadRef oneOfMany(String field) {
        ThreadRef thread = thread(field);
        return thread == null ? null : thread.asOneOfMany();
    }

    /**
     * A field that is the number of an event type, as {@code jdk.ActiveSetting} has one.
     *
     * @return the type's full name, or null where the recording's metadata has no such type
     * @throws IllegalArgumentException if there is no such field
     */
    @Nullable
    String eventType(String field);

    /** The type of the event, with all fields that {@link #value} can be asked for. */
    EventType type();

    /**
     * Any field, or a field within one: {@code heapSpace.committedSize}, {@code eventThread.group.name}.
     *
     * <p>Integers are {@link Long}s, fractions {@link Double}s, truth values {@link Boolean}s, characters and texts
     * {@link String}s; points in time are {@link Instant}s and lengths of time {@link Duration}s, by their
     * annotations. A class is its name, a thread a {@link ThreadRef}, a stack a {@link StackTrace}; a type that merely
     * wraps a field is that field; any other structure is a {@link java.util.Map} by the names of its fields, and an
     * array a {@link java.util.List}.
     *
     * @param path the name of a field, or several divided by dots
     * @return null where the recording has null
     * @throws IllegalArgumentException if there is no such field
     */
    @Nullable
    Object value(String path);

    /** A number in a field, or in a field of a field; -1 where the recording has null. */
    default long longAt(String path) {
        return value(path) instanceof Number number ? number.longValue() : -1;
    }

    /**
     * A length of time in nanoseconds, rounded to microseconds: readers differ by a nanosecond where the recording has
     * ticks. 0 where the recording has none.
     */
    default long microsecondsAt(String field) {
        return has(field) && value(field) instanceof Duration time
                ? Math.max(0, (time.toNanos() + 500) / 1000 * 1000)
                : 0;
    }

    /** A text; a question mark where the recording has null. */
    default String textAt(String field) {
        String text = text(field);
        return text == null ? "?" : text;
    }

    /** The event's stack; {@link StackTrace#NONE} where it was recorded without one. */
    StackTrace stack();
}
