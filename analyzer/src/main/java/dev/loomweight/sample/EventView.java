package dev.loomweight.sample;

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

    /** When the event began, to the precision of the recording's clock. */
    Instant startTime();

    /** How long the event lasted, in nanoseconds; 0 for an event without duration. */
    long durationNanos();

    /**
     * An integral field: a count, an identifier, or an amount in the unit of the field.
     *
     * @throws IllegalArgumentException if there is no such field
     */
    long longValue(String field);

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

    /** The event's stack; {@link StackTrace#NONE} where it was recorded without one. */
    StackTrace stack();
}
